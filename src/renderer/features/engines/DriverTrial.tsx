import { type FormEvent, useState } from 'react';
import type { Engine } from '#shared/interface/engines.ts';
import type { ServiceDriver } from '#shared/interface/operator/operations.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { TextField } from '../../ui/Field.tsx';
import { formatDuration } from '../../ui/format.ts';
import { JsonText } from '../../ui/JsonText.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';

/** Asks a provider one question with its current settings, and shows the raw exchange. */
export function DriverTrial({ driver }: { readonly driver: ServiceDriver }) {
  const test = useAction('service.engines.test');
  const nameOf = useEngineNames();
  const [engine, setEngine] = useState<Engine | ''>('');
  const [question, setQuestion] = useState('');
  const [country, setCountry] = useState('');
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate({
      driver: driver.id,
      ...(engine === '' ? {} : { engine }),
      ...(question.trim() === '' ? {} : { question: question.trim() }),
      ...(country.trim() === '' ? {} : { country: country.trim().toUpperCase() }),
    });
  };
  const problemOf = (name: string): string | undefined =>
    test.error?.fields.find(({ field }) => field.endsWith(name))?.message;
  return (
    <form onSubmit={ask} noValidate className="flex flex-col gap-2">
      <div className="grid grid-cols-[1fr_9rem_5rem] gap-2">
        <TextField
          label="Question"
          problem={problemOf('question')}
          placeholder="Enter a test question"
          value={question}
          onChange={setQuestion}
        />
        <Choice<Engine | ''>
          label="Engine"
          problem={problemOf('engine')}
          value={engine}
          choices={[
            { value: '', label: 'first supported' },
            ...driver.capabilities.map((each) => ({ value: each.engine, label: nameOf(each.engine) })),
          ]}
          onChange={setEngine}
        />
        <TextField
          label="Country"
          problem={problemOf('country')}
          placeholder="DE"
          maxLength={2}
          spellCheck={false}
          value={country}
          onChange={setCountry}
        />
      </div>
      <div className="flex items-center gap-2">
        <Button type="submit" disabled={!driver.ready} busy={test.isPending}>
          {test.isPending ? <ProgressRing share={null} size={12} /> : null} Send test question
        </Button>
        <span className="text-ink-3 text-table">
          {driver.ready
            ? 'Uses the saved settings. Costs no credits; the provider may charge for it.'
            : 'Set up the provider first.'}
        </span>
      </div>
      {test.error && test.error.fields.length === 0 ? <ErrorNotice error={test.error} /> : null}
      {test.data ? (
        <Notice tone={test.data.ok ? 'info' : 'bad'}>
          <p>
            {test.data.message} ({formatDuration(test.data.latencyMs)})
          </p>
          {test.data.result ? <Exchange title="Result" value={test.data.result} label="Copy result" /> : null}
          {test.data.rawExchange === undefined ? null : (
            <Exchange
              title="Provider request and response"
              value={test.data.rawExchange}
              label="Copy exchange"
            />
          )}
        </Notice>
      ) : null}
    </form>
  );
}

type ExchangeProps = { readonly title: string; readonly value: unknown; readonly label: string };

function Exchange({ title, value, label }: ExchangeProps) {
  return (
    <details className="mt-1">
      <summary className="py-1 text-table">{title}</summary>
      <JsonText value={value} label={label} />
    </details>
  );
}
