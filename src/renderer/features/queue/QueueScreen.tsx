import { planWith } from '#shared/interface/plans.ts';
import type { ConnectionView } from '#shared/model/connection.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCredits, formatQuantity } from '../../ui/format.ts';
import { NavigationList, ScreenLink } from '../../ui/NavigationList.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { CreditsPanel } from './CreditsPanel.tsx';
import { QueuePanel } from './QueuePanel.tsx';

export const queueTabs = [
  { id: 'queue', label: 'Queue' },
  { id: 'credits', label: 'Credits' },
] as const;
type QueueTab = (typeof queueTabs)[number]['id'];

type QueueScreenProps = {
  /** `of` is the id of the connection that is shown; the one in use when absent. */
  readonly params: Readonly<Record<string, string>>;
  readonly onTab: (tab: QueueTab) => void;
  readonly onSaid: (message: string) => void;
};

/** What waits at the services that are connected, and what was spent there. */
export function QueueScreen({ params, onTab, onSaid }: QueueScreenProps) {
  const list = useRoute('connections.list', {});
  const connections = list.data?.connections ?? [];
  const shown =
    connections.find(({ id }) => id === params.of) ?? connections.find(({ selected }) => selected);
  const tab = queueTabs.find(({ id }) => id === params.tab)?.id ?? 'queue';
  if (!shown)
    return list.error ? (
      <ErrorNotice error={list.error} className="m-4" onRetry={() => void list.refetch()} />
    ) : (
      <EmptyState title="Queue">Loading…</EmptyState>
    );
  return (
    <div className="flex min-h-0 flex-1">
      <NavigationList title="Queue" label="Connections">
        <ul className="flex flex-col gap-0.5">
          {connections.map((connection) => (
            <li key={connection.id}>
              <ConnectionLink connection={connection} current={connection.id === shown.id} tab={tab} />
            </li>
          ))}
        </ul>
        <p className="text-ink-3 text-table">
          Plan and slots are reported by each service. Every connection has its own key, slots and credit
          limits.
        </p>
      </NavigationList>
      <div className="flex min-w-0 flex-1 flex-col">
        <Tabs label={`Queue and credits of ${shown.name}`} tabs={queueTabs} value={tab} onChange={onTab} />
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          {shown.key.kind === 'none' || shown.key.kind === 'elsewhere' ? (
            <ErrorNotice
              error={{
                message:
                  shown.key.question ?? `The connection “${shown.name}” has no key. Enter one in Settings.`,
              }}
            />
          ) : tab === 'queue' ? (
            <QueuePanel key={shown.id} connectionId={shown.id} onSaid={onSaid} />
          ) : (
            <CreditsPanel key={shown.id} connectionId={shown.id} onSaid={onSaid} />
          )}
        </div>
      </div>
    </div>
  );
}

function ConnectionLink({
  connection,
  current,
  tab,
}: {
  readonly connection: ConnectionView;
  readonly current: boolean;
  readonly tab: QueueTab;
}) {
  const { slots, credits } = connection;
  const plan = planWith({ slots: slots?.limit ?? null, monthlyCredits: credits?.perCycle ?? null });
  // How many are busy is known of the moment a service was last asked, so only the panel says it.
  const account = [plan?.name, slots === null ? null : formatQuantity(slots.limit, 'slot')].filter(Boolean);
  return (
    <ScreenLink
      href={`#/queue?of=${encodeURIComponent(connection.id)}&tab=${tab}`}
      current={current}
      name={connection.name}
      mark={connection.selected ? 'in use' : null}
      facts={[
        account.join(' · ') || 'not checked yet',
        ...(credits === null ? [] : [`${formatCredits(credits.remaining)} left`]),
      ]}
    />
  );
}
