import type { RecomputationBoard, RecomputationRow } from '#main/history/store/operations/recomputation.ts';
import type { DerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import type { ReopeningHistory } from '#main/history/threads/reopeningHistory.ts';
import { AppError } from '#shared/model/appError.ts';
import { comparisonRuleVersion } from '#shared/model/comparison/comparison.ts';
import {
  type BrandShiftView,
  type RecomputationStatus,
  type RecomputationView,
  unfinishedOf,
} from '#shared/model/recomputation.ts';
import type { CoreParts } from '../coreParts.ts';
import type { Projects } from '../projects/projects.ts';
import { createRecomputationWork, type RecomputationWork } from './recomputationWork.ts';

const lookMs = 200;
/** Interval of progress events of a recomputation. */
const tellMs = 250;

/** Rule versions of the stored facts; stops, resumes and compares recomputations. */
export function createRecomputations(
  deps: Pick<CoreParts, 'clock' | 'log' | 'publish'> & {
    readonly history: Pick<ReopeningHistory, 'call' | 'sessionId'>;
    readonly pool: DerivationPool;
    readonly projects: Pick<Projects, 'current'>;
  },
) {
  const { history, pool, clock, log, publish, projects } = deps;
  /** The given project, else the current one. */
  const project = async (projectId?: string) =>
    history.call('recomputation.answers', { projectId: projectId ?? (await projects.current()) });
  const board = (): Promise<RecomputationBoard> => history.call('recomputation.board', {});
  const status = async (projectId?: string): Promise<RecomputationStatus> => {
    const [{ projectRow, answers }, now] = await Promise.all([project(projectId), board()]);
    return statusOf(ofProject(now, projectRow), answers);
  };

  const ownBoard = async (): Promise<RecomputationBoard> => {
    const { projectRow } = await project();
    return ofProject(await board(), projectRow);
  };

  let telling = false;
  const tell = async (): Promise<void> => {
    if (telling) return;
    telling = true;
    await clock.wait(tellMs);
    telling = false;
    publish('recomputation.changed', await status());
  };
  const onChange = (): void => {
    tell().catch(() => log('debug', 'The progress of the recomputation could not be read'));
  };
  const work: RecomputationWork = createRecomputationWork({
    ...{ history, pool, clock, log },
    analysisRules: comparisonRuleVersion,
    onProgress: onChange,
  });

  const setState = async (
    from: RecomputationRow['state'],
    operation: 'recomputation.cancel' | 'recomputation.resume',
  ): Promise<RecomputationStatus> => {
    const { recomputations } = await ownBoard();
    const recomputation = recomputations.findLast((each) => each.state === from);
    if (recomputation) await history.call(operation, { rulesVersion: recomputation.rulesVersion });
    onChange();
    return status();
  };

  return {
    work,
    status: ({ projectId }: { readonly projectId: string }) => status(projectId),
    /** @throws AppError CANCELLED when the signal aborts; computed facts are kept */
    async finish(_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<RecomputationStatus> {
      for (;;) {
        const worked = await work.turn(signal);
        if (signal.aborted)
          throw new AppError(
            'CANCELLED',
            'The recomputation was stopped. Resume it at any time; finished answers are kept.',
          );
        const now = await status();
        // Work that remains after this turn belongs to another program: wait for it.
        if (!worked && (unfinishedOf(now)?.stopped ?? true)) return now;
        if (!worked) await clock.wait(lookMs, signal).catch(() => {});
      }
    },
    cancel: () => setState('running', 'recomputation.cancel'),
    resume: () => setState('cancelled', 'recomputation.resume'),
    async change(): Promise<{ before: number; after: number; shifts: BrandShiftView[] } | null> {
      const { recomputations } = await ownBoard();
      const before = recomputations.find((each) => each.state === 'previous');
      const after = recomputations.find((each) => each.state === 'current');
      if (!before || !after) return null;
      const through = Math.min(before.throughId, after.throughId);
      const versions = { before: before.rulesVersion, after: after.rulesVersion };
      const shifts = await pool.run('change', { ...versions, through });
      return { ...versions, shifts: [...shifts] };
    },
  };
}

function ofProject(
  { lastId, newest, recomputations }: RecomputationBoard,
  projectRow: number,
): RecomputationBoard {
  const own = (each: { readonly projectRow: number }): boolean => each.projectRow === projectRow;
  return { lastId, newest: newest.filter(own), recomputations: recomputations.filter(own) };
}

function statusOf(
  { lastId, newest, recomputations }: RecomputationBoard,
  stored: number,
): RecomputationStatus {
  const view = (recomputation: RecomputationRow | undefined): RecomputationView | null => {
    if (!recomputation || recomputation.state === 'dropped') return null;
    const { rulesVersion, analysisRules, state, throughId, startedAtMs, finishedAtMs } = recomputation;
    // Row ids have few gaps: a good estimate while in progress, and exact when complete.
    const answers = throughId >= lastId ? stored : Math.round((stored * throughId) / lastId);
    return { rulesVersion, analysisRules, state, answers, of: stored, startedAtMs, finishedAtMs };
  };
  return {
    newestRules: Math.max(0, ...newest.map((each) => each.rulesVersion)),
    current: view(recomputations.find((each) => each.state === 'current')),
    previous: view(recomputations.find((each) => each.state === 'previous')),
    next: view(recomputations.findLast((each) => each.state === 'running' || each.state === 'cancelled')),
  };
}
