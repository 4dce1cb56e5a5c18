import { heapLimit } from '#platform/threads/heapShares.ts';
import { startThread, type Thread } from '#platform/threads/startThread.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { EncodeContract, EncodedBody, EncodeWorkerData, ReceivedAnswer } from './encodeAnswer.ts';

export type EncodeWorker = {
  /** Whether it can take an answer at once. The first time it is asked the thread begins to start. */
  readonly ready: () => boolean;
  /** The answer ready to be stored, or null where it has to be encoded by whoever stores it. */
  readonly encode: (engine: Engine, answer: ReceivedAnswer) => Promise<EncodedBody | null>;
  readonly close: () => Promise<void>;
};

/**
 * A thread that compresses, hashes and reads answers while the history's own one inserts others. When it dies, what
 * it was at is given back as it is, and the next time another is started.
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
