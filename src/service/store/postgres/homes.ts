import type { QueueRoom } from '../capacity.ts';

/** Number of an account's slots that one node handles before the account gets another home node. */
const slotsOfOneNode = 64;

/** The nodes in order of their ids, and the position of `node` (a parameter) among them. */
export const peersOf = (node: string): string =>
  `peers AS MATERIALIZED (
    SELECT greatest(1, count(*)) AS nodes, count(*) FILTER (WHERE id < ${node}) AS rank FROM nodes)`;

/**
 * An account with a long queue has one home node, or as many as its slots require: its tasks end and start in a
 * few large statements, and nodes do not wait for each other's lock on its row.
 */
const homes = `least(nodes, ceil(slots::real / ${slotsOfOneNode}))`;
export const atHome = (account: string): string => `(rank - ${account} % nodes + nodes) % nodes < ${homes}`;
/** A node's share of an account's slots when it takes the next task at the end of one. */
export const shareOf = (account: string): string =>
  `CASE WHEN ${atHome(account)} THEN ceil(slots::real / ${homes}) ELSE 0 END`;

/** How long a node leaves free slots of a long queue to the account's home nodes. */
const patienceMs = 1_000;
/** How long it then acts as if it were a home node itself. */
const adoptedMs = 10_000;

export type Homes = {
  /** Accounts this node may take tasks from: all except long queues that are left to others. */
  readonly open: (queues: readonly (QueueRoom & { readonly atHome: boolean })[]) => readonly QueueRoom[];
  readonly adopted: (accountId: number) => boolean;
};

/** @param now monotonic milliseconds */
export function createHomes(now: () => number): Homes {
  /** Since when free slots have been left to others, who have not used them. */
  let left = new Map<number, number>();
  const adoptedUntil = new Map<number, number>();
  const adopted = (accountId: number): boolean => (adoptedUntil.get(accountId) ?? 0) > now();
  return {
    open: (queues) => {
      const before = left;
      left = new Map();
      return queues.filter(({ accountId, queued, freeSlots, atHome: own }) => {
        if (own || queued <= freeSlots || freeSlots === 0 || adopted(accountId)) return true;
        const since = before.get(accountId) ?? now();
        if (now() - since >= patienceMs) {
          adoptedUntil.set(accountId, now() + adoptedMs);
          return true;
        }
        left.set(accountId, since);
        return false;
      });
    },
    adopted,
  };
}
