import type { Engine } from '#shared/interface/engines.ts';
import type { ReceivedAnswer } from './encodeAnswer.ts';
import type { EncodedBody } from './encodedAnswer.ts';

/** `workerData` of the history worker when it prepares answers; it opens no file. */
export type EncodeWorkerData = { readonly prepare: true };

export type EncodeRequest = {
  readonly id: number;
  readonly engine: Engine;
  readonly answer: ReceivedAnswer;
};

/** Null for an answer that cannot be prepared: who stores it will say why. */
export type EncodedOne = { readonly id: number; readonly prepared: EncodedBody | null };

/** What waited together, in its order. */
export type EncodeReply = readonly EncodedOne[];
