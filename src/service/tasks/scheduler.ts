import { sharedSignal } from '#platform/sharedSignal.ts';
import { engines } from '#shared/interface/engines.ts';
import { standardTariff } from '#shared/interface/tariff.ts';
import type { RunnableTask } from '../store/serviceStore.ts';
import {
  initialScheduler,
  isIdle,
  type SchedulerEffect,
  type SchedulerEvent,
  stepScheduler,
  type TakeRequest,
} from './schedulerState.ts';
import { executeTask, type Lease, storageRetryMs, type TaskParts } from './taskExecution.ts';

export type TaskScheduler = {
  /** Resumes the tasks of a former run, then starts the queue. */
  readonly start: () => Promise<void>;
  /** A task may be able to start: one arrived, a slot or credits became free, or a plan changed. */
  readonly wake: () => void;
  /** Starts nothing more; resolves when no task is running. */
  readonly drain: () => Promise<void>;
};

const dearestTask = Math.max(
  ...engines.map((engine) => {
    const addOns = standardTariff.addOns.filter((row) => row.engine === engine);
    const { perCluster } = standardTariff;
    const clusters = perCluster.engine === engine ? perCluster.maximumClusters * perCluster.credits : 0;
    return addOns.reduce((sum, { credits }) => sum + credits, standardTariff.base[engine]) + clusters;
  }),
);

/** Moves tasks from the queues to the drivers; `stepScheduler` decides which and when. */
export function createTaskScheduler(parts: TaskParts): TaskScheduler {
  const { store, capacity, clock, log } = parts;
  const idle: (() => void)[] = [];
  let state = initialScheduler(parts.settings.workers);
  let lease = withStop(capacity.tasks.lease(), parts.stopping);
  const leaseOfTasks = (): Lease => {
    const { lost } = lease;
    if (lost !== capacity.tasks.lease()) lease = withStop(capacity.tasks.lease(), parts.stopping);
    return lease;
  };

  /** @param taken the tasks in a result of the store, by request */
  const happen = (event: SchedulerEvent, taken: readonly (readonly RunnableTask[])[] = []): void => {
    const step = stepScheduler(state, event, dearestTask);
    state = step.state;
    for (const effect of step.effects) apply(effect, taken);
    if (isIdle(state)) for (const resolve of idle.splice(0)) resolve();
  };

  const apply = (effect: SchedulerEffect, taken: readonly (readonly RunnableTask[])[]): void => {
    switch (effect.kind) {
      case 'beginSoon':
        queueMicrotask(() => happen({ kind: 'roundDue' }));
        return;
      case 'readQueues':
        void orFail(readQueues());
        return;
      case 'pick':
        for (const request of effect.requests) capacity.tasks.take(request);
        void orFail(pick(effect.requests));
        return;
      case 'claim':
        void orFail(claim(effect.requests));
        return;
      case 'start':
        for (const task of taken[effect.index] ?? []) void run(task);
        return;
      case 'requeue':
        void orFail(requeue(taken.flat()));
        return;
      case 'giveBack':
        capacity.tasks.giveBack(effect.accountId, effect.slots, effect.credits);
        return;
      case 'wakeLater':
        setTimeout(() => happen({ kind: 'woken' }), storageRetryMs).unref();
    }
  };

  const orFail = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      log('error', 'tasks could not be taken from the queue', { error: String(error) });
      happen({ kind: 'roundFailed' });
    }
  };

  const readQueues = async (): Promise<void> => {
    await parts.renewEndedCycles();
    happen({ kind: 'queuesRead', queues: await capacity.queues() });
  };

  const pick = async (requests: readonly TakeRequest[]): Promise<void> => {
    const picks = await store.pickTasks({ requests, now: clock.now() });
    const tasks = picks.map((each) => each.tasks);
    happen({ kind: 'selected', picks: picks.map((each) => ({ ...each, ...costOf(each.tasks) })) }, tasks);
  };

  const claim = async (requests: readonly TakeRequest[]): Promise<void> => {
    const claims = await store.claimTasks({ requests, now: clock.now() });
    const tasks = claims.map((each) => each.tasks);
    if (claims.some(({ refused }) => refused > 0)) parts.webhookDue();
    happen({ kind: 'claimed', claims: claims.map((each) => ({ ...each, ...costOf(each.tasks) })) }, tasks);
  };

  const requeue = async (tasks: readonly RunnableTask[]): Promise<void> => {
    if (tasks.length > 0) await store.requeueTasks(tasks.map(({ id }) => id));
    happen({ kind: 'requeued' });
  };

  /** If workers are short, a free worker is assigned again, so that each account gets its turn. */
  const handsOn = (): boolean =>
    !capacity.tasks.freeOnAnswer && !state.draining && state.running < state.workers;

  const run = async (first: RunnableTask): Promise<void> => {
    for (let task: RunnableTask | undefined = first; task !== undefined; ) {
      const { id, accountId, maximumCost } = task;
      let inSlot = true;
      try {
        task = await executeTask(task, { ...parts, lease: leaseOfTasks(), handsOn }, () => {
          if (!capacity.tasks.freeOnAnswer) return;
          inSlot = false;
          happen({ kind: 'slotLeft', accountId });
        });
      } catch (error) {
        task = undefined;
        log('error', 'a task could not be finished', { taskId: id, error: String(error) });
      }
      happen({ kind: 'settled', accountId, cost: maximumCost, inSlot, handedOn: task !== undefined });
    }
  };

  return {
    start: async () => {
      const left = await store.processingTasks();
      const excess: string[] = [];
      for (const task of left) {
        const { accountId, maximumCost } = task;
        if (!capacity.tasks.resume(accountId, maximumCost)) excess.push(task.id);
        else {
          happen({ kind: 'resumed', tasks: 1 });
          void run(task);
        }
      }
      if (excess.length > 0) await store.requeueTasks(excess);
      if (left.length > 0) log('info', 'going on with unfinished tasks', { tasks: left.length });
      happen({ kind: 'woken' });
    },
    wake: () => happen({ kind: 'woken' }),
    drain: () => {
      happen({ kind: 'drained' });
      return isIdle(state) ? Promise.resolve() : new Promise<void>((resolve) => idle.push(resolve));
    },
  };
}

function withStop(lost: AbortSignal, stopping: AbortSignal): Lease {
  return { lost, stop: sharedSignal(AbortSignal.any([lost, stopping])) };
}

function costOf(tasks: readonly RunnableTask[]): { readonly tasks: number; readonly cost: number } {
  return { tasks: tasks.length, cost: tasks.reduce((sum, { maximumCost }) => sum + maximumCost, 0) };
}
