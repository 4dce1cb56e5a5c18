import { type FormEvent, useState } from 'react';
import { engineNameAt } from '#shared/interface/deployments.ts';
import type { ServiceDriver, ServiceEngineBinding } from '#shared/interface/operator/operations.ts';
import type { ConnectionView } from '#shared/model/connection.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Section } from './Section.tsx';

const unbound = 'none';

type EngineSheetProps = {
  readonly binding: ServiceEngineBinding;
  readonly drivers: readonly ServiceDriver[];
  readonly onDriver: (id: string) => void;
  readonly onSaid: (message: string) => void;
};

/** An engine: its provider, other providers by country, and its aliases by connection. */
export function EngineSheet({ binding, drivers, onDriver, onSaid }: EngineSheetProps) {
  const bind = useAction('service.engines.bind', ['service.']);
  const { engine } = binding;
  const capable = drivers.filter(({ capabilities }) => capabilities.some((each) => each.engine === engine));
  const bound = drivers.find(({ id }) => id === binding.driver);
  return (
    <div className="flex flex-col gap-4 px-4 py-3">
      <Choice
        label="Provider"
        value={binding.driver ?? unbound}
        choices={[...capable.map(choiceOf), { value: unbound, label: 'None' }]}
        onChange={(driver) =>
          bind.mutate(
            { engine, driver: driver === unbound ? null : driver },
            { onSuccess: () => onSaid(`Provider of ${engine} changed`) },
          )
        }
      />
      {bound !== undefined && !bound.ready ? (
        <Notice
          tone="warn"
          actions={
            <Button size="small" onClick={() => onDriver(bound.id)}>
              Set up {bound.displayName}
            </Button>
          }
        >
          {bound.message}
        </Notice>
      ) : null}
      {bind.error ? <ErrorNotice error={bind.error} /> : null}
      <Section title="Other provider in some countries">
        <CountryExceptions binding={binding} capable={capable} />
      </Section>
      <Section title="Display name">
        <EngineNameFields engine={engine} onSaid={onSaid} />
      </Section>
    </div>
  );
}

const choiceOf = ({ id, displayName, ready, missing }: ServiceDriver) => ({
  value: id,
  label: ready ? displayName : `${displayName} (needs ${missing ?? 'settings'})`,
});

type CountryExceptionsProps = Pick<EngineSheetProps, 'binding'> & {
  readonly capable: readonly ServiceDriver[];
};

function CountryExceptions({ binding: { engine, countries }, capable }: CountryExceptionsProps) {
  const bind = useAction('service.engines.bind', ['service.']);
  const [country, setCountry] = useState('');
  const [driver, setDriver] = useState(capable[0]?.id ?? '');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    bind.mutate(
      { engine, driver, country: country.trim().toUpperCase() },
      { onSuccess: () => setCountry('') },
    );
  };
  const problem = bind.error?.fields.find(({ field }) => field.endsWith('country'))?.message;
  return (
    <>
      <ul className="flex flex-col gap-1">
        {countries.map((exception) => (
          <li key={exception.country} className="flex items-center gap-2">
            <span className="w-8 font-medium">{exception.country}</span>
            <span className="min-w-0 flex-1">
              {exception.answeredBy}
              {exception.available ? null : <span className="text-warn"> · {exception.reason}</span>}
            </span>
            <Button
              size="small"
              look="quiet"
              onClick={() => bind.mutate({ engine, driver: null, country: exception.country })}
            >
              Remove<span className="sr-only"> {exception.country}</span>
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={add} noValidate className="flex items-start gap-2">
        <TextField
          label="Country"
          problem={problem}
          className="w-24"
          placeholder="JP"
          maxLength={2}
          spellCheck={false}
          value={country}
          onChange={setCountry}
        />
        <Choice
          label="Provider in this country"
          className="flex-1"
          value={driver}
          choices={capable.map(choiceOf)}
          onChange={setDriver}
        />
        <Button type="submit" className="mt-5" disabled={country.trim() === ''} busy={bind.isPending}>
          Add country
        </Button>
      </form>
      {bind.error && problem === undefined ? <ErrorNotice error={bind.error} /> : null}
    </>
  );
}

type EngineNameFieldsProps = {
  readonly engine: ServiceEngineBinding['engine'];
  readonly onSaid: (message: string) => void;
};

/** The alias of the engine on each connection. */
function EngineNameFields({ engine, onSaid }: EngineNameFieldsProps) {
  const connections = useRoute('connections.list', {}).data?.connections ?? [];
  return (
    <>
      <p className="text-ink-3 text-table">
        Shown instead of {engine} everywhere in the window. Leave it empty for the engine’s own name.
      </p>
      {connections.map((connection) => (
        <EngineNameField key={connection.id} engine={engine} connection={connection} onSaid={onSaid} />
      ))}
    </>
  );
}

function EngineNameField({
  engine,
  connection,
  onSaid,
}: EngineNameFieldsProps & { readonly connection: ConnectionView }) {
  const rename = useAction('connections.nameEngine', ['connections.list']);
  const stored = connection.engineAliases[engine]?.displayName ?? '';
  const [name, setName] = useState(stored);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const displayName = name.trim() === '' ? null : name.trim();
    rename.mutate(
      { id: connection.id, engine, displayName },
      { onSuccess: () => onSaid(`${engine} is named ${displayName ?? engine}`) },
    );
  };
  return (
    <form onSubmit={save} noValidate className="flex items-end gap-2">
      <TextField
        label={`Name on ${connection.name}`}
        className="flex-1"
        problem={rename.error?.fields[0]?.message ?? rename.error?.message}
        placeholder={engineNameAt({ ...connection, engineAliases: {} }, engine)}
        maxLength={60}
        value={name}
        onChange={setName}
      />
      <Button type="submit" disabled={name.trim() === stored} busy={rename.isPending}>
        Save name<span className="sr-only"> on {connection.name}</span>
      </Button>
    </form>
  );
}
