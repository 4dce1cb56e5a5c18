import { batchLimit } from '#shared/interface/tasks.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { nextPollMs, type QueueLook, tasksToAsk } from './pollPlan.ts';

/** The current activity, one at a time; `half` says whether answers were collected in this round yet. */
type Phase =
  | {
      readonly name:
        | 'loading'
        | 'readingState'
        | 'lookingUp'
        | 'looking'
        | 'collecting'
        | 'waiting'
        | 'ended';
    }
  | { readonly name: 'uploading'; readonly half: Half; readonly unsure: readonly string[] }
  | { readonly name: 'checking'; readonly half: Half }
  /** Removing our tasks from the queue. */
  | { readonly name: 'settlingUnsure' | 'countingQueue' | 'clearingQueue' | 'askingCleared' }
  | { readonly name: 'countingOwn'; readonly inQueue: number };
type Half = 'first' | 'second';
type RunState = RunSummary['state'];

export type QueuedRunState = {
  readonly maxOutstanding: number;
  /** Maximum tasks of one batch. */
  readonly batchSize: number;
  /**
   * Cells at the service in the order they were submitted, each with its task; null while only the cell's key
   * is known.
   */
  readonly waiting: ReadonlyMap<string, string | null>;
  readonly phase: Phase;
  /** As read at the beginning of this round. */
  readonly runState: RunState;
  readonly round: number;
  /** Cells that ended in this round. */
  readonly ended: number;
  readonly pollMs: number;
  /** Nothing is sent before this time. */
  readonly quietUntilMs: number;
  readonly refusals: number;
  /** The account's rate limit in calls per second; null until known. */
  readonly rateLimit: number | null;
  /** All tasks with only a known key were looked up. */
  readonly lookedUp: boolean;
  /** Our tasks were removed from the queue. */
  readonly cleared: boolean;
  readonly clearsLeft: number;
  /** The run was paused, cancelled or resumed since the last wait. */
  readonly nudged: boolean;
};

/** Why a call had no result: no free slot, or no response. `chance` is a number in [0, 1). */
export type Trouble = { readonly kind: 'busy' | 'away' | 'cancelled'; readonly chance: number };
type Outcome = { readonly trouble: Trouble | null };

export type QueuedRunEvent =
  | { readonly kind: 'loaded'; readonly cells: readonly (readonly [string, string | null])[] }
  | { readonly kind: 'stateRead'; readonly state: RunState }
  | (Outcome & {
      readonly kind: 'uploaded';
      /** Cells taken for it; null if they were sent again. */
      readonly taken: readonly string[] | null;
      readonly accepted: readonly (readonly [string, string])[];
      /** Settled, or planned again. */
      readonly gone: readonly string[];
    })
  | (Outcome & { readonly kind: 'lookedUp'; readonly found: readonly (readonly [string, string])[] })
  | (Outcome & { readonly kind: 'looked'; readonly look: QueueLook; readonly rateLimit: number | null })
  | (Outcome & {
      readonly kind: 'asked';
      readonly gone: readonly string[];
      /** How many are still in the queue. */
      readonly queued: number;
      readonly reached: boolean;
    })
  | { readonly kind: 'unsureSettled'; readonly gone: readonly string[] }
  | (Outcome & { readonly kind: 'queueCleared' })
  | { readonly kind: 'checked'; readonly over: boolean }
  | { readonly kind: 'waited' }
  | { readonly kind: 'nudged' };

export type QueuedRunCommand =
  | { readonly kind: 'load' | 'readState' | 'look' | 'clearQueue' }
  | { readonly kind: 'end' }
  /** Send these again, with the keys assigned at planning. */
  | { readonly kind: 'uploadAgain'; readonly cells: readonly string[] }
  | { readonly kind: 'uploadMore'; readonly limit: number }
  | { readonly kind: 'lookUp'; readonly cells: readonly string[] }
  /** `cleared`: we removed a task that the service no longer knows from its queue. */
  | {
      readonly kind: 'ask';
      readonly cells: readonly string[];
      readonly cleared: boolean;
      readonly rateLimit: number | null;
    }
  | { readonly kind: 'settleUnsure'; readonly cells: readonly string[] }
  /** Whether the run is over; `hold`: it may be paused because its credit limit is reached. */
  | { readonly kind: 'finish'; readonly hold: boolean }
  | { readonly kind: 'wait'; readonly ms: number };

/** One command follows every event except `nudged`. */
export type QueuedRunStep = { readonly state: QueuedRunState; readonly command: QueuedRunCommand | null };

const firstPollMs = 250;
const backoffCapMs = 8_000;
const clearTries = 3;

export function beginQueuedRun(maxOutstanding: number, batchSize: number = batchLimit): QueuedRunStep {
  const state: QueuedRunState = {
    maxOutstanding,
    batchSize,
    waiting: new Map(),
    phase: { name: 'loading' },
    runState: 'running',
    round: 0,
    ended: 0,
    pollMs: firstPollMs,
    quietUntilMs: 0,
    refusals: 0,
    rateLimit: null,
    lookedUp: false,
    cleared: false,
    clearsLeft: clearTries,
    nudged: false,
  };
  return { state, command: { kind: 'load' } };
}

/**
 * A run as tasks at its service, in rounds: submit planned cells, query tasks that may have ended, wait. A
 * paused run submits nothing more. A cancelled run removes its tasks from the queue if that affects no other
 * user, and collects the others.
 */
export function stepQueuedRun(state: QueuedRunState, event: QueuedRunEvent, nowMs: number): QueuedRunStep {
  const { phase } = state;
  const ignored: QueuedRunStep = { state, command: null };
  switch (event.kind) {
    case 'nudged':
      return { state: { ...state, nudged: true, clearsLeft: clearTries }, command: null };
    case 'loaded':
      return phase.name === 'loading' ? readState({ ...state, waiting: new Map(event.cells) }) : ignored;
    case 'stateRead':
      if (phase.name === 'readingState') return beginRound({ ...state, runState: event.state }, nowMs);
      if (phase.name !== 'checking') return ignored;
      // Cells that may never have reached the service are sent again with the same key when the run is resumed.
      if (event.state !== 'running' && event.state !== 'cancelled' && state.lookedUp) return end(state);
      return afterCheck(state, phase.half, nowMs);
    case 'uploaded': {
      if (phase.name !== 'uploading') return ignored;
      const waiting = new Map(state.waiting);
      for (const id of event.taken ?? []) waiting.set(id, null);
      for (const [id, taskId] of event.accepted) {
        waiting.delete(id);
        waiting.set(id, taskId);
      }
      for (const id of event.gone) waiting.delete(id);
      const next = bear({ ...state, waiting }, event, nowMs);
      return event.taken?.length === 0
        ? check(next, phase.half, nowMs)
        : upload(next, phase.half, phase.unsure, nowMs);
    }
    case 'lookedUp': {
      if (phase.name !== 'lookingUp') return ignored;
      const next = bear({ ...state, waiting: new Map([...state.waiting, ...event.found]) }, event, nowMs);
      return check({ ...next, lookedUp: !isQuiet(next, nowMs) }, 'first', nowMs);
    }
    case 'looked': {
      const next = bear({ ...state, rateLimit: event.rateLimit ?? state.rateLimit }, event, nowMs);
      if (phase.name === 'looking')
        return event.trouble === null ? collect(next, event.look, nowMs) : check(next, 'second', nowMs);
      if (phase.name !== 'countingQueue') return ignored;
      if (event.trouble !== null || event.look === null) return check(next, 'first', nowMs);
      return ask({ ...next, phase: { name: 'countingOwn', inQueue: event.look.queued } }, tasksOf(next));
    }
    case 'asked': {
      const waiting = new Map(state.waiting);
      for (const id of event.gone) waiting.delete(id);
      const next = bear({ ...state, waiting }, event, nowMs);
      if (phase.name === 'collecting') return afterCollecting({ ...next, ended: event.gone.length }, nowMs);
      if (phase.name === 'askingCleared') return check(next, 'first', nowMs);
      if (phase.name !== 'countingOwn') return ignored;
      const allOurs = event.trouble === null && event.queued > 0 && event.queued === phase.inQueue;
      if (!allOurs) return check(next, 'first', nowMs);
      return { state: { ...next, phase: { name: 'clearingQueue' } }, command: { kind: 'clearQueue' } };
    }
    case 'unsureSettled': {
      if (phase.name !== 'settlingUnsure') return ignored;
      const waiting = new Map(state.waiting);
      for (const id of event.gone) waiting.delete(id);
      return countQueue({ ...state, waiting }, nowMs);
    }
    case 'queueCleared': {
      if (phase.name !== 'clearingQueue') return ignored;
      const next = bear({ ...state, cleared: event.trouble === null }, event, nowMs);
      if (!next.cleared) return check(next, 'first', nowMs);
      return ask({ ...next, phase: { name: 'askingCleared' } }, tasksOf(next));
    }
    case 'checked':
      if (phase.name !== 'checking') return ignored;
      return event.over ? end(state) : afterCheck(state, phase.half, nowMs);
    case 'waited':
      return phase.name === 'waiting' ? readState({ ...state, round: state.round + 1 }) : ignored;
  }
}

/** Cells with a known task at the service, oldest first. */
function tasksOf({ waiting }: QueuedRunState): readonly string[] {
  return [...waiting].flatMap(([id, taskId]) => (taskId === null ? [] : [id]));
}

function unsureOf({ waiting }: QueuedRunState): readonly string[] {
  return [...waiting].flatMap(([id, taskId]) => (taskId === null ? [id] : []));
}

function isQuiet({ quietUntilMs }: QueuedRunState, nowMs: number): boolean {
  return nowMs < quietUntilMs;
}

function bear(
  state: QueuedRunState,
  { trouble, ...event }: Outcome & { readonly reached?: boolean },
  nowMs: number,
): QueuedRunState {
  if (trouble === null) return { ...state, refusals: 0 };
  const refused = event.reached === true ? 0 : state.refusals;
  if (trouble.kind === 'busy') {
    const refusals = refused + 1;
    const cap = Math.min(backoffCapMs, 500 * 2 ** refusals);
    return { ...state, refusals, quietUntilMs: nowMs + 100 + trouble.chance * cap };
  }
  if (trouble.kind === 'cancelled') return { ...state, refusals: refused };
  return { ...state, refusals: refused, quietUntilMs: nowMs + 200 + trouble.chance * 800 };
}

function readState(state: QueuedRunState): QueuedRunStep {
  return {
    state: { ...state, phase: { name: 'readingState' }, ended: 0, nudged: false },
    command: { kind: 'readState' },
  };
}

function beginRound(state: QueuedRunState, nowMs: number): QueuedRunStep {
  if (state.runState === 'running')
    return upload({ ...state, lookedUp: false }, 'first', unsureOf(state), nowMs);
  if (state.runState === 'cancelled') {
    if (state.cleared || state.clearsLeft === 0 || isQuiet(state, nowMs)) return check(state, 'first', nowMs);
    const clearing = { ...state, clearsLeft: state.clearsLeft - 1 };
    const cells = unsureOf(state);
    if (cells.length === 0) return countQueue(clearing, nowMs);
    return {
      state: { ...clearing, phase: { name: 'settlingUnsure' } },
      command: { kind: 'settleUnsure', cells },
    };
  }
  if (state.lookedUp || isQuiet(state, nowMs)) return check(state, 'first', nowMs);
  // Collecting only: tasks of a batch without a response are looked up, and nothing is sent.
  const cells = unsureOf(state);
  if (cells.length === 0) return check({ ...state, lookedUp: true }, 'first', nowMs);
  return { state: { ...state, phase: { name: 'lookingUp' } }, command: { kind: 'lookUp', cells } };
}

function upload(state: QueuedRunState, half: Half, unsure: readonly string[], nowMs: number): QueuedRunStep {
  const limit = Math.min(state.batchSize, state.maxOutstanding - state.waiting.size);
  if (isQuiet(state, nowMs) || (unsure.length === 0 && limit <= 0)) return check(state, half, nowMs);
  const phase = { name: 'uploading', half, unsure: unsure.slice(state.batchSize) } as const;
  const cells = unsure.slice(0, state.batchSize);
  const command =
    cells.length > 0 ? ({ kind: 'uploadAgain', cells } as const) : ({ kind: 'uploadMore', limit } as const);
  return { state: { ...state, phase }, command };
}

/**
 * The service can only clear the whole queue of the account. The queue is counted first and our tasks
 * afterwards. Ours can only have become fewer meanwhile, so equal numbers prove that the queue contained only
 * our tasks.
 */
function countQueue(state: QueuedRunState, nowMs: number): QueuedRunStep {
  if (tasksOf(state).length === 0) return check(state, 'first', nowMs);
  return { state: { ...state, phase: { name: 'countingQueue' } }, command: { kind: 'look' } };
}

function ask(state: QueuedRunState, cells: readonly string[]): QueuedRunStep {
  return { state, command: { kind: 'ask', cells, cleared: state.cleared, rateLimit: state.rateLimit } };
}

function collect(state: QueuedRunState, look: QueueLook, nowMs: number): QueuedRunStep {
  const tasks = tasksOf(state);
  const cells = tasks.slice(0, tasksToAsk(tasks.length, look, state.round));
  if (cells.length === 0) return check(state, 'second', nowMs);
  return ask({ ...state, phase: { name: 'collecting' } }, cells);
}

function afterCollecting(state: QueuedRunState, nowMs: number): QueuedRunStep {
  const more = state.ended > 0 && state.runState === 'running';
  return more ? upload(state, 'second', unsureOf(state), nowMs) : check(state, 'second', nowMs);
}

function check(state: QueuedRunState, half: Half, nowMs: number): QueuedRunStep {
  if (tasksOf(state).length > 0) return afterCheck(state, half, nowMs);
  const checking = { ...state, phase: { name: 'checking', half } as const };
  if (state.waiting.size > 0) return { state: checking, command: { kind: 'readState' } };
  return { state: checking, command: { kind: 'finish', hold: !isQuiet(state, nowMs) } };
}

/** The run is not finished. */
function afterCheck(state: QueuedRunState, half: Half, nowMs: number): QueuedRunStep {
  if (half === 'second') return wait(state, nowMs);
  if (isQuiet(state, nowMs) || tasksOf(state).length === 0) return wait(state, nowMs);
  return { state: { ...state, phase: { name: 'looking' } }, command: { kind: 'look' } };
}

function wait(state: QueuedRunState, nowMs: number): QueuedRunStep {
  if (state.nudged) return readState({ ...state, round: state.round + 1 });
  const pollMs = nextPollMs(state.pollMs, state.ended);
  const ms = Math.max(pollMs, state.quietUntilMs - nowMs);
  return { state: { ...state, pollMs, phase: { name: 'waiting' } }, command: { kind: 'wait', ms } };
}

function end(state: QueuedRunState): QueuedRunStep {
  return { state: { ...state, phase: { name: 'ended' } }, command: { kind: 'end' } };
}
