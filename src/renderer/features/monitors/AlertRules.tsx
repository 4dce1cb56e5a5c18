import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { alertRulesSheet } from '#shared/tables/planTables.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';
import { newRule, ruleKinds, ruleOf } from './ruleDraft.ts';

const whose = [
  { value: 'listed', label: 'listed brands' },
  { value: 'own', label: 'your brands' },
  { value: 'any', label: 'any brand' },
] as const;

/** The alert rules of a monitor. */
export function AlertRules({ monitorId }: { readonly monitorId: string }) {
  const list = useRoute('alerts.rules', { monitor: monitorId });
  const remove = useAction('alerts.removeRule', ['alerts.rules']);
  const rules = list.data?.rules ?? [];
  const error = list.error ?? remove.error;
  return (
    <section aria-labelledby="alert-rules" className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h3 id="alert-rules" className="font-semibold">
          Alert rules
        </h3>
        {rules.length > 0 ? <SheetMenu label="Alert rules" sheet={() => alertRulesSheet(rules)} /> : null}
      </div>
      <ul className="flex flex-col">
        {rules.map(({ id, words }) => (
          <li key={id} className="flex items-center gap-2">
            <IconButton
              Icon={Trash2}
              px={12}
              label={`Delete rule: ${words}`}
              onClick={() => remove.mutate({ id })}
            />
            {words}
          </li>
        ))}
      </ul>
      <NewRule monitorId={monitorId} />
      <p className="max-w-prose text-ink-3 text-table">
        Each run is compared with the previous run of this monitor, for the requests both have. Failed
        requests are left out. Only significant changes raise an alert, unless the rule includes all:
        significance needs at least four answers per market in each run. Failures, costs and credit limits
        raise an alert when they begin, once a day while they last, and when they end.
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
      <Choice
        label="Condition"
        className="w-72"
        value={draft.kind}
        choices={ruleKinds.map(({ kind, label }) => ({ value: kind, label }))}
        onChange={(kind) => setDraft(newRule(kind))}
      />
      {chosen?.amount ? (
        <TextField
          label={chosen.amount.label}
          className="w-36"
          inputMode="decimal"
          value={draft.amount}
          onChange={(value) => setDraft({ ...draft, amount: value })}
        />
      ) : null}
      {chosen && chosen.changes.length > 0 ? (
        <Choice
          label="Change"
          className="w-44"
          value={draft.change}
          choices={chosen.changes}
          onChange={(change) => setDraft({ ...draft, change })}
        />
      ) : null}
      {chosen?.hasBrands ? (
        <Choice
          label="Brands"
          className="w-44"
          value={draft.brands}
          choices={whose}
          onChange={(brands) => setDraft({ ...draft, brands })}
        />
      ) : null}
      {chosen?.hasDomains ? (
        <TextField
          label="Domains (empty: all)"
          className="w-60"
          value={draft.domains}
          onChange={(value) => setDraft({ ...draft, domains: value })}
        />
      ) : null}
      {chosen?.hasNoise ? (
        <label className="flex h-7 items-center gap-1.5">
          <input
            type="checkbox"
            checked={draft.evenNoise}
            onChange={({ target }) => setDraft({ ...draft, evenNoise: target.checked })}
          />
          include changes that are not significant
        </label>
      ) : null}
      <Button type="submit">
        <Plus size={13} aria-hidden="true" /> Add rule
      </Button>
      {add.error ? <ErrorNotice error={add.error} /> : null}
    </form>
  );
}
