import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyPool,
  type PoolEffect,
  type PoolEvent,
  type PoolState,
  stepPool,
} from '#platform/threads/poolState.ts';

/** A pool beside its threads and callers, in the order in which chance lets things happen. */
type World = {
  readonly state: PoolState;
  /** Threads alive and the job each is at. */
  readonly threads: ReadonlyMap<number, { readonly job: number | null; readonly ending: boolean }>;
  readonly background: ReadonlyMap<number, boolean>;
  readonly outcomes: ReadonlyMap<number, readonly string[]>;
  readonly sent: readonly number[];
};

const actions = [
  'submit',
  'background',
  'cancel',
  'answer',
  'die',
  'timeOut',
  'hold',
  'release',
  'rest',
  'close',
] as const;
type Action = (typeof actions)[number];
type Choice = { readonly action: Action; readonly pick: number };

const choices = fc.array(
  fc.record({
    action: fc.constantFrom(...actions.slice(0, -1), 'submit' as const, 'answer' as const),
    pick: fc.nat(50),
  }),
  { maxLength: 80, size: 'max' },
);
const sizes = fc.integer({ min: 1, max: 4 });

function newWorld(size: number): World {
  return { state: emptyPool(size), threads: new Map(), background: new Map(), outcomes: new Map(), sent: [] };
}

function eventOf(world: World, { action, pick }: Choice): PoolEvent | null {
  const { state, threads } = world;
  const any = <T>(list: readonly T[]): T | undefined => list[pick % Math.max(1, list.length)];
  const working = any([...threads].flatMap(([seat, { job }]) => (job === null ? [] : [{ seat, job }])));
  switch (action) {
    case 'submit':
    case 'background':
      return { kind: 'submitted', job: world.background.size + 1, background: action === 'background' };
    case 'cancel': {
      const job = any([...world.background.keys()].filter((each) => !world.outcomes.has(each)));
      return job === undefined ? null : { kind: 'cancelled', job };
    }
    case 'answer':
      return working === undefined ? null : { kind: 'answered', ...working };
    case 'timeOut':
      return working === undefined ? null : { kind: 'timedOut', ...working };
    case 'die': {
      const seat = any([...threads.keys()]);
      return seat === undefined ? null : { kind: 'ended', seat };
    }
    case 'hold':
      return { kind: 'held' };
    case 'release':
      return state.holds > 0 ? { kind: 'released' } : null;
    case 'rest':
      return { kind: 'rested' };
    case 'close':
      return { kind: 'closed' };
  }
}

function settle(world: World, job: number, outcome: string): World {
  const outcomes = new Map(world.outcomes).set(job, [...(world.outcomes.get(job) ?? []), outcome]);
  return { ...world, outcomes };
}

function happen(before: World, event: PoolEvent): World {
  let world = before;
  const threads = new Map(world.threads);
  if (event.kind === 'submitted')
    world = { ...world, background: new Map(world.background).set(event.job, event.background) };
  if (event.kind === 'cancelled') world = settle(world, event.job, 'cancelled');
  if (event.kind === 'answered') {
    const thread = threads.get(event.seat);
    if (thread) threads.set(event.seat, { ...thread, job: null });
    if (!world.outcomes.has(event.job)) world = settle(world, event.job, 'answered');
  }
  if (event.kind === 'ended') {
    const job = threads.get(event.seat)?.job ?? null;
    threads.delete(event.seat);
    if (job !== null && !world.outcomes.has(job)) world = settle(world, job, 'lost');
  }
  const { state, effects } = stepPool(world.state, event);
  world = { ...world, state };
  for (const effect of effects) world = apply(world, threads, effect);
  return { ...world, threads };
}

function apply(
  world: World,
  threads: Map<number, { readonly job: number | null; readonly ending: boolean }>,
  effect: PoolEffect,
): World {
  switch (effect.kind) {
    case 'start':
      expect(threads.has(effect.seat)).toBe(false);
      threads.set(effect.seat, { job: null, ending: false });
      return world;
    case 'send':
      // One job a thread, and never to one that was told to end.
      expect(threads.get(effect.seat)).toEqual({ job: null, ending: false });
      expect(world.outcomes.has(effect.job)).toBe(false);
      threads.set(effect.seat, { job: effect.job, ending: false });
      return { ...world, sent: [...world.sent, effect.job] };
    case 'end':
    case 'terminate': {
      const thread = threads.get(effect.seat);
      expect(thread).toBeDefined();
      threads.set(effect.seat, { job: effect.kind === 'end' ? (thread?.job ?? null) : null, ending: true });
      return world;
    }
    case 'refuse':
      return world.outcomes.has(effect.job) ? world : settle(world, effect.job, effect.code);
  }
}

function play(size: number, list: readonly Choice[], look: (world: World) => void): World {
  let world = newWorld(size);
  for (const choice of list) {
    const event = eventOf(world, choice);
    if (event === null) continue;
    world = happen(world, event);
    look(world);
  }
  return world;
}

/** Lets everything that was begun end. */
function finish(start: World): World {
  let world = start;
  while (world.state.holds > 0) world = happen(world, { kind: 'released' });
  for (;;) {
    const [seat, thread] = [...world.threads].find(([, { job, ending }]) => job !== null || ending) ?? [];
    if (seat === undefined || thread === undefined) return world;
    world =
      thread.job === null
        ? happen(world, { kind: 'ended', seat })
        : happen(world, { kind: 'answered', seat, job: thread.job });
  }
}

describe('the state of a pool', () => {
  it('never has more threads than its size, and no waiting job while a thread could take it', () => {
    fc.assert(
      fc.property(sizes, choices, (size, list) => {
        play(size, list, ({ state, threads }) => {
          expect(threads.size).toBeLessThanOrEqual(size);
          const free = [...threads.values()].some(({ job, ending }) => job === null && !ending);
          if (state.holds === 0 && state.queue.length > 0) {
            expect(free).toBe(false);
            expect(threads.size).toBe(size);
          }
        });
      }),
    );
  });

  it('settles every job once, and sends none twice', () => {
    fc.assert(
      fc.property(sizes, choices, fc.boolean(), (size, list, closes) => {
        let world = play(size, list, () => undefined);
        if (closes) world = happen(world, { kind: 'closed' });
        world = finish(world);
        for (const job of world.background.keys()) expect(world.outcomes.get(job)).toHaveLength(1);
        expect(new Set(world.sent).size).toBe(world.sent.length);
        expect(world.state.queue).toEqual([]);
      }),
    );
  });

  it('sends jobs in their order, those of the background behind the others that wait', () => {
    fc.assert(
      fc.property(sizes, choices, (size, list) => {
        play(size, list, ({ state }) => {
          const kinds = state.queue.map(({ background }) => background);
          expect(kinds).toEqual([...kinds].sort());
          for (const background of [true, false]) {
            const waiting = state.queue
              .filter((each) => each.background === background)
              .map(({ job }) => job);
            expect(waiting).toEqual([...waiting].sort((one, two) => one - two));
          }
        });
      }),
    );
  });

  it('starts nothing while it is held or after it is closed, and ends every thread', () => {
    fc.assert(
      fc.property(sizes, choices, choices, fc.constantFrom('held', 'closed'), (size, before, after, kind) => {
        let world = play(size, before, () => undefined);
        world = happen(world, { kind });
        const sent = world.sent.length;
        const unreleased = after.filter(({ action }) => action !== 'release');
        for (const choice of unreleased) {
          const event = eventOf(world, choice);
          if (event !== null) world = happen(world, event);
          expect([...world.threads.values()].every(({ ending }) => ending)).toBe(true);
        }
        expect(world.sent).toHaveLength(sent);
      }),
    );
  });
});
