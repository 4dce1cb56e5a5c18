/** Finished comparisons by key, bounded by their size in memory; the least recently used goes first. */
export type ResultCache = {
  readonly get: (key: string) => string | undefined;
  readonly set: (key: string, json: string) => void;
  readonly clear: () => void;
  readonly bytes: () => number;
};

/** A character of JSON text costs one byte where all are Latin-1 and two otherwise: two are counted. */
const BYTES_PER_CHARACTER = 2;

export function createResultCache(mostBytes: number): ResultCache {
  const entries = new Map<string, string>();
  let bytes = 0;
  const remove = (key: string): void => {
    const json = entries.get(key);
    if (json === undefined) return;
    entries.delete(key);
    bytes -= json.length * BYTES_PER_CHARACTER;
  };
  return {
    get: (key) => {
      const json = entries.get(key);
      if (json !== undefined) {
        entries.delete(key);
        entries.set(key, json);
      }
      return json;
    },
    set: (key, json) => {
      remove(key);
      const cost = json.length * BYTES_PER_CHARACTER;
      if (cost > mostBytes) return;
      entries.set(key, json);
      bytes += cost;
      for (const oldest of entries.keys()) {
        if (bytes <= mostBytes) break;
        remove(oldest);
      }
    },
    clear: () => {
      entries.clear();
      bytes = 0;
    },
    bytes: () => bytes,
  };
}
