/** Slots, credits and workers reserved for the next tasks of an account, whichever these are. */
export type TakeRequest = {
  readonly accountId: number;
  readonly count: number;
  /** Upper bound of the total cost of the tasks. */
  readonly budget: number;
};

/** At most one round is in progress: it reads the queues, takes tasks, and asks again where credits ran out. */
export type Round =
  | { readonly phase: 'none' | 'due' | 'reading' | 'requeueing' }
  | { readonly phase: 'picking' | 'claiming'; readonly requests: readonly TakeRequest[] };

export type SchedulerState = {
  readonly workers: number;
  readonly round: Round;
  /** Another round follows this one. */
  readonly again: boolean;
  /** Something became free or changed since this round began, credits included. */
  readonly woken: boolean;
  /** Workers in use: by running tasks, and reserved for requested ones. */
  readonly running: number;
  /** Tasks taken whose outcome is not stored yet. */
  readonly unsettled: number;
  /** Nothing was started because too many outcomes are waiting to be written. */
  readonly heldBack: boolean;
  /** The account that was served last. */
  readonly lastServed: number;
  /** Accounts whose next task is waiting for reserved credits of running jobs. */
  readonly waitingForCredits: ReadonlySet<number>;
  readonly draining: boolean;
};

export type QueueView = {
  readonly accountId: number;
  readonly queued: number;
  readonly freeSlots: number;
  readonly availableCredits: number;
};

/** How many tasks a request returned, and their maximum total cost. */
type Taken = { readonly tasks: number; readonly cost: number };

export type SchedulerEvent =
  /** A task may be able to start: one arrived, a slot or credits became free, or a plan changed. */
  | { readonly kind: 'woken' }
  | { readonly kind: 'roundDue' }
  | { readonly kind: 'queuesRead'; readonly queues: readonly QueueView[] }
  /** One entry per request. `blocked`: there is a next task that the remaining budget does not cover. */
  | { readonly kind: 'selected'; readonly picks: readonly (Taken & { readonly blocked: boolean })[] }
  | {
      readonly kind: 'claimed';
      readonly claims: readonly (Taken & { readonly refused: number; readonly waitsForCredits: boolean })[];
    }
  | { readonly kind: 'requeued' }
  /** The store failed to answer this round's requests. */
  | { readonly kind: 'roundFailed' }
  /** Tasks of a former run of the service, with slots and credits already reserved. */
  | { readonly kind: 'resumed'; readonly tasks: number }
  /**
   * The outcome is waiting to be written: the slot is released, the credits stay reserved until the charge is
   * durable.
   */
  | { readonly kind: 'slotLeft'; readonly accountId: number }
  | {
      readonly kind: 'settled';
      readonly accountId: number;
      readonly cost: number;
      readonly inSlot: boolean;
      /** Slot and worker went to the next task of the account: the store has taken it in the same statement. */
      readonly handedOn?: boolean;
    }
  | { readonly kind: 'drained' };

export type SchedulerEffect =
  /** Send `roundDue` after the callers of this turn. */
  | { readonly kind: 'beginSoon' }
  | { readonly kind: 'readQueues' }
  /** Reserve slots and credits, then take tasks from memory. */
  | { readonly kind: 'pick'; readonly requests: readonly TakeRequest[] }
  /** Take tasks through the store, which decides about those that the budget does not cover. */
  | { readonly kind: 'claim'; readonly requests: readonly TakeRequest[] }
  /** Start the tasks that request `index` of the last result returned. */
  | { readonly kind: 'start'; readonly index: number }
  /** Requeue all tasks of the last result, then send `requeued`. */
  | { readonly kind: 'requeue' }
  | {
      readonly kind: 'giveBack';
      readonly accountId: number;
      readonly slots: number;
      readonly credits: number;
    }
  | { readonly kind: 'wakeLater' };

export type SchedulerStep = { readonly state: SchedulerState; readonly effects: readonly SchedulerEffect[] };

/** Maximum outcomes waiting to be written while further tasks start: limits memory if the disk is slow. */
export const maxUnwritten = 128;

export function initialScheduler(workers: number): SchedulerState {
  return {
    workers,
    round: { phase: 'none' },
    again: false,
    woken: false,
    running: 0,
    unsettled: 0,
    heldBack: false,
    lastServed: 0,
    waitingForCredits: new Set(),
    draining: false,
  };
}

/** No task is running or being taken. */
export function isIdle({ unsettled, round }: SchedulerState): boolean {
  return unsettled === 0 && (round.phase === 'none' || round.phase === 'due');
}

/**
 * Decides which tasks start next, within slots, workers and credits. Accounts take turns.
 * @param dearestTask maximum cost of any task, for reserving credits before the next tasks are known
 */
export function stepScheduler(
  state: SchedulerState,
  event: SchedulerEvent,
  dearestTask: number,
): SchedulerStep {
  switch (event.kind) {
    case 'woken':
      return wake(state, []);
    case 'roundDue':
      return state.round.phase === 'due' ? endRound({ ...state, again: true }, []) : { state, effects: [] };
    case 'queuesRead':
      return state.round.phase === 'reading'
        ? deal(state, event.queues, dearestTask)
        : { state, effects: [] };
    case 'selected':
      return state.round.phase === 'picking'
        ? startSelected(state, state.round.requests, event.picks)
        : { state, effects: [] };
    case 'claimed':
      return state.round.phase === 'claiming'
        ? startClaimed(state, state.round.requests, event.claims)
        : { state, effects: [] };
    case 'requeued':
      return endRound(state, []);
    case 'roundFailed': {
      const requests = 'requests' in state.round ? state.round.requests : [];
      const effects: SchedulerEffect[] = requests.map((request) =>
        giveBack(request, request.count, request.budget),
      );
      const running = state.running - total(requests.map(({ count }) => count));
      if (!state.draining) effects.push({ kind: 'wakeLater' });
      return { state: { ...state, running, round: { phase: 'none' } }, effects };
    }
    case 'resumed':
      return {
        state: { ...state, running: state.running + event.tasks, unsettled: state.unsettled + event.tasks },
        effects: [],
      };
    case 'slotLeft':
      return wake({ ...state, running: state.running - 1 }, [giveBack(event, 1, 0)]);
    case 'settled': {
      const { inSlot, cost, handedOn = false } = event;
      const freed = inSlot && !handedOn ? 1 : 0;
      const unsettled = state.unsettled - (handedOn ? 0 : 1);
      const settled = { ...state, unsettled, running: state.running - freed };
      const effects = handedOn ? [] : [giveBack(event, freed, cost)];
      const awaited = freed > 0 || state.heldBack || state.waitingForCredits.size > 0;
      if (awaited) return wake(settled, effects);
      // A round in progress has already read the credits; what it finds missing may be available now.
      const woken = state.round.phase !== 'none' && state.round.phase !== 'due';
      return { state: { ...settled, woken: state.woken || woken }, effects };
    }
    case 'drained':
      return { state: { ...state, draining: true }, effects: [] };
  }
}

function wake(state: SchedulerState, effects: readonly SchedulerEffect[]): SchedulerStep {
  const woken = { ...state, waitingForCredits: new Set<number>() };
  if (state.draining || state.round.phase === 'due') return { state: woken, effects };
  if (state.round.phase !== 'none') return { state: { ...woken, again: true, woken: true }, effects };
  return { state: { ...woken, round: { phase: 'due' } }, effects: [...effects, { kind: 'beginSoon' }] };
}

/** Begins the next round if something changed. */
function endRound(state: SchedulerState, effects: readonly SchedulerEffect[]): SchedulerStep {
  const next = { ...state, again: false, woken: false };
  if (!state.again || state.draining) return { state: { ...next, round: { phase: 'none' } }, effects };
  return { state: { ...next, round: { phase: 'reading' } }, effects: [...effects, { kind: 'readQueues' }] };
}

function deal(state: SchedulerState, queues: readonly QueueView[], dearestTask: number): SchedulerStep {
  if (state.draining) return endRound(state, []);
  const room = maxUnwritten - (state.unsettled - state.running);
  const workers = state.workers - state.running;
  const waiting = queues
    .filter(({ accountId }) => !state.waitingForCredits.has(accountId))
    .map(({ accountId, queued, freeSlots }) => ({ accountId, startable: Math.min(queued, freeSlots) }));
  const { shares, last } = dealWorkers(waiting, Math.min(workers, room), state.lastServed);
  const heldBack = room <= 0;
  if (shares.size === 0) return endRound({ ...state, heldBack }, []);
  const credits = new Map(queues.map(({ accountId, availableCredits }) => [accountId, availableCredits]));
  const requests = [...shares].map(([accountId, count]) => {
    const budget = Math.max(0, Math.min(credits.get(accountId) ?? 0, count * dearestTask));
    return { accountId, count, budget };
  });
  const dealt: SchedulerState = {
    ...state,
    heldBack,
    lastServed: last,
    again: state.again || room < workers,
    running: state.running + total([...shares.values()]),
    round: { phase: 'picking', requests },
  };
  return { state: dealt, effects: [{ kind: 'pick', requests }] };
}

/**
 * Starts what the budgets cover; the rest of a request is released, or requested again if a budget was too
 * small.
 */
function startSelected(
  state: SchedulerState,
  requests: readonly TakeRequest[],
  picks: readonly (Taken & { readonly blocked: boolean })[],
): SchedulerStep {
  const effects: SchedulerEffect[] = [];
  const blocked: TakeRequest[] = [];
  let { running, unsettled } = state;
  for (const [index, request] of requests.entries()) {
    const { tasks, cost, blocked: isBlocked } = picks[index] ?? nothingTaken;
    const left = { ...request, count: request.count - tasks, budget: request.budget - cost };
    if (isBlocked && !state.draining) blocked.push(left);
    else {
      effects.push(giveBack(left, left.count, left.budget));
      running -= left.count;
    }
    unsettled += tasks;
    if (tasks > 0) effects.push({ kind: 'start', index });
  }
  const started: SchedulerState = { ...state, running, unsettled };
  if (blocked.length === 0) return endRound(started, effects);
  const round = { phase: 'claiming', requests: blocked } as const;
  return { state: { ...started, round }, effects: [...effects, { kind: 'claim', requests: blocked }] };
}

function startClaimed(
  state: SchedulerState,
  requests: readonly TakeRequest[],
  claims: readonly (Taken & { readonly refused: number; readonly waitsForCredits: boolean })[],
): SchedulerStep {
  if (state.draining) {
    const returned = requests.map((request) => giveBack(request, request.count, request.budget));
    const running = state.running - total(requests.map(({ count }) => count));
    const next: SchedulerState = { ...state, running, round: { phase: 'requeueing' } };
    return { state: next, effects: [...returned, { kind: 'requeue' }] };
  }
  const effects: SchedulerEffect[] = [];
  const waitingForCredits = new Set(state.waitingForCredits);
  let { again, running, unsettled } = state;
  for (const [index, request] of requests.entries()) {
    const { tasks, cost, refused, waitsForCredits } = claims[index] ?? nothingTaken;
    effects.push(giveBack(request, request.count - tasks, request.budget - cost));
    running -= request.count - tasks;
    unsettled += tasks;
    if (tasks > 0) effects.push({ kind: 'start', index });
    // Credits released since the store read them: it must read them again.
    if (waitsForCredits && !state.woken) waitingForCredits.add(request.accountId);
    // Workers waiting for credits of one account are free for the others.
    again ||= tasks > 0 || refused > 0 || waitsForCredits;
  }
  return endRound({ ...state, waitingForCredits, again, running, unsettled }, effects);
}

const nothingTaken = { tasks: 0, cost: 0, refused: 0, blocked: false, waitsForCredits: false };

function giveBack(
  { accountId }: { readonly accountId: number },
  slots: number,
  credits: number,
): SchedulerEffect & { readonly kind: 'giveBack' } {
  return { kind: 'giveBack', accountId, slots, credits };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

export type Waiting = {
  readonly accountId: number;
  /** How many of its tasks could start now: the smaller of its queue and its free slots. */
  readonly startable: number;
};

/**
 * Assigns workers to accounts in turn, one each, so that a long queue of one account delays another by at most
 * one task per account. `after` is the account that was served last.
 * @returns how many workers each account gets, and the account served last
 */
export function dealWorkers(
  waiting: readonly Waiting[],
  workers: number,
  after: number,
): { readonly shares: ReadonlyMap<number, number>; readonly last: number } {
  const ring = waiting.filter(({ startable }) => startable > 0).toSorted((a, b) => a.accountId - b.accountId);
  const first = ring.findIndex(({ accountId }) => accountId > after);
  const order = first === -1 ? ring : [...ring.slice(first), ...ring.slice(0, first)];
  const shares = new Map<number, number>();
  let left = workers;
  let last = after;
  for (let round = 1; left > 0; round += 1) {
    const served = order.filter(({ startable }) => startable >= round);
    if (served.length === 0) break;
    for (const { accountId } of served.slice(0, left)) {
      shares.set(accountId, round);
      last = accountId;
      left -= 1;
    }
  }
  return { shares, last };
}
