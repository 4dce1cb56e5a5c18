import type { Engine } from '#shared/interface/engines.ts';
import type { ReceivedAnswer } from './encodeAnswer.ts';
import type { EncodedBody } from './encodedAnswer.ts';

/** `workerData` of the history worker when it encodes answers; it opens no file. */
export type EncodeWorkerData = { readonly prepare: true };

export type EncodeContract = {
  readonly opened: null;
  readonly calls: {
    readonly encode: (input: { readonly engine: Engine; readonly answer: ReceivedAnswer }) => EncodedBody;
  };
  /** Nothing is lost: the thread that stores encodes it itself and answers with the reason. */
  readonly refusal: { readonly code: 'FAILED'; readonly message: string };
  readonly event: never;
};
