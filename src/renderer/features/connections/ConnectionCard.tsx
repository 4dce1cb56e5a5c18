import { Check, KeyRound, Pencil, Trash2, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ConnectionTest, ConnectionView } from '#shared/model/connection.ts';
import type { BridgeFailure } from '../../bridge/client.ts';
import { useKeyHint } from '../../bridge/keyHint.ts';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { formatCount, formatCredits, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import { useConnectionActions } from './connections.ts';

type ConnectionCardProps = {
  readonly connection: ConnectionView;
  readonly onSaid: (message: string) => void;
};

type TestState =
  | { readonly kind: 'none' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'done'; readonly result: ConnectionTest }
  | { readonly kind: 'failed'; readonly failure: BridgeFailure };

/** A connection: its data, its key, and whether it works. */
export function ConnectionCard({ connection, onSaid }: ConnectionCardProps) {
  const { select, update, remove, removeKey, test } = useConnectionActions();
  const [dialog, setDialog] = useState<'edit' | 'key' | 'remove' | null>(null);
  const [tested, setTested] = useState<TestState>({ kind: 'none' });
  const [failure, setFailure] = useState<BridgeFailure | null>(null);
  const running = useRef<AbortController | null>(null);
  const { id, name, embedded, key } = connection;
  const close = (): void => setDialog(null);

  const runTest = async (): Promise<void> => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setTested({ kind: 'testing' });
    const outcome = await test(id, mine.signal);
    if (running.current !== mine) return;
    setTested(
      outcome.ok ? { kind: 'done', result: outcome.value } : { kind: 'failed', failure: outcome.failure },
    );
  };
  const stopTest = (): void => {
    running.current?.abort();
    running.current = null;
    setTested({ kind: 'none' });
  };
  const attempt = async (
    action: Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: BridgeFailure }>,
  ): Promise<void> => {
    const outcome = await action;
    setFailure(outcome.ok ? null : outcome.failure);
  };

  return (
    <article
      aria-label={name}
      className={`flex flex-col gap-2 rounded-md border bg-surface p-3 ${connection.selected ? 'border-accent' : 'border-line-strong'}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold text-ui">{name}</h3>
        {connection.selected ? <Badge tone="accent">in use</Badge> : null}
        {embedded ? <Badge>built in</Badge> : null}
        <div className="ms-auto flex flex-wrap items-center gap-1">
          {connection.selected ? null : (
            <Button size="small" onClick={() => void attempt(select(id))}>
              Use<span className="sr-only"> {name}</span>
            </Button>
          )}
          {tested.kind === 'testing' ? (
            <Button size="small" onClick={stopTest}>
              <ProgressRing share={null} size={12} /> Stop
            </Button>
          ) : (
            <Button size="small" onClick={() => void runTest()}>
              Test connection
            </Button>
          )}
          {embedded ? null : (
            <>
              <Button size="small" onClick={() => setDialog('edit')}>
                <Pencil size={11} aria-hidden="true" /> Edit
              </Button>
              <Button size="small" look="danger" onClick={() => setDialog('remove')}>
                <Trash2 size={11} aria-hidden="true" /> Delete{' '}
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-table tabular">
        {connection.baseUrl === '' ? null : (
          <span className="font-mono break-all" dir="ltr">
            {connection.baseUrl}
          </span>
        )}
        {connection.credits ? (
          <span>
            {formatCredits(connection.credits.remaining)} left
            {connection.credits.perCycle === null
              ? ''
              : ` of ${formatCount(connection.credits.perCycle)} per month`}
          </span>
        ) : null}
        {connection.slots ? <span>{formatQuantity(connection.slots.limit, 'slot')}</span> : null}
      </div>
      {embedded ? null : (
        <div className="flex flex-wrap items-center gap-2 text-table">
          <KeyRound size={12} aria-hidden="true" className="text-ink-3" />
          <span className={key.kind === 'elsewhere' ? 'text-warn' : 'text-ink-2'}>
            {keySentence(connection)}
          </span>
          <Button size="small" look="quiet" onClick={() => setDialog('key')}>
            {key.kind === 'none' || key.kind === 'elsewhere' ? 'Enter key' : 'Replace key'}
          </Button>
          {key.kind === 'none' ? null : (
            <Button size="small" look="quiet" onClick={() => void attempt(removeKey(id))}>
              Remove key
            </Button>
          )}
        </div>
      )}
      <TestResult tested={tested} />
      {failure ? <ErrorNotice error={failure} /> : null}

      <Dialog open={dialog === 'edit'} onClose={close} title={`Edit ${name}`}>
        <ConnectionForm
          initial={connection}
          submitLabel="Save"
          onCancel={close}
          onSubmit={async (input) => {
            const outcome = await update(id, input);
            if (!outcome.ok) return outcome.failure;
            close();
            return null;
          }}
        />
      </Dialog>
      <Dialog open={dialog === 'key'} onClose={close} title={`Key for ${name}`} width="narrow">
        <KeyForm id={id} onDone={close} />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'remove'}
        title={`Delete ${name}?`}
        action="Delete"
        onClose={close}
        onConfirm={() =>
          void remove(id).then((outcome) => {
            if (outcome.ok) onSaid(`${name} deleted`);
            else setFailure(outcome.failure);
          })
        }
      >
        The connection and its key are deleted from this computer. Stored answers stay in the history. This
        cannot be undone.
      </ConfirmDialog>
    </article>
  );
}

/** Where the key is stored. Only its last four characters are known here. */
export function keySentence({ key }: Pick<ConnectionView, 'key'>): string {
  const ending = key.lastFour === null ? '' : ` ending in ${key.lastFour}`;
  if (key.kind === 'none') return 'No key yet';
  if (key.kind === 'elsewhere') return key.question ?? 'The stored key is for another address';
  if (key.kind === 'keychain') return `Key${ending}, stored in this computer’s keychain`;
  if (key.kind === 'session') return `Key${ending}, kept in memory until Parallax ends`;
  return `Key${ending}, created for this session`;
}

function TestResult({ tested }: { readonly tested: TestState }) {
  if (tested.kind === 'none') return null;
  if (tested.kind === 'testing')
    return (
      <p role="status" className="text-ink-2 text-table">
        Connecting…
      </p>
    );
  if (tested.kind === 'failed') return <ErrorNotice error={tested.failure} />;
  const { result } = tested;
  return (
    <Notice tone={result.ok ? 'info' : 'bad'}>
      <p>{result.message}</p>
      {result.code ? <p className="mt-0.5 font-mono text-ink-2 text-mini">{result.code}</p> : null}
      <ol className="mt-1 flex flex-col gap-0.5 text-table">
        {result.steps.map((step) => (
          <li key={step.name} className="flex items-start gap-1.5">
            {step.ok ? (
              <Check size={12} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
            ) : (
              <X size={12} aria-hidden="true" className="mt-0.5 shrink-0 text-bad" />
            )}
            <span className="sr-only">{step.ok ? 'Connected:' : 'Connection failed:'}</span>
            <span className="inline-block font-medium first-letter:uppercase">
              {step.name === 'reach' ? 'Address' : step.name}
            </span>
            <span className="min-w-0 break-words text-ink-2">{step.detail}</span>
          </li>
        ))}
      </ol>
    </Notice>
  );
}

function KeyForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { setKey: keep } = useConnectionActions();
  const hint = useKeyHint();
  const [key, setKey] = useState('');
  const [failure, setFailure] = useState<BridgeFailure | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const outcome = await keep(id, key.trim());
    if (outcome.ok) onDone();
    else setFailure(outcome.failure);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col">
      <div className="px-4 py-3">
        <TextField
          label="Key"
          problem={failure?.fields[0]?.message ?? failure?.message}
          hint={hint}
          autoFocus
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={setKey}
        />
      </div>
      <footer className="flex justify-end gap-2 border-line border-t px-4 py-3">
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit" disabled={key.trim() === ''}>
          Save key
        </Button>
      </footer>
    </form>
  );
}
