import type { MessagePort } from 'node:worker_threads';
import { type PreparedAnswer, prepareAnswer } from './prepareAnswer.ts';
import type { PreparingAnswer, PreparingRequest } from './protocol.ts';

/** Computes what is stored of answers, beside the thread that stores them. */
export function servePreparing(port: MessagePort): void {
  port.on('message', (request: PreparingRequest | 'close') => {
    if (request === 'close') {
      port.close();
      return;
    }
    const { id, engine, answer } = request;
    let prepared: PreparedAnswer | null = null;
    try {
      prepared = movable(prepareAnswer(engine, answer));
    } catch {
      // Nothing is lost: the thread that stores tries the same and answers with the reason.
    }
    const message: PreparingAnswer = { id, prepared };
    port.postMessage(message, prepared === null ? [] : bodiesOf(prepared));
  });
  port.postMessage('ready');
}

/** With a body of its own: a view into a larger buffer would be moved, or copied, with all of it. */
function movable(prepared: PreparedAnswer): PreparedAnswer {
  const { payload } = prepared;
  return { ...prepared, payload: { ...payload, body: new Uint8Array(payload.body) } };
}

/** What is moved to another thread instead of being copied. */
export function bodiesOf({ payload }: PreparedAnswer): ArrayBuffer[] {
  return payload.body.buffer instanceof ArrayBuffer ? [payload.body.buffer] : [];
}
