import { type FormEvent, type ReactNode, useState } from 'react';
import { engines } from '#shared/interface/engines.ts';
import type { ConnectionInput, EngineAliases } from '#shared/model/connection.ts';
import type { BridgeFailure } from '../../bridge/client.ts';
import { useKeyHint } from '../../bridge/keyHint.ts';
import { Button } from '../../ui/Button.tsx';
import { inputLook, Problem, TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { type AliasDraft, aliasesOf, draftOf } from './aliasDraft.ts';

type ConnectionFormProps = {
  readonly initial?: {
    readonly name: string;
    readonly baseUrl: string;
    readonly engineAliases: EngineAliases;
  };
  readonly submitLabel: string;
  /** Also asks for the key, which is sent once and never shown again. */
  readonly withKey?: boolean;
  /** Below the fields. */
  readonly last?: ReactNode;
  readonly onCancel: () => void;
  /** Resolves with the error, or null on success. */
  readonly onSubmit: (input: ConnectionInput, key: string) => Promise<BridgeFailure | null>;
};

/** Name, URL, key, and engine aliases of a deployment. */
export function ConnectionForm({
  initial,
  submitLabel,
  withKey,
  last,
  onCancel,
  onSubmit,
}: ConnectionFormProps) {
  const keyHint = useKeyHint();
  const [name, setName] = useState(initial?.name ?? '');
  const [baseUrl, setBaseUrl] = useState(initial?.baseUrl ?? '');
  const [key, setKey] = useState('');
  const [aliases, setAliases] = useState<AliasDraft>(() => draftOf(initial?.engineAliases ?? {}));
  const [failure, setFailure] = useState<BridgeFailure | null>(null);
  const [saving, setSaving] = useState(false);
  const problemOf = (field: string): string | undefined =>
    failure?.fields.find((each) => each.field === field || each.field.startsWith(`${field}.`))?.message;
  const unplaced = failure !== null && failure.fields.length === 0;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSaving(true);
    setFailure(await onSubmit({ name, baseUrl, engineAliases: aliasesOf(aliases) }, key.trim()));
    setSaving(false);
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col">
      <div className="flex flex-col gap-3 px-4 py-3">
        <TextField
          label="Name"
          problem={problemOf('name')}
          autoFocus
          value={name}
          placeholder="Team service"
          onChange={setName}
        />
        <TextField
          label="Address"
          problem={problemOf('baseUrl')}
          hint="Base URL of the service, without a path."
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          value={baseUrl}
          placeholder="https://answers.example.com"
          onChange={setBaseUrl}
        />
        {withKey ? (
          <TextField
            label="Key"
            problem={problemOf('key')}
            hint={`${keyHint} You can add it later.`}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={setKey}
          />
        ) : null}
        <details>
          <summary className="font-medium text-ink-2 text-table">Engine aliases</summary>
          <p className="py-1.5 text-ink-3 text-table">
            Leave a field empty to use the engine’s own name. The path is the engine’s part of the URL at this
            service.
          </p>
          <table className="w-full border-separate border-spacing-x-1.5 border-spacing-y-1 text-table">
            <thead>
              <tr className="text-start text-ink-3">
                <th scope="col" className="text-start font-normal">
                  Engine
                </th>
                <th scope="col" className="text-start font-normal">
                  Path
                </th>
                <th scope="col" className="text-start font-normal">
                  Display name
                </th>
                <th scope="col" className="text-start font-normal">
                  Task type
                </th>
              </tr>
            </thead>
            <tbody>
              {engines.map((engine) => (
                <tr key={engine}>
                  <th scope="row" className="whitespace-nowrap pe-1 text-start font-normal">
                    {engine}
                  </th>
                  {(['path', 'displayName', 'taskType'] as const).map((part) => (
                    <td key={part}>
                      <input
                        aria-label={`${aliasLabels[part]} of ${engine}`}
                        className={inputLook}
                        spellCheck={false}
                        autoComplete="off"
                        value={aliases[engine]?.[part] ?? ''}
                        onChange={(event) =>
                          setAliases({
                            ...aliases,
                            [engine]: { ...aliases[engine], [part]: event.target.value },
                          })
                        }
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {problemOf('engineAliases') ? <Problem>{problemOf('engineAliases')}</Problem> : null}
        </details>
        {last}
        {unplaced && failure ? <ErrorNotice error={failure} /> : null}
      </div>
      <footer className="sticky bottom-0 flex justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" disabled={saving}>
          {submitLabel}
        </Button>
      </footer>
    </form>
  );
}

const aliasLabels = { path: 'Path', displayName: 'Display name', taskType: 'Task type' } as const;
