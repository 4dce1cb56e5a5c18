import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCreditReservations } from '#service/accounts/creditReservations.ts';
import { createSlotTable } from '#service/accounts/slotTable.ts';
import {
  initialScheduler,
  isIdle,
  maxUnwritten,
  type SchedulerEffect,
  type SchedulerEvent,
  stepScheduler,
  type TakeRequest,
} from '#service/tasks/schedulerState.ts';

type Task = { readonly id: number; readonly accountId: number; readonly cost: number };
type Question = { readonly kind: 'readQueues' | 'pick' | 'claim'; readonly requests: readonly TakeRequest[] };

const actions = [
  'submit',
  'answer',
  'answer',
  'answer',
  'answer',
  'answer',
  'answer',
  'fail',
  'leave',
  'settle',
  'settle',
  'call',
  'hangUp',
  'wake',
  'limit',
  'pay',
] as const;
type Choice = { readonly action: (typeof actions)[number]; readonly pick: number };
const choices = fc.array(fc.record({ action: fc.constantFrom(...actions), pick: fc.nat(200) }), {
  maxLength: 150,
  size: 'max',
});
const workerCounts = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 100, max: 300 }));

const accounts = [1, 2, 3] as const;
const dearestTask = 5;

function hold(condition: boolean, what: string): void {
  if (!condition) throw new Error(`Not so: ${what}`);
}

/** A scheduler beside queues, drivers, balances and calls that need slots and credits as well. */
function createWorld(workers: number) {
  const slots = createSlotTable();
  const reservations = createCreditReservations();
  const balances = new Map<number, number>();
  const queues = new Map<number, Task[]>();
  const inSlot: Task[] = [];
  const writing: Task[] = [];
  const calls: number[] = [];
  const started: number[] = [];
  const ended: number[] = [];
  let state = initialScheduler(workers);
  let question: Question | null = null;
  let begins = 0;
  let retries = 0;
  let tasks = 0;
  let ledger = 0;
  let taken: Task[][] = [];

  const setBalance = (accountId: number, balance: number): void => {
    balances.set(accountId, balance);
    reservations.update(accountId, { balance, ledgerSequence: ++ledger });
  };
  for (const accountId of accounts) {
    queues.set(accountId, []);
    slots.setLimit(accountId, accountId === 1 ? 200 : 3);
    setBalance(accountId, 12);
  }
  const queueOf = (accountId: number): Task[] => queues.get(accountId) ?? [];

  const happen = (event: SchedulerEvent): void => {
    const { draining } = state;
    const step = stepScheduler(state, event, dearestTask);
    state = step.state;
    for (const effect of step.effects) {
      hold(
        !draining || ['giveBack', 'start', 'requeue'].includes(effect.kind),
        `${effect.kind} while draining`,
      );
      apply(effect);
    }
  };

  const expectSound = (): void => {
    const { round, running, unsettled } = state;
    const asked = round.phase === 'picking' || round.phase === 'claiming' ? round.requests : [];
    const places = asked.reduce((sum, { count }) => sum + count, 0);
    hold(running === inSlot.length + places, 'workers are counted as they are in use');
    hold(running <= workers, 'no more workers than there are');
    hold(unsettled === inSlot.length + writing.length, 'outcomes are counted');
    hold(writing.length <= maxUnwritten + workers, 'no more outcomes wait than may');
  };

  /** Nothing rests that could go on: what waits has somebody who will wake the scheduler. */
  const expectBusy = (): void => {
    const { round, draining, unsettled, running, waitingForCredits } = state;
    if (round.phase !== 'none' || draining || retries > 0) return;
    for (const accountId of accounts) {
      const { length: queued } = queueOf(accountId);
      const room = Math.min(workers - running, maxUnwritten - (unsettled - running));
      if (waitingForCredits.has(accountId))
        hold(reservations.held(accountId) > 0, 'credits will be given back');
      else hold(Math.min(queued, slots.free(accountId), room) <= 0, 'a task waits though it could start');
    }
  };

  const apply = (effect: SchedulerEffect): void => {
    switch (effect.kind) {
      case 'beginSoon':
        begins += 1;
        return;
      case 'readQueues':
        hold(question === null, 'one round at a time');
        question = { kind: 'readQueues', requests: [] };
        return;
      case 'pick':
        for (const { accountId, count, budget } of effect.requests) {
          for (let slot = 0; slot < count; slot += 1) hold(slots.tryAcquire(accountId), 'a slot is free');
          hold(reservations.tryHold(accountId, budget), 'the credits are there');
        }
        question = { kind: 'pick', requests: effect.requests };
        return;
      case 'claim':
        question = { kind: 'claim', requests: effect.requests };
        return;
      case 'start':
        for (const task of taken[effect.index] ?? []) {
          started.push(task.id);
          inSlot.push(task);
        }
        return;
      case 'requeue':
        for (const task of taken.flat()) queueOf(task.accountId).push(task);
        happen({ kind: 'requeued' });
        return;
      case 'giveBack':
        for (let slot = 0; slot < effect.slots; slot += 1) slots.release(effect.accountId);
        reservations.release(effect.accountId, effect.credits);
        return;
      case 'wakeLater':
        retries += 1;
    }
  };

  /** What a store does with a request: `blocked` is the first task that the budget does not cover. */
  const takeTasks = ({ accountId, count, budget }: TakeRequest, refuses: boolean) => {
    const queue = queueOf(accountId);
    const own: Task[] = [];
    let left = budget;
    let refused = 0;
    for (let task = queue[0]; task !== undefined && own.length + refused < count; task = queue[0]) {
      if (refuses && task.cost > (balances.get(accountId) ?? 0)) {
        refused += 1;
        ended.push(task.id);
      } else if (task.cost > left) return { own, cost: budget - left, refused, blocked: true };
      else {
        own.push(task);
        left -= task.cost;
      }
      queue.shift();
    }
    return { own, cost: budget - left, refused, blocked: false };
  };

  const answer = (): void => {
    if (begins > 0) {
      begins -= 1;
      happen({ kind: 'roundDue' });
      return;
    }
    if (question === null) return;
    const { kind, requests } = question;
    question = null;
    if (kind === 'readQueues') {
      const views = accounts.map((accountId) => ({
        accountId,
        queued: queueOf(accountId).length,
        freeSlots: slots.free(accountId),
        availableCredits: reservations.available(accountId),
      }));
      happen({ kind: 'queuesRead', queues: views });
      return;
    }
    const found = requests.map((request) => takeTasks(request, kind === 'claim'));
    taken = found.map(({ own }) => own);
    const answers = found.map((each) => ({ ...each, tasks: each.own.length, waitsForCredits: each.blocked }));
    if (kind === 'pick') happen({ kind: 'selected', picks: answers });
    else happen({ kind: 'claimed', claims: answers });
  };

  const fail = (): void => {
    if (question === null) return;
    question = null;
    happen({ kind: 'roundFailed' });
  };

  const leave = (pick: number): void => {
    const [task] = inSlot.splice(pick % Math.max(1, inSlot.length), 1);
    if (task === undefined) return;
    writing.push(task);
    happen({ kind: 'slotLeft', accountId: task.accountId });
  };

  const settle = (pick: number): void => {
    const from = pick % 2 === 0 && writing.length > 0 ? writing : inSlot;
    const [task] = from.splice(pick % Math.max(1, from.length), 1);
    if (task === undefined) return;
    const { accountId, cost } = task;
    setBalance(accountId, (balances.get(accountId) ?? 0) - (pick % (cost + 1)));
    ended.push(task.id);
    happen({ kind: 'settled', accountId, cost, inSlot: from === inSlot });
  };

  const hangUp = (): void => {
    const accountId = calls.pop();
    if (accountId === undefined) return;
    slots.release(accountId);
    reservations.release(accountId, 3);
    happen({ kind: 'woken' });
  };

  const play = ({ action, pick }: Choice): void => {
    const accountId = accounts[pick % accounts.length] ?? 1;
    switch (action) {
      case 'submit':
        for (let each = 0; each <= pick % 9; each += 1)
          queueOf(accountId).push({ id: ++tasks, accountId, cost: 1 + ((pick + each) % dearestTask) });
        happen({ kind: 'woken' });
        return;
      case 'answer':
        answer();
        return;
      case 'fail':
        if (pick % 4 === 0) fail();
        return;
      case 'leave':
        leave(pick);
        return;
      case 'settle':
        settle(pick);
        return;
      case 'call':
        if (slots.free(accountId) === 0 || !reservations.tryHold(accountId, 3)) return;
        slots.tryAcquire(accountId);
        calls.push(accountId);
        return;
      case 'hangUp':
        hangUp();
        return;
      case 'wake':
        retries = 0;
        happen({ kind: 'woken' });
        return;
      case 'limit':
        slots.setLimit(accountId, 1 + pick);
        happen({ kind: 'woken' });
        return;
      case 'pay':
        setBalance(accountId, (balances.get(accountId) ?? 0) + (pick % 2 === 0 ? pick % 12 : 10 * pick));
        happen({ kind: 'woken' });
        return;
    }
  };

  return {
    play,
    expectSound,
    expectBusy,
    drain: () => happen({ kind: 'drained' }),
    /** Lets everything that was begun end well. */
    finish: (): void => {
      while (calls.length > 0) hangUp();
      for (let turn = 0; turn < 20_000; turn += 1) {
        if (begins > 0 || question !== null) answer();
        else if (writing.length > 0) settle(0);
        else if (inSlot.length > 0) leave(0);
        else if (retries > 0) {
          retries = 0;
          happen({ kind: 'woken' });
        } else return;
      }
      throw new Error('It does not come to an end');
    },
    slots,
    reservations,
    isIdle: () => isIdle(state),
    started: () => started,
    ended: () => ended,
    submitted: () => tasks,
    queued: () => accounts.flatMap(queueOf).length,
  };
}

/** The last answers are written while the store looks for credits: nobody else will wake the scheduler. */
const creditsBackDuringClaim: readonly Choice[] = (
  [
    ['submit', 54],
    ['answer', 0],
    ['submit', 3],
    ['answer', 0],
    ['answer', 0],
    ['leave', 0],
    ['answer', 0],
    ['leave', 0],
    ['answer', 0],
    ['settle', 64],
    ['answer', 0],
    ['answer', 0],
    ['settle', 0],
  ] as const
).map(([action, pick]) => ({ action, pick }));

describe('the state of the task scheduler', () => {
  it('carries out every task once, within slots, workers and credits, and leaves nothing taken behind', () => {
    fc.assert(
      fc.property(workerCounts, choices, (workers, list) => {
        const world = createWorld(workers);
        for (const choice of list) {
          world.play(choice);
          world.expectSound();
          world.expectBusy();
        }
        world.finish();
        expect(new Set(world.started()).size).toBe(world.started().length);
        expect(world.ended().toSorted((one, two) => one - two)).toEqual(
          Array.from({ length: world.submitted() }, (_, index) => index + 1),
        );
        expect(world.isIdle()).toBe(true);
        for (const accountId of accounts) {
          expect(world.slots.used(accountId)).toBe(0);
          expect(world.reservations.held(accountId)).toBe(0);
          expect(world.reservations.balance(accountId)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 500, examples: [[2, creditsBackDuringClaim]] },
    );
  });

  it('takes nothing once it is drained, finishes what has begun, and keeps the rest in the queue', () => {
    fc.assert(
      fc.property(workerCounts, choices, choices, (workers, before, after) => {
        const world = createWorld(workers);
        for (const choice of before) world.play(choice);
        world.drain();
        for (const choice of after) world.play(choice);
        world.finish();
        expect(world.isIdle()).toBe(true);
        expect(world.ended().length + world.queued()).toBe(world.submitted());
        for (const accountId of accounts) expect(world.slots.used(accountId)).toBe(0);
      }),
    );
  });
});
