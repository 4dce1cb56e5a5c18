import type { Database } from 'better-sqlite3';
import { indexableText } from '#shared/search/indexText.ts';
import { createAnnotations } from '../store/operations/notes.ts';
import { searchReads, writes } from '../store/operations/operation.ts';
import type { PayloadStore } from '../store/operations/payloads.ts';
import { type AnswerWords, createPendingWords } from './pendingWords.ts';
import { createPrefixIndexWriter, type IndexedAnswer } from './prefixIndex.ts';

export type IndexProgress = {
  /** Answers indexed by this call. */
  readonly indexed: number;
  /** Stored answers that are not indexed yet. */
  readonly pending: number;
};

export type IndexWaiting = {
  readonly pending: number;
  /** Whether one of them was indexed before and is waiting to be indexed again. */
  readonly changed: boolean;
};

/** Index pages merged per call: some ten milliseconds. */
const mergedPages = 64;

/**
 * Adds stored answers to the full-text index, in batches and oldest first. One call is one transaction: an
 * answer is indexed exactly if it is no longer pending, whenever the program ends.
 */
export function createSearchIndexOperations(db: Database, payloads: PayloadStore) {
  const pendingWords = createPendingWords(db, payloads);
  const waits = db.prepare<{ id: number; uid: string }, { one: 1 }>(
    `SELECT 1 AS one FROM search_pending p JOIN observations o ON o.id = p.observation_id
     WHERE p.observation_id = @id AND o.uid = @uid`,
  );
  const annotations = createAnnotations(db);
  // Not the total: counting a million answers for every two dozen took as long as indexing these.
  const pending = db.prepare<[], number>('SELECT count(*) FROM search_pending').pluck();
  const changed = db
    .prepare<[], 0 | 1>(
      `SELECT (SELECT min(observation_id) FROM search_pending)
         <= (SELECT max(observation_id) FROM search_facets)`,
    )
    .pluck();
  const addWords = db.prepare<{ id: number; all: string }>(
    'INSERT INTO search_index (rowid, words) VALUES (@id, @all)',
  );
  // Not "insert or replace", which searches the whole index for an older row for every answer.
  const removeWords = db.prepare<{ id: number }>('DELETE FROM search_index WHERE rowid = @id');
  const known = db.prepare<{ id: number }, { one: 1 }>(
    'SELECT 1 AS one FROM search_facets WHERE observation_id = @id',
  );
  const addPrefixIndex = createPrefixIndexWriter(db);
  const addFacets = db.prepare<{ id: number }>(
    `INSERT OR REPLACE INTO search_facets (observation_id, domains)
     VALUES (@id, (SELECT json_group_array(domain_id) FROM (
       SELECT DISTINCT u.domain_id FROM sources s JOIN urls u ON u.id = s.url_id WHERE s.observation_id = +@id)))`,
  );
  const done = db.prepare<{ id: number }>('DELETE FROM search_pending WHERE observation_id = @id');
  const changes = db.prepare<[], { n: number }>('SELECT total_changes() AS n');
  const totalChanges = (): number => changes.get()?.n ?? 0;
  const merge = db.prepare("INSERT INTO search_index (search_index, rank) VALUES ('merge', @mergedPages)");
  /** Index segments are merged while idle, which makes the index smaller and faster. */
  let scattered = true;
  const progress = (indexed: number): IndexProgress => ({ indexed, pending: pending.get() ?? 0 });

  const add = ({ id, uid, words }: AnswerWords): readonly IndexedAnswer[] => {
    // Deleted meanwhile, or indexed by another program; ids can be reused.
    if (!waits.get({ id, uid })) return [];
    const notes = indexableText(annotations.searchable(id).map(({ text }) => text));
    const all = notes === '' ? words : `${words} ${notes}`;
    if (known.get({ id })) removeWords.run({ id });
    addWords.run({ id, all });
    addFacets.run({ id });
    done.run({ id });
    return [{ id, words: all }];
  };
  const addAll = (answers: readonly AnswerWords[]): IndexProgress => {
    if (answers.length === 0 && scattered) {
      const before = totalChanges();
      merge.run({ mergedPages });
      // FTS5's way to report that there was nothing left to merge.
      scattered = totalChanges() - before >= 2;
    } else if (answers.length > 0) scattered = true;
    const added = answers.flatMap(add);
    addPrefixIndex(added);
    return progress(added.length);
  };

  return {
    'history.index': writes(
      (input: { readonly limit: number }): IndexProgress => addAll(pendingWords(0, input.limit)),
    ),
    /** The same with words extracted on another thread. */
    'search.addWords': writes(
      (input: { readonly answers: readonly AnswerWords[] }): IndexProgress => addAll(input.answers),
    ),
    'search.waiting': searchReads(
      (_: Readonly<Record<string, never>>): IndexWaiting => ({
        pending: pending.get() ?? 0,
        changed: changed.get() === 1,
      }),
    ),
  };
}
