import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { AnalysisMoney, AnalysisProvenance, AnalysisPurpose } from '#shared/model/analysisModel.ts';
import { reads, writes } from './operation.ts';
import { createProjectFinder, type InProject } from './projectRows.ts';

export type ModelRequest = Omit<AnalysisProvenance, 'cached'> & {
  readonly purpose: AnalysisPurpose;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly latencyMs: number;
};

export type KnownAnswer = { readonly answer: string; readonly provenance: AnalysisProvenance };

type AnswerRow = Omit<AnalysisProvenance, 'cached' | 'cost'> & {
  readonly answer: Buffer;
  readonly cost: number | null;
  readonly currency: string | null;
  readonly source: AnalysisMoney['source'] | null;
};

/** Requests to the analysis model with their cost, and the answers that need not be asked for again. */
export function createModelRequestOperations(db: Database) {
  const projectOf = createProjectFinder(db);
  const add = db.prepare<
    Omit<ModelRequest, 'cost'> & {
      project: number;
      cost: number | null;
      currency: string | null;
      source: string | null;
    }
  >(
    `INSERT INTO model_requests (project_id, purpose, driver, model, prompt, asked_at_ms, input_tokens, output_tokens,
       cost, cost_currency, cost_source, latency_ms)
     VALUES (@project, @purpose, @driver, @model, @prompt, @askedAtMs, @inputTokens, @outputTokens, @cost, @currency,
       @source, @latencyMs)`,
  );
  const keep = db.prepare<{ key: string; request: number | bigint; answer: Buffer }>(
    `INSERT INTO model_answers (key, request_id, answer) VALUES (@key, @request, @answer)
     ON CONFLICT (key) DO UPDATE SET request_id = excluded.request_id, answer = excluded.answer`,
  );
  const keepSubject = db.prepare<{ key: string; answerId: string }>(
    `INSERT OR IGNORE INTO model_answer_subjects (observation_id, key)
     SELECT id, @key FROM observations WHERE uid = @answerId`,
  );
  const known = db.prepare<{ key: string }, AnswerRow>(
    `SELECT a.answer, r.driver, r.model, r.prompt, r.asked_at_ms AS askedAtMs, r.cost, r.cost_currency AS currency,
       r.cost_source AS source
     FROM model_answers a JOIN model_requests r ON r.id = a.request_id WHERE a.key = @key`,
  );
  const isKnown = db.prepare<{ key: string }, { one: 1 }>(
    'SELECT 1 AS one FROM model_answers WHERE key = @key',
  );
  const spent = db.prepare<{ sinceMs: number }, { requests: number; amount: number; unpriced: number }>(
    `SELECT count(*) AS requests, ifnull(sum(cost), 0) AS amount, count(*) - count(cost) AS unpriced
     FROM model_requests WHERE asked_at_ms >= @sinceMs`,
  );

  return {
    'modelRequests.known': reads(({ key }: { readonly key: string }): KnownAnswer | null => {
      const row = known.get({ key });
      if (row === undefined) return null;
      const { answer, cost, currency, source, ...request } = row;
      const money =
        cost === null || currency === null || source === null ? null : { amount: cost, currency, source };
      return {
        answer: zstdDecompressSync(answer).toString('utf8'),
        provenance: { ...request, cost: money, cached: true },
      };
    }),
    /** Those of these answers that need not be asked for. */
    'modelRequests.knownOf': reads(({ keys }: { readonly keys: readonly string[] }): readonly string[] =>
      keys.filter((key) => isKnown.get({ key }) !== undefined),
    ),
    /** A request that was sent, with its answer if that can be used. */
    'modelRequests.add': writes(
      ({
        kept,
        cost,
        projectId,
        ...request
      }: InProject &
        ModelRequest & {
          readonly kept: {
            readonly key: string;
            readonly answer: string;
            /** Stored answers that the question contains: with the first of them, the model's answer is deleted. */
            readonly answerIds: readonly string[];
          } | null;
        }): void => {
        const { lastInsertRowid } = add.run({
          ...request,
          project: projectOf({ projectId }),
          cost: cost?.amount ?? null,
          currency: cost?.currency ?? null,
          source: cost?.source ?? null,
        });
        if (kept === null) return;
        const { key, answer, answerIds } = kept;
        keep.run({ key, request: lastInsertRowid, answer: zstdCompressSync(Buffer.from(answer)) });
        for (const answerId of answerIds) keepSubject.run({ key, answerId });
      },
    ),
    /** Requests since a time, over all projects. */
    'modelRequests.spent': reads(
      (input: { readonly sinceMs: number }) => spent.get(input) ?? { requests: 0, amount: 0, unpriced: 0 },
    ),
  };
}
