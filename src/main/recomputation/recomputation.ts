import type { RecomputationBoard, RecomputationRow } from '#main/history/store/operations/recomputation.ts';
import type { DerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import type { ReopeningHistory } from '#main/history/threads/reopeningHistory.ts';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { RULE_VERSION } from '#shared/analysis/comparison.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import { AppError } from '#shared/model/appError.ts';
import type { BrandShiftView, RecomputationStatus, RecomputationView } from '#shared/model/recomputation.ts';
import type { Projects } from '../projects/projects.ts';
import { createRecomputationWork, type RecomputationWork } from './recomputationWork.ts';

const lookMs = 200;
/** Between two tellings of how far a replay is. */
const tellMs = 250;

/** Which rules the stored facts are made by, and stopping, resuming and comparing their computation. */
export function createRecomputations(deps: {
  readonly history: Pick<ReopeningHistory, 'call' | 'sessionId'>;
  readonly pool: DerivationPool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publish: EventSink;
  readonly projects: Pick<Projects, 'current'>;
}) {
  const { history, pool, clock, log, publish, projects } = deps;
  /** The one a person works in. */
  const project = async () => history.call('recomputation.answers', { projectId: await projects.current() });
  const board = (): Promise<RecomputationBoard> => history.call('recomputation.board', {});
  const status = async (): Promise<RecomputationStatus> => {
    const [{ projectRow, answers }, now] = await Promise.all([project(), board()]);
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
    tell().catch(() => log('debug', 'How far the replay is cannot be told now'));
  };
  const work: RecomputationWork = createRecomputationWork({
    ...{ history, pool, clock, log },
    analysisRules: RULE_VERSION,
    onProgress: onChange,
  });

  const setState = async (
    from: RecomputationRow['state'],
    operation: 'recomputation.cancel' | 'recomputation.resume',
  ): Promise<RecomputationStatus> => {
    const { replays } = await ownBoard();
    const replay = replays.findLast((each) => each.state === from);
    if (replay) await history.call(operation, { rulesVersion: replay.rulesVersion });
    onChange();
    return status();
  };

  return {
    work,
    status,
    /** @throws AppError CANCELLED when the signal aborts; what was computed is kept */
    async finish(_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<RecomputationStatus> {
      for (;;) {
        const worked = await work.turn(signal);
        if (signal.aborted)
          throw new AppError('CANCELLED', 'The replay was stopped; it goes on where it was.');
        const now = await status();
        // What is still to do and not done by this turn is another program's work: it is waited for.
        if (!worked && !needsWork(now)) return now;
        if (!worked) await clock.wait(lookMs, signal).catch(() => {});
      }
    },
    cancel: () => setState('running', 'recomputation.cancel'),
    resume: () => setState('cancelled', 'recomputation.resume'),
    async change(): Promise<{ before: number; after: number; shifts: BrandShiftView[] } | null> {
      const { replays } = await ownBoard();
      const before = replays.find((each) => each.state === 'previous');
      const after = replays.find((each) => each.state === 'current');
      if (!before || !after) return null;
      const through = Math.min(before.throughId, after.throughId);
      const versions = { before: before.rulesVersion, after: after.rulesVersion };
      const shifts = await pool.run('change', { ...versions, through });
      return { ...versions, shifts: [...shifts] };
    },
  };
}

function ofProject({ lastId, newest, replays }: RecomputationBoard, projectRow: number): RecomputationBoard {
  const own = (each: { readonly projectRow: number }): boolean => each.projectRow === projectRow;
  return { lastId, newest: newest.filter(own), replays: replays.filter(own) };
}

function needsWork({ newestRules, current, next }: RecomputationStatus): boolean {
  if (next !== null) return next.state === 'running';
  return newestRules > 0 && (current?.rulesVersion !== newestRules || current.answers < current.of);
}

function statusOf({ lastId, newest, replays }: RecomputationBoard, stored: number): RecomputationStatus {
  const view = (replay: RecomputationRow | undefined): RecomputationView | null => {
    if (!replay || replay.state === 'dropped') return null;
    const { rulesVersion, analysisRules, state, throughId, startedAtMs, finishedAtMs } = replay;
    // Row ids have few gaps: close enough for what is under way, and exact for what is whole.
    const answers = throughId >= lastId ? stored : Math.round((stored * throughId) / lastId);
    return { rulesVersion, analysisRules, state, answers, of: stored, startedAtMs, finishedAtMs };
  };
  return {
    newestRules: Math.max(0, ...newest.map((each) => each.rulesVersion)),
    current: view(replays.find((each) => each.state === 'current')),
    previous: view(replays.find((each) => each.state === 'previous')),
    next: view(replays.findLast((each) => each.state === 'running' || each.state === 'cancelled')),
  };
}
