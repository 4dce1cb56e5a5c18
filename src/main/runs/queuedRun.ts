import { batchLimit } from '#shared/interface/tasks.ts';
import { cellErrorCode, sentence } from '../client/appErrors.ts';
import { ServiceError } from '../client/serviceError.ts';
import type { Connections, OpenConnection } from '../connections/connections.ts';
import type { CellFailure, CellOutcome, ClaimedCell } from '../history/store/operations/cells.ts';
import type { RunConfig } from '../history/store/operations/cellTasks.ts';
import { createAvailability } from './availability.ts';
import { isHopeless, store } from './cellExecution.ts';
import { maxOutstanding, nextPollMs, pollsPerSecond, type QueueLook, tasksToAsk } from './pollPlan.ts';
import { type Progress, runningView } from './progress.ts';
import type { RunDeps } from './runDeps.ts';
import { outcomeOfTask } from './taskAnswer.ts';
import { paced, submitTasks } from './taskSubmission.ts';

const askAtOnce = 8;
const firstPollMs = 250;
const backoffCapMs = 8_000;
const clearTries = 3;
/** A task's charge is in no header: the balance is asked for, at most this often while answers come. */
const balanceEveryMs = 5_000;

export type QueuedRun = {
  readonly ended: Promise<void>;
  readonly nudge: () => void;
  readonly stop: () => void;
};

type Deps = RunDeps & {
  readonly uid: string;
  readonly connection: OpenConnection;
  readonly orders: RunConfig;
  readonly progress: Progress;
};

/** The work on this run cannot go on here; what is at the service stays there, to be collected later. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * One run as tasks at its service: hands cells over in batches, asks about those that can have ended, stores their
 * answers. Everything it knows stands in the history, so that it can be ended and begun again at any moment.
 */
export function createQueuedRun(deps: Deps): QueuedRun {
  const { uid, connection, orders, progress, history, clock, log } = deps;
  const { client } = connection;
  const leaving = new AbortController();
  const { signal } = leaving;
  const contact = createAvailability();
  /** Cells that are claimed and not settled, in the order in which the service was given them. */
  const waiting = new Map<string, ClaimedCell>();
  let nudged = Promise.withResolvers<void>();
  let quietUntilMs = 0;
  let refusals = 0;
  let rateLimit: number | null = null;
  let cleared = false;
  let lookedUp = false;
  let clearsLeft = clearTries;
  let balanceAtMs = 0;
  const pageWork: Promise<void>[] = [];

  const settle = async (cell: ClaimedCell, outcome: CellOutcome): Promise<void> => {
    const settled = await store({ cellId: cell.id, engine: cell.engine, outcome, nowMs: clock.now() }, deps);
    waiting.delete(cell.id);
    progress.note(settled.cell);
    if (settled.pages.length > 0) pageWork.push(deps.pages.want(settled.pages, client));
  };
  const settleUnknown = (cell: ClaimedCell, message: string): Promise<void> =>
    settle(cell, { kind: 'unknown', failure: { ...noAnswer, message } });
  const release = async (cells: readonly ClaimedCell[]): Promise<void> => {
    for (const cell of cells) {
      waiting.delete(cell.id);
      progress.note(await history.call('cells.release', { cellId: cell.id }));
    }
  };
  const withdraw = async (cell: ClaimedCell): Promise<void> => {
    await history.call('tasks.withdraw', { cellIds: [cell.id], nowMs: clock.now() });
    waiting.delete(cell.id);
    progress.note();
  };

  /** The service did not answer, or not as hoped. Returns when it is worth another try. @throws Interrupted */
  const bear = (error: unknown): void => {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'cancelled') return;
    if (error.status === 429) {
      refusals += 1;
      const cap = Math.min(backoffCapMs, 500 * 2 ** refusals);
      quietUntilMs = clock.now() + 100 + deps.random() * cap;
      return;
    }
    const away = error.status === null || error.status >= 500;
    if (away && error.kind !== 'certificate' && contact.lost(clock.now())) {
      quietUntilMs = clock.now() + 200 + deps.random() * 800;
      return;
    }
    throw new Interrupted(sentence(error), { cause: error });
  };
  const answered = (answer: { readonly accounting: Parameters<Connections['note']>[1] }): void => {
    contact.made();
    refusals = 0;
    rateLimit = answer.accounting.rateLimit?.limit ?? rateLimit;
    deps.connections.note(connection.uid, answer.accounting);
  };

  const uploadFile = async (cells: readonly ClaimedCell[], fresh: boolean): Promise<void> => {
    for (const cell of cells) {
      waiting.set(cell.id, cell);
      if (fresh) progress.note(runningView(cell, clock.now()));
    }
    try {
      const results = await submitTasks(cells, orders, client, { signal });
      contact.made();
      refusals = 0;
      const accepted = results.flatMap((result) => (result.kind === 'accepted' ? [result] : []));
      await history.call('tasks.note', {
        tasks: accepted.map(({ cell, taskId }) => ({ cellId: cell.id, taskId })),
      });
      for (const { cell, taskId } of accepted) {
        waiting.delete(cell.id);
        waiting.set(cell.id, { ...cell, taskId });
      }
      for (const result of results) {
        if (result.kind === 'taken') await find(result.cell);
        if (result.kind !== 'refused') continue;
        await settle(result.cell, { kind: 'failed', failure: result.failure });
        if (result.failure.code === 'INSUFFICIENT_CREDITS') await failRest(result.failure);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Nothing of a batch is made when the whole of it is refused; its keys are free.
      if (error.status === 429) await release(cells);
      else if (fresh && isHopeless(error) && !(error.reach === 'never-sent' && contact.lost(clock.now()))) {
        const { status, requestId, body } = error;
        const failure = { code: cellErrorCode(error), message: sentence(error), status, requestId, body };
        for (const cell of cells) await settle(cell, { kind: 'failed', failure });
        await failRest(failure);
        return;
      }
      bear(error);
    }
  };
  /** Collecting only: tasks whose batch was answered into the void are looked for, and nothing is sent. */
  const lookUp = async (): Promise<void> => {
    if (lookedUp) return;
    const unsure = [...waiting.values()].filter((cell) => cell.taskId === null);
    for (const cell of unsure) if (clock.now() >= quietUntilMs) await findByKey(cell);
    lookedUp = clock.now() >= quietUntilMs;
  };
  const failRest = async ({ code, message }: CellFailure): Promise<void> => {
    await history.call('runs.failPlanned', { runId: uid, code, message, nowMs: clock.now() });
    progress.note();
  };
  /** A task of which only the key is known: some services find it by that. False when this one does not. */
  const findByKey = async (cell: ClaimedCell): Promise<boolean> => {
    try {
      const { data } = await client.task(cell.idempotencyKey, { signal });
      await history.call('tasks.note', { tasks: [{ cellId: cell.id, taskId: data.task.id }] });
      waiting.set(cell.id, { ...cell, taskId: data.task.id });
      return true;
    } catch (error) {
      const unheardOf = error instanceof ServiceError && [400, 404, 422].includes(error.status ?? 0);
      if (!unheardOf) bear(error);
      return !unheardOf;
    }
  };
  const find = async (cell: ClaimedCell): Promise<void> => {
    if (await findByKey(cell)) return;
    await settleUnknown(
      cell,
      'The service has taken this question, but its answer to that was lost, and it does not tell which task it became. It may have been charged.',
    );
  };

  const uploadMore = async (): Promise<void> => {
    if (clock.now() < quietUntilMs) return;
    const unsure = [...waiting.values()].filter((cell) => cell.taskId === null);
    for (let at = 0; at < unsure.length && !signal.aborted && clock.now() >= quietUntilMs; at += batchLimit)
      await uploadFile(unsure.slice(at, at + batchLimit), false);
    const most = maxOutstanding(connection.slotLimit);
    while (!signal.aborted && clock.now() >= quietUntilMs) {
      const limit = Math.min(batchLimit, most - waiting.size);
      if (limit <= 0) return;
      const cells = await history.call('cells.claim', { runId: uid, limit, nowMs: clock.now() });
      if (cells.length === 0) return;
      await uploadFile(cells, true);
    }
  };

  const look = async (): Promise<QueueLook> => {
    const answer = await client.queue({ signal, retries: 0 });
    answered(answer);
    return { queued: answer.data.queuedTasks, processing: answer.data.processingTasks };
  };
  /** Asks about these tasks. Gives how many ended, and how many are still in the queue. */
  const ask = async (
    cells: readonly ClaimedCell[],
  ): Promise<{ readonly ended: number; readonly queued: number }> => {
    const before = waiting.size;
    const round = new AbortController();
    let queued = 0;
    let trouble: unknown = null;
    const limits = {
      concurrency: askAtOnce,
      perSecond: pollsPerSecond(rateLimit),
      signal: AbortSignal.any([signal, round.signal]),
    };
    await paced(cells, limits, clock, async (cell) => {
      try {
        const answer = await client.task(cell.taskId ?? '', { signal, surfaceRefusals: true });
        answered(answer);
        const outcome = outcomeOfTask(cell, orders.optionsOf, answer);
        if (outcome) await settle(cell, outcome);
        else if (answer.data.task.status === 'QUEUED') queued += 1;
      } catch (error) {
        if (!(error instanceof ServiceError && error.status === 404)) {
          trouble = error;
          round.abort();
        } else if (cleared) await withdraw(cell);
        else if (await history.call('queues.withdrawCleared', { cellId: cell.id, nowMs: clock.now() })) {
          waiting.delete(cell.id);
          progress.note();
        } else
          await settleUnknown(
            cell,
            'The service does not know this task any more: it was removed there, or kept no longer. It may have been charged.',
          );
      }
    });
    if (trouble !== null) bear(trouble);
    return { ended: before - waiting.size, queued };
  };
  const withTask = (): readonly ClaimedCell[] => [...waiting.values()].filter((cell) => cell.taskId !== null);

  /**
   * Takes our tasks out of the queue, but only when every task in it is one of ours: the service can clear the
   * whole queue of the account or nothing. The queue is counted first and our tasks afterwards. Ours can only have
   * become fewer meanwhile, so equal numbers prove that nobody else's were there.
   */
  const clear = async (): Promise<void> => {
    for (const cell of [...waiting.values()].filter((each) => each.taskId === null))
      await settleUnknown(cell, 'Cancelled while it was handed over. It may have been charged.');
    clearsLeft -= 1;
    try {
      const there = await look();
      const { queued } = await ask(withTask());
      if (there === null || queued === 0 || there.queued !== queued) return;
      answered(await client.clearQueue({ signal }));
      cleared = true;
      await ask(withTask());
    } catch (error) {
      bear(error);
    }
  };

  /** True when nothing is left to do here. */
  const isOver = async (): Promise<boolean> => {
    if (withTask().length > 0) return false;
    // Cells that may never have reached the service are sent again, under the same key, when the run is resumed.
    if (waiting.size > 0)
      return (await history.call('runs.pending', { runId: uid })).state !== 'running' && lookedUp;
    if (await history.call('runs.finish', { runId: uid, nowMs: clock.now() })) return true;
    if (clock.now() >= quietUntilMs)
      await history.call('runs.holdAtCeiling', { runId: uid, nowMs: clock.now() });
    const { state, planned } = await history.call('runs.pending', { runId: uid });
    return state !== 'running' || planned === 0;
  };

  const readBalance = (): void => {
    if (clock.now() - balanceAtMs < balanceEveryMs) return;
    balanceAtMs = clock.now();
    deps.connections
      .refresh({ id: connection.uid }, { signal })
      .catch((error: unknown) => log('debug', 'The balance was not read', { reason: String(error) }));
  };

  const drive = async (): Promise<void> => {
    for (const cell of await history.call('cells.sent', { runId: uid })) waiting.set(cell.id, cell);
    let pollMs = firstPollMs;
    for (let round = 0; !signal.aborted; round += 1) {
      const { state } = await history.call('runs.pending', { runId: uid });
      if (state === 'running') await uploadMore();
      else if (state === 'cancelled' && !cleared && clearsLeft > 0) await clear();
      else if (state !== 'cancelled' && clock.now() >= quietUntilMs) await lookUp();
      if (await isOver()) return;
      let ended = 0;
      if (clock.now() >= quietUntilMs && waiting.size > 0) {
        const tasks = withTask();
        try {
          const asked = tasksToAsk(tasks.length, await look(), round);
          ended = (await ask(tasks.slice(0, asked))).ended;
        } catch (error) {
          bear(error);
        }
      }
      if (ended > 0) readBalance();
      if (ended > 0 && state === 'running') await uploadMore();
      if (await isOver()) return;
      pollMs = nextPollMs(pollMs, ended);
      await Promise.race([
        nudged.promise,
        clock.wait(Math.max(pollMs, quietUntilMs - clock.now()), signal).catch(() => {}),
      ]);
    }
  };

  const run = async (): Promise<void> => {
    progress.note();
    try {
      await drive();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log('error', 'A queued run stopped', { run: uid, reason });
      deps.publish('notice', {
        level: 'error',
        message: `A run stopped: ${reason} What the service has taken goes on there; resume the run to collect it.`,
      });
      await history
        .call('runs.interrupt', { runId: uid, nowMs: clock.now() })
        .catch(() => log('warn', 'It is marked as interrupted at the next start', { run: uid }));
    }
    await Promise.all(pageWork);
    balanceAtMs = 0;
    if (!signal.aborted) readBalance();
    progress.note();
    await progress.settled();
  };

  return {
    ended: run(),
    nudge(): void {
      clearsLeft = clearTries;
      nudged.resolve();
      nudged = Promise.withResolvers<void>();
    },
    stop: () => leaving.abort(),
  };
}

const noAnswer = { code: 'OUTCOME_UNKNOWN', status: null, requestId: null, body: null };
