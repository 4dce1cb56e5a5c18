import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import { indexableText } from '#shared/search/indexText.ts';
import { searchableTexts } from '../store/derive/searchFields.ts';
import type { PayloadStore } from '../store/operations/payloads.ts';

type PendingRow = {
  readonly id: number;
  readonly uid: string;
  readonly engine: Engine;
  /** Includes the wording used in the market. */
  readonly question: string;
  readonly payload: number;
};

/** The searchable text of an answer, without the user's notes. */
export type AnswerWords = { readonly id: number; readonly uid: string; readonly words: string };

/** Words of answers that are not indexed yet, oldest first, with ids above `after`; read-only. */
export function createPendingWords(db: Database, payloads: PayloadStore) {
  const pending = db.prepare<{ after: number; limit: number }, PendingRow>(
    `SELECT o.id, o.uid, o.engine, concat_ws(char(10), q.text, w.text) AS question, o.payload_id AS payload
     FROM search_pending p JOIN observations o ON o.id = p.observation_id JOIN questions q ON q.id = o.question_id
       LEFT JOIN questions w ON w.id = o.wording_id
     WHERE p.observation_id > @after ORDER BY p.observation_id LIMIT @limit`,
  );
  return (after: number, limit: number): readonly AnswerWords[] =>
    pending.all({ after, limit }).map(({ id, uid, engine, question, payload }) => {
      // A damaged answer is found by its question.
      const texts = searchableTexts(engine, question, payloads.resultOrNull(payload) ?? {});
      return { id, uid, words: indexableText(texts.map(({ text }) => text)) };
    });
}
