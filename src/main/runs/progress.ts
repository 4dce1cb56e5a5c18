import type { Clock } from '#main/ports/ports.ts';
import { marketKey } from '#shared/bridge/market.ts';
import type { CellView } from '#shared/bridge/routes/runs.ts';
import type { ClaimedCell } from '../history/operations/cells.ts';

/** At most ten reports a second for one run. */
const everyMs = 100;

/**
 * Gathers the cells that changed and reports them together: the first change at once, the others at most every
 * tenth of a second, the last one always.
 * @param report must not reject
 */
export function createProgress(clock: Clock, report: (cells: readonly CellView[]) => Promise<void>) {
  const changed = new Map<string, CellView>();
  let reporting: Promise<void> | null = null;
  let dirty = false;

  const loop = async (): Promise<void> => {
    while (dirty) {
      dirty = false;
      const cells = [...changed.values()].sort((one, other) => one.ordinal - other.ordinal);
      changed.clear();
      await report(cells);
      await clock.wait(everyMs);
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
    /** Resolves once everything noted so far is reported. */
    async settled(): Promise<void> {
      while (reporting) await reporting;
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;

/** A cell as it stands from the moment it is sent. */
export function runningView(cell: ClaimedCell, nowMs: number): CellView {
  return {
    id: cell.id,
    ordinal: cell.ordinal,
    market: cell.market,
    marketKey: marketKey(cell.market),
    sample: cell.sample,
    state: 'running',
    observationId: null,
    error: null,
    startedAtMs: nowMs,
    finishedAtMs: null,
    creditsCharged: null,
    attempts: cell.attempt,
  };
}
