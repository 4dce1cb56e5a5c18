import type { QueueRoom } from '../../capacity/capacity.ts';

/** How many of an account's slots make up the work of one node, before another shares the account with it. */
const slotsOfOneNode = 64;

/** The nodes in the order of their ids, and where `node` (a parameter) stands among them. */
export const peersOf = (node: string): string =>
  `peers AS MATERIALIZED (
    SELECT greatest(1, count(*)) AS nodes, count(*) FILTER (WHERE id < ${node}) AS rank FROM nodes)`;

/**
 * An account with a long queue is at home on one node, or on as many as its slots are worth: tasks of it end and start in
 * a few large statements, and nodes do not wait for each other's lock of its row.
 */
const homes = `least(nodes, ceil(slots::real / ${slotsOfOneNode}))`;
export const atHome = (account: string): string => `(rank - ${account} % nodes + nodes) % nodes < ${homes}`;
/** What a node keeps of an account's slots by handing them on. */
export const shareOf = (account: string): string =>
  `CASE WHEN ${atHome(account)} THEN ceil(slots::real / ${homes}) ELSE 0 END`;

/** How long a node leaves free slots of a long queue to the nodes that the account is at home on. */
const patienceMs = 1_000;
/** How long it then does their work as if the account were its own. */
const adoptedMs = 10_000;

export type Homes = {
  /** What this node may take from: all but long queues that are left to others. */
  readonly open: (queues: readonly (QueueRoom & { readonly atHome: boolean })[]) => readonly QueueRoom[];
  readonly adopted: (accountId: number) => boolean;
};

/** @param now milliseconds that only go forward */
export function createHomes(now: () => number): Homes {
  /** Since when free slots have been left to others, who have not taken them. */
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
