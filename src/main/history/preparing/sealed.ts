import { deserialize, serialize } from 'node:v8';
import type { PreparedAnswer } from './prepareAnswer.ts';

/** A prepared answer as one piece of memory: it is moved from thread to thread, and not read on the way. */
export type SealedAnswer = { readonly sealed: Uint8Array<ArrayBuffer> };

export function seal(prepared: PreparedAnswer): SealedAnswer {
  // A copy of its own: what is serialised may be a view into a larger buffer, which would be moved with all of it.
  return { sealed: new Uint8Array(serialize(prepared)) };
}

export function unseal({ sealed }: SealedAnswer): PreparedAnswer {
  return deserialize(sealed);
}
