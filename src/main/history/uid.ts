import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new text id: 12 characters of Crockford's base 32 (60 bits), short enough to type. */
export function newUid(bytes: (size: number) => Uint8Array = randomBytes): string {
  let uid = '';
  for (const byte of bytes(12)) uid += alphabet[byte & 31];
  return uid;
}

/** Outside id of a cell: its run and its place in the plan. */
export function cellUid(runUid: string, ordinal: number): string {
  return `${runUid}.${ordinal}`;
}

/** The parts of a cell's id, or null when it is none. */
export function parseCellUid(uid: string): { readonly runUid: string; readonly ordinal: number } | null {
  const match = /^([0-9a-z]{12})\.(\d{1,9})$/.exec(uid);
  return match?.[1] && match[2] ? { runUid: match[1], ordinal: Number(match[2]) } : null;
}
