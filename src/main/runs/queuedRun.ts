import { sharedAbort } from '#platform/sharedSignal.ts';
import type { TakenCell } from '../history/store/operations/cells.ts';
import { maxOutstanding } from './pollPlan.ts';
import {
  ask,
  clearQueue,
  finish,
  lookAtQueue,
  lookUp,
  type QueuedCalls,
  settleUnsure,
  upload,
} from './queuedCalls.ts';
import {
  beginQueuedRun,
  type QueuedRunCommand,
  type QueuedRunEvent,
  stepQueuedRun,
} from './queuedRunState.ts';
import { createAvailability } from './runDeps.ts';

/** Where a task is known by its id only, a lost confirmation costs the answers of a whole batch. */
const smallBatch = 50;

/**
 * Task responses have no header with the charge, so the balance is queried, at most this often while answers
 * arrive.
 */
const balanceEveryMs = 5_000;

export type QueuedRun = {
  readonly ended: Promise<void>;
  readonly nudge: () => void;
  readonly stop: () => void;
};

/**
 * One run as tasks at its service; `stepQueuedRun` decides what comes next. All state is in the history, so the
 * work can stop and start again at any moment.
 */
export function createQueuedRun(
  deps: Omit<QueuedCalls, 'signal' | 'availability' | 'cells' | 'pageWork'>,
): QueuedRun {
  const { runId, connection, progress, history, clock, log } = deps;
  const leaving = sharedAbort();
  const { signal } = leaving;
  const calls: QueuedCalls = {
    ...deps,
    signal,
    availability: createAvailability(),
    cells: new Map(),
    pageWork: [],
  };
  let { state, command } = beginQueuedRun(
    maxOutstanding(connection.slotLimit),
    connection.deployment?.tasksByKey === false ? smallBatch : undefined,
  );
  let nudged = new AbortController();
  let balanceAtMs = 0;

  const tell = (event: QueuedRunEvent): void => {
    const step = stepQueuedRun(state, event, clock.now());
    state = step.state;
    command = step.command ?? command;
    if (event.kind === 'asked' && event.gone.length > 0) readBalance();
  };

  const readBalance = (): void => {
    if (clock.now() - balanceAtMs < balanceEveryMs) return;
    balanceAtMs = clock.now();
    deps.connections
      .refresh({ id: connection.id }, { signal })
      .catch((error: unknown) => log('debug', 'The balance was not read', { reason: String(error) }));
  };

  const wait = async (ms: number): Promise<QueuedRunEvent> => {
    nudged = new AbortController();
    await clock.wait(ms, AbortSignal.any([signal, nudged.signal])).catch(() => undefined);
    return { kind: 'waited' };
  };

  const drive = async (): Promise<void> => {
    while (command !== null && command.kind !== 'end' && !signal.aborted)
      tell(command.kind === 'wait' ? await wait(command.ms) : await perform(calls, command));
  };

  const run = async (): Promise<void> => {
    progress.note();
    try {
      await drive();
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      log('error', 'A queued run stopped', { run: runId, reason });
      deps.publish('notice', {
        level: 'error',
        message: `A run stopped: ${reason} Submitted tasks continue at the service. Resume the run to collect their answers.`,
      });
      await history
        .call('runs.interrupt', { runId, nowMs: clock.now() })
        .catch(() => log('warn', 'It is marked as interrupted at the next start', { run: runId }));
    }
    await Promise.all(calls.pageWork);
    balanceAtMs = 0;
    if (!signal.aborted) readBalance();
    progress.note();
    await progress.settled();
  };

  return {
    ended: run(),
    /** The run was paused, cancelled or resumed: it checks immediately. */
    nudge(): void {
      tell({ kind: 'nudged' });
      nudged.abort();
    },
    stop: () => leaving.abort(),
  };
}

type Call = Exclude<QueuedRunCommand, { readonly kind: 'wait' | 'end' }>;

async function perform(calls: QueuedCalls, command: Call): Promise<QueuedRunEvent> {
  const { history, outcomes, runId, clock } = calls;
  switch (command.kind) {
    case 'load': {
      const sent = await history.call('cells.sent', { runId });
      for (const cell of sent) calls.cells.set(cell.id, cell);
      return { kind: 'loaded', cells: sent.map(({ id, taskId }) => [id, taskId]) };
    }
    case 'readState':
      return { kind: 'stateRead', state: (await history.call('runs.pending', { runId })).state };
    case 'uploadAgain':
      return upload(calls, cellsOf(calls, command.cells), false);
    case 'uploadMore': {
      const cells = (await outcomes.ready())
        ? await outcomes.write('cells.take', { runId, limit: command.limit, nowMs: clock.now() })
        : [];
      if (cells.length > 0) return upload(calls, cells, true);
      return { kind: 'uploaded', taken: [], accepted: [], gone: [], trouble: null };
    }
    case 'lookUp':
      return lookUp(calls, cellsOf(calls, command.cells));
    case 'look':
      return lookAtQueue(calls);
    case 'ask':
      return ask(calls, cellsOf(calls, command.cells), command);
    case 'settleUnsure':
      return settleUnsure(calls, cellsOf(calls, command.cells));
    case 'clearQueue':
      return clearQueue(calls);
    case 'finish':
      return finish(calls, command.hold);
  }
}

function cellsOf({ cells }: QueuedCalls, ids: readonly string[]): readonly TakenCell[] {
  return ids.flatMap((id) => cells.get(id) ?? []);
}
