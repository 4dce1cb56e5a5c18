import type { Engine } from '#shared/interface/engines.ts';
import type { ReceivedAnswer } from './prepareAnswer.ts';
import type { SealedAnswer } from './sealed.ts';

/** `workerData` of the history worker when it prepares answers; it opens no file. */
export type PreparingData = { readonly prepare: true };

export type PreparingRequest = {
  readonly id: number;
  readonly engine: Engine;
  readonly answer: ReceivedAnswer;
};

/** Null for an answer that cannot be prepared: who stores it will say why. */
export type PreparedOne = { readonly id: number; readonly prepared: SealedAnswer | null };

/** What waited together, in its order. */
export type PreparingAnswer = readonly PreparedOne[];
