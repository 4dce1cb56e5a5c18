import type { Database } from 'better-sqlite3';

/** Keys of one kind: an hour of answers has some thousand addresses. */
const maxKept = 20_000;

export type RowIdCache = ReturnType<typeof createRowIdCache>;

/**
 * Row ids that answer after answer asks for. They are remembered only within `during`, and from one to the next as long
 * as nobody changed the file in between: `forget` says that this program did, SQLite that another one.
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
    /** @param find asked once for the same key; what it was given beside the key is that of the first time */
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
    /** Call inside a transaction that removes nothing; what fails in it is forgotten with its rows. */
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
