import type { CoreParts } from '../coreParts.ts';
import {
  type DispatcherEffect,
  type DispatcherEvent,
  type DispatcherState,
  initialDispatcher,
  isIdle,
  stepDispatcher,
  type Verdict,
} from './dispatcherState.ts';

/** A run as a source of work for the dispatcher. */
export type DispatcherRun<Cell> = {
  readonly id: string;
  /** Takes up to `limit` cells; fewer if no more are waiting. */
  readonly take: (limit: number) => Promise<readonly Cell[]>;
  /**
   * Never rejects. `answered` reports that the service is done with the cell: its slot can be used while the
   * answer is stored.
   */
  readonly execute: (cell: Cell, answered: () => void) => Promise<Verdict>;
  /** A credit limit applies: a cell that ended may make room for the next one. */
  readonly limited?: boolean;
  /** Nothing planned and nothing in flight; the run has left the dispatcher. */
  readonly drained: () => void;
  /** The history failed to take its cells; the run has left the dispatcher. */
  readonly broken: (error: unknown) => void;
};

/** Sends the calls of one connection's runs; `stepDispatcher` assigns the slots. */
export function createDispatcher<Cell>(
  options: Pick<CoreParts, 'clock' | 'random' | 'log'> & {
    readonly slotLimit: number | null;
  },
) {
  const { clock, random, log } = options;
  const runs = new Map<number, DispatcherRun<Cell>>();
  const waiters: { readonly holds: (state: DispatcherState) => boolean; readonly wake: () => void }[] = [];
  let state = initialDispatcher(options.slotLimit);
  let nextMember = 1;
  let alarm: { readonly atMs: number; readonly abort: AbortController } | null = null;

  const happen = (event: DispatcherEvent, error?: unknown): void => {
    const step = stepDispatcher(state, event, clock.now());
    state = step.state;
    for (const effect of step.effects) apply(effect, error);
    if (state.alarmAtMs !== (alarm?.atMs ?? null)) setAlarm(state.alarmAtMs);
    for (const waiter of waiters.splice(0)) {
      if (waiter.holds(state)) waiter.wake();
      else waiters.push(waiter);
    }
  };
  const until = (holds: (state: DispatcherState) => boolean): Promise<void> =>
    holds(state) ? Promise.resolve() : new Promise((wake) => void waiters.push({ holds, wake }));

  const apply = (effect: DispatcherEffect, error: unknown): void => {
    const { member } = effect;
    const run = runs.get(member);
    if (run === undefined) return;
    if (effect.kind === 'take') return void take(member, run, effect.count);
    runs.delete(member);
    if (effect.kind === 'drained') run.drained();
    else run.broken(error);
  };

  const take = async (member: number, run: DispatcherRun<Cell>, count: number): Promise<void> => {
    let cells: readonly Cell[];
    try {
      cells = await run.take(count);
    } catch (error) {
      return happen({ kind: 'takeFailed', member }, error);
    }
    happen({ kind: 'taken', member, cells: cells.length });
    for (const cell of cells) void execute(member, run, cell);
  };

  const execute = async (member: number, run: DispatcherRun<Cell>, cell: Cell): Promise<void> => {
    let stored = false;
    const verdict = await run.execute(cell, () => {
      if (stored) return;
      stored = true;
      happen({ kind: 'answered', member });
    });
    happen({ kind: 'ended', member, stored, verdict, chance: random() });
    if (verdict.kind === 'refused')
      log('debug', 'The service is busy', {
        by: verdict.by,
        inFlight: state.inFlight,
        limit: state.concurrency.limit,
      });
  };

  const setAlarm = (atMs: number | null): void => {
    alarm?.abort.abort();
    alarm = atMs === null ? null : { atMs, abort: new AbortController() };
    if (alarm === null) return;
    clock.wait(Math.max(1, alarm.atMs - clock.now()), alarm.abort.signal).then(
      () => {
        alarm = null;
        happen({ kind: 'alarm' });
      },
      () => undefined,
    );
  };

  return {
    join(run: DispatcherRun<Cell>): void {
      const member = nextMember++;
      runs.set(member, run);
      happen({ kind: 'joined', member, limited: run.limited ?? false });
    },
    /** A run that has joined, or is about to leave, may have more work. */
    wake(runId: string): void {
      const member = [...runs].find(([, { id }]) => id === runId)?.[0] ?? null;
      happen({ kind: 'woken', member });
    },
    /** Takes nothing more; calls in flight continue. */
    stop: (): void => happen({ kind: 'stopped' }),
    /** Resolves when no call is in flight. */
    answered: (): Promise<void> => until(({ inFlight }) => inFlight === 0),
    /** Resolves when nothing is in flight and everything is stored. */
    idle: (): Promise<void> => until(isIdle),
  };
}

export type Dispatcher<Cell> = ReturnType<typeof createDispatcher<Cell>>;
