import type { Database } from 'better-sqlite3';

/** Changes with every write to the file, by this program or another; some writes that came to nothing among them. */
export function createChangeStamp(db: Database): () => string {
  const written = db.prepare<[], number>('SELECT total_changes()').pluck();
  return () => `${written.get()} ${db.pragma('data_version', { simple: true })}`;
}
