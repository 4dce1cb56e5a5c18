import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AlertRuleInput } from '#shared/alerts/rules.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, inputLook } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';

type Kind = AlertRuleInput['kind'];

const kinds: readonly { readonly kind: Kind; readonly label: string; readonly amount?: string }[] = [
  { kind: 'brand', label: 'A brand is gained or lost in a market' },
  { kind: 'rank', label: 'A brand’s rank moves', amount: 'By places' },
  { kind: 'source', label: 'A source is new or dropped' },
  { kind: 'outlier', label: 'A market leaves the pack' },
  { kind: 'failures', label: 'Much of a run fails', amount: 'From percent' },
  { kind: 'cost', label: 'A run costs much', amount: 'More than credits' },
  { kind: 'ceiling', label: 'A spending ceiling is near', amount: 'From percent' },
];
const starts: Readonly<Partial<Record<Kind, string>>> = {
  rank: '1',
  failures: '10',
  cost: '1000',
  ceiling: '90',
};

function ruleOf(kind: Kind, amount: number, evenNoise: boolean): AlertRuleInput {
  switch (kind) {
    case 'rank':
      return { kind, by: amount, evenNoise };
    case 'failures':
      return { kind, share: amount / 100, evenNoise };
    case 'ceiling':
      return { kind, share: amount / 100 };
    case 'cost':
      return { kind, credits: Math.round(amount) };
    default:
      return { kind, evenNoise };
  }
}

/** What to be told about a monitor's runs. */
export function AlertRules({ monitorId }: { readonly monitorId: string }) {
  const [kind, setKind] = useState<Kind>('brand');
  const [amount, setAmount] = useState('');
  const [evenNoise, setEvenNoise] = useState(false);
  const list = useRoute('alerts.rules', { monitor: monitorId });
  const add = useAction('alerts.addRule', ['alerts.rules']);
  const remove = useAction('alerts.removeRule', ['alerts.rules']);
  const rules = list.data?.rules ?? [];
  const chosen = kinds.find((each) => each.kind === kind);
  const error = list.error ?? add.error ?? remove.error;
  return (
    <section aria-labelledby="alert-rules" className="flex flex-col gap-2">
      <h3 id="alert-rules" className="font-medium text-ink-2 text-table">
        Tell me when
      </h3>
      <ul className="flex flex-col">
        {rules.map(({ id, words }) => (
          <li key={id} className="flex items-center gap-2">
            <Button
              look="quiet"
              size="icon-small"
              aria-label={`Remove the rule: ${words}`}
              onClick={() => remove.mutate({ id })}
            >
              <Trash2 size={12} aria-hidden="true" />
            </Button>
            {words}
          </li>
        ))}
      </ul>
      <form
        aria-label="New alert rule"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate({ monitor: monitorId, rule: ruleOf(kind, Number(amount), evenNoise) });
        }}
      >
        <Field label="What happens" className="w-72">
          {(ids) => (
            <select
              {...ids}
              className={inputLook}
              value={kind}
              onChange={(event) => {
                const next = kinds.find((each) => each.kind === event.target.value)?.kind ?? 'brand';
                setKind(next);
                setAmount(starts[next] ?? '');
              }}
            >
              {kinds.map((each) => (
                <option key={each.kind} value={each.kind}>
                  {each.label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {chosen?.amount ? (
          <Field label={chosen.amount} className="w-36">
            {(ids) => (
              <input
                {...ids}
                inputMode="decimal"
                className={inputLook}
                value={amount}
                onChange={(event) => setAmount(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        {kind === 'cost' || kind === 'ceiling' ? null : (
          <label className="flex h-7 items-center gap-1.5">
            <input
              type="checkbox"
              className="accent-accent"
              checked={evenNoise}
              onChange={(event) => setEvenNoise(event.target.checked)}
            />
            also within noise
          </label>
        )}
        <Button type="submit">
          <Plus size={13} aria-hidden="true" /> Add rule
        </Button>
      </form>
      <p className="max-w-prose text-ink-3 text-table">
        A run is set against the one before it in this series, on the cells both have; calls that failed say
        nothing. Changes that asking again could make are not told unless the rule says so: that takes at
        least four answers in a market on either side.
      </p>
      {error ? <ErrorNotice error={error} /> : null}
    </section>
  );
}
