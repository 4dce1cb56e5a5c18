import { restoreEngineRequest } from '#shared/interface/requests/parseRequest.ts';
import { finalCharge } from '#shared/interface/tariff.ts';
import type { ServiceParts } from '../parts/serviceParts.ts';
import type { RunnableTask, TaskOutcome } from '../store/serviceStore.ts';
import { errorOf, insufficientCredits } from './monitorCall.ts';
import { resultJson, storedPages } from './resultBody.ts';
import { runJob } from './runJob.ts';

export const storageRetryMs = 1_000;

/** Abort signals of a running task. */
export type Lease = {
  /** Aborted when the task was reassigned to another process. */
  readonly lost: AbortSignal;
  /** Aborted then, and when the service stops. */
  readonly stop: AbortSignal;
};

export type TaskParts = ServiceParts & {
  /** A completed task has a webhook. */
  readonly webhookDue: () => void;
};

type RunParts = TaskParts & {
  readonly lease: Lease;
  /** Whether the slot may go to the next task of the account without a round of the scheduler. */
  readonly handsOn: () => boolean;
};

/**
 * Runs one task and stores its outcome, or requeues it if the service stops. Returns the task that got its
 * slot, if slots are passed on.
 * @param answered the outcome is about to be written: the task no longer needs its slot
 */
export async function executeTask(
  task: RunnableTask,
  parts: RunParts,
  answered: () => void,
): Promise<RunnableTask | undefined> {
  const { store, clock, settings, log, lease } = parts;
  parts.worked();
  const restored = restoreEngineRequest(task.engine, task.payload);
  if (!restored.ok) {
    const said = restored.issues.map(({ message }) => message).join('; ');
    const message = `This version of the service cannot read the stored request: ${said}`;
    const error = { code: 'INTERNAL_SERVER_ERROR', message };
    return settle(task, failed(task, error, task.attempts, clock.now()), parts);
  }
  const { asked } = restored;
  const ended = await runJob(
    { id: task.id, asked, failedAttempts: task.attempts, queued: true, receipt: task.receipt },
    settings.jobRules,
    { clock, random: parts.random, driverFor: parts.registry.driverFor },
    {
      stop: lease.stop,
      onReceipt: (receipt) => store.keepReceipt({ taskId: task.id, receipt }),
      onFailedAttempt: (attempts) => store.recordFailedAttempt({ taskId: task.id, attempts }),
    },
  );
  if (ended.kind === 'stopped') {
    // It is already in the queue, or another node runs it.
    if (!lease.lost.aborted) await store.requeueTasks([task.id]);
    return undefined;
  }
  if (ended.kind === 'exhausted') {
    const { reason } = ended;
    log('warn', 'a task used up its attempts', { taskId: task.id, engine: task.engine, reason });
  }
  const outcome: TaskOutcome =
    ended.kind === 'answer'
      ? {
          taskId: task.id,
          state: 'COMPLETED',
          charge: finalCharge(task.engine, asked.request, ended.answer.result),
          response: resultJson(ended.answer),
          pages: await storedPages(ended.answer),
          attempts: ended.attempts,
          now: clock.now(),
        }
      : failed(task, errorOf(ended), ended.attempts, clock.now());
  const settling = settle(task, outcome, parts);
  answered();
  return settling;
}

/** An outcome that cannot be written stays in memory until it can: asking the engine again would cost twice. */
async function settle(
  task: RunnableTask,
  outcome: TaskOutcome,
  parts: RunParts,
): Promise<RunnableTask | undefined> {
  const { store, capacity, clock, stopping, log } = parts;
  for (;;) {
    try {
      const settled = await store.settleTask({ ...outcome, handsOn: parts.handsOn() });
      if (settled.kind === 'insufficient') {
        const error = insufficientCredits(outcome.charge);
        return await settle(task, failed(task, error, outcome.attempts, clock.now()), parts);
      }
      if (task.webhookUrl !== null) parts.webhookDue();
      if (settled.kind === 'gone') return undefined;
      capacity.settled(task.accountId, settled);
      return settled.next;
    } catch (error) {
      if (stopping.aborted) throw error;
      log('error', 'an outcome could not be stored; trying again', { taskId: task.id, error: String(error) });
      await clock.wait(storageRetryMs, stopping);
    }
  }
}

function failed(
  task: RunnableTask,
  { code, message, details }: { code: string; message: string; details?: Readonly<Record<string, unknown>> },
  attempts: number,
  now: number,
): TaskOutcome {
  const response = JSON.stringify({ error: { code, message, details } });
  return { taskId: task.id, state: 'FAILED', charge: 0, response, pages: null, attempts, now };
}
