import { hash } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import { answerInOrder, moving, serveThread } from '#platform/threads/serveThread.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { type PackedBody, packQuickly } from '../../store/compression/packBody.ts';
import { type DerivedColumns, derivedColumns, deriveObservation } from '../../store/derive/observation.ts';
import { resultOf } from '../../store/derive/result.ts';
import type { DerivedSource } from '../../store/derive/sourceLists.ts';
import type { EncodedBody } from './encodedAnswer.ts';
import { serializeAnswer } from './encodedAnswer.ts';
import { type SplitHeaders, splitHeaders } from './splitHeaders.ts';

/** An answer as it came over the wire. */
export type ReceivedAnswer = {
  /** The whole response body, byte for byte as text. */
  readonly body: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestPath: string;
  readonly requestBody: string;
  readonly receivedAtMs: number;
  /** From sending to the last byte, milliseconds. */
  readonly roundTripMs: number;
  /** The service's own processing time. */
  readonly latencyMs: number | null;
  readonly creditsCharged: number | null;
  readonly requestId: string | null;
  readonly imported: boolean;
};

/** What was sent; the hash tells the same request asked again. */
export type SentRequest = { readonly sha256: Uint8Array; readonly path: string; readonly body: string };

/** What stands in the row of a source; its description stays in the payload. */
export type StoredSource = Omit<DerivedSource, 'description'>;

/** An answer with everything computed from it, so that storing it is inserting rows and nothing else. */
export type EncodedAnswer = Omit<ReceivedAnswer, 'body' | 'headers' | 'requestPath' | 'requestBody'> & {
  readonly payload: PackedBody;
  readonly request: SentRequest;
  readonly headers: SplitHeaders;
  readonly columns: DerivedColumns;
  readonly sources: readonly StoredSource[];
  readonly pageUrls: readonly string[];
};

/** @throws SyntaxError when the body is no JSON */
export function encodeAnswer(engine: Engine, answer: ReceivedAnswer): EncodedAnswer {
  const { body, headers, requestPath, requestBody, ...rest } = answer;
  const derived = deriveObservation(engine, resultOf(body));
  const sha256 = hash('sha256', `${requestPath}\n${requestBody}`, 'buffer');
  return {
    ...rest,
    payload: packQuickly(body),
    request: { sha256, path: requestPath, body: requestBody },
    headers: splitHeaders(headers),
    columns: derivedColumns(derived),
    sources: derived.sources.map(({ description: _, ...stored }) => stored),
    pageUrls: derived.pageUrls,
  };
}

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
