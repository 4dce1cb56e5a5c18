import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, inputLook } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { newRule, ruleKinds, ruleOf } from './ruleDraft.ts';

const whose = [
  ['listed', 'brands in the rules'],
  ['own', 'our brands'],
  ['any', 'any brand'],
] as const;

/** What to be told about a monitor's runs. */
export function AlertRules({ monitorId }: { readonly monitorId: string }) {
  const list = useRoute('alerts.rules', { monitor: monitorId });
  const remove = useAction('alerts.removeRule', ['alerts.rules']);
  const rules = list.data?.rules ?? [];
  const error = list.error ?? remove.error;
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
      <NewRule monitorId={monitorId} />
      <p className="max-w-prose text-ink-3 text-table">
        A run is set against the one before it in this series, on the cells both have; calls that failed say
        nothing. Changes that asking again could make are not told unless the rule says so: that takes at
        least four answers in a market on either side.
      </p>
      {error ? <ErrorNotice error={error} /> : null}
    </section>
  );
}

function NewRule({ monitorId }: { readonly monitorId: string }) {
  const [draft, setDraft] = useState(newRule('brand'));
  const add = useAction('alerts.addRule', ['alerts.rules']);
  const chosen = ruleKinds.find(({ kind }) => kind === draft.kind);
  return (
    <form
      aria-label="New alert rule"
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ monitor: monitorId, rule: ruleOf(draft) });
      }}
    >
      <Field label="What happens" className="w-72">
        {(ids) => (
          <select
            {...ids}
            className={inputLook}
            value={draft.kind}
            onChange={({ target }) =>
              setDraft(newRule(ruleKinds.find(({ kind }) => kind === target.value)?.kind ?? 'brand'))
            }
          >
            {ruleKinds.map(({ kind, label }) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen?.amount ? (
        <Field label={chosen.amount.label} className="w-36">
          {(ids) => (
            <input
              {...ids}
              inputMode="decimal"
              className={inputLook}
              value={draft.amount}
              onChange={({ target }) => setDraft({ ...draft, amount: target.value })}
            />
          )}
        </Field>
      ) : null}
      {chosen && chosen.changes.length > 0 ? (
        <Choice
          label="Which change"
          value={draft.change}
          choices={chosen.changes}
          onChange={(change) => setDraft({ ...draft, change })}
        />
      ) : null}
      {chosen?.hasBrands ? (
        <Choice
          label="Whose brands"
          value={draft.brands}
          choices={whose}
          onChange={(value) =>
            setDraft({ ...draft, brands: whose.find(([brands]) => brands === value)?.[0] ?? 'listed' })
          }
        />
      ) : null}
      {chosen?.hasDomains ? (
        <Field label="Domains, all when empty" className="w-60">
          {(ids) => (
            <input
              {...ids}
              className={inputLook}
              value={draft.domains}
              onChange={({ target }) => setDraft({ ...draft, domains: target.value })}
            />
          )}
        </Field>
      ) : null}
      {chosen?.hasNoise ? (
        <label className="flex h-7 items-center gap-1.5">
          <input
            type="checkbox"
            className="accent-accent"
            checked={draft.evenNoise}
            onChange={({ target }) => setDraft({ ...draft, evenNoise: target.checked })}
          />
          also within noise
        </label>
      ) : null}
      <Button type="submit">
        <Plus size={13} aria-hidden="true" /> Add rule
      </Button>
      {add.error ? <ErrorNotice error={add.error} /> : null}
    </form>
  );
}

function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <Field label={props.label} className="w-44">
      {(ids) => (
        <select
          {...ids}
          className={inputLook}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        >
          {props.choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
