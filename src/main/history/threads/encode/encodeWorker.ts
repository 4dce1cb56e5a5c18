import { Worker } from 'node:worker_threads';
import type { Engine } from '#shared/interface/engines.ts';
import type { ReceivedAnswer } from './encodeAnswer.ts';
import type { EncodedBody } from './encodedAnswer.ts';
import type { EncodeReply, EncodeRequest, EncodeWorkerData } from './protocol.ts';

export type EncodeWorker = {
  /** Whether it can take an answer at once. The first time it is asked the thread begins to start. */
  readonly ready: () => boolean;
  /** The answer ready to be stored, or null where it has to be prepared by whoever stores it. */
  readonly prepare: (engine: Engine, answer: ReceivedAnswer) => Promise<EncodedBody | null>;
  /** Answers that are being prepared. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
};

/**
 * A thread that compresses, hashes and reads answers while the history's own one inserts others. When it dies, what
 * it was at is given back as it is.
 * @param entry of the history worker
 */
export function createEncodeWorker(entry: URL): EncodeWorker {
  let worker: Worker | null = null;
  let online = false;
  let exited: Promise<void> = Promise.resolve();
  let nextId = 1;
  const waiting = new Map<number, (prepared: EncodedBody | null) => void>();

  const start = (): Worker => {
    const workerData: EncodeWorkerData = { prepare: true };
    const started = new Worker(entry, { workerData, name: 'preparing' });
    started.on('message', (message: EncodeReply | 'ready') => {
      if (message === 'ready') {
        online = true;
        return;
      }
      for (const { id, prepared } of message) {
        waiting.get(id)?.(prepared);
        waiting.delete(id);
      }
    });
    started.on('error', () => {});
    exited = new Promise((resolve) => {
      started.once('exit', () => {
        worker = null;
        online = false;
        for (const giveBack of waiting.values()) giveBack(null);
        waiting.clear();
        resolve();
      });
    });
    return started;
  };

  return {
    ready() {
      worker ??= start();
      return online;
    },
    prepare: (engine, answer) =>
      new Promise((resolve) => {
        if (worker === null) {
          resolve(null);
          return;
        }
        const id = nextId++;
        waiting.set(id, resolve);
        worker.postMessage({ id, engine, answer } satisfies EncodeRequest);
      }),
    waiting: () => waiting.size,
    async close() {
      worker?.postMessage('close');
      await exited;
    },
  };
}
