import {
  allowance,
  type Concurrency,
  type ConcurrencyEvent,
  initialConcurrency,
  nextChangeAtMs,
  stepConcurrency,
} from './adaptiveConcurrency.ts';

/** A run that uses slots. Its number is assigned by the shell. */
export type Member = {
  /** A credit limit applies: a cell that ended may make room for the next one. */
  readonly limited: boolean;
  readonly inFlight: number;
  /** Answered but not stored yet. */
  readonly storing: number;
  /** It returned fewer cells than requested, and no cell has come back since. */
  readonly exhausted: boolean;
  /**
   * Cells requested; `stale` if a cell came back meanwhile, so that a short result does not mark the run as
   * exhausted.
   */
  readonly take: { readonly count: number; readonly stale: boolean } | null;
};

export type DispatcherState = {
  readonly concurrency: Concurrency;
  readonly members: ReadonlyMap<number, Member>;
  /** Of all members, including those that left with calls in progress. */
  readonly inFlight: number;
  readonly storing: number;
  /** When to send `alarm`: slots may become free then with time alone. */
  readonly alarmAtMs: number | null;
  readonly stopped: boolean;
};

export type DispatcherEvent =
  | { readonly kind: 'joined'; readonly member: number; readonly limited: boolean }
  /** There may be more work: for a member, or because something changed outside. */
  | { readonly kind: 'woken'; readonly member: number | null }
  /** The cells that were requested; all of them are being sent. */
  | { readonly kind: 'taken'; readonly member: number; readonly cells: number }
  | { readonly kind: 'takeFailed'; readonly member: number }
  /** The service is done with a call: its slot is free while the answer is stored. */
  | { readonly kind: 'answered'; readonly member: number }
  | {
      readonly kind: 'ended';
      readonly member: number;
      /** It was answered before. */
      readonly stored: boolean;
      readonly verdict: Verdict;
      /** A number in [0, 1). */
      readonly chance: number;
    }
  | { readonly kind: 'alarm' }
  | { readonly kind: 'stopped' };

/** How a call ended, as far as slots are concerned. */
export type Verdict =
  | { readonly kind: 'ran'; readonly slotLimit: number | null }
  /** Refused before anything ran, with the cell planned again; or broken off by the network. */
  | {
      readonly kind: 'refused';
      readonly by: 'slots' | 'rate' | 'network';
      readonly slotLimit: number | null;
    };

export type DispatcherEffect =
  | { readonly kind: 'take'; readonly member: number; readonly count: number }
  /** Nothing planned and nothing in progress; the member has left. */
  | { readonly kind: 'drained'; readonly member: number }
  /** Its cells could not be taken; the member has left. */
  | { readonly kind: 'broken'; readonly member: number };

export type DispatcherStep = {
  readonly state: DispatcherState;
  readonly effects: readonly DispatcherEffect[];
};

/** Maximum number of answers waiting to be stored while more are requested. */
const maxStoring = 64;

export function initialDispatcher(slotLimit: number | null): DispatcherState {
  const concurrency = initialConcurrency(slotLimit);
  return { concurrency, members: new Map(), inFlight: 0, storing: 0, alarmAtMs: null, stopped: false };
}

/**
 * The slots of one connection, shared by its runs. The next free slot goes to the run with the fewest calls in
 * flight, so that a small question during a long run is answered immediately.
 */
export function stepDispatcher(
  state: DispatcherState,
  event: DispatcherEvent,
  nowMs: number,
): DispatcherStep {
  const told = tell(state, event, nowMs);
  const dealt = deal(told.state, nowMs);
  const alarmAtMs = alarmOf(dealt.state, nowMs);
  return { state: { ...dealt.state, alarmAtMs }, effects: [...told.effects, ...dealt.effects] };
}

/** Nothing is in progress: no call, no answer to store, none being taken. */
export function isIdle({ inFlight, storing, members }: DispatcherState): boolean {
  return inFlight === 0 && storing === 0 && [...members.values()].every(({ take }) => take === null);
}

function tell(state: DispatcherState, event: DispatcherEvent, nowMs: number): DispatcherStep {
  switch (event.kind) {
    case 'joined': {
      const { limited } = event;
      const member = { limited, inFlight: 0, storing: 0, exhausted: false, take: null };
      return only({ ...state, members: new Map(state.members).set(event.member, member) });
    }
    case 'woken':
      return only(event.member === null ? state : change(state, event.member, hasWork));
    case 'taken': {
      const taken = change(state, event.member, (member) => ({
        ...member,
        inFlight: member.inFlight + event.cells,
        exhausted: member.take !== null && !member.take.stale && event.cells < member.take.count,
        take: null,
      }));
      return leaveWhenDone({ ...taken, inFlight: state.inFlight + event.cells }, event.member);
    }
    case 'takeFailed': {
      const members = new Map(state.members);
      members.delete(event.member);
      return { state: { ...state, members }, effects: [{ kind: 'broken', member: event.member }] };
    }
    case 'answered':
      return only(count(count(state, event.member, 'inFlight', -1), event.member, 'storing', 1));
    case 'ended': {
      const { verdict, member } = event;
      const counted = count(state, member, event.stored ? 'storing' : 'inFlight', -1);
      const concurrency = stepConcurrency(counted.concurrency, newsOf(event, counted.inFlight, nowMs));
      const comesBack = verdict.kind === 'refused' || counted.members.get(member)?.limited === true;
      const changed = comesBack ? change(counted, member, hasWork) : counted;
      return leaveWhenDone({ ...changed, concurrency }, member);
    }
    case 'alarm':
      return only(state);
    case 'stopped':
      return only({ ...state, stopped: true });
  }
}

function newsOf(
  { verdict, chance }: DispatcherEvent & { readonly kind: 'ended' },
  inFlight: number,
  nowMs: number,
): ConcurrencyEvent {
  if (verdict.kind === 'ran') return { kind: 'admitted', limit: verdict.slotLimit };
  if (verdict.by === 'rate') return { kind: 'rateLimited', nowMs, chance };
  return { kind: 'refused', inFlight, limit: verdict.slotLimit, nowMs, chance };
}

/**
 * Requests cells from members, assigning free slots one by one to the member with the fewest calls in flight.
 */
function deal(state: DispatcherState, nowMs: number): DispatcherStep {
  const hungry = [...state.members].filter(([, { exhausted }]) => !exhausted);
  // One round at a time, because what is being taken may need the slots that look free.
  const taking = hungry.some(([, { take }]) => take !== null);
  if (state.stopped || taking || hungry.length === 0) return only(state);
  const concurrency = stepConcurrency(state.concurrency, { kind: 'timePassed', nowMs });
  // If answers arrive faster than they are stored, wait; otherwise memory would grow without limit.
  const late = Math.max(0, state.storing - maxStoring);
  const free = allowance(concurrency, nowMs) - state.inFlight - late;
  const shares = new Map<number, number>();
  for (let slot = 0; slot < free; slot++) {
    let least: { readonly number: number; readonly load: number } | null = null;
    for (const [number, { inFlight }] of hungry) {
      const load = inFlight + (shares.get(number) ?? 0);
      if (least === null || load < least.load) least = { number, load };
    }
    if (least !== null) shares.set(least.number, (shares.get(least.number) ?? 0) + 1);
  }
  const members = new Map(state.members);
  for (const [number, member] of hungry) {
    const share = shares.get(number);
    if (share !== undefined) members.set(number, { ...member, take: { count: share, stale: false } });
  }
  const effects = [...shares].map(([member, count]) => ({ kind: 'take', member, count }) as const);
  return { state: { ...state, concurrency, members }, effects };
}

function alarmOf({ concurrency, members, stopped }: DispatcherState, nowMs: number): number | null {
  const useful = !stopped && [...members.values()].some(({ exhausted }) => !exhausted);
  const atMs = nextChangeAtMs(concurrency);
  return useful && atMs !== null && atMs > nowMs ? atMs : null;
}

function leaveWhenDone(state: DispatcherState, number: number): DispatcherStep {
  const member = state.members.get(number);
  if (member === undefined || !member.exhausted || member.inFlight > 0 || member.storing > 0)
    return only(state);
  const members = new Map(state.members);
  members.delete(number);
  return { state: { ...state, members }, effects: [{ kind: 'drained', member: number }] };
}

function hasWork(member: Member): Member {
  const take = member.take && { ...member.take, stale: true };
  return { ...member, exhausted: false, take };
}

function count(
  state: DispatcherState,
  number: number,
  what: 'inFlight' | 'storing',
  by: 1 | -1,
): DispatcherState {
  const counted = { ...state, [what]: state[what] + by };
  return change(counted, number, (member) => ({ ...member, [what]: member[what] + by }));
}

function change(state: DispatcherState, number: number, how: (member: Member) => Member): DispatcherState {
  const member = state.members.get(number);
  if (member === undefined) return state;
  return { ...state, members: new Map(state.members).set(number, how(member)) };
}

function only(state: DispatcherState): DispatcherStep {
  return { state, effects: [] };
}
