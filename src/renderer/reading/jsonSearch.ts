import { foldCase } from './find.ts';

/** Path of a value in a stored result: its keys and indexes, joined unambiguously. */
export const rootPath = '';
export const childPath = (path: string, key: string): string => `${path}/${key.replaceAll('/', '~1')}`;

export type JsonEntry = { readonly key: string; readonly value: unknown; readonly path: string };

/** The entries of a value in their order; none for text, numbers and the like. */
export function entriesOf(value: unknown, path: string): readonly JsonEntry[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, inner]) => ({ key, value: inner, path: childPath(path, key) }));
}

/** A value without entries as text. */
export function writtenValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return '[]';
  return typeof value === 'object' && value !== null ? '{}' : String(value);
}

/**
 * Paths of all keys and texts that contain the words, with their parents. Case is ignored. `hits` is the number of
 * matching keys and texts. Null without words.
 */
export function searchJson(
  value: unknown,
  words: string,
): { readonly paths: ReadonlySet<string>; readonly hits: number } | null {
  const wanted = foldCase(words.trim());
  if (wanted === '') return null;
  const paths = new Set<string>();
  let hits = 0;
  const has = (text: string): boolean => foldCase(text).includes(wanted);
  const visit = (inner: unknown, path: string, key: string): boolean => {
    const entries = entriesOf(inner, path);
    let found = path !== rootPath && has(key);
    if (entries.length === 0 && has(writtenValue(inner))) found = true;
    if (found) hits += 1;
    for (const entry of entries) if (visit(entry.value, entry.path, entry.key)) found = true;
    if (found) paths.add(path);
    return found;
  };
  visit(value, rootPath, '');
  return { paths, hits };
}
