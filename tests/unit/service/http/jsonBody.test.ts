import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonType, parseJsonBody } from '#service/http/jsonBody.ts';

describe('JSON bodies', () => {
  it('give what JSON.parse gives, for anything JSON can say', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJsonBody(Buffer.from(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('are refused when empty, cut off, not UTF-8 or with a stray byte', () => {
    for (const bytes of [
      Buffer.from(''),
      Buffer.from('{"a":'),
      Buffer.from('{"a":1}x'),
      Buffer.from([0x22, 0xc3, 0x28, 0x22]),
    ]) {
      expect(() => parseJsonBody(bytes)).toThrow();
    }
  });

  it('are refused before they are built when they nest too deep or hold too many values', () => {
    expect(() => parseJsonBody(Buffer.from('['.repeat(101) + ']'.repeat(101)))).toThrow(/nested/);
    expect(() => parseJsonBody(Buffer.from('['.repeat(1_000_000)))).toThrow(/nested/);
    expect(() => parseJsonBody(Buffer.from(`[${'{},'.repeat(400_001)}1]`))).toThrow(/too many objects/);
    expect(() => parseJsonBody(Buffer.from(`[${'1,'.repeat(2_000_001)}1]`))).toThrow(/too many values/);
    expect(parseJsonBody(Buffer.from(`["${','.repeat(2_000_001)}"]`))).toEqual([','.repeat(2_000_001)]);
  });

  it('may hold brackets and escaped quotes inside strings', () => {
    const value = { prompt: `${'['.repeat(500)} \\" ${'{'.repeat(500)}` };
    expect(parseJsonBody(Buffer.from(JSON.stringify(value)))).toEqual(value);
  });

  it('need the JSON media type, whatever its parameters', () => {
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/json; charset="utf-8"',
      'application/json;x=y',
    ]) {
      expect(isJsonType(type)).toBe(true);
    }
    for (const type of [
      undefined,
      '',
      'text/plain',
      'application/jsonx',
      'application/json; charset=latin1',
      'application/ld+json',
    ]) {
      expect(isJsonType(type)).toBe(false);
    }
  });
});
