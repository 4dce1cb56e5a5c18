import { deserialize, serialize } from 'node:v8';
import type { EncodedAnswer, StoredSource } from './encodeAnswer.ts';

/** A prepared answer as one piece of memory: it is moved from thread to thread, and not read on the way. */
export type EncodedBody = { readonly sealed: Uint8Array<ArrayBuffer> };

/** Members of the sources one after the other: their names would be written and read again with each. */
type Flat = readonly (string | number | null)[];

type Contents = Omit<EncodedAnswer, 'sources'> & { readonly flat: Flat };

export function serializeAnswer({ sources, ...rest }: EncodedAnswer): EncodedBody {
  const flat: (string | number | null)[] = [];
  for (const { kind, position, url, label, domain, redirectLink } of sources)
    flat.push(kind, position, url, label, domain, redirectLink);
  // A copy of its own: what is serialised may be a view into a larger buffer, which would be moved with all of it.
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
