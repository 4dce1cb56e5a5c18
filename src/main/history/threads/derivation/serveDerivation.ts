import type { MessagePort } from 'node:worker_threads';
import { connectReader } from '#platform/sqlite/open.ts';
import { answerInOrder, serveThread } from '#platform/threads/serveThread.ts';
import { createPendingWords } from '../../search/pendingWords.ts';
import { classifyFailure } from '../../store/failures.ts';
import { createPayloadStore } from '../../store/operations/payloads.ts';
import { createBrandShifts } from './brandShifts.ts';
import type { DerivationContract, DerivationData } from './protocol.ts';
import { createRangeFacts } from './rangeFacts.ts';

/** Reads answers on a separate thread and derives data from them; never writes. */
export function serveDerivation(port: MessagePort, { derive: { file } }: DerivationData): void {
  const refusalOf = (error: unknown) => classifyFailure(error, file);
  serveThread<DerivationContract>(port, refusalOf, (channel) => {
    const db = connectReader(file);
    const payloads = createPayloadStore(db);
    const rangeFacts = createRangeFacts(db, payloads);
    const brandShifts = createBrandShifts(db);
    const pendingWords = createPendingWords(db, payloads);
    const take = answerInOrder<DerivationContract>(channel, refusalOf, {
      facts: (input) => rangeFacts(input.rulesVersion, input),
      change: ({ before, after, through }) => brandShifts(before, after, through),
      words: ({ after, limit }) => pendingWords(after, limit),
      packed: ({ after, limit }) => payloads.packed(after, limit),
    });
    return { opened: null, take, close: () => void db.close() };
  });
}
