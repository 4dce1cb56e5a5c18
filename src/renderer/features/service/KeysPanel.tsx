import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { ServiceKey } from '#shared/interface/operator/operations.ts';
import { keysTable } from '#shared/tables/serviceTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { actionColumn, columnsOf } from '../../ui/tableColumns.tsx';

/** API keys of the embedded service for other programs. */
export function KeysPanel() {
  const keys = useRoute('service.keys.list', {});
  const create = useAction('service.keys.create', ['service.keys.list']);
  const revoke = useAction('service.keys.revoke', ['service.keys.list']);
  const [dialog, setDialog] = useState<'none' | 'create'>('none');
  const [label, setLabel] = useState('');
  const [revoking, setRevoking] = useState<ServiceKey | null>(null);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(label.trim() === '' ? {} : { label: label.trim() }, { onSuccess: () => setDialog('none') });
  };
  const columns = [
    ...columnsOf(keysTable, {
      name: ({ label }) => label ?? <span className="text-ink-3">unnamed</span>,
      ends_in: ({ lastFour }) => <span className="font-mono">…{lastFour}</span>,
      state: ({ revokedAt }) =>
        revokedAt === null ? <Badge tone="good">valid</Badge> : <Badge>revoked</Badge>,
    }),
    actionColumn<ServiceKey>('Revoke', (key) =>
      key.revokedAt === null ? (
        <Button size="small" look="danger" onClick={() => setRevoking(key)}>
          Revoke<span className="sr-only"> the key ending in {key.lastFour}</span>
        </Button>
      ) : null,
    ),
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <p className="max-w-prose text-ink-2">
          Other programs on this computer can call the service with a key. Parallax uses a key of its own,
          created at every start.
        </p>
        <Button
          className="ms-auto"
          onClick={() => {
            create.reset();
            setLabel('');
            setDialog('create');
          }}
        >
          <Plus size={13} aria-hidden="true" /> Create key
        </Button>
      </div>
      {create.data ? <ShownOnce what="key" value={create.data.apiKey} onDone={() => create.reset()} /> : null}
      {keys.error ? <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} /> : null}
      {revoke.error ? <ErrorNotice error={revoke.error} /> : null}
      <Table
        label="Keys"
        sheet={() => sheetOf(keysTable, keys.data ?? [])}
        columns={columns}
        rows={keys.data ?? []}
        rowKey={(key) => key.id}
        empty={
          keys.data === undefined
            ? 'Loading keys…'
            : 'No keys yet. Create one to call the service from another program.'
        }
      />
      <Dialog open={dialog === 'create'} onClose={() => setDialog('none')} title="Create key" width="narrow">
        <form onSubmit={submit} noValidate>
          <div className="px-4 py-3">
            <TextField
              label="Name"
              hint="To recognize the key later. Optional."
              problem={create.error?.message}
              autoFocus
              value={label}
              placeholder="Nightly report"
              onChange={setLabel}
            />
          </div>
          <footer className="flex justify-end gap-2 border-line border-t px-4 py-3">
            <Button onClick={() => setDialog('none')}>Cancel</Button>
            <Button look="primary" type="submit" busy={create.isPending}>
              Create
            </Button>
          </footer>
        </form>
      </Dialog>
      <ConfirmDialog
        open={revoking !== null}
        title="Revoke this key?"
        action="Revoke"
        onClose={() => setRevoking(null)}
        onConfirm={() => {
          if (revoking) revoke.mutate({ key: revoking.id });
        }}
      >
        Programs that use the key ending in {revoking?.lastFour} are rejected from now on. This cannot be
        undone.
      </ConfirmDialog>
    </div>
  );
}

/** A secret that is shown only once. */
export function ShownOnce({
  what,
  value,
  onDone,
}: {
  readonly what: string;
  readonly value: string;
  readonly onDone: () => void;
}) {
  return (
    <Notice
      tone="warn"
      actions={
        <Button size="small" onClick={onDone}>
          Done
        </Button>
      }
    >
      <p>Copy the {what} now. It is not shown again: only its hash is stored.</p>
      <p className="mt-1 flex items-center gap-1">
        <code className="select-all break-all rounded-sm bg-surface px-1.5 py-0.5 font-mono text-table">
          {value}
        </code>
        <CopyButton text={value} label={`Copy ${what}`} iconOnly />
      </p>
    </Notice>
  );
}
