import type { MessagePort } from 'node:worker_threads';
import { prepareAnswer } from './prepareAnswer.ts';
import type { PreparingAnswer, PreparingRequest } from './protocol.ts';
import { type SealedAnswer, seal } from './sealed.ts';

/** Computes what is stored of answers, beside the thread that stores them. */
export function servePreparing(port: MessagePort): void {
  port.on('message', (request: PreparingRequest | 'close') => {
    if (request === 'close') {
      port.close();
      return;
    }
    const { id, engine, answer } = request;
    let prepared: SealedAnswer | null = null;
    try {
      prepared = seal(prepareAnswer(engine, answer));
    } catch {
      // Nothing is lost: the thread that stores tries the same and answers with the reason.
    }
    const message: PreparingAnswer = { id, prepared };
    port.postMessage(message, prepared === null ? [] : [prepared.sealed.buffer]);
  });
  port.postMessage('ready');
}
