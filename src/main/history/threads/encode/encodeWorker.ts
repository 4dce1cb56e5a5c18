import { heapLimit } from '#platform/threads/heapShares.ts';
import { startThread, type Thread } from '#platform/threads/startThread.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { EncodeContract, EncodedBody, EncodeWorkerData, ReceivedAnswer } from './encodeAnswer.ts';

export type EncodeWorker = {
  /** Whether it can accept an answer now. The first call starts the thread. */
  readonly ready: () => boolean;
  /** The encoded answer, or null if the writer has to encode it. */
  readonly encode: (engine: Engine, answer: ReceivedAnswer) => Promise<EncodedBody | null>;
  readonly close: () => Promise<void>;
};

/**
 * A thread that compresses, hashes and parses answers while the history thread inserts others. When it dies,
 * its unfinished answers are returned unchanged, and the next call starts another thread.
 * @param entry of the history worker
 */
export function createEncodeWorker(entry: URL): EncodeWorker {
  let thread: Thread<EncodeContract> | null = null;
  let online = false;

  const start = (): Thread<EncodeContract> => {
    const workerData: EncodeWorkerData = { prepare: true };
    const started = startThread<EncodeContract>({
      entry,
      name: 'encode',
      workerData,
      resourceLimits: heapLimit('encoding'),
      errorOf: (failure) => new Error(failure.code),
      onEnd() {
        thread = null;
        online = false;
      },
    });
    started.opened.then(
      () => {
        online = thread === started;
      },
      () => undefined,
    );
    return started;
  };

  return {
    ready() {
      thread ??= start();
      return online;
    },
    async encode(engine, answer) {
      return (await thread?.call('encode', { engine, answer }).catch(() => null)) ?? null;
    },
    async close() {
      await thread?.close();
    },
  };
}
