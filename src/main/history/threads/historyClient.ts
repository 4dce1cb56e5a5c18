import { Worker } from 'node:worker_threads';
import type { Logger } from '#main/ports.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { AppError } from '#shared/model/appError.ts';
import type { WireFailure } from '../store/failures.ts';
import type { OperationInput, OperationName, OperationOutput } from '../store/operations/table.ts';
import type { ReceivedAnswer } from './encode/encodeAnswer.ts';
import { createEncodeWorker } from './encode/encodeWorker.ts';
import type { HistoryMessage, HistoryOpened, HistoryRequest, HistoryWorkerData } from './protocol.ts';

export type History = {
  readonly file: string;
  readonly opened: HistoryOpened;
  /** @throws AppError with a HISTORY_*, DISK_FULL, NOT_FOUND or CONFLICT code */
  readonly call: <N extends OperationName>(
    operation: N,
    input: OperationInput<N>,
  ) => Promise<OperationOutput<N>>;
  /** Finishes what was asked before, writes everything back to the file and ends the worker. */
  readonly close: () => Promise<void>;
  /** Resolves when the worker ended without being asked to, and never otherwise. */
  readonly died: Promise<void>;
};

export type OpenHistoryOptions = {
  readonly entry: URL;
  readonly file: string;
  readonly log: Logger;
  /** How long to wait for another program that writes, milliseconds. */
  readonly busyTimeoutMs?: number;
  readonly slowMs?: number;
};

/** Calls that keep the history's thread busy while the next answers are prepared on a thread of their own. */
const workAhead = 16;

type Settling = {
  readonly input: OperationInput<'cells.settle'>;
  readonly engine: Engine;
  readonly answer: ReceivedAnswer;
};

type Outgoing = { readonly request: HistoryRequest; readonly moved: readonly ArrayBuffer[] };

/** An answer that comes to be stored as it was received, or null for every other call. */
function settlingOf(operation: OperationName, given: unknown): Settling | null {
  if (operation !== 'cells.settle') return null;
  const input = given as OperationInput<'cells.settle'>;
  const { engine, outcome } = input;
  if (engine === undefined || outcome.kind !== 'completed' || 'sealed' in outcome.answer) return null;
  return { input, engine, answer: outcome.answer };
}

/**
 * Starts the history worker and opens (creates, migrates) the file.
 * @throws AppError HISTORY_LOCKED, HISTORY_CORRUPT, HISTORY_NEWER, HISTORY_READ_ONLY, DISK_FULL, HISTORY_UNAVAILABLE
 */
export function openHistory(options: OpenHistoryOptions): Promise<History> {
  const { file, log } = options;
  const workerData: HistoryWorkerData = {
    file,
    busyTimeoutMs: options.busyTimeoutMs ?? 5000,
    slowMs: options.slowMs ?? 40,
  };
  const worker = new Worker(options.entry, { workerData, name: 'history' });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  let nextId = 1;
  let closing = false;
  let gone = false;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const death = Promise.withResolvers<void>();

  const preparing = createEncodeWorker(options.entry);
  /**
   * Answers that are prepared and will be posted; none may come after the request to close, or after a claim that was
   * made later: however the program dies, no more answers are lost than there are slots.
   */
  const ahead = new Set<Promise<void>>();

  let outgoing: Outgoing[] = [];
  const send = (posts: readonly Outgoing[]): void =>
    worker.postMessage(
      posts.map(({ request }) => request),
      posts.flatMap(({ moved }) => moved),
    );
  const flush = (): void => {
    const posts = outgoing;
    outgoing = [];
    try {
      send(posts);
    } catch {
      // One of them cannot be sent to a thread at all: the others must not go with it.
      for (const post of posts) sendAlone(post);
    }
  };
  const sendAlone = (post: Outgoing): void => {
    try {
      send([post]);
    } catch (error) {
      const { request } = post;
      if (request.type !== 'call') return;
      waiting.get(request.id)?.reject(error);
      waiting.delete(request.id);
    }
  };
  /** What is asked in one turn goes together: the thread is woken once. */
  const post = (request: HistoryRequest, moved: readonly ArrayBuffer[] = []): void => {
    if (outgoing.length === 0) queueMicrotask(flush);
    outgoing.push({ request, moved });
  };
  const postEncoded = async (id: number, settling: Settling): Promise<void> => {
    const { input, engine, answer } = settling;
    const prepared = await preparing.prepare(engine, answer);
    const outcome = prepared === null ? input.outcome : { kind: 'completed' as const, answer: prepared };
    const request: HistoryRequest = {
      type: 'call',
      id,
      operation: 'cells.settle',
      input: { ...input, outcome },
    };
    post(request, prepared === null ? [] : [prepared.sealed.buffer]);
  };
  const call = (operation: OperationName, input: unknown): Promise<unknown> => {
    if (gone || closing) return Promise.reject(unavailable(closing));
    return new Promise((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      const settling = settlingOf(operation, input);
      // While the history's thread has little to do, it prepares answers itself: they are stored sooner that way.
      const busy = waiting.size - preparing.waiting() > workAhead;
      if (settling !== null && busy && preparing.ready()) {
        const posted = postEncoded(id, settling).finally(() => ahead.delete(posted));
        ahead.add(posted);
      } else if (operation === 'cells.claim' && ahead.size > 0)
        void Promise.all(ahead).then(() => post({ type: 'call', id, operation, input }));
      else post({ type: 'call', id, operation, input });
    });
  };
  const close = async (): Promise<void> => {
    if (!closing && !gone) {
      closing = true;
      await Promise.all(ahead);
      post({ type: 'close' });
    }
    await Promise.all([exited, preparing.close()]);
  };

  return new Promise((resolveOpen, rejectOpen) => {
    worker.on('message', (message: HistoryMessage) => {
      if (message.type === 'log') log(message.level, message.message, message.fields);
      else if (message.type === 'ready') {
        const { fromVersion, version, backupFile } = message;
        // The operation table types both ends; over the thread's port everything is unknown.
        resolveOpen({
          file,
          opened: { fromVersion, version, backupFile },
          call: call as History['call'],
          close,
          died: death.promise,
        });
      } else if (message.type === 'failed') rejectOpen(appError(message.failure));
      else
        for (const result of message.results) {
          const caller = waiting.get(result.id);
          waiting.delete(result.id);
          if (result.ok) caller?.resolve(result.output);
          else caller?.reject(appError(result.failure));
        }
    });
    worker.on('error', (error) => {
      log('error', 'The history worker failed', { reason: error.message });
    });
    worker.once('exit', () => {
      gone = true;
      preparing.close();
      rejectOpen(unavailable(closing));
      for (const { reject } of waiting.values()) reject(unavailable(closing));
      waiting.clear();
      if (!closing) death.resolve();
    });
  });
}

function appError(failure: WireFailure): AppError {
  const retryable = failure.code === 'HISTORY_LOCKED' || failure.code === 'DISK_FULL';
  return new AppError(failure.code, failure.message, { retryable });
}

function unavailable(closing: boolean): AppError {
  return closing
    ? new AppError('SHUTTING_DOWN', 'Parallax is closing; nothing was changed.')
    : new AppError(
        'HISTORY_UNAVAILABLE',
        'The history stopped in the middle of its work: try again. What was stored before is kept.',
        { retryable: true },
      );
}
