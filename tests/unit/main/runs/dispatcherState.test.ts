import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowance } from '#main/runs/adaptiveConcurrency.ts';
import {
  type DispatcherEvent,
  type DispatcherState,
  initialDispatcher,
  isIdle,
  stepDispatcher,
  type Verdict,
} from '#main/runs/dispatcherState.ts';

/** A run beside the dispatcher: what is planned, what was asked for, and what is under way. */
type Run = {
  /** Credits are left for two calls at a time. */
  readonly limited: boolean;
  readonly planned: number;
  /** Cells that the history has found for it, on their way back. */
  readonly take: number | null;
  readonly inFlight: number;
  readonly storing: number;
  readonly done: number;
  readonly left: 'drained' | 'broken' | null;
};
type World = {
  readonly state: DispatcherState;
  readonly nowMs: number;
  readonly runs: ReadonlyMap<number, Run>;
};

const actions = [
  'join',
  'take',
  'take',
  'failClaim',
  'answer',
  'end',
  'end',
  'refuse',
  'wake',
  'wait',
  'alarm',
] as const;
type Choice = { readonly action: (typeof actions)[number]; readonly pick: number };

const choices = fc.array(fc.record({ action: fc.constantFrom(...actions), pick: fc.nat(100) }), {
  maxLength: 120,
  size: 'max',
});
const limits = fc.option(fc.integer({ min: 1, max: 6 }));
const ran: Verdict = { kind: 'ran', slotLimit: null };

const newWorld = (limit: number | null): World => ({
  state: initialDispatcher(limit),
  nowMs: 1_000_000,
  runs: new Map(),
});

function withRun(world: World, number: number, change: Partial<Run>): World {
  const run = world.runs.get(number);
  if (run === undefined) throw new Error(`There is no run ${number}`);
  return { ...world, runs: new Map(world.runs).set(number, { ...run, ...change }) };
}

function happen(before: World, event: DispatcherEvent): World {
  const step = stepDispatcher(before.state, event, before.nowMs);
  let world: World = { ...before, state: step.state };
  const loads = new Map([...world.runs].map(([number, { inFlight }]) => [number, inFlight]));
  let asked = 0;
  for (const effect of step.effects) {
    const run = world.runs.get(effect.member);
    // Nobody is told anything after having left.
    expect(run?.left).toBeNull();
    if (effect.kind === 'take') {
      expect(run?.take).toBeNull();
      expect(effect.count).toBeGreaterThan(0);
      asked += effect.count;
      loads.set(effect.member, (run?.inFlight ?? 0) + effect.count);
      const planned = run?.planned ?? 0;
      const room = run?.limited === true ? 2 - run.inFlight - run.storing : planned;
      const cells = Math.max(0, Math.min(effect.count, planned, room));
      world = withRun(world, effect.member, { take: cells, planned: planned - cells });
    } else {
      if (effect.kind === 'drained')
        expect(run).toMatchObject({ planned: 0, take: null, inFlight: 0, storing: 0 });
      world = withRun(world, effect.member, { left: effect.kind });
    }
  }
  if (asked > 0) {
    expect(world.state.inFlight + asked).toBeLessThanOrEqual(allowance(world.state.concurrency, world.nowMs));
    expectFair(
      world,
      step.effects.flatMap((effect) => (effect.kind === 'take' ? [effect.member] : [])),
      loads,
    );
  }
  return world;
}

/** Whoever got slots has at most one more than whoever could have had them. */
function expectFair(world: World, served: readonly number[], loads: ReadonlyMap<number, number>): void {
  const hungry = [...world.state.members].flatMap(([number, { exhausted }]) => (exhausted ? [] : [number]));
  for (const one of served)
    for (const other of hungry)
      expect((loads.get(one) ?? 0) - (loads.get(other) ?? 0)).toBeLessThanOrEqual(1);
}

function play(world: World, { action, pick }: Choice): World {
  const any = (list: readonly (readonly [number, Run])[]) => list[pick % Math.max(1, list.length)];
  const runs = [...world.runs];
  const taking = any(runs.filter(([, { take }]) => take !== null));
  const flying = any(runs.filter(([, { inFlight }]) => inFlight > 0));
  const storing = any(runs.filter(([, run]) => run.storing > 0));
  const chance = pick / 101;
  switch (action) {
    case 'join': {
      const member = world.runs.size + 1;
      const limited = pick % 2 === 0;
      const nothing = { take: null, inFlight: 0, storing: 0, done: 0, left: null };
      const run: Run = { limited, planned: pick % 9, ...nothing };
      const joined = { ...world, runs: new Map(world.runs).set(member, run) };
      return happen(joined, { kind: 'joined', member, limited });
    }
    case 'take':
      return taking === undefined ? world : answerTake(world, ...taking);
    case 'failClaim':
      if (taking === undefined || pick % 4 > 0) return world;
      return happen(withRun(world, taking[0], { take: null }), {
        kind: 'takeFailed',
        member: taking[0],
      });
    case 'answer': {
      if (flying === undefined) return world;
      const [member, run] = flying;
      const answered = withRun(world, member, { inFlight: run.inFlight - 1, storing: run.storing + 1 });
      return happen(answered, { kind: 'answered', member });
    }
    case 'end': {
      const slotLimit = pick % 5 === 0 ? (pick % 6) + 1 : null;
      if (pick % 2 === 0 && storing !== undefined) return endStored(world, ...storing, chance);
      if (flying === undefined) return world;
      const [member, run] = flying;
      const ended = withRun(world, member, { inFlight: run.inFlight - 1, done: run.done + 1 });
      return happen(ended, {
        kind: 'ended',
        member,
        stored: false,
        verdict: { kind: 'ran', slotLimit },
        chance,
      });
    }
    case 'refuse': {
      if (flying === undefined) return world;
      const [member, run] = flying;
      const back = withRun(world, member, { inFlight: run.inFlight - 1, planned: run.planned + 1 });
      const by = (['slots', 'rate', 'network'] as const)[pick % 3] ?? 'slots';
      const verdict: Verdict = { kind: 'refused', by, slotLimit: null };
      return happen(back, { kind: 'ended', member, stored: false, verdict, chance });
    }
    case 'wake': {
      const [member, run] = any(runs.filter(([, { left }]) => left === null)) ?? [null, null];
      if (member === null) return happen(world, { kind: 'woken', member });
      return happen(withRun(world, member, { planned: run.planned + (pick % 3) }), { kind: 'woken', member });
    }
    case 'wait':
      return { ...world, nowMs: world.nowMs + pick * 20 };
    case 'alarm':
      return sound(world);
  }
}

function answerTake(world: World, member: number, { take, inFlight }: Run): World {
  const cells = take ?? 0;
  const taken = withRun(world, member, { take: null, inFlight: inFlight + cells });
  return happen(taken, { kind: 'taken', member, cells });
}

function endStored(world: World, member: number, run: Run, chance: number): World {
  const ended = withRun(world, member, { storing: run.storing - 1, done: run.done + 1 });
  return happen(ended, { kind: 'ended', member, stored: true, verdict: ran, chance });
}

function sound(world: World): World {
  const { alarmAtMs } = world.state;
  if (alarmAtMs === null) return world;
  return happen({ ...world, nowMs: Math.max(world.nowMs, alarmAtMs) }, { kind: 'alarm' });
}

/** Lets everything go well from here on. */
function finish(start: World): World {
  let world = start;
  for (let turn = 0; turn < 2_000; turn += 1) {
    const runs = [...world.runs];
    const taking = runs.find(([, { take }]) => take !== null);
    const storing = runs.find(([, run]) => run.storing > 0);
    const flying = runs.find(([, { inFlight }]) => inFlight > 0);
    if (taking !== undefined) world = answerTake(world, ...taking);
    else if (storing !== undefined) world = endStored(world, ...storing, 0);
    else if (flying !== undefined) world = play(world, { action: 'end', pick: 1 });
    else if (world.state.alarmAtMs !== null) world = sound(world);
    else return world;
  }
  throw new Error('It does not come to an end');
}

const counted = (world: World, what: 'inFlight' | 'storing') =>
  [...world.runs.values()].reduce((sum, run) => sum + run[what], 0);

describe('the state of a dispatcher', () => {
  it('counts what is under way as it is, whatever happens, and asks for no more than may be sent', () => {
    fc.assert(
      fc.property(limits, choices, (limit, list) => {
        let world = newWorld(limit);
        for (const choice of list) {
          world = play(world, choice);
          expect(world.state.inFlight).toBe(counted(world, 'inFlight'));
          expect(world.state.storing).toBe(counted(world, 'storing'));
          expect(isIdle(world.state)).toBe(
            [...world.runs.values()].every(
              ({ take, inFlight, storing }) => take === null && inFlight === 0 && storing === 0,
            ),
          );
        }
      }),
    );
  });

  it('lets every run leave once, with every cell done, when calls go well in the end', () => {
    fc.assert(
      fc.property(limits, choices, fc.boolean(), (limit, list, refused) => {
        let before = list.reduce(play, newWorld(limit));
        while (refused && counted(before, 'inFlight') > 0)
          before = play(before, { action: 'refuse', pick: 3 });
        const after = finish(before);
        for (const { left, planned } of after.runs.values()) {
          expect(left).not.toBeNull();
          if (left === 'drained') expect(planned).toBe(0);
        }
        expect(after.state.members.size).toBe(0);
        expect(isIdle(after.state)).toBe(true);
      }),
    );
  });

  it('asks for nothing once it is stopped, and becomes idle when what was under way has ended', () => {
    fc.assert(
      fc.property(limits, choices, choices, (limit, before, after) => {
        let world = happen(list(before, newWorld(limit)), { kind: 'stopped' });
        const takes = [...world.runs.values()].filter(({ take }) => take !== null).length;
        world = list(after, world);
        expect([...world.runs.values()].filter(({ take }) => take !== null).length).toBeLessThanOrEqual(
          takes,
        );
        expect(world.state.alarmAtMs).toBeNull();
        expect(isIdle(finish(world).state)).toBe(true);
      }),
    );
  });
});

function list(choices: readonly Choice[], world: World): World {
  return choices.reduce(play, world);
}
