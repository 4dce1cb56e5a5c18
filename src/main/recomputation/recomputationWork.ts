import type { RecomputationBoard, RecomputationRow } from '#main/history/store/operations/recomputation.ts';
import type { DerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import type { AnswerRange, RangeFacts } from '#main/history/threads/derivation/protocol.ts';
import type { ReopeningHistory } from '#main/history/threads/reopeningHistory.ts';
import type { CoreParts } from '../coreParts.ts';

/** Answers computed at once by one thread, and stored in one transaction of some milliseconds. */
const answersPerRange = 128;
/** Ranges processed before checking for new answers and newer rules. */
const rangesPerTurn = 64;
const rowsDroppedAtOnce = 2000;
/** Answers whose derived columns are recomputed per call, on the history thread. */
const columnsAtOnce = 16;

export type RecomputationWork = {
  /** Does the most urgent work; false if there was nothing to do. */
  readonly turn: (signal: AbortSignal) => Promise<boolean>;
};

/**
 * Brings brand facts up to date, one turn at a time. Ranges are computed in parallel and stored in order, so
 * that one number describes the progress of a version, and a killed program continues exactly there.
 * @param analysisRules formula version of this program
 * @param onProgress called after every stored range
 */
export function createRecomputationWork(
  deps: Pick<CoreParts, 'clock' | 'log'> & {
    readonly history: Pick<ReopeningHistory, 'call' | 'sessionId'>;
    readonly pool: DerivationPool;
    readonly analysisRules: string;
    readonly onProgress: () => void;
    readonly answersPerRange?: number;
  },
): RecomputationWork {
  const { history, pool, analysisRules, clock, log, onProgress } = deps;
  const batchSize = deps.answersPerRange ?? answersPerRange;
  const mine = new Set<number>();

  const claimed = async (rulesVersion: number): Promise<boolean> =>
    history.call('recomputation.claim', { rulesVersion, sessionId: history.sessionId() });

  const compute = (rulesVersion: number, range: AnswerRange): Promise<RangeFacts> => {
    const facts = pool.run('facts', { rulesVersion, ...range });
    // The code that stores the previous ranges gets the error when it reaches this one.
    facts.catch(() => {});
    return facts;
  };

  /** Whether it continued; false if the recomputation was stopped or abandoned meanwhile. */
  const advance = async (
    { rulesVersion, throughId }: RecomputationRow,
    lastId: number,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const ranges = rangesOf(throughId, lastId, batchSize).slice(0, rangesPerTurn);
    const ahead: Promise<RangeFacts>[] = [];
    for (const [at, range] of ranges.entries()) {
      for (let next = at + ahead.length; next < ranges.length && ahead.length < pool.size * 2; next++) {
        const upcoming = ranges[next];
        if (upcoming) ahead.push(compute(rulesVersion, upcoming));
      }
      const { damaged, ...found } = (await ahead.shift()) ?? emptyRange;
      if (signal.aborted) return false;
      if (damaged.length > 0) log('warn', 'Damaged answers are in no brand figure', { damaged });
      const nowMs = clock.now();
      if (!(await history.call('recomputation.write', { rulesVersion, ...range, ...found, nowMs })))
        return false;
      onProgress();
    }
    return true;
  };

  return {
    async turn(signal) {
      const board = await history.call('recomputation.board', {});
      const skipped = new Set<number>();
      for (;;) {
        const step = nextStep(board, analysisRules, skipped);
        if (step === null) {
          const limits = { limit: columnsAtOnce, nowMs: clock.now() };
          const { looked, damaged } = await history.call('recomputation.columnsSome', limits);
          if (damaged.length > 0) log('warn', 'Damaged answers keep the columns they had', { damaged });
          return looked > 0;
        }
        if (step.kind === 'drop') {
          const { rulesVersion } = step;
          await history.call('recomputation.drop', { rulesVersion, limit: rowsDroppedAtOnce });
          return true;
        }
        if (step.kind !== 'facts') {
          const { projectRow, rulesVersion } = step;
          const input = { projectRow, rulesVersion, analysisRules, nowMs: clock.now() };
          await history.call(step.kind === 'start' ? 'recomputation.start' : 'recomputation.renew', input);
          log('info', 'Brand facts are computed by new rules', { rulesVersion, analysisRules });
          onProgress();
          return true;
        }
        const { recomputation } = step;
        if (mine.has(recomputation.rulesVersion) || (await claimed(recomputation.rulesVersion))) {
          mine.add(recomputation.rulesVersion);
          if (!(await advance(recomputation, board.lastId, signal))) {
            // Stopped, or another program has it now: claim it again before continuing.
            mine.delete(recomputation.rulesVersion);
            onProgress();
          }
          return true;
        }
        skipped.add(recomputation.rulesVersion);
      }
    },
  };
}

const emptyRange: RangeFacts = {
  brands: [],
  searched: new Float64Array(),
  facts: new Float64Array(),
  damaged: [],
};

/** At least one, even if nothing is left, because storing it ends the recomputation. */
function rangesOf(after: number, lastId: number, batchSize: number): readonly AnswerRange[] {
  const ranges: AnswerRange[] = [];
  for (let from = after; from < lastId; from += batchSize)
    ranges.push({ after: from, through: Math.min(from + batchSize, lastId) });
  return ranges.length > 0 ? ranges : [{ after, through: Math.max(after, lastId) }];
}

type RecomputationStep =
  /** Nothing has been computed with these rules yet. */
  | { readonly kind: 'start'; readonly projectRow: number; readonly rulesVersion: number }
  /** The newest rules were applied with a different formula version. */
  | { readonly kind: 'renew'; readonly projectRow: number; readonly rulesVersion: number }
  /** Answers without facts of this version. */
  | { readonly kind: 'facts'; readonly recomputation: RecomputationRow }
  | { readonly kind: 'drop'; readonly rulesVersion: number };

/**
 * The next work, most urgent first: new answers with the current rules, then the recomputation with newer
 * rules, then deleting replaced versions.
 * @param skipped versions that another program works on
 */
function nextStep(
  { lastId, newest, recomputations }: RecomputationBoard,
  analysisRules: string,
  skipped: ReadonlySet<number>,
): RecomputationStep | null {
  for (const { projectRow, rulesVersion } of newest) {
    const recomputation = recomputations.find((each) => each.rulesVersion === rulesVersion);
    if (!recomputation) return { kind: 'start', projectRow, rulesVersion };
    if (recomputation.analysisRules !== analysisRules && recomputation.state !== 'dropped')
      return { kind: 'renew', projectRow, rulesVersion };
  }
  const behind = (state: RecomputationRow['state']) =>
    recomputations.find(
      (each) =>
        each.state === state &&
        each.analysisRules === analysisRules &&
        (state === 'running' || each.throughId < lastId) &&
        !skipped.has(each.rulesVersion),
    );
  const recomputation = behind('current') ?? behind('running');
  if (recomputation) return { kind: 'facts', recomputation };
  const dropped = recomputations.find((each) => each.state === 'dropped');
  return dropped ? { kind: 'drop', rulesVersion: dropped.rulesVersion } : null;
}
