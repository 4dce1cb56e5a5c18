import { hash, timingSafeEqual } from 'node:crypto';
import { randomLetters } from '#platform/identifiers.ts';
import { apiKeyPattern } from '#shared/interface/headers.ts';

/** Generates a key of the published form: `sk_` and 40 letters or digits, about 238 random bits. */
export function mintApiKey(): string {
  return `sk_${randomLetters(40)}`;
}

/** SHA-256 of the whole key. Keys are random and long, so a slow password hash would add nothing. */
export function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

export type PresentedKey =
  | { readonly kind: 'key'; readonly hash: Buffer }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' };

/** Parses an `Authorization` header. The scheme is case-insensitive, as RFC 9110 requires. */
export function presentedKey(authorization: string | undefined): PresentedKey {
  if (authorization === undefined) return { kind: 'missing' };
  const token = /^bearer +(\S.*)$/i.exec(authorization)?.[1]?.trimEnd();
  if (token === undefined) return { kind: 'missing' };
  return apiKeyPattern.test(token) ? { kind: 'key', hash: hashOfKey(token) } : { kind: 'malformed' };
}

/**
 * Keys by hash. The first bytes of a hash select the bucket, which reveals nothing about a key; the whole hash
 * is then compared in constant time.
 */
export type KeyRing = {
  readonly accountOf: (hash: Buffer) => number | undefined;
  readonly replaceAll: (keys: readonly { readonly accountId: number; readonly hash: Buffer }[]) => void;
};

export function createKeyRing(): KeyRing {
  let buckets = new Map<number, { readonly accountId: number; readonly hash: Buffer }[]>();
  return {
    accountOf: (presented) => {
      let found: number | undefined;
      for (const key of buckets.get(presented.readUInt32BE(0)) ?? [])
        if (timingSafeEqual(key.hash, presented)) found = key.accountId;
      return found;
    },
    replaceAll: (keys) => {
      const next: typeof buckets = new Map();
      for (const key of keys) {
        const bucket = next.get(key.hash.readUInt32BE(0));
        if (bucket === undefined) next.set(key.hash.readUInt32BE(0), [key]);
        else bucket.push(key);
      }
      buckets = next;
    },
  };
}

/** The account of every service: created at the first start, used where no other is named. */
export const defaultAccount = 'default';
