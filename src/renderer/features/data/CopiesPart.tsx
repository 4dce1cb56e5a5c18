import { useState } from 'react';
import type { PathKind } from '#shared/bridge/routes/app.ts';
import { useAction, useBridge } from '../../bridge/BridgeContext.tsx';
import { failureOf } from '../../bridge/client.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { TextField } from '../../ui/Field.tsx';
import { formatBytes, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { type FileWork, failureOfAny } from './FilePart.tsx';

type CopiesPartProps = FileWork & {
  /** Null until known. */
  readonly dataFolder: string | null;
  /** The system's dialogs can be asked for paths. */
  readonly canBrowse: boolean;
};

/** Backs up and restores the history, and moves the data folder. */
export function CopiesPart({ busy, begin, onSaid, dataFolder, canBrowse }: CopiesPartProps) {
  const backup = useAction('data.backup', ['data.']);
  const restore = useAction('data.restore', [
    'data.',
    'runs.',
    'observations.',
    'search.',
    'brands.',
    'plans.',
    'connections.',
  ]);
  const move = useAction('data.move', ['app.', 'runs.']);
  const [target, setTarget] = useState('');
  const [from, setFrom] = useState('');
  const [folder, setFolder] = useState('');
  const [keepOld, setKeepOld] = useState(false);
  const [asking, setAsking] = useState<'restore' | 'move' | null>(null);
  const actions = [backup, restore, move];
  const failure = failureOfAny(actions);
  const start = (): ReturnType<typeof begin> => {
    for (const action of actions) action.reset();
    return begin();
  };
  const bridge = useBridge();
  const browse = (kind: PathKind, take: (path: string) => void): (() => void) | null =>
    canBrowse
      ? () =>
          void bridge.call('app.choosePath', { kind }).then(
            ({ path }) => {
              if (path !== null) take(path);
            },
            (thrown: unknown) => onSaid(failureOf(thrown).message),
          )
      : null;
  const example =
    dataFolder === null ? '' : `${dataFolder}/backup-${new Date().toISOString().slice(0, 10)}.db`;
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold text-read">Backup and location</h3>
      {dataFolder === null ? null : <Facts facts={[['Data folder', dataFolder, 'copy']]} />}
      <PathForm
        label="Back up to file"
        hint="Works while Parallax is in use; the backup is verified"
        placeholder={example}
        value={target}
        onChange={setTarget}
        onBrowse={browse('new-backup', setTarget)}
        action="Back up"
        disabled={busy}
        onSubmit={() =>
          backup.mutate(
            { file: target.trim() === '' ? example : target },
            {
              ...start(),
              onSuccess: ({ observations, bytes }) =>
                onSaid(`Backed up: ${formatQuantity(observations, 'answer')}, ${formatBytes(bytes)}`),
            },
          )
        }
      />
      <PathForm
        label="Restore from backup, or from another data folder"
        hint="A backup file or a data folder; the current history is kept as a copy"
        value={from}
        onChange={setFrom}
        onBrowse={browse('backup', setFrom)}
        action="Restore…"
        disabled={busy || from.trim() === ''}
        onSubmit={() => setAsking('restore')}
      />
      <PathForm
        label="Move data folder to"
        hint="A new or empty folder. Old files are deleted after every copy is verified."
        value={folder}
        onChange={setFolder}
        onBrowse={browse('folder', setFolder)}
        action="Move…"
        disabled={busy || folder.trim() === ''}
        onSubmit={() => setAsking('move')}
      />
      <label className="flex min-h-6 items-center gap-2">
        <input type="checkbox" checked={keepOld} onChange={({ target: box }) => setKeepOld(box.checked)} />
        Keep the old files after moving
      </label>
      {failure ? <ErrorNotice error={failure} /> : null}
      {restore.data?.keptFile ? (
        <Notice tone="info">
          <span className="wrap-anywhere">The previous history is kept as {restore.data.keptFile}.</span>
        </Notice>
      ) : null}
      {restore.data?.changedAddresses.map(({ name, before, now }) => (
        <Notice key={name} tone="warn">
          The address of connection {name} is now {now}; it was {before}. Its key is not sent there until you
          enter it again in Settings.
        </Notice>
      ))}
      <ConfirmDialog
        open={asking === 'restore'}
        title="Restore this backup?"
        action="Restore"
        onConfirm={() => restore.mutate({ file: from }, start())}
        onClose={() => setAsking(null)}
      >
        Runs since the backup will no longer be in the history. The current history is kept in the data folder
        under a new name.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'move'}
        title="Move the data folder?"
        action="Move"
        onConfirm={() => move.mutate({ folder, keepOld }, start())}
        onClose={() => setAsking(null)}
      >
        All files are copied to {folder} and verified. Restart Parallax afterwards.
      </ConfirmDialog>
    </div>
  );
}

type PathFormProps = {
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBrowse: (() => void) | null;
  readonly action: string;
  readonly disabled: boolean;
  readonly onSubmit: () => void;
};

function PathForm({ label, hint, placeholder, value, disabled, ...parts }: PathFormProps) {
  const { onChange, onBrowse, action, onSubmit } = parts;
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled) onSubmit();
      }}
    >
      <TextField
        label={label}
        hint={hint}
        className="min-w-0 flex-1"
        placeholder={placeholder}
        spellCheck={false}
        value={value}
        onChange={onChange}
      />
      {onBrowse === null ? null : (
        <Button
          aria-label={`Browse: ${label}`}
          disabled={disabled && value !== ''}
          onClick={onBrowse}
          className="mb-[1.4rem]"
        >
          Browse…
        </Button>
      )}
      <Button type="submit" disabled={disabled} className="mb-[1.4rem]">
        {action}
      </Button>
    </form>
  );
}
