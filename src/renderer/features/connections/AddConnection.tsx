import { type FormEvent, type ReactNode, useState } from 'react';
import { type DeploymentId, deploymentIds, deploymentOf } from '#shared/interface/deployments.ts';
import { engines } from '#shared/interface/engines.ts';
import type { ConnectionInput } from '#shared/model/connection.ts';
import type { BridgeFailure } from '../../bridge/client.ts';
import { useKeyHint } from '../../bridge/keyHint.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';

type AddConnectionProps = {
  /** Names of the connections there are. */
  readonly names: readonly string[];
  readonly onCancel: () => void;
  /** `use`: questions go to it from now on. Resolves with the error, or null on success. */
  readonly onSubmit: (input: ConnectionInput, key: string, use: boolean) => Promise<BridgeFailure | null>;
};

/** A known service, of which only the key is missing, or any other. */
export function AddConnection({ names, onCancel, onSubmit }: AddConnectionProps) {
  const [service, setService] = useState<DeploymentId | 'other'>(deploymentIds[0]);
  const [use, setUse] = useState(true);
  const deployment = service === 'other' ? null : deploymentOf(service);
  const useNow = (
    <label className="flex items-center gap-2">
      <input type="checkbox" checked={use} onChange={(event) => setUse(event.target.checked)} />
      Use it for new questions
    </label>
  );
  return (
    <>
      <fieldset className="flex flex-col gap-1.5 px-4 pt-3">
        <legend className="float-start mb-1 w-full font-medium text-ink-2 text-table">Service</legend>
        {deploymentIds.map((id) => (
          <Choice key={id} checked={service === id} onChoose={() => setService(id)} name={id}>
            {engines.map((engine) => deploymentOf(id)?.engines[engine].displayName).join(', ')}
          </Choice>
        ))}
        <Choice checked={service === 'other'} onChoose={() => setService('other')} name="Another service">
          Any server of the same interface, with its address
        </Choice>
      </fieldset>
      {deployment === null ? (
        <ConnectionForm
          submitLabel="Add"
          withKey
          last={useNow}
          onCancel={onCancel}
          onSubmit={(input, key) => onSubmit(input, key, use)}
        />
      ) : (
        <KeyOnly
          service={deployment.name}
          last={useNow}
          onCancel={onCancel}
          onSubmit={(key) =>
            onSubmit(
              {
                name: freeName(deployment.name, names),
                baseUrl: deployment.baseUrl,
                deployment: deployment.id,
              },
              key,
              use,
            )
          }
        />
      )}
    </>
  );
}

function Choice({
  checked,
  name,
  onChoose,
  children,
}: {
  readonly checked: boolean;
  readonly name: string;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <label className="flex items-start gap-2">
      <input type="radio" name="service" className="mt-1" checked={checked} onChange={onChoose} />
      <span className="flex flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-ink-3 text-table">{children}</span>
      </span>
    </label>
  );
}

function KeyOnly({
  service,
  last,
  onCancel,
  onSubmit,
}: {
  readonly service: string;
  readonly last: ReactNode;
  readonly onCancel: () => void;
  readonly onSubmit: (key: string) => Promise<BridgeFailure | null>;
}) {
  const hint = useKeyHint();
  const [key, setKey] = useState('');
  const [failure, setFailure] = useState<BridgeFailure | null>(null);
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSaving(true);
    setFailure(await onSubmit(key.trim()));
    setSaving(false);
  };
  const problem = failure?.fields.find(({ field }) => field === 'key')?.message;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col">
      <div className="flex flex-col gap-3 px-4 py-3">
        <TextField
          label={`${service} API key`}
          problem={problem}
          hint={`${hint} Nothing is sent before you ask a question.`}
          autoFocus
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={setKey}
        />
        {last}
        {failure !== null && problem === undefined ? <ErrorNotice error={failure} /> : null}
      </div>
      <footer className="flex justify-end gap-2 border-line border-t px-4 py-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" disabled={saving || key.trim() === ''}>
          Add
        </Button>
      </footer>
    </form>
  );
}

/** The name, with a number behind it if there is such a connection already. */
function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((each) => each.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!known.has(candidate.toLowerCase())) return candidate;
  }
}
