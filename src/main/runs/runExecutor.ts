import { defaultRetries } from '#client/retryPolicy.ts';
import { sharedAbort } from '#platform/sharedSignal.ts';
import type { OpenConnection } from '../connections/connections.ts';
import type { TakenCell } from '../history/store/operations/cells.ts';
import type { RunConfig } from '../history/store/operations/cellTasks.ts';
import { executeCell } from './cellExecution.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { createProgress, type Progress, runningView } from './progress.ts';
import type { QueuedRuns } from './queuedRuns.ts';
import type { RunDeps } from './runDeps.ts';
import { type Availability, createAvailability } from './runDeps.ts';

type ActiveRun = {
  readonly runId: string;
  readonly connection: OpenConnection;
  readonly runConfig: RunConfig;
  readonly progress: Progress;
  /** Aborts the calls in flight. */
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  readonly end: () => void;
  /** Pages of its answers that are being fetched. */
  readonly pages: Promise<void>[];
  /** Cancelled once; the second time aborts calls in flight. */
  cancelling: boolean;
  /** The rest failed without being sent. */
  gaveUp: boolean;
  /** Consecutive refusals while no other call of ours was in progress. */
  refusals: number;
};

/** How long a cancelled run waits for answers that are paid for anyway, in milliseconds. */
const collectMs = 5000;
/** How long shutdown waits for calls in flight, in milliseconds. */
export const drainMs = 3000;
/** How long aborted calls take to end, in milliseconds. */
const abortMs = 500;
/** Balance and slots change with every answer; the window is updated twice a second at most. */
const announceEveryMs = 500;

/**
 * Executes planned runs, with one dispatcher per connection: takes, sends and settles every cell and reports
 * progress. The history stores the run and its progress; this module holds only what is currently in progress
 * in this program.
 */
export function createRunExecutor(deps: RunDeps, queued: Pick<QueuedRuns, 'any'>) {
  const { history, connections, pages, outcomes, clock, random, log, publish } = deps;
  const dispatchers = new Map<string, Dispatcher<TakenCell>>();
  const contacts = new Map<string, Availability>();
  const active = new Map<string, ActiveRun>();
  let stopping = false;

  const dispatcherOf = (connection: OpenConnection): Dispatcher<TakenCell> => {
    const known = dispatchers.get(connection.id);
    if (known) return known;
    const dispatcher = createDispatcher<TakenCell>({ slotLimit: connection.slotLimit, clock, random, log });
    dispatchers.set(connection.id, dispatcher);
    return dispatcher;
  };

  const availabilityOf = (connectionId: string): Availability => {
    const contact = contacts.get(connectionId) ?? createAvailability();
    contacts.set(connectionId, contact);
    return contact;
  };

  const progressOf = (runId: string): Progress =>
    createProgress(clock, async (cells) => {
      try {
        const run = await history.call('runs.status', { runId });
        publish('run.changed', { run, cells: [...cells] });
      } catch (error) {
        log('debug', 'Progress could not be reported', { runId, reason: String(error) });
      }
    });

  const enter = (run: ActiveRun): void => {
    const { runId, connection, progress } = run;
    const { client } = connection;
    dispatcherOf(connection).join({
      id: runId,
      limited: run.runConfig.limited,
      take: async (limit) =>
        (await outcomes.ready()) ? outcomes.write('cells.take', { runId, limit, nowMs: clock.now() }) : [],
      execute: (cell, answered) => {
        progress.note(runningView(cell, clock.now()));
        return executeCell(cell, {
          client,
          recordedCause: connection.recordedCause,
          outcomes,
          log,
          optionsOf: run.runConfig.optionsOf,
          signal: run.abort.signal,
          onAway: () => availabilityOf(connection.id).lost(clock.now()),
          onAccounting: (accounting) => {
            availabilityOf(connection.id).made();
            if (connections.note(connection.id, accounting)) announce(connection.id);
          },
          onAnswered: answered,
          onCell: (view) => progress.note(view),
          onPages: (wanted) => void run.pages.push(pages.want(wanted, client)),
          onRefused: () => isBusyForGood(run),
          onHopeless: (code, message) => giveUp(run, code, message),
        });
      },
      drained: () => track(finish(run)),
      broken: (error) => track(breakOff(run, error)),
    });
  };

  /**
   * A run waits for its slots for as long as necessary. A single request is different: if no call of ours holds
   * the slots it waits for, it is retried as often as other calls and then fails.
   */
  const isBusyForGood = async (run: ActiveRun): Promise<boolean> => {
    run.refusals = active.size > 1 || queued.any() ? 0 : run.refusals + 1;
    if (run.refusals <= defaultRetries) return false;
    const { counts } = await history.call('runs.status', { runId: run.runId });
    return counts.total === 1;
  };

  const finishing = new Set<Promise<void>>();
  const track = (work: Promise<void>): void => {
    finishing.add(work);
    work.finally(() => finishing.delete(work));
  };

  const giveUp = async (run: ActiveRun, code: string, message: string): Promise<void> => {
    const runId = run.runId;
    run.gaveUp = true;
    try {
      const { failed } = await outcomes.write('runs.failPlanned', {
        runId,
        code,
        message,
        nowMs: clock.now(),
      });
      if (failed > 0) log('warn', 'The rest of a run was not sent', { run: runId, code, cells: failed });
    } catch (error) {
      log('error', 'A run could not be ended', { run: runId, reason: String(error) });
    }
  };

  const breakOff = async (run: ActiveRun, error: unknown): Promise<void> => {
    const reason = error instanceof Error ? error.message : String(error);
    log('error', 'A run stopped, because the history failed', { run: run.runId, reason });
    if (!stopping) publish('notice', { level: 'error', message: `A run stopped: ${reason}` });
    await history
      .call('runs.interrupt', { runId: run.runId, nowMs: clock.now() })
      .then(() => run.progress.note())
      .catch(() => log('warn', 'It is marked as interrupted at the next start', { run: run.runId }));
    leave(run);
  };

  const finish = async (run: ActiveRun): Promise<void> => {
    try {
      const done = await outcomes.write('runs.finish', { runId: run.runId, nowMs: clock.now() });
      if (!done && !stopping) {
        await outcomes.write('runs.holdAtCeiling', { runId: run.runId, nowMs: clock.now() });
        const { state, planned } = await history.call('runs.pending', { runId: run.runId });
        if (state === 'running' && planned > 0) return enter(run);
      }
      await Promise.all(run.pages);
      if (run.gaveUp) {
        const { cells } = await history.call('runs.get', { runId: run.runId });
        for (const cell of cells) if (cell.state === 'failed') run.progress.note(cell);
      }
      run.progress.note();
      await run.progress.settled();
    } catch (error) {
      log('error', 'A run could not be finished', { run: run.runId, reason: String(error) });
    }
    leave(run);
  };

  const leave = (run: ActiveRun): void => {
    active.delete(run.runId);
    run.end();
  };

  const announcing = new Set<string>();
  const announce = (connectionId: string): void => {
    if (announcing.has(connectionId)) return;
    announcing.add(connectionId);
    clock
      .wait(announceEveryMs)
      .then(() => connections.announce(connectionId))
      .catch((error: unknown) => log('debug', 'A balance was not announced', { reason: String(error) }))
      .finally(() => announcing.delete(connectionId));
  };

  return {
    /** Starts a run that is planned in the history and belongs to this session. */
    begin(runId: string, connection: OpenConnection, runConfig: RunConfig): void {
      outcomes.prepare();
      const { promise, resolve } = Promise.withResolvers<void>();
      const run: ActiveRun = {
        runId,
        connection,
        runConfig,
        progress: progressOf(runId),
        abort: sharedAbort(),
        ended: promise,
        end: resolve,
        pages: [],
        cancelling: false,
        gaveUp: false,
        refusals: 0,
      };
      active.set(runId, run);
      run.progress.note();
      enter(run);
    },
    /** True if this program has a dispatcher for the connection, and so knows its slots. */
    knows: (connectionId: string): boolean => dispatchers.has(connectionId),
    /** Resolves when this program no longer works on the run; immediately if it does not. */
    async ended(runId: string): Promise<void> {
      await active.get(runId)?.ended;
    },
    /**
     * Waits a few seconds for calls in progress, or, the second time, aborts them immediately. False if this
     * program does not work on the run.
     */
    cancel(runId: string): boolean {
      const run = active.get(runId);
      if (!run) return false;
      if (run.cancelling) run.abort.abort();
      else {
        run.cancelling = true;
        const late = new AbortController();
        clock.wait(collectMs, late.signal).then(
          () => run.abort.abort(),
          () => {},
        );
        run.ended.then(() => late.abort());
      }
      run.progress.note();
      dispatcherOf(run.connection).wake(runId);
      return true;
    },
    /** Pages left over when the program last ended. */
    async fetchPendingPages(): Promise<void> {
      for (const page of await history.call('pages.pending', { limit: 1000 })) {
        const connection = await connections.open(page.connectionId).catch(() => null);
        if (connection) pages.want([page], connection.client);
      }
    },
    /** Sends nothing more, waits briefly for calls in progress, and aborts the rest. */
    async drain(): Promise<void> {
      stopping = true;
      for (const dispatcher of dispatchers.values()) dispatcher.stop();
      const answered = Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.answered()));
      const within = async (ms: number): Promise<void> => {
        const late = new AbortController();
        await Promise.race([answered, clock.wait(ms, late.signal).catch(() => {})]);
        late.abort();
      };
      await within(drainMs);
      for (const run of active.values()) run.abort.abort();
      // A refused cell may wait for the history to be written.
      await within(abortMs);
    },
    /** Resolves when every outcome is stored, or given up. */
    async stopped(): Promise<void> {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.idle()));
      await Promise.all(finishing);
      for (const run of active.values()) leave(run);
    },
  };
}
