import { once } from 'node:events';
import { sharedAbort } from '#platform/sharedSignal.ts';
import { AppError } from '#shared/model/appError.ts';
import type { UnstoredAnswers } from '#shared/model/run.ts';
import type { CoreParts } from '../coreParts.ts';
import type {
  CellOutcome,
  RescuedOutcome,
  SettledCell,
  TakenCell,
} from '../history/store/operations/cells.ts';
import type { ReceivedAnswer } from '../history/threads/encode/encodeAnswer.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { RescueFiles } from './rescueFiles.ts';

/** Outcomes that were not stored when the program had to end. */
export type Rescued = {
  readonly answers: number;
  /** Where they are kept for the next start; null if no file could be written. */
  readonly file: string | null;
};

type Outcome = CellOutcome<ReceivedAnswer>;

/** An error of the file or its disk: someone may fix it, and then the same call succeeds. */
const isTrouble = (error: unknown): error is AppError =>
  error instanceof AppError &&
  (error.retryable || error.code === 'HISTORY_CORRUPT' || error.code === 'HISTORY_READ_ONLY');

const firstWaitMs = 500;
const maxWaitMs = 5000;

/**
 * Stores the outcomes of sent questions, which are paid for. While the history cannot be written, they stay in
 * memory and are tried again, and `outcomes.changed` says so; no new question is sent meanwhile. What is not
 * stored when the program ends is written to a file that the next start stores.
 */
export function createOutcomes(
  deps: Pick<CoreParts, 'history' | 'clock' | 'log' | 'publish'> & {
    readonly files: RescueFiles;
  },
) {
  const { history, files, clock, log, publish } = deps;
  const held = new Map<string, RescuedOutcome>();
  /** Calls that failed and are tried again. */
  const failing = new Set<symbol>();
  const leaving = sharedAbort();
  let trouble: Omit<UnstoredAnswers, 'answers'> | null = null;
  let rescued: Rescued | null = null;
  /** Ends the waits between two attempts. */
  let mended = sharedAbort();

  const status = (): UnstoredAnswers | null => trouble && { ...trouble, answers: held.size };
  const announce = (): void => publish('outcomes.changed', { unstored: status() });
  const failed = (call: symbol, { code, message }: AppError): void => {
    failing.add(call);
    if (trouble?.reason !== message) {
      log('error', 'Answers cannot be stored', { code, reason: message });
      trouble = { code, reason: message, sinceMs: trouble?.sinceMs ?? clock.now() };
    }
    announce();
  };
  const ended = (call: symbol): void => {
    if (!failing.delete(call) || leaving.signal.aborted) return;
    mended.abort();
    mended = sharedAbort();
    if (failing.size === 0) trouble = null;
    announce();
  };
  const leave = (): AppError =>
    new AppError('SHUTTING_DOWN', 'Parallax is closing. What is not stored is kept for the next start.');
  /** Rejects when the program ends, whether or not the work has an end. */
  const unlessLeaving = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const refuse = (): void => reject(leave());
      leaving.signal.addEventListener('abort', refuse);
      work.then(resolve, reject).finally(() => leaving.signal.removeEventListener('abort', refuse));
    });

  /**
   * Calls the history until it succeeds: an error of the file or its disk is waited for.
   * @throws every other error; AppError SHUTTING_DOWN when the program ends first
   */
  const write: HistoryCalls['call'] = async (operation, input) => {
    const call = Symbol(operation);
    try {
      for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
        if (leaving.signal.aborted) throw leave();
        try {
          return await unlessLeaving(history.call(operation, input));
        } catch (error) {
          if (!isTrouble(error)) throw error;
          failed(call, error);
          await unlessLeaving(clock.wait(waitMs, mended.signal).catch(() => undefined));
        }
      }
    } finally {
      ended(call);
    }
  };

  /** An outcome that fails alone, which waiting does not mend, is kept in a file; its cell becomes unknown. */
  const setAside = async (outcome: RescuedOutcome, reason: string): Promise<SettledCell> => {
    const kept = files.setAside(files.write([outcome]));
    const message = `The answer arrived, but could not be stored: ${reason} It is kept in ${kept}.`;
    log('error', 'The outcome of a question could not be stored', { cell: outcome.cellId, reason, kept });
    publish('notice', { level: 'error', message });
    const failure = { code: 'INTERNAL', message, status: null, requestId: null, body: null };
    const { cellId, nowMs } = outcome;
    return write('cells.settle', { cellId, outcome: { kind: 'unknown', failure }, nowMs });
  };

  return {
    status,
    write,
    /** True when everything is stored, so that more may be sent; false when the program ends. */
    async ready(): Promise<boolean> {
      while (failing.size > 0 && !leaving.signal.aborted)
        await unlessLeaving(once(mended.signal, 'abort')).catch(() => undefined);
      return !leaving.signal.aborted;
    },
    /**
     * Stores the outcome of a sent cell. Null if it is kept for the next start, because the program ends.
     * @throws AppError if it could not be stored for a reason of its own
     */
    async settle(cell: TakenCell, outcome: Outcome): Promise<SettledCell | null> {
      const { id: cellId, engine, idempotencyKey: key } = cell;
      const kept = { cellId, key, engine, outcome, nowMs: clock.now() };
      held.set(cellId, kept);
      if (trouble !== null) announce();
      try {
        const settled = await write('cells.settle', { cellId, engine, outcome, nowMs: kept.nowMs });
        held.delete(cellId);
        return settled;
      } catch (error) {
        if (leaving.signal.aborted) return null;
        held.delete(cellId);
        const reason = error instanceof Error ? error.message : String(error);
        // Its run was deleted meanwhile.
        if (error instanceof AppError && error.code === 'NOT_FOUND') {
          log('warn', 'The run of an answer no longer exists', { cell: cellId });
          return null;
        }
        await setAside(kept, reason);
        throw error;
      } finally {
        if (trouble !== null) announce();
      }
    },
    /** Sets space aside for `rescue`. */
    prepare: files.reserve,
    /** Nothing is waited for any more. */
    leave: (): void => leaving.abort(),
    /**
     * Writes what is not stored to a file, at once, and says what was written so far; null if there was nothing.
     */
    rescue(): Rescued | null {
      if (held.size === 0) return rescued;
      const outcomes = [...held.values()];
      const answers = outcomes.length;
      held.clear();
      try {
        const file = files.write(outcomes);
        log('warn', 'Answers that were not stored are kept in a file', { answers, file });
        rescued = { answers, file };
      } catch (error) {
        log('error', 'Answers are lost: no file could be written', { answers, reason: String(error) });
        rescued = { answers, file: null };
      }
      return rescued;
    },
    /** Stores what earlier programs could not store. Returns how many outcomes. */
    async recover(): Promise<number> {
      let recovered = 0;
      for (const file of files.list()) {
        const refused: RescuedOutcome[] = [];
        try {
          const { outcomes, unreadable } = files.read(file);
          for (const outcome of outcomes) {
            try {
              if (await history.call('cells.recover', outcome)) recovered += 1;
              else log('info', 'A kept answer was not needed any more', { cell: outcome.cellId });
            } catch (error) {
              if (isTrouble(error)) throw error;
              log('warn', 'A kept answer was not stored', { cell: outcome.cellId, reason: String(error) });
              refused.push(outcome);
            }
          }
          if (refused.length + unreadable === 0) files.remove(file);
          else log('warn', 'Answers could not be stored and stay in a file', { file: files.setAside(file) });
        } catch (error) {
          log('error', 'Kept answers cannot be stored yet', { file, reason: String(error) });
        }
      }
      if (recovered > 0) publish('history.changed', {});
      return recovered;
    },
  };
}

export type Outcomes = ReturnType<typeof createOutcomes>;
