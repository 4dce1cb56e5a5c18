import type { Accounting } from '#client/responseHeaders.ts';
import { ServiceError } from '#client/serviceError.ts';
import { cellErrorCode, sentence } from '../client/appErrors.ts';
import type { OpenConnection } from '../connections/connections.ts';
import type { CellFailure, CellOutcome, TakenCell } from '../history/store/operations/cells.ts';
import type { RunConfig } from '../history/store/operations/cellTasks.ts';
import type { ReceivedAnswer } from '../history/threads/encode/encodeAnswer.ts';
import { isHopeless } from './cellExecution.ts';
import { pollsPerSecond } from './pollPlan.ts';
import { type Progress, runningView } from './progress.ts';
import type { QueuedRunEvent, Trouble } from './queuedRunState.ts';
import type { Availability, RunDeps } from './runDeps.ts';
import { outcomeOfTask } from './taskAnswer.ts';
import { paced, statedMaximum, submitTasks } from './taskSubmission.ts';

/** Dependencies of the commands of one queued run. */
export type QueuedCalls = RunDeps & {
  readonly runId: string;
  readonly connection: OpenConnection;
  readonly runConfig: RunConfig;
  readonly progress: Progress;
  /** The program is closing. */
  readonly signal: AbortSignal;
  readonly availability: Availability;
  /** Cells that are taken but not settled. */
  readonly cells: Map<string, TakenCell>;
  /** Pages of answers that are being fetched. */
  readonly pageWork: Promise<void>[];
};

type Event<Kind extends QueuedRunEvent['kind']> = QueuedRunEvent & { readonly kind: Kind };

/** Work on this run cannot continue here; its tasks stay at the service, to be collected later. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

const askConcurrency = 8;

/** Sends cells as one batch; if the whole batch is refused, newly taken cells are planned again. */
export async function upload(
  calls: QueuedCalls,
  cells: readonly TakenCell[],
  taken: boolean,
): Promise<Event<'uploaded'>> {
  const { outcomes, progress, clock, availability } = calls;
  for (const cell of cells) {
    calls.cells.set(cell.id, cell);
    if (taken) progress.note(runningView(cell, clock.now()));
  }
  const uploaded = { kind: 'uploaded', taken: taken ? cells.map(({ id }) => id) : null } as const;
  const gone = () => cells.flatMap(({ id }) => (calls.cells.has(id) ? [] : [id]));
  try {
    const results = await submitTasks(cells, calls.runConfig, calls.connection.client, {
      signal: calls.signal,
    });
    availability.made();
    const accepted = results.flatMap((result) => (result.kind === 'accepted' ? [result] : []));
    const tasks = accepted.map(({ cell, taskId, credits }) => ({ cellId: cell.id, taskId, credits }));
    await outcomes.write('tasks.note', { tasks });
    for (const { cell, taskId } of accepted) calls.cells.set(cell.id, { ...cell, taskId });
    const known = tasks.map(({ cellId, taskId }) => [cellId, taskId] as const);
    let trouble: Trouble | null = null;
    for (const result of results) {
      if (result.kind === 'taken') {
        const found = await find(calls, result.cell, result.ids);
        if (found.taskId !== null) known.push([result.cell.id, found.taskId]);
        else if (found.trouble !== null) trouble = found.trouble;
        else await settleUnknown(calls, result.cell, answerLost);
      }
      if (result.kind !== 'refused') continue;
      await settle(calls, result.cell, { kind: 'failed', failure: result.failure });
      if (result.failure.code === 'INSUFFICIENT_CREDITS') await failRest(calls, result.failure);
    }
    return { ...uploaded, accepted: known, gone: gone(), trouble };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // If the whole batch is refused, no task was created and its keys are free.
    if (error.status === 429) await release(calls, cells);
    else if (
      taken &&
      isHopeless(error) &&
      !(error.reach === 'never-sent' && availability.lost(clock.now()))
    ) {
      const { status, requestId, body } = error;
      const failure = { code: cellErrorCode(error), message: sentence(error), status, requestId, body };
      for (const cell of cells) await settle(calls, cell, { kind: 'failed', failure });
      await failRest(calls, failure);
      return { ...uploaded, accepted: [], gone: gone(), trouble: null };
    }
    return { ...uploaded, accepted: [], gone: gone(), trouble: troubleOf(calls, error) };
  }
}

/** Looks up the tasks for which only the key is known; stops at the first error. */
export async function lookUp(calls: QueuedCalls, cells: readonly TakenCell[]): Promise<Event<'lookedUp'>> {
  const known: (readonly [string, string])[] = [];
  for (const cell of cells) {
    const { taskId, trouble } = await find(calls, cell);
    if (taskId !== null) known.push([cell.id, taskId]);
    if (trouble !== null) return { kind: 'lookedUp', found: known, trouble };
  }
  return { kind: 'lookedUp', found: known, trouble: null };
}

/** Looks up a task by the ids that its service named, or by its key, which some services support. */
async function find(
  calls: QueuedCalls,
  cell: TakenCell,
  ids: readonly string[] = [],
): Promise<{ readonly taskId: string | null; readonly trouble: Trouble | null }> {
  const { client, deployment } = calls.connection;
  // Where tasks are known by id only, the key would name none.
  const byKey = deployment?.tasksByKey === false ? [] : [cell.idempotencyKey];
  for (const name of [...ids, ...byKey]) {
    try {
      const { task, credits } = (await client.task(name, { signal: calls.signal })).data;
      // An id in an error may be of something else; a task that says no key can only be believed.
      if ((task.idempotencyKey ?? cell.idempotencyKey) !== cell.idempotencyKey) continue;
      const stated = statedMaximum(cell, calls.runConfig, credits.creditsToCharge);
      await calls.outcomes.write('tasks.note', {
        tasks: [{ cellId: cell.id, taskId: task.id, credits: stated }],
      });
      calls.cells.set(cell.id, { ...cell, taskId: task.id });
      return { taskId: task.id, trouble: null };
    } catch (error) {
      const unheardOf = error instanceof ServiceError && [400, 404, 422].includes(error.status ?? 0);
      if (!unheardOf) return { taskId: null, trouble: troubleOf(calls, error) };
    }
  }
  return { taskId: null, trouble: null };
}

/** Counts the tasks of all users of the account. */
export async function lookAtQueue(calls: QueuedCalls): Promise<Event<'looked'>> {
  try {
    const answer = await calls.connection.client.queue({ signal: calls.signal, retries: 0 });
    answered(calls, answer);
    const { queuedTasks: queued, processingTasks: processing } = answer.data;
    const rateLimit = answer.accounting.rateLimit?.limit ?? null;
    return { kind: 'looked', look: { queued, processing }, rateLimit, trouble: null };
  } catch (error) {
    return { kind: 'looked', look: null, rateLimit: null, trouble: troubleOf(calls, error) };
  }
}

/** Queries these tasks, stores the answers of ended ones, and stops at the first error. */
export async function ask(
  calls: QueuedCalls,
  cells: readonly TakenCell[],
  { cleared, rateLimit }: { readonly cleared: boolean; readonly rateLimit: number | null },
): Promise<Event<'asked'>> {
  const { clock, outcomes, progress } = calls;
  const stop = new AbortController();
  let queued = 0;
  let reached = false;
  let failure: unknown = null;
  const signal = AbortSignal.any([calls.signal, stop.signal]);
  const limits = { concurrency: askConcurrency, perSecond: pollsPerSecond(rateLimit), signal };
  await paced(cells, limits, clock, async (cell) => {
    try {
      const options = { signal: calls.signal, surfaceRefusals: true };
      const answer = await calls.connection.client.task(cell.taskId ?? '', options);
      answered(calls, answer);
      reached = true;
      const outcome = outcomeOfTask(cell, calls.runConfig.optionsOf, answer);
      if (outcome) await settle(calls, cell, outcome);
      else if (answer.data.task.status === 'QUEUED') queued += 1;
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 404)) {
        failure = error;
        stop.abort();
        return;
      }
      const nowMs = clock.now();
      if (cleared) await outcomes.write('tasks.withdraw', { cellIds: [cell.id], nowMs });
      else if (!(await outcomes.write('queues.withdrawCleared', { cellId: cell.id, nowMs })))
        return settleUnknown(calls, cell, taskGone);
      calls.cells.delete(cell.id);
      progress.note();
    }
  });
  const gone = cells.flatMap(({ id }) => (calls.cells.has(id) ? [] : [id]));
  const trouble = failure === null ? null : troubleOf(calls, failure);
  return { kind: 'asked', gone, queued, reached, trouble };
}

export async function clearQueue(calls: QueuedCalls): Promise<Event<'queueCleared'>> {
  try {
    answered(calls, await calls.connection.client.clearQueue({ signal: calls.signal }));
    return { kind: 'queueCleared', trouble: null };
  } catch (error) {
    return { kind: 'queueCleared', trouble: troubleOf(calls, error) };
  }
}

export async function settleUnsure(
  calls: QueuedCalls,
  cells: readonly TakenCell[],
): Promise<Event<'unsureSettled'>> {
  for (const cell of cells)
    await settleUnknown(
      calls,
      cell,
      'Cancelled while the request was being submitted. It may have been charged.',
    );
  return { kind: 'unsureSettled', gone: cells.map(({ id }) => id) };
}

/** Whether nothing is left to do here and no cell is at the service. */
export async function finish(calls: QueuedCalls, hold: boolean): Promise<Event<'checked'>> {
  const { history, outcomes, runId, clock } = calls;
  if (await outcomes.write('runs.finish', { runId, nowMs: clock.now() }))
    return { kind: 'checked', over: true };
  if (hold) await outcomes.write('runs.holdAtCeiling', { runId, nowMs: clock.now() });
  const { state, planned } = await history.call('runs.pending', { runId });
  return { kind: 'checked', over: state !== 'running' || planned === 0 };
}

async function settle(
  calls: QueuedCalls,
  cell: TakenCell,
  outcome: CellOutcome<ReceivedAnswer>,
): Promise<void> {
  const settled = await calls.outcomes.settle(cell, outcome);
  calls.cells.delete(cell.id);
  if (settled === null) return;
  calls.progress.note(settled.cell);
  if (settled.pages.length > 0) calls.pageWork.push(calls.pages.want(settled.pages, calls.connection.client));
}

function settleUnknown(calls: QueuedCalls, cell: TakenCell, message: string): Promise<void> {
  const failure = { code: 'OUTCOME_UNKNOWN', message, status: null, requestId: null, body: null };
  return settle(calls, cell, { kind: 'unknown', failure });
}

async function release(calls: QueuedCalls, cells: readonly TakenCell[]): Promise<void> {
  for (const cell of cells) {
    calls.cells.delete(cell.id);
    calls.progress.note(await calls.outcomes.write('cells.release', { cellId: cell.id }));
  }
}

async function failRest(calls: QueuedCalls, { code, message }: CellFailure): Promise<void> {
  const { runId, outcomes, clock, progress } = calls;
  await outcomes.write('runs.failPlanned', { runId, code, message, nowMs: clock.now() });
  progress.note();
}

function answered(calls: QueuedCalls, answer: { readonly accounting: Accounting }): void {
  calls.availability.made();
  calls.connections.note(calls.connection.id, answer.accounting);
}

/**
 * The service failed to answer as expected, and a retry is worthwhile.
 * @throws Interrupted if it is not
 */
function troubleOf({ availability, clock, random }: QueuedCalls, error: unknown): Trouble {
  if (!(error instanceof ServiceError)) throw error;
  const chance = random();
  if (error.kind === 'cancelled') return { kind: 'cancelled', chance };
  if (error.status === 429) return { kind: 'busy', chance };
  const away = error.status === null || error.status >= 500;
  const lasting = error.kind === 'certificate' || error.kind === 'proxy';
  if (away && !lasting && availability.lost(clock.now())) return { kind: 'away', chance };
  throw new Interrupted(sentence(error), { cause: error });
}

const answerLost =
  'The service accepted this request, but the connection was lost before its confirmation arrived, and its task cannot be found without an id. It is not sent again, because it may have been charged. Collect its answer with "parallax run collect" by the id of the task or the file of its webhook, or retry it, which can charge it a second time.';
const taskGone =
  'The service no longer has this task: it was removed, or its retention ended. It may have been charged.';
