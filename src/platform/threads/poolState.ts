/** Job and thread numbers are the shell's own; the state only tells them apart. */
export type Seat =
  | { readonly phase: 'idle' }
  | { readonly phase: 'working'; readonly job: number }
  /** Asked to end, and not gone yet; it may have a job to finish. */
  | { readonly phase: 'ending'; readonly job: number | null };

export type PoolState = {
  readonly size: number;
  /** Waiting jobs, the next one first. */
  readonly queue: readonly { readonly job: number; readonly background: boolean }[];
  readonly seats: ReadonlyMap<number, Seat>;
  readonly nextSeat: number;
  /** How many ask for all threads to be gone. */
  readonly holds: number;
  readonly closed: boolean;
};

export type PoolEvent =
  | { readonly kind: 'submitted'; readonly job: number; readonly background: boolean }
  /** Nobody waits for it any more: dropped when it has not begun, finished otherwise. */
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
  /** Let it finish and end by itself. */
  | { readonly kind: 'end'; readonly seat: number }
  | { readonly kind: 'terminate'; readonly seat: number }
  | { readonly kind: 'refuse'; readonly job: number; readonly code: 'CLOSED' | 'TIMED_OUT' };

export type PoolStep = { readonly state: PoolState; readonly effects: readonly PoolEffect[] };

export function emptyPool(size: number): PoolState {
  return { size, queue: [], seats: new Map(), nextSeat: 1, holds: 0, closed: false };
}

/**
 * One job a thread, at most `size` threads alive, started when a job needs one. Jobs begin in their order, those of the
 * background after all others. A job is sent once, whatever becomes of its thread.
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

/** Gives waiting jobs to idle threads, then to new ones. */
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
