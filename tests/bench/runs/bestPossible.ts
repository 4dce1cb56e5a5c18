export type Call = { readonly fromMs: number; readonly toMs: number };

/**
 * When everything is answered at the earliest, milliseconds from the begin, by somebody who knew beforehand when the
 * other client's calls run: a call takes a slot for its whole time, so the last wave is seldom full, and what the other
 * client leaves between two of its calls may be too short for one. Nothing is lost between two calls of ours.
 */
export function bestPossible(work: {
  readonly cells: number;
  readonly engineMs: number;
  readonly slots: number;
  readonly others: readonly Call[];
}): number {
  const { cells, engineMs } = work;
  const slots = Array.from({ length: work.slots }, () => ({ calls: [] as Call[], freeAtMs: 0 }));
  // The other client's calls, one behind the other, on as few slots as hold them.
  for (const call of work.others.toSorted((one, other) => one.fromMs - other.fromMs))
    slots.find(({ calls }) => (calls.at(-1)?.toMs ?? 0) <= call.fromMs)?.calls.push(call);
  const endOfNext = ({ calls, freeAtMs }: (typeof slots)[number]): number => {
    const start = calls.reduce(
      (at, call) => (call.fromMs < at + engineMs && call.toMs > at ? call.toMs : at),
      freeAtMs,
    );
    return start + engineMs;
  };
  const ends = slots.map(endOfNext);
  let lastMs = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    lastMs = Math.min(...ends);
    const at = ends.indexOf(lastMs);
    const slot = slots[at];
    if (!slot) break;
    slot.freeAtMs = lastMs;
    ends[at] = endOfNext(slot);
  }
  return lastMs;
}
