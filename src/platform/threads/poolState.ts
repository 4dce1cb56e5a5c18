/** State of one thread of the pool. Job and thread numbers are assigned by the caller. */
export type Seat =
  | { readonly phase: 'idle' }
  | { readonly phase: 'working'; readonly job: number }
  /** Told to end, but still running, possibly with a job. */
  | { readonly phase: 'ending'; readonly job: number | null };

export type PoolState = {
  readonly size: number;
  /** Waiting jobs in order. */
  readonly queue: readonly { readonly job: number; readonly background: boolean }[];
  readonly seats: ReadonlyMap<number, Seat>;
  readonly nextSeat: number;
  /** Number of callers that need all threads to end. */
  readonly holds: number;
  readonly closed: boolean;
};

export type PoolEvent =
  | { readonly kind: 'submitted'; readonly job: number; readonly background: boolean }
  /** The caller no longer waits: the job is dropped if it has not started, and finished otherwise. */
  | { readonly kind: 'cancelled'; readonly job: number }
  | { readonly kind: 'answered'; readonly seat: number; readonly job: number }
  | { readonly kind: 'timedOut'; readonly seat: number; readonly job: number }
  | { readonly kind: 'ended'; readonly seat: number }
  | { readonly kind: 'held' }
  | { readonly kind: 'released' }
  | { readonly kind: 'rested' }
  | { readonly kind: 'closed' };

export type PoolEffect =
  | { readonly kind: 'start'; readonly seat: number }
  | { readonly kind: 'send'; readonly seat: number; readonly job: number }
  /** Lets the thread finish and end by itself. */
  | { readonly kind: 'end'; readonly seat: number }
  | { readonly kind: 'terminate'; readonly seat: number }
  | { readonly kind: 'refuse'; readonly job: number; readonly code: 'CLOSED' | 'TIMED_OUT' };

export type PoolStep = { readonly state: PoolState; readonly effects: readonly PoolEffect[] };

export function emptyPool(size: number): PoolState {
  return { size, queue: [], seats: new Map(), nextSeat: 1, holds: 0, closed: false };
}

/**
 * Each thread runs one job. At most `size` threads run, started on demand. Jobs start in order, background jobs after
 * all others. A job is sent once, even if its thread dies.
 */
export function stepPool(state: PoolState, event: PoolEvent): PoolStep {
  switch (event.kind) {
    case 'submitted': {
      if (state.closed) return { state, effects: [{ kind: 'refuse', job: event.job, code: 'CLOSED' }] };
      return assign({ ...state, queue: enqueue(state.queue, event.job, event.background) });
    }
    case 'cancelled':
      return { state: { ...state, queue: state.queue.filter(({ job }) => job !== event.job) }, effects: [] };
    case 'answered': {
      const seat = state.seats.get(event.seat);
      if (seat === undefined || jobOf(seat) !== event.job) return { state, effects: [] };
      if (seat.phase === 'working') return assign(withSeat(state, event.seat, { phase: 'idle' }));
      return { state: withSeat(state, event.seat, { phase: 'ending', job: null }), effects: [] };
    }
    case 'timedOut': {
      const seat = state.seats.get(event.seat);
      if (seat === undefined || jobOf(seat) !== event.job) return { state, effects: [] };
      return {
        state: withSeat(state, event.seat, { phase: 'ending', job: null }),
        effects: [
          { kind: 'refuse', job: event.job, code: 'TIMED_OUT' },
          { kind: 'terminate', seat: event.seat },
        ],
      };
    }
    case 'ended': {
      const seats = new Map(state.seats);
      seats.delete(event.seat);
      return assign({ ...state, seats });
    }
    case 'held':
      return endSeats({ ...state, holds: state.holds + 1 }, () => true);
    case 'released':
      return assign({ ...state, holds: state.holds - 1 });
    case 'rested':
      return endSeats(state, (seat) => seat.phase === 'idle');
    case 'closed': {
      const refused = state.queue.map(({ job }) => ({ kind: 'refuse', job, code: 'CLOSED' }) as const);
      const ended = endSeats({ ...state, closed: true, queue: [] }, () => true);
      return { state: ended.state, effects: [...refused, ...ended.effects] };
    }
  }
}

function enqueue(queue: PoolState['queue'], job: number, background: boolean): PoolState['queue'] {
  if (background) return [...queue, { job, background }];
  const at = queue.findIndex((waiting) => waiting.background);
  return queue.toSpliced(at === -1 ? queue.length : at, 0, { job, background });
}

/** Assigns waiting jobs to idle threads, then to new ones. */
function assign(state: PoolState): PoolStep {
  if (state.closed || state.holds > 0) return { state, effects: [] };
  const effects: PoolEffect[] = [];
  const seats = new Map(state.seats);
  const queue = [...state.queue];
  let { nextSeat } = state;
  for (let next = queue[0]; next !== undefined; next = queue[0]) {
    let seat = [...seats].find(([, { phase }]) => phase === 'idle')?.[0];
    if (seat === undefined) {
      if (seats.size >= state.size) break;
      seat = nextSeat++;
      effects.push({ kind: 'start', seat });
    }
    queue.shift();
    seats.set(seat, { phase: 'working', job: next.job });
    effects.push({ kind: 'send', seat, job: next.job });
  }
  return { state: { ...state, seats, queue, nextSeat }, effects };
}

function endSeats(state: PoolState, which: (seat: Seat) => boolean): PoolStep {
  const ending = [...state.seats].filter(([, seat]) => seat.phase !== 'ending' && which(seat));
  const seats = new Map(state.seats);
  for (const [number, seat] of ending) seats.set(number, { phase: 'ending', job: jobOf(seat) });
  return { state: { ...state, seats }, effects: ending.map(([seat]) => ({ kind: 'end', seat })) };
}

function jobOf(seat: Seat): number | null {
  return seat.phase === 'idle' ? null : seat.job;
}

function withSeat(state: PoolState, number: number, seat: Seat): PoolState {
  return { ...state, seats: new Map(state.seats).set(number, seat) };
}
