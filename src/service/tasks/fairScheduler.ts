export type Waiting = {
  readonly accountId: number;
  /** How many of its tasks could start now: the smaller of its queue and its free slots. */
  readonly startable: number;
};

/**
 * Deals workers out to accounts, one each in turn, so that a long queue of one account delays another by at most
 * one task per account. `after` is the account that was served last.
 * @returns how many workers each account gets, and the account served last
 */
export function dealWorkers(
  waiting: readonly Waiting[],
  workers: number,
  after: number,
): { readonly shares: ReadonlyMap<number, number>; readonly last: number } {
  const ring = waiting.filter(({ startable }) => startable > 0).toSorted((a, b) => a.accountId - b.accountId);
  const first = ring.findIndex(({ accountId }) => accountId > after);
  const order = first === -1 ? ring : [...ring.slice(first), ...ring.slice(0, first)];
  const shares = new Map<number, number>();
  let left = workers;
  let last = after;
  for (let round = 1; left > 0; round += 1) {
    const served = order.filter(({ startable }) => startable >= round);
    if (served.length === 0) break;
    for (const { accountId } of served.slice(0, left)) {
      shares.set(accountId, round);
      last = accountId;
      left -= 1;
    }
  }
  return { shares, last };
}
