import { useState } from 'react';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Field, inputLook } from '../../ui/Field.tsx';
import { formatBytes, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import type { FileWork } from './FilePart.tsx';

type CopiesPartProps = FileWork & {
  /** Null until it is known. */
  readonly dataFolder: string | null;
};

/** Backs the history up, puts a backup back, and moves the data folder. */
export function CopiesPart({ busy, onBusy, onSaid, dataFolder }: CopiesPartProps) {
  const backup = useAction('data.backup', ['data.']);
  const restore = useAction('data.restore', [
    'data.',
    'runs.',
    'observations.',
    'search.',
    'brands.',
    'plans.',
  ]);
  const move = useAction('data.move', ['app.', 'runs.']);
  const [target, setTarget] = useState('');
  const [from, setFrom] = useState('');
  const [folder, setFolder] = useState('');
  const [keepOld, setKeepOld] = useState(false);
  const [asking, setAsking] = useState<'restore' | 'move' | null>(null);
  const failure = backup.error ?? restore.error ?? move.error;
  const begin = (): { readonly onSettled: () => void } => {
    for (const action of [backup, restore, move]) action.reset();
    onBusy(true);
    return { onSettled: () => onBusy(false) };
  };
  const example =
    dataFolder === null ? '' : `${dataFolder}/backup-${new Date().toISOString().slice(0, 10)}.db`;
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold text-read">Copies and place</h3>
      {dataFolder === null ? null : <Facts facts={[['Data folder', dataFolder, 'copy']]} />}
      <PathForm
        label="Back up to the file"
        hint="Written while everything goes on, and checked whole"
        placeholder={example}
        value={target}
        onChange={setTarget}
        action="Back up"
        disabled={busy}
        onSubmit={() =>
          backup.mutate(
            { file: target.trim() === '' ? example : target },
            {
              ...begin(),
              onSuccess: ({ observations, bytes }) =>
                onSaid(`Backed up: ${formatQuantity(observations, 'answer')}, ${formatBytes(bytes)}`),
            },
          )
        }
      />
      <PathForm
        label="Restore the backup"
        hint="The history that is there now stays beside it"
        value={from}
        onChange={setFrom}
        action="Restore…"
        disabled={busy || from.trim() === ''}
        onSubmit={() => setAsking('restore')}
      />
      <PathForm
        label="Move the data folder to"
        hint="A new or empty folder; every file is compared before the old ones go"
        value={folder}
        onChange={setFolder}
        action="Move…"
        disabled={busy || folder.trim() === ''}
        onSubmit={() => setAsking('move')}
      />
      <label className="flex min-h-6 items-center gap-2">
        <input type="checkbox" checked={keepOld} onChange={({ target: box }) => setKeepOld(box.checked)} />
        Leave the old files where they are when moving
      </label>
      {failure ? <ErrorNotice error={failure} /> : null}
      {restore.data?.keptFile ? (
        <Notice tone="info">
          <span className="break-all">The history that was there is kept as {restore.data.keptFile}.</span>
        </Notice>
      ) : null}
      {move.data ? (
        <Notice tone="warn">
          <span className="break-all">
            Everything is in {move.data.to} now. Close Parallax and start it again: it goes there by itself.
          </span>
        </Notice>
      ) : null}
      <ConfirmDialog
        open={asking === 'restore'}
        title="Put this backup in the place of the history?"
        action="Restore"
        onConfirm={() => restore.mutate({ file: from }, begin())}
        onClose={() => setAsking(null)}
      >
        What was asked since the backup is then not in the history any more. The history as it is now stays in
        the data folder under a name of its own.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'move'}
        title="Move the data folder?"
        action="Move"
        onConfirm={() => move.mutate({ folder, keepOld }, begin())}
        onClose={() => setAsking(null)}
      >
        Everything is copied to {folder} and compared. Afterwards Parallax has to be closed and started again.
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
  readonly action: string;
  readonly disabled: boolean;
  readonly onSubmit: () => void;
};

function PathForm({ label, hint, placeholder, value, onChange, action, disabled, onSubmit }: PathFormProps) {
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled) onSubmit();
      }}
    >
      <Field label={label} hint={hint} className="min-w-0 flex-1">
        {(ids) => (
          <input
            {...ids}
            className={inputLook}
            placeholder={placeholder}
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={disabled} className="mb-[1.4rem]">
        {action}
      </Button>
    </form>
  );
}
