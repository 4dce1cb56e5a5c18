import type { Clock } from '#platform/clock.ts';
import { marketKey } from '#shared/model/market.ts';
import type { CellView } from '#shared/model/run.ts';
import type { TakenCell } from '../history/store/operations/cells.ts';

/** At most five reports a second per run. */
const everyMs = 200;

/**
 * Batches reports about changed cells: the first change immediately, others at most every fifth of a second,
 * and always the last one.
 * @param report must not reject
 */
export function createProgress(clock: Clock, report: (cells: readonly CellView[]) => Promise<void>) {
  const changed = new Map<string, CellView>();
  let reporting: Promise<void> | null = null;
  let dirty = false;
  /** Ends the delay between two reports. */
  let hurry = new AbortController();

  const loop = async (): Promise<void> => {
    while (dirty) {
      dirty = false;
      const cells = [...changed.values()].sort((one, other) => one.ordinal - other.ordinal);
      changed.clear();
      await report(cells);
      await clock.wait(everyMs, hurry.signal).catch(() => {});
    }
  };

  const begin = (): void => {
    reporting ??= loop().finally(() => {
      reporting = null;
      if (dirty) begin();
    });
  };

  return {
    note(cell?: CellView): void {
      if (cell) changed.set(cell.id, cell);
      dirty = true;
      begin();
    },
    /** Reports everything noted so far immediately; resolves when that is done. */
    async settled(): Promise<void> {
      hurry.abort();
      while (reporting) await reporting;
      hurry = new AbortController();
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;

/** The state of a cell from the moment it is sent. */
export function runningView(cell: TakenCell, nowMs: number): CellView {
  return {
    id: cell.id,
    ordinal: cell.ordinal,
    market: cell.market,
    marketKey: marketKey(cell.market),
    sample: cell.sample,
    state: 'running',
    observationId: null,
    surface: null,
    error: null,
    startedAtMs: nowMs,
    finishedAtMs: null,
    creditsCharged: null,
    attempts: cell.attempt,
  };
}
