import { describe, expect, it } from 'vitest';
import { childPath, rootPath, searchJson } from '#renderer/reading/jsonSearch.ts';

const value = {
  text: 'Der Schlüssel ist leicht',
  sources: [
    { position: 1, url: 'https://a.example' },
    { position: 2, url: 'https://b.example/keys' },
  ],
  'a/b': null,
  empty: [],
};
const path = (...keys: readonly string[]) => keys.reduce(childPath, rootPath);

describe('searching a stored result', () => {
  it('finds keys and values with their parents', () => {
    const found = searchJson(value, 'b.example');
    expect(found?.hits).toBe(1);
    expect([...(found?.paths ?? [])].sort()).toEqual(
      [path(), path('sources'), path('sources', '1'), path('sources', '1', 'url')].sort(),
    );
    expect(searchJson(value, 'position')?.hits).toBe(2);
  });

  it('ignores case', () => {
    expect(searchJson(value, 'SCHLÜSSEL')?.hits).toBe(1);
  });

  it('finds null and empty values as written, and keys with a slash', () => {
    expect(searchJson(value, 'null')?.paths.has(path('a/b'))).toBe(true);
    expect(searchJson(value, '[]')?.hits).toBe(1);
  });

  it('reports no match, and does not search without words', () => {
    expect(searchJson(value, 'zebra')).toEqual({ paths: new Set(), hits: 0 });
    expect(searchJson(value, '  ')).toBeNull();
  });
});
