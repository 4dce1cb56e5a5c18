import { planWith } from '#shared/interface/plans.ts';
import type { CreditBalance } from '#shared/interface/reference.ts';
import type { CreditsView, QueueView } from '#shared/model/account.ts';
import type { Connections } from '../connections/connections.ts';
import type { CoreParts } from '../coreParts.ts';
import type { EmbeddedService } from '../service/embeddedService.ts';

const dayMs = 86_400_000;
/** Used if a service does not report the end of its cycle. */
const fallbackDays = 30;

/** Queue and credits as reported by a connection's service, with what this history knows. */
type OnConnection = { readonly connectionId: string };
type Signalled = { readonly signal?: AbortSignal };

export function createAccounts(
  deps: Pick<CoreParts, 'history' | 'clock'> & {
    readonly connections: Connections;
    readonly service: EmbeddedService;
  },
) {
  const { history, connections, clock } = deps;
  const operate = deps.service.call;

  const serviceCharges = async (
    embedded: boolean,
    balance: CreditBalance,
    charges: CreditsView['charges'],
    cycleStartMs: number | null,
  ): Promise<CreditsView['service']> => {
    const { sinceMs } = charges;
    if (embedded) {
      const { credits } = await operate('ledger.charged', { since: new Date(sinceMs ?? 0).toISOString() });
      return { from: 'ledger', sinceMs: sinceMs ?? 0, credits, own: charges.credits };
    }
    if (balance.perCycle === null || cycleStartMs === null || sinceMs === null) return null;
    return { from: 'balance', sinceMs, credits: balance.perCycle - balance.remaining, own: charges.credits };
  };

  return {
    /** @throws ServiceError if the service does not respond, AppError NOT_FOUND */
    async 'queue.get'({ connectionId }: OnConnection, { signal }: Signalled): Promise<QueueView> {
      const { name } = await connections.open(connectionId);
      const [metrics, own] = await Promise.all([
        connections.readQueue(connectionId, signal),
        history.call('queues.own', { connectionId, nowMs: clock.now() }),
      ]);
      const { queuedTasks, processingTasks, priorityBreakdown, concurrency } = metrics;
      return {
        connectionId,
        connectionName: name,
        queued: queuedTasks,
        processing: processingTasks,
        byPriority: priorityBreakdown.map(({ priority, count }) => ({ priority, count })),
        slots: concurrency
          ? { used: concurrency.used, limit: concurrency.max }
          : connections.account(connectionId).slots,
        own,
      };
    },
    /** @throws ServiceError if the service does not respond, AppError NOT_FOUND */
    async 'credits.get'(
      input: OnConnection & { readonly period: 'cycle' | 'all' },
      { signal }: Signalled,
    ): Promise<CreditsView> {
      const { connectionId, period } = input;
      const { name, embedded, client, slotLimit } = await connections.open(connectionId);
      const { data: balance } = await client.credits({ signal });
      const nowMs = clock.now();
      const cycleStartMs = startOfCycle(balance.cycleResetsAt);
      const sinceMs = period === 'all' ? null : (cycleStartMs ?? nowMs - fallbackDays * dayMs);
      const [charges, costs, ceilings] = await Promise.all([
        history.call('charges.read', { connectionId, sinceMs }),
        history.call('costs.read', { connectionId, sinceMs }),
        history.call('ceilings.get', { connectionId, nowMs }),
      ]);
      if (connections.noteBalance(connectionId, balance)) await connections.announce(connectionId);
      const slots = connections.account(connectionId).slots?.limit ?? slotLimit;
      return {
        connectionId,
        connectionName: name,
        remaining: balance.remaining,
        perCycle: balance.perCycle,
        cycleResetsAt: balance.cycleResetsAt,
        plan: planWith({ slots, monthlyCredits: balance.perCycle })?.name ?? null,
        slots,
        charges,
        costs: [...costs],
        service: await serviceCharges(embedded, balance, charges, cycleStartMs),
        ceilings,
      };
    },
  };
}

/**
 * A cycle is a calendar month that ends when the next one begins; in a short month, its last day replaces the
 * 31st.
 */
function startOfCycle(resetsAt: string | null): number | null {
  if (resetsAt === null) return null;
  const end = new Date(resetsAt);
  const start = new Date(end);
  start.setUTCMonth(end.getUTCMonth() - 1);
  if (start.getUTCDate() !== end.getUTCDate()) start.setUTCDate(0);
  return start.getTime();
}
