import { Plus } from 'lucide-react';
import { useState } from 'react';
import { connectionsSheet } from '#shared/tables/accountTables.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { useConnections } from '../../bridge/connectionList.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';
import { AddConnection } from './AddConnection.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { useConnectionActions } from './connections.ts';

type ConnectionsSectionProps = {
  readonly onSaid: (message: string) => void;
};

/** The connections and their keys. */
export function ConnectionsSection({ onSaid }: ConnectionsSectionProps) {
  const connections = useConnections();
  const { data, error: failure, isPending: loading, refetch } = useRoute('connections.list', {});
  const { add, select } = useConnectionActions();
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="connections-title" className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <h2 id="connections-title" className="font-semibold text-title">
          Connections
        </h2>
        {connections.length > 0 ? (
          <SheetMenu label="Connections" sheet={() => connectionsSheet(connections)} />
        ) : null}
        <Button className="ms-auto" onClick={() => setAdding(true)}>
          <Plus size={13} aria-hidden="true" /> Add connection
        </Button>
      </div>
      <p className="max-w-prose text-ink-2">
        Questions go to the selected connection. The embedded service is part of Parallax and needs no
        account. cloro needs its key; any other service its address and a key.
      </p>
      {data?.keychain ? (
        <Notice tone={/none|memory|session|unavailable/i.test(data.keychain.kind) ? 'warn' : 'info'}>
          {data.keychain.message}
        </Notice>
      ) : null}
      {failure ? <ErrorNotice error={failure} onRetry={() => void refetch()} /> : null}
      {loading ? <p className="text-ink-3">Loading connections…</p> : null}
      <ul className="flex flex-col gap-2">
        {connections.map((connection) => (
          <li key={connection.id}>
            <ConnectionCard connection={connection} onSaid={onSaid} />
          </li>
        ))}
      </ul>
      <Dialog
        open={adding}
        onClose={() => setAdding(false)}
        title="Add connection"
        description="A service that answers questions, with its key."
      >
        <AddConnection
          names={connections.map(({ name }) => name)}
          onCancel={() => setAdding(false)}
          onSubmit={async (input, key, use) => {
            const withKey = key !== '';
            const outcome = await add(withKey ? { ...input, key } : input);
            if (!outcome.ok) return outcome.failure;
            const used = withKey && use ? await select(outcome.value) : outcome;
            if (!used.ok) onSaid(`${input.name} added. ${used.failure.message}`);
            setAdding(false);
            return null;
          }}
        />
      </Dialog>
    </section>
  );
}
