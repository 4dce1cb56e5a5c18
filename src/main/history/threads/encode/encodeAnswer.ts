import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import { answerInOrder, moving, serveThread } from '#platform/threads/serveThread.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { type PackedBody, packQuickly } from '../../store/compression/packBody.ts';
import { type DerivedColumns, derivedColumns, deriveObservation } from '../../store/derive/observation.ts';
import { receivedResult } from '../../store/derive/result.ts';
import type { DerivedSource } from '../../store/derive/sourceLists.ts';
import { type SplitHeaders, splitHeaders } from './splitHeaders.ts';

/** An answer as received. */
export type ReceivedAnswer = {
  /** The complete response body as text, byte for byte. */
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

/** The request; its hash identifies repeated requests. */
export type SentRequest = { readonly sha256: Uint8Array; readonly path: string; readonly body: string };

/** The columns of a source; its description stays in the payload. */
export type StoredSource = Omit<DerivedSource, 'description' | 'date' | 'footnote' | 'preview' | 'creator'>;

/** An answer with all derived data, so that storing it only inserts rows. */
export type EncodedAnswer = Omit<ReceivedAnswer, 'body' | 'headers' | 'requestPath' | 'requestBody'> & {
  readonly payload: PackedBody;
  readonly request: SentRequest;
  readonly headers: SplitHeaders;
  readonly columns: DerivedColumns;
  readonly sources: readonly StoredSource[];
  readonly pageUrls: readonly string[];
};

/** The only place that parses an incoming body. Null if it does not match the interface. */
export function encodeAnswer(engine: Engine, answer: ReceivedAnswer): EncodedAnswer | null {
  const { body, headers, requestPath, requestBody, ...rest } = answer;
  const result = receivedResult(body);
  if (result === null) return null;
  const derived = deriveObservation(engine, result, requestBody);
  const sha256 = hash('sha256', `${requestPath}\n${requestBody}`, 'buffer');
  return {
    ...rest,
    payload: packQuickly(body),
    request: { sha256, path: requestPath, body: requestBody },
    headers: splitHeaders(headers),
    columns: derivedColumns(derived),
    sources: derived.sources.map(({ kind, position, url, label, domain, redirectLink }) => ({
      kind,
      position,
      url,
      label,
      domain,
      redirectLink,
    })),
    pageUrls: derived.pageUrls,
  };
}

/** An encoded answer as one buffer: it is transferred between threads without being read. */
export type EncodedBody = { readonly sealed: Uint8Array<ArrayBuffer> };

/** Values of the sources in sequence: keys would be written and read with each. */
type Flat = readonly (string | number | null)[];

type Contents = Omit<EncodedAnswer, 'sources'> & { readonly flat: Flat };

export function serializeAnswer({ sources, ...rest }: EncodedAnswer): EncodedBody {
  const flat: (string | number | null)[] = [];
  for (const { kind, position, url, label, domain, redirectLink } of sources)
    flat.push(kind, position, url, label, domain, redirectLink);
  // A separate copy: the serialized value may be a view into a larger buffer, which would be transferred too.
  return { sealed: new Uint8Array(serialize({ ...rest, flat } satisfies Contents)) };
}

export function deserializeAnswer({ sealed }: EncodedBody): EncodedAnswer {
  const { flat, ...rest }: Contents = deserialize(sealed);
  const sources: StoredSource[] = [];
  for (let at = 0; at < flat.length; at += 6) {
    const [kind, position, url, label, domain, redirectLink] = flat.slice(at, at + 6) as [
      StoredSource['kind'],
      number,
      string,
      string,
      string,
      string | null,
    ];
    sources.push({ kind, position, url, label, domain, redirectLink });
  }
  return { ...rest, sources };
}

/** `workerData` of the history worker when it encodes answers; it opens no file. */
export type EncodeWorkerData = { readonly prepare: true };

export type EncodeContract = {
  readonly opened: null;
  readonly calls: {
    readonly encode: (input: {
      readonly engine: Engine;
      readonly answer: ReceivedAnswer;
    }) => EncodedBody | null;
  };
  /** Nothing is lost: the writer thread encodes it itself and returns the error. */
  readonly refusal: { readonly code: 'FAILED'; readonly message: string };
  readonly event: never;
};

/** Encodes answers on a separate thread, beside the writer thread. */
export function serveEncoding(port: MessagePort): void {
  const refusalOf = (error: unknown) => ({ code: 'FAILED', message: String(error) }) as const;
  serveThread<EncodeContract>(port, refusalOf, (channel) => ({
    opened: null,
    take: answerInOrder<EncodeContract>(channel, refusalOf, {
      encode({ engine, answer }) {
        const encoded = encodeAnswer(engine, answer);
        if (encoded === null) return null;
        const block = serializeAnswer(encoded);
        return moving(block, [block.sealed.buffer]);
      },
    }),
  }));
}
