import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginQueuedRun,
  type QueuedRunCommand,
  type QueuedRunEvent,
  type QueuedRunState,
  stepQueuedRun,
  type Trouble,
} from '#main/runs/queuedRunState.ts';

const faults = ['none', 'none', 'none', 'busy', 'away', 'lost', 'refused'] as const;
type Fault = (typeof faults)[number];
const happenings = [
  'answer',
  'answer',
  'answer',
  'answer',
  'work',
  'pause',
  'resume',
  'cancel',
  'nudge',
] as const;
type Choice = { readonly what: (typeof happenings)[number]; readonly fault: Fault; readonly pick: number };

const choices = fc.array(
  fc.record({ what: fc.constantFrom(...happenings), fault: fc.constantFrom(...faults), pick: fc.nat(99) }),
  { maxLength: 120, size: 'max' },
);
const cellCounts = fc.integer({ min: 1, max: 25 });
const strangers = fc.constantFrom(0, 0, 1, 7);
const maxOutstanding = 6;

function hold(condition: boolean, what: string): void {
  if (!condition) throw new Error(`Not so: ${what}`);
}

/** A queued run beside its history and its service. */
function createWorld(cellCount: number, foreignTasks: number) {
  const cells = new Map<string, 'planned' | 'sent' | 'done'>();
  for (let number = 1; number <= cellCount; number += 1) cells.set(`c${number}`, 'planned');
  /** Tasks at the service by the key of their cell. */
  const tasks = new Map<string, 'queued' | 'processing' | 'ended'>();
  const accepted = new Set<string>();
  const ends: string[] = [];
  let runState: QueuedRunState['runState'] = 'running';
  let nowMs = 1_000_000;
  let { state, command } = beginQueuedRun(maxOutstanding);

  const idsIn = (wanted: string): string[] => [...cells].flatMap(([id, at]) => (at === wanted ? [id] : []));
  const end = (id: string): void => {
    cells.set(id, 'done');
    ends.push(id);
  };
  const plannedAreOver = (): void => {
    if (runState === 'cancelled') for (const id of idsIn('planned')) end(id);
  };

  const tell = (event: QueuedRunEvent): void => {
    const step = stepQueuedRun(state, event, nowMs);
    state = step.state;
    hold((step.command === null) === (event.kind === 'nudged'), `a command follows ${event.kind}`);
    command = step.command ?? command;
    if (step.command !== null) expectAllowed(step.command);
    hold(
      [...state.waiting.keys()].toSorted().join() === idsIn('sent').toSorted().join(),
      'cells wait that are sent, and no others',
    );
  };

  const expectAllowed = (next: QueuedRunCommand): void => {
    const sends = ['uploadAgain', 'uploadMore', 'look', 'lookUp', 'clearQueue'].includes(next.kind);
    if (sends) hold(nowMs >= state.quietUntilMs, `${next.kind} only when the service may be asked`);
    if (next.kind === 'uploadMore' || next.kind === 'uploadAgain')
      hold(state.runState === 'running', 'nothing is handed over once the run is held');
    if (next.kind === 'uploadMore')
      hold(next.limit > 0 && state.waiting.size + next.limit <= maxOutstanding, 'no more than may be there');
    if (next.kind === 'uploadAgain' || next.kind === 'lookUp' || next.kind === 'settleUnsure')
      hold(
        next.cells.every((id) => state.waiting.get(id) === null),
        'only cells whose task is not known',
      );
    if (next.kind === 'ask')
      hold(
        next.cells.every((id) => accepted.has(id)),
        'only tasks that were accepted',
      );
    if (next.kind === 'clearQueue') hold(foreignTasks === 0, 'nobody else’s task is taken out');
    if (next.kind === 'clearQueue') hold(state.runState === 'cancelled', 'the queue of a cancelled run only');
  };

  const upload = (ids: readonly string[], taken: boolean, fault: Fault): void => {
    for (const id of ids) cells.set(id, 'sent');
    const given = { kind: 'uploaded', taken: taken ? ids : null } as const;
    if (fault === 'busy') {
      for (const id of ids) cells.set(id, 'planned');
      plannedAreOver();
      tell({ ...given, accepted: [], gone: ids, trouble: troubleOf(fault) });
      return;
    }
    if (fault === 'away') {
      tell({ ...given, accepted: [], gone: [], trouble: troubleOf(fault) });
      return;
    }
    const refused = fault === 'refused' ? ids.filter((id) => !tasks.has(id)).slice(0, 1) : [];
    for (const id of refused) end(id);
    const acceptedIds = ids.filter((id) => !refused.includes(id));
    for (const id of acceptedIds) {
      accepted.add(id);
      tasks.set(id, tasks.get(id) ?? 'queued');
    }
    if (fault === 'lost') {
      tell({ ...given, accepted: [], gone: [], trouble: troubleOf('away') });
      return;
    }
    tell({ ...given, accepted: acceptedIds.map((id) => [id, `t${id}`]), gone: refused, trouble: null });
  };

  const ask = (ids: readonly string[], cleared: boolean, fault: Fault): void => {
    const trouble = troubleOf(fault);
    const reached = trouble === null ? ids : ids.slice(0, Math.floor(ids.length / 2));
    const gone = reached.filter((id) => tasks.get(id) === 'ended' || (cleared && !tasks.has(id)));
    for (const id of gone) end(id);
    const queued = reached.filter((id) => tasks.get(id) === 'queued').length;
    tell({ kind: 'asked', gone, queued, reached: reached.length > 0, trouble });
  };

  const answer = (fault: Fault): void => {
    if (command === null) return;
    const trouble = troubleOf(fault);
    switch (command.kind) {
      case 'load': {
        tell({ kind: 'loaded', cells: [] });
        return;
      }
      case 'readState': {
        tell({ kind: 'stateRead', state: runState });
        return;
      }
      case 'uploadAgain': {
        upload(command.cells, false, fault);
        return;
      }
      case 'uploadMore': {
        const ids = runState === 'running' ? idsIn('planned').slice(0, command.limit) : [];
        if (ids.length > 0) {
          upload(ids, true, fault);
          return;
        }
        tell({ kind: 'uploaded', taken: [], accepted: [], gone: [], trouble: null });
        return;
      }
      case 'lookUp': {
        const known = trouble === null ? command.cells.filter((id) => tasks.has(id)) : [];
        tell({ kind: 'lookedUp', found: known.map((id) => [id, `t${id}`]), trouble });
        return;
      }
      case 'look': {
        const queued = [...tasks.values()].filter((at) => at === 'queued').length + foreignTasks;
        const processing = [...tasks.values()].filter((at) => at === 'processing').length;
        tell({
          kind: 'looked',
          look: trouble === null ? { queued, processing } : null,
          rateLimit: 100,
          trouble,
        });
        return;
      }
      case 'ask': {
        ask(command.cells, command.cleared, fault);
        return;
      }
      case 'settleUnsure':
        for (const id of command.cells) end(id);
        {
          tell({ kind: 'unsureSettled', gone: command.cells });
          return;
        }
      case 'clearQueue':
        if (trouble === null) for (const [id, at] of tasks) if (at === 'queued') tasks.delete(id);
        {
          tell({ kind: 'queueCleared', trouble });
          return;
        }
      case 'finish': {
        hold(idsIn('sent').length === 0, 'a run is over only when nothing is at the service');
        const done = idsIn('planned').length === 0;
        if (runState === 'running' && done) runState = 'finished';
        tell({ kind: 'checked', over: runState !== 'running' || done });
        return;
      }
      case 'wait':
        nowMs += command.ms;
        {
          tell({ kind: 'waited' });
          return;
        }
      case 'end':
        return;
    }
  };

  const work = (pick: number): void => {
    const open = [...tasks].filter(([, at]) => at !== 'ended');
    const [id, at] = open[pick % Math.max(1, open.length)] ?? [];
    if (id !== undefined) tasks.set(id, at === 'queued' ? 'processing' : 'ended');
  };

  const play = ({ what, fault, pick }: Choice): void => {
    if (what === 'answer') {
      answer(fault);
      return;
    }
    if (what === 'work') {
      work(pick);
      return;
    }
    if (runState === 'finished' || runState === 'cancelled' || isOver()) return;
    if (what === 'pause') runState = 'paused';
    if (what === 'resume') runState = 'running';
    if (what === 'cancel' && pick % 3 === 0) {
      runState = 'cancelled';
      plannedAreOver();
    }
    tell({ kind: 'nudged' });
  };

  const isOver = (): boolean => command?.kind === 'end';
  return {
    play,
    isOver,
    /** Lets everything go well from here on. @returns how many commands it took */
    finish: (): number => {
      for (let turn = 0; turn < 3_000; turn += 1) {
        if (isOver()) return turn;
        work(0);
        answer('none');
      }
      throw new Error('It does not come to an end');
    },
    runState: () => runState,
    idsIn,
    ends: () => ends,
    hasTask: (id: string) => tasks.has(id),
  };
}

function troubleOf(fault: Fault): Trouble | null {
  if (fault === 'busy') return { kind: 'busy', chance: 0.5 };
  return fault === 'away' || fault === 'lost' ? { kind: 'away', chance: 0.5 } : null;
}

describe('the state of a queued run', () => {
  it('ends every cell once, whatever is refused, lost, paused, resumed or cancelled on the way', () => {
    fc.assert(
      fc.property(cellCounts, strangers, choices, (cellCount, foreign, list) => {
        const world = createWorld(cellCount, foreign);
        for (const choice of list) world.play(choice);
        world.finish();
        expect(new Set(world.ends()).size).toBe(world.ends().length);
        // What is left of a run that is paused was never handed over, as far as the service knows.
        if (world.runState() === 'paused')
          expect(world.idsIn('sent').filter((id) => world.hasTask(id))).toEqual([]);
        else expect(world.ends()).toHaveLength(cellCount);
      }),
      { numRuns: 1_000 },
    );
  });

  it('comes to its end without help when nothing goes wrong any more, and then does nothing', () => {
    fc.assert(
      fc.property(cellCounts, choices, (cellCount, list) => {
        const world = createWorld(cellCount, 0);
        for (const choice of list) world.play(choice);
        expect(world.finish()).toBeLessThan(1_000);
        world.play({ what: 'answer', fault: 'none', pick: 0 });
        expect(world.isOver()).toBe(true);
      }),
    );
  });
});
