import { useState } from 'react';
import type { AnalysisModelView } from '#shared/model/analysisModel.ts';
import { dollarsLabel } from '#shared/tables/analysisLabels.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Field, inputLook, TextField } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { formatAddress } from '../../window/address.ts';

type AnalysisModelSectionProps = { readonly onSaid: (message: string) => void };

/** The model that analyses answers: one for claims, comparison, translation and wordings. */
export function AnalysisModelSection({ onSaid }: AnalysisModelSectionProps) {
  const { data, error } = useRoute('analysisModel.get', {});
  return (
    <section aria-labelledby="analysis-model-title" className="flex flex-col gap-3">
      <h2 id="analysis-model-title" className="font-semibold text-title">
        Analysis model
      </h2>
      <p className="max-w-prose text-ink-2">
        One model reads answers for you: what they say of brands, what differs between markets, and, if you
        choose it, translations and wordings. Use a connected provider, or a model on your own computer. Every
        price is shown before anything is sent.
      </p>
      {error ? <ErrorNotice error={error} /> : null}
      {data === undefined ? null : (
        <ModelForm key={JSON.stringify(data.choice)} view={data} onSaid={onSaid} />
      )}
      {data === undefined || data.month.requests === 0 ? null : <Spent {...data.month} />}
    </section>
  );
}

function Spent({ requests, amount, unpriced }: AnalysisModelView['month']) {
  return (
    <p className="text-ink-2 text-table">
      This month (UTC): {formatQuantity(requests, 'request')}, {dollarsLabel(amount)}
      {unpriced === 0 ? '' : `, and ${formatQuantity(unpriced, 'request')} without a known price`}.
    </p>
  );
}

function ModelForm({ view, onSaid }: AnalysisModelSectionProps & { readonly view: AnalysisModelView }) {
  const { choice, problem, analysts } = view;
  const [driver, setDriver] = useState(choice?.driver ?? '');
  const [model, setModel] = useState(choice?.model ?? '');
  const [limit, setLimit] = useState(choice?.monthlyLimit?.toString() ?? '');
  const action = useAction('analysisModel.choose', ['analysisModel.', 'wordings.', 'comparisons.']);
  const analyst = analysts.find((each) => each.driver === driver);
  const wrongLimit = limit.trim() !== '' && !(Number(limit) > 0);
  const obstacle = analyst?.message ?? (choice?.driver === driver ? problem : null);
  const choose = (next: AnalysisModelView['choice']): void => {
    action.mutate(
      { choice: next },
      {
        onSuccess: () =>
          onSaid(next === null ? 'No analysis model.' : `${next.model} analyses answers from now on.`),
      },
    );
  };
  return (
    <form
      noValidate
      className="flex max-w-md flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (driver === '') choose(null);
        else if (model.trim() !== '' && !wrongLimit)
          choose({ driver, model: model.trim(), monthlyLimit: limit.trim() === '' ? null : Number(limit) });
      }}
    >
      <Choice
        label="Provider"
        value={driver}
        choices={[
          { value: '', label: 'None' },
          ...analysts.map(({ driver: value, displayName, ready }) => ({
            value,
            label: ready ? displayName : `${displayName} (not connected)`,
          })),
        ]}
        onChange={(value) => {
          setDriver(value);
          setModel(analysts.find((each) => each.driver === value)?.model ?? '');
        }}
      />
      {obstacle === null || driver === '' ? null : (
        <Notice tone="warn">
          <p>
            {obstacle}{' '}
            <a
              className="text-accent underline"
              href={formatAddress({ name: 'settings', section: 'engines' })}
            >
              Set it up
            </a>
          </p>
        </Notice>
      )}
      {driver === '' ? null : (
        <>
          <ModelField driver={analyst?.ready === true ? driver : null} value={model} onChange={setModel} />
          <TextField
            label="Monthly limit in US dollars"
            hint="Nothing is sent beyond it. Empty: no limit."
            problem={wrongLimit ? 'Enter an amount such as 20, or leave it empty.' : undefined}
            inputMode="decimal"
            value={limit}
            onChange={setLimit}
          />
        </>
      )}
      {action.error ? <ErrorNotice error={action.error} /> : null}
      <Button look="primary" type="submit" className="self-start" busy={action.isPending}>
        Save
      </Button>
    </form>
  );
}

type ModelFieldProps = {
  /** Null if its models cannot be listed. */
  readonly driver: string | null;
  readonly value: string;
  readonly onChange: (model: string) => void;
};

function ModelField({ driver, value, onChange }: ModelFieldProps) {
  const models = useRoute(
    'service.engines.models',
    { driver: driver ?? '' },
    { enabled: driver !== null, staleMs: 60_000 },
  );
  return (
    <Field
      label="Model"
      hint="A stronger model judges better and costs more. A model of a local server must support JSON schemas."
      problem={value.trim() === '' ? 'Enter the name of a model.' : undefined}
    >
      {(ids) => (
        <>
          <input
            {...ids}
            className={inputLook}
            list={`${ids.id}-models`}
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={`${ids.id}-models`}>
            {(models.data ?? []).map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
