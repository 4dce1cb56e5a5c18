import {
  type EvidenceHead,
  type EvidenceRecord,
  evidenceFormat,
  evidenceVersion,
  headChain,
  lineText,
  recordChain,
  sha256,
} from './evidenceFile.ts';

/** One observation as stored; texts are written byte for byte. */
export type EvidenceObservation = {
  readonly id: string;
  /** Engine, market, question, times, request id, status, credits and provenance. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly request: Readonly<Record<string, unknown>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The response body as received. */
  readonly payload: string;
  readonly pages: readonly { readonly name: string; readonly html: string }[];
  /** Stored translations beside the payload, which is the truth: language, and JSON with text and translator. */
  readonly translations?: readonly { readonly name: string; readonly content: string }[];
};

/**
 * Generates the lines of an evidence file, without line ends, so that any number of observations fits in
 * memory. `count` must equal the number of observations; the seal of a truncated file would not.
 */
export async function* evidenceLines(
  observations: AsyncIterable<EvidenceObservation> | Iterable<EvidenceObservation>,
  context: { readonly program: string; readonly createdAtMs: number; readonly count: number },
): AsyncGenerator<string> {
  const head: Omit<EvidenceHead, 'chain' | 'type'> = {
    format: evidenceFormat,
    version: evidenceVersion,
    program: context.program,
    createdAt: new Date(context.createdAtMs).toISOString(),
    observations: context.count,
  };
  let chain = headChain(head);
  yield lineText({ type: 'head', ...head, chain });

  let ordinal = 0;
  for await (const observation of observations) {
    ordinal += 1;
    const record: Omit<EvidenceRecord, 'chain' | 'type'> = {
      ordinal,
      id: observation.id,
      previous: chain,
      parts: [
        part('facts', JSON.stringify(observation.facts)),
        part('request', JSON.stringify(observation.request)),
        part('response headers', JSON.stringify(observation.responseHeaders)),
        part('payload', observation.payload),
        ...observation.pages.map((page) => part(`page ${page.name}`, page.html)),
        ...(observation.translations ?? []).map(({ name, content }) => part(`translation ${name}`, content)),
      ],
    };
    chain = recordChain(record);
    yield lineText({ type: 'observation', ...record, chain });
  }
  yield lineText({ type: 'seal', observations: ordinal, chain });
}

function part(name: string, content: string): EvidenceRecord['parts'][number] {
  return { name, sha256: sha256(content), content };
}
