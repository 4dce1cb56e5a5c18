import type { Database } from 'better-sqlite3';

/** Keys of one kind: an hour of answers has some thousand URLs. */
const maxKept = 20_000;

export type RowIdCache = ReturnType<typeof createRowIdCache>;

/**
 * Caches row ids that consecutive answers need. Valid only within `during`, and between calls as long as nobody
 * changed the file: `forget` reports changes by this program, SQLite those by others.
 */
export function createRowIdCache(db: Database) {
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  const kept: Map<string, unknown>[] = [];
  let seen: number | undefined;
  let on = false;
  const forget = (): void => {
    for (const known of kept) known.clear();
  };
  return {
    /** @param find called once per key; its other arguments are those of the first call */
    remembered<R extends readonly unknown[], V>(
      find: (key: string, ...rest: R) => V,
    ): (key: string, ...rest: R) => V {
      const known = new Map<string, V>();
      kept.push(known);
      return (key, ...rest) => {
        if (!on) return find(key, ...rest);
        const before = known.get(key);
        if (before !== undefined) return before;
        const found = find(key, ...rest);
        if (known.size >= maxKept) known.clear();
        known.set(key, found);
        return found;
      };
    },
    /** Call inside a transaction that deletes nothing; if it fails, its rows are removed from the cache. */
    during<T>(work: () => T): T {
      const now = version.get();
      if (now !== seen) forget();
      seen = now;
      on = true;
      try {
        return work();
      } catch (error) {
        forget();
        throw error;
      } finally {
        on = false;
      }
    },
    forget,
  };
}
