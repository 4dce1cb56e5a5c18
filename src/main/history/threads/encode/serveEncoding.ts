import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { encodeAnswer } from './encodeAnswer.ts';
import { type EncodedBody, serializeAnswer } from './encodedAnswer.ts';
import type { EncodedOne, EncodeReply, EncodeRequest } from './protocol.ts';

type Incoming = EncodeRequest | 'close';

/** Given back at once, some twenty milliseconds of work: they wake the other threads once and are stored by one commit. */
const maxTogether = 48;

/** Computes what is stored of answers, beside the thread that stores them. */
export function serveEncoding(port: MessagePort): void {
  const next = (): Incoming | undefined => receiveMessageOnPort(port)?.message;
  port.on('message', (first: Incoming) => {
    const done: EncodedOne[] = [];
    let request: Incoming | undefined = first;
    while (request !== undefined && request !== 'close') {
      done.push(prepared(request));
      request = done.length < maxTogether ? next() : undefined;
    }
    const moved = done.flatMap(({ prepared }) => (prepared === null ? [] : [prepared.sealed.buffer]));
    port.postMessage(done satisfies EncodeReply, moved);
    if (request === 'close') port.close();
  });
  port.postMessage('ready');
}

function prepared({ id, engine, answer }: EncodeRequest): EncodedOne {
  let sealed: EncodedBody | null = null;
  try {
    sealed = serializeAnswer(encodeAnswer(engine, answer));
  } catch {
    // Nothing is lost: the thread that stores tries the same and answers with the reason.
  }
  return { id, prepared: sealed };
}
