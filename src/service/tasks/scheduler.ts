import { engines } from '#shared/interface/engines.ts';
import { restoreEngineRequest } from '#shared/interface/requests/parseRequest.ts';
import { finalCharge, standardTariff } from '#shared/interface/tariff.ts';
import { errorOf, insufficientCredits } from '../jobs/monitorCall.ts';
import { resultJson, storedPages } from '../jobs/resultBody.ts';
import { runJob } from '../jobs/runJob.ts';
import type { ServiceParts } from '../serviceParts.ts';
import type { Claim, ClaimRequest, Pick, RunnableTask, TaskOutcome } from '../store/serviceStore.ts';
import { dealWorkers } from './fairScheduler.ts';

export type TaskScheduler = {
  /** Goes on with the tasks a former run left unfinished, then with the queue. */
  readonly start: () => Promise<void>;
  /** Something may be startable: a task came, a slot or credits became free, a plan changed. */
  readonly wake: () => void;
  /** Starts nothing more; resolves when no task is running. */
  readonly drain: () => Promise<void>;
};

export type SchedulerParts = ServiceParts & {
  /** A finished task wants its webhook. */
  readonly webhookDue: () => void;
};

/** The most any task can cost, for setting credits aside before it is known which tasks come next. */
const dearestTask = Math.max(
  ...engines.map((engine) => {
    const addOns = standardTariff.addOns.filter((row) => row.engine === engine);
    const { perCluster } = standardTariff;
    const clusters = perCluster.engine === engine ? perCluster.maximumClusters * perCluster.credits : 0;
    return addOns.reduce((sum, { credits }) => sum + credits, standardTariff.base[engine]) + clusters;
  }),
);

const storageRetryMs = 1_000;
/** Most outcomes that may wait to be written while further tasks start: bounds memory when the disk is slow. */
const maxUnwritten = 128;

/** Moves tasks from the queues to the drivers, within slots, workers and credits. */
export function createTaskScheduler(parts: SchedulerParts): TaskScheduler {
  const { store, slots, reservations, clock, settings, log } = parts;
  /** Accounts whose next task waits for credits that running jobs hold. */
  const waitingForCredits = new Set<number>();
  const idle: (() => void)[] = [];
  /** Tasks that hold a slot and a worker. */
  let running = 0;
  /** Tasks taken whose outcome is not stored yet. */
  let unsettled = 0;
  let claiming = false;
  /** Nothing was started since too many outcomes wait to be written. */
  let heldBack = false;
  let lastServed = 0;
  let pumping = false;
  let again = false;
  let draining = false;

  const wake = (): void => {
    waitingForCredits.clear();
    pumpSoon();
  };

  const pumpSoon = (): void => {
    if (draining) return;
    again = true;
    if (pumping) return;
    pumping = true;
    queueMicrotask(() => {
      void pump();
    });
  };

  const pump = async (): Promise<void> => {
    try {
      while (again && !draining) {
        again = false;
        await deal();
      }
    } catch (error) {
      log('error', 'tasks could not be taken from the queue', { error: String(error) });
      setTimeout(wake, storageRetryMs).unref();
    } finally {
      pumping = false;
    }
  };

  const deal = async (): Promise<void> => {
    await parts.renewEndedCycles();
    const queues = await store.waitingQueues();
    const waiting = queues.flatMap(({ accountId, queued }) =>
      waitingForCredits.has(accountId)
        ? []
        : [{ accountId, startable: Math.min(queued, slots.free(accountId)) }],
    );
    const room = maxUnwritten - (unsettled - running);
    const workers = settings.workers - running;
    heldBack = room <= 0;
    const { shares, last } = dealWorkers(waiting, Math.min(workers, room), lastServed);
    if (shares.size === 0) return;
    lastServed = last;
    if (room < workers) again = true;
    const requests = [...shares].map(([accountId, count]) => {
      const budget = Math.max(0, Math.min(reservations.available(accountId), count * dearestTask));
      for (let taken = 0; taken < count; taken += 1) slots.tryAcquire(accountId);
      reservations.tryHold(accountId, budget);
      running += count;
      return { accountId, count, budget };
    });
    claiming = true;
    try {
      const blocked = await pick(requests);
      if (blocked.length > 0) await claim(blocked);
    } finally {
      claiming = false;
      noticeIdle();
    }
  };

  /** Starts what the budgets cover, without waiting for the disk. Gives what is left to ask where they do not. */
  const pick = async (requests: readonly ClaimRequest[]): Promise<readonly ClaimRequest[]> => {
    const picks = await orGiveBack(requests, store.pickTasks({ requests, now: clock.now() }));
    const blocked: ClaimRequest[] = [];
    for (const [index, request] of requests.entries()) {
      const picked: Pick | undefined = picks[index];
      if (picked === undefined) continue;
      const { accountId } = request;
      const count = request.count - picked.tasks.length;
      const budget = request.budget - costOf(picked.tasks);
      if (picked.blocked) blocked.push({ accountId, count, budget });
      else giveBack(accountId, count, budget);
      for (const task of picked.tasks) void run(task);
    }
    return blocked;
  };

  const claim = async (requests: readonly ClaimRequest[]): Promise<void> => {
    const claims = await orGiveBack(requests, store.claimTasks({ requests, now: clock.now() }));
    for (const [index, request] of requests.entries()) {
      const claimed = claims[index];
      if (claimed !== undefined) await take(claimed, request);
    }
  };

  const orGiveBack = async <T>(requests: readonly ClaimRequest[], asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      for (const { accountId, count, budget } of requests) giveBack(accountId, count, budget);
      throw error;
    }
  };

  const noticeIdle = (): void => {
    if (unsettled === 0 && !claiming) for (const resolve of idle.splice(0)) resolve();
  };

  const take = async (claim: Claim, { accountId, count, budget }: ClaimRequest): Promise<void> => {
    if (draining) {
      giveBack(accountId, count, budget);
      await store.requeueTasks(claim.tasks.map(({ id }) => id));
      return;
    }
    giveBack(accountId, count - claim.tasks.length, budget - costOf(claim.tasks));
    if (claim.waitsForCredits) waitingForCredits.add(accountId);
    else if (claim.tasks.length > 0 || claim.refused > 0) again = true;
    if (claim.refused > 0) parts.webhookDue();
    for (const task of claim.tasks) void run(task);
  };

  const giveBack = (accountId: number, count: number, credits: number): void => {
    for (let returned = 0; returned < count; returned += 1) slots.release(accountId);
    reservations.release(accountId, credits);
    running -= count;
  };

  const run = async (task: RunnableTask): Promise<void> => {
    unsettled += 1;
    let inSlot = true;
    // The slot is handed on as soon as the outcome waits to be written; the credits stay set aside until the charge is
    // durable.
    const leaveSlot = (): void => {
      if (!inSlot) return;
      inSlot = false;
      slots.release(task.accountId);
      running -= 1;
      parts.capacityFreed();
    };
    try {
      await perform(task, leaveSlot);
    } catch (error) {
      log('error', 'a task could not be finished', { taskId: task.id, error: String(error) });
    } finally {
      reservations.release(task.accountId, task.maximumCost);
      leaveSlot();
      unsettled -= 1;
      noticeIdle();
      if (waitingForCredits.size > 0 || heldBack) parts.capacityFreed();
    }
  };

  const perform = async (task: RunnableTask, leaveSlot: () => void): Promise<void> => {
    const restored = restoreEngineRequest(task.engine, task.payload);
    if (!restored.ok) {
      const said = restored.issues.map(({ message }) => message).join('; ');
      const message = `This version of the service cannot read the stored request: ${said}`;
      await settle(task, failed(task, { code: 'INTERNAL_SERVER_ERROR', message }, task.attempts));
      return;
    }
    const { asked } = restored;
    const ended = await runJob(
      { id: task.id, asked, failedAttempts: task.attempts, queued: true, receipt: task.receipt },
      settings.jobRules,
      { clock, random: parts.random, driverFor: parts.registry.driverFor },
      {
        stop: parts.stopping,
        onReceipt: (receipt) => store.keepReceipt({ taskId: task.id, receipt }),
        onFailedAttempt: (attempts) => store.recordFailedAttempt({ taskId: task.id, attempts }),
      },
    );
    if (ended.kind === 'stopped') {
      await store.requeueTasks([task.id]);
      return;
    }
    if (ended.kind === 'exhausted') {
      log('warn', 'a task used up its attempts', {
        taskId: task.id,
        engine: task.engine,
        reason: ended.reason,
      });
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
        : failed(task, errorOf(ended), ended.attempts);
    const settling = settle(task, outcome);
    leaveSlot();
    await settling;
  };

  const failed = (
    task: RunnableTask,
    {
      code,
      message,
      details,
    }: { code: string; message: string; details?: Readonly<Record<string, unknown>> },
    attempts: number,
  ): TaskOutcome => ({
    taskId: task.id,
    state: 'FAILED',
    charge: 0,
    response: JSON.stringify({ error: { code, message, details } }),
    pages: null,
    attempts,
    now: clock.now(),
  });

  /** An outcome that cannot be written stays in memory until it can: asking the engine again would cost twice. */
  const settle = async (task: RunnableTask, outcome: TaskOutcome): Promise<void> => {
    for (;;) {
      try {
        const settled = await store.settleTask(outcome);
        if (settled.kind === 'insufficient') {
          await settle(task, failed(task, insufficientCredits(outcome.charge), outcome.attempts));
          return;
        }
        if (settled.kind === 'settled') reservations.update(task.accountId, settled);
        parts.webhookDue();
        return;
      } catch (error) {
        if (parts.stopping.aborted) throw error;
        log('error', 'an outcome could not be stored; trying again', {
          taskId: task.id,
          error: String(error),
        });
        await clock.wait(storageRetryMs, parts.stopping);
      }
    }
  };

  return {
    start: async () => {
      const left = await store.processingTasks();
      const excess: string[] = [];
      for (const task of left) {
        const { accountId, maximumCost } = task;
        if (!slots.tryAcquire(accountId)) excess.push(task.id);
        else if (!reservations.tryHold(accountId, maximumCost)) {
          slots.release(accountId);
          excess.push(task.id);
        } else {
          running += 1;
          void run(task);
        }
      }
      if (excess.length > 0) await store.requeueTasks(excess);
      if (left.length > 0) log('info', 'going on with unfinished tasks', { tasks: left.length });
      wake();
    },
    wake,
    drain: () => {
      draining = true;
      return unsettled === 0 && !claiming
        ? Promise.resolve()
        : new Promise<void>((resolve) => idle.push(resolve));
    },
  };
}

function costOf(tasks: readonly RunnableTask[]): number {
  return tasks.reduce((sum, { maximumCost }) => sum + maximumCost, 0);
}
