import { type ComparisonTexts, charactersOf } from '#shared/model/comparison/comparisonParts.ts';
import { keepLatest } from '../latest.ts';

/** LRU cache of finished comparisons by key, limited by memory size. */
export type ResultCache = {
  readonly get: (key: string) => ComparisonTexts | undefined;
  readonly set: (key: string, texts: ComparisonTexts) => void;
  /** Adds another, cheaper key for a cached comparison. */
  readonly label: (label: string, key: string) => void;
  readonly labelled: (label: string) => ComparisonTexts | undefined;
  readonly clear: () => void;
  readonly bytes: () => number;
};

/** A character of JSON text takes one byte if all are Latin-1, otherwise two: two are counted. */
const bytesPerCharacter = 2;
/** A comparison has few labels; a label is useless once its comparison is evicted. */
const maxLabels = 1000;

export function createResultCache(maxBytes: number): ResultCache {
  const entries = new Map<string, { readonly texts: ComparisonTexts; readonly cost: number }>();
  const keys = new Map<string, string>();
  let bytes = 0;
  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    bytes -= entry.cost;
  };
  const get = (key: string): ComparisonTexts | undefined => {
    const entry = entries.get(key);
    if (entry !== undefined) {
      entries.delete(key);
      entries.set(key, entry);
    }
    return entry?.texts;
  };
  return {
    get,
    set: (key, texts) => {
      remove(key);
      const cost = charactersOf(texts) * bytesPerCharacter;
      if (cost > maxBytes) return;
      entries.set(key, { texts, cost });
      bytes += cost;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    label: (label, key) => keepLatest(keys, label, key, maxLabels),
    labelled: (label) => {
      const key = keys.get(label);
      const texts = key === undefined ? undefined : get(key);
      if (texts === undefined) keys.delete(label);
      return texts;
    },
    clear: () => {
      entries.clear();
      keys.clear();
      bytes = 0;
    },
    bytes: () => bytes,
  };
}
