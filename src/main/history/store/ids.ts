import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const uidLength = 12;

/** Random bytes for the next ids: requesting a few costs as much as requesting a thousand. */
let pool: Uint8Array = new Uint8Array(0);
let used = 0;

function pooledBytes(size: number): Uint8Array {
  if (used + size > pool.length) {
    pool = randomBytes(uidLength * 128);
    used = 0;
  }
  used += size;
  return pool.subarray(used - size, used);
}

/** A new text id: 12 characters of Crockford's base 32 (60 bits), short enough to type. */
export function newId(bytes: (size: number) => Uint8Array = pooledBytes): string {
  let id = '';
  for (const byte of bytes(uidLength)) id += alphabet[byte & 31];
  return id;
}

/** Public id of a cell in SQL, its run and its position in the plan: `r` is the run, `x` the cell. */
export const cellIdColumn = "r.uid || '.' || x.ordinal";

/** The parts of a cell's id, or null if it is not one. */
export function parseCellId(cellId: string): { readonly runId: string; readonly ordinal: number } | null {
  const match = /^([0-9a-z]{12})\.(\d{1,9})$/.exec(cellId);
  return match?.[1] && match[2] ? { runId: match[1], ordinal: Number(match[2]) } : null;
}
