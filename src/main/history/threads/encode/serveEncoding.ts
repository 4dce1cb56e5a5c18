import type { MessagePort } from 'node:worker_threads';
import { answerInOrder, moving, serveThread } from '#platform/threads/rpc.ts';
import { encodeAnswer } from './encodeAnswer.ts';
import { serializeAnswer } from './encodedAnswer.ts';
import type { EncodeContract } from './protocol.ts';

/** Computes what is stored of answers, beside the thread that stores them. */
export function serveEncoding(port: MessagePort): void {
  const refusalOf = (error: unknown) => ({ code: 'FAILED', message: String(error) }) as const;
  serveThread<EncodeContract>(port, refusalOf, (channel) => ({
    opened: null,
    take: answerInOrder<EncodeContract>(channel, refusalOf, {
      encode({ engine, answer }) {
        const encoded = serializeAnswer(encodeAnswer(engine, answer));
        return moving(encoded, [encoded.sealed.buffer]);
      },
    }),
  }));
}
