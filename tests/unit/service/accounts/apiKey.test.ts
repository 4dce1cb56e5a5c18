import { describe, expect, it } from 'vitest';
import { createKeyRing, hashOfKey, mintApiKey, presentedKey } from '#service/accounts/apiKey.ts';

describe('API keys', () => {
  it('have the published form and do not repeat', () => {
    const keys = Array.from({ length: 200 }, mintApiKey);
    for (const key of keys) expect(key).toMatch(/^sk_[A-Za-z0-9]{40}$/);
    expect(new Set(keys).size).toBe(200);
  });

  it('are read from a bearer token of any scheme case', () => {
    const key = mintApiKey();
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key} `]) {
      expect(presentedKey(header)).toEqual({ kind: 'key', hash: hashOfKey(key) });
    }
  });

  it('distinguish a missing token from a malformed one', () => {
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic abc', mintApiKey()]) {
      expect(presentedKey(header).kind).toBe('missing');
    }
    for (const token of [
      'sk_short',
      `${mintApiKey()}x`,
      `xk_${mintApiKey().slice(3)}`,
      'sk_ä'.padEnd(43, 'a'),
    ]) {
      expect(presentedKey(`Bearer ${token}`).kind).toBe('malformed');
    }
  });

  it('open the account they belong to, and none after they are gone', () => {
    const ring = createKeyRing();
    const [first, second] = [hashOfKey(mintApiKey()), hashOfKey(mintApiKey())];
    ring.replaceAll([
      { accountId: 1, hash: first },
      { accountId: 2, hash: second },
    ]);
    expect(ring.accountOf(Buffer.from(first))).toBe(1);
    expect(ring.accountOf(second)).toBe(2);
    expect(ring.accountOf(hashOfKey(mintApiKey()))).toBeUndefined();
    ring.replaceAll([{ accountId: 1, hash: first }]);
    expect(ring.accountOf(second)).toBeUndefined();
  });

  it('are distinguished even if the first bytes of their hashes are the same', () => {
    const ring = createKeyRing();
    const first = hashOfKey(mintApiKey());
    const twin = Buffer.from(first);
    twin[31] = (twin[31] ?? 0) ^ 1;
    ring.replaceAll([
      { accountId: 1, hash: first },
      { accountId: 2, hash: twin },
    ]);
    expect(ring.accountOf(first)).toBe(1);
    expect(ring.accountOf(twin)).toBe(2);
  });
});
