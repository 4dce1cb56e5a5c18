import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { prepareAnswer } from './prepareAnswer.ts';
import type { PreparedOne, PreparingAnswer, PreparingRequest } from './protocol.ts';
import { type SealedAnswer, seal } from './sealed.ts';

type Incoming = PreparingRequest | 'close';

/** Given back at once, some twenty milliseconds of work: they wake the other threads once and are stored by one commit. */
const mostTogether = 48;

/** Computes what is stored of answers, beside the thread that stores them. */
export function servePreparing(port: MessagePort): void {
  const next = (): Incoming | undefined => receiveMessageOnPort(port)?.message;
  port.on('message', (first: Incoming) => {
    const done: PreparedOne[] = [];
    let request: Incoming | undefined = first;
    while (request !== undefined && request !== 'close') {
      done.push(prepared(request));
      request = done.length < mostTogether ? next() : undefined;
    }
    const moved = done.flatMap(({ prepared }) => (prepared === null ? [] : [prepared.sealed.buffer]));
    port.postMessage(done satisfies PreparingAnswer, moved);
    if (request === 'close') port.close();
  });
  port.postMessage('ready');
}

function prepared({ id, engine, answer }: PreparingRequest): PreparedOne {
  let sealed: SealedAnswer | null = null;
  try {
    sealed = seal(prepareAnswer(engine, answer));
  } catch {
    // Nothing is lost: the thread that stores tries the same and answers with the reason.
  }
  return { id, prepared: sealed };
}
