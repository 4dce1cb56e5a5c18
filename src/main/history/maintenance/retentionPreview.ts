import type { Database } from 'better-sqlite3';
import type { RetentionPreview, RetentionRule } from '#shared/model/maintenance.ts';
import { analysisReads } from '../store/operations/operation.ts';
import {
  type Bounds,
  boundsOf,
  createRetentionRules,
  goingPages,
  goingRuns,
  oldRuns,
} from './retentionRules.ts';

type Amount = { count: number; bytes: number; oldest: number | null; newest: number | null };

type RetentionQuestion = {
  readonly project?: string;
  /** By default the project's stored rule. */
  readonly rule?: RetentionRule;
  readonly nowMs: number;
};

/** What a rule would delete now. */
export function createRetentionPreview(db: Database) {
  const { find, ruleOf } = createRetentionRules(db);
  const pagesAmount = db.prepare<[Bounds], Amount>(
    `SELECT count(*) AS count, ifnull(sum((SELECT length(body) FROM payloads WHERE id = p.payload_id)), 0) AS bytes,
       min(p.fetched_at_ms) AS oldest, max(p.fetched_at_ms) AS newest
     FROM ${goingPages} AND r.id NOT IN (SELECT r.id FROM ${goingRuns})`,
  );
  const runsAmount = db.prepare<[Bounds], Omit<Amount, 'bytes'>>(
    `SELECT count(*) AS count, min(r.created_at_ms) AS oldest, max(r.created_at_ms) AS newest FROM ${goingRuns}`,
  );
  const answersAmount = db.prepare<[Bounds], { answers: number; bytes: number }>(
    `WITH going AS MATERIALIZED (SELECT id, payload_id FROM observations WHERE run_id IN (SELECT r.id FROM ${goingRuns}))
     SELECT (SELECT count(*) FROM going) AS answers, ifnull((SELECT sum(length(body)) FROM payloads WHERE id IN (
       SELECT payload_id FROM going UNION SELECT p.payload_id FROM pages p JOIN going g ON g.id = p.observation_id)), 0)
       AS bytes`,
  );
  const oldAmount = db.prepare<[Bounds], { n: number }>(`SELECT count(*) AS n FROM ${oldRuns}`);

  const preview = (input: RetentionQuestion): RetentionPreview => {
    const { id } = find(input.project);
    const bounds = boundsOf(id, input.rule ?? ruleOf(id), input.nowMs);
    const pages = pagesAmount.get(bounds);
    const runs = runsAmount.get(bounds);
    const { answers, bytes } = (runs?.count ? answersAmount.get(bounds) : null) ?? { answers: 0, bytes: 0 };
    const amount = (count = 0, size = 0, oldest: number | null = null, newest: number | null = null) => ({
      count,
      bytes: size,
      oldestAtMs: oldest,
      newestAtMs: newest,
    });
    return {
      pages: amount(pages?.count, pages?.bytes, pages?.oldest, pages?.newest),
      runs: { ...amount(runs?.count, bytes, runs?.oldest, runs?.newest), answers },
      keptRuns: (oldAmount.get(bounds)?.n ?? 0) - (runs?.count ?? 0),
    };
  };
  return {
    // May read every stored answer, which takes a second for 200,000: therefore not on the writer thread.
    'retention.preview': analysisReads(preview),
  };
}
