import type { Database } from 'better-sqlite3';
import type { Market } from '#shared/model/market.ts';
import type { RunMode } from '#shared/model/plan.ts';
import { type AskedQuestion, askedQuestions, cellGroups } from '#shared/planning/cells.ts';
import { createGroupPricer } from '#shared/planning/price.ts';
import { searchHostsOf } from '#shared/planning/searchHosts.ts';
import { HistoryFailure } from '../failures.ts';
import { newId } from '../ids.ts';
import type { Dimensions } from './dimensions.ts';
import { writes } from './operation.ts';
import { createPlanFinder, type FindPlan } from './plans.ts';
import type { QuestionTags } from './questionTags.ts';

export type CreatePlanRun = FindPlan & {
  readonly sessionId: string;
  readonly connectionId: string;
  readonly mode: RunMode;
  readonly ceiling: number | null;
  readonly priority: number;
  readonly nowMs: number;
};

/** Turns a version of a plan into a run of the plan's project: every cell with its idempotency key and worst case, before one is sent. */
export function createPlanRunOperations(db: Database, dimensions: Dimensions, tags: QuestionTags) {
  const find = createPlanFinder(db);
  const addRun = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO runs (uid, kind, project_id, question_id, engine, connection_id, samples, session_id, created_at_ms, planned,
       plan_version_id, question_count, engine_options, mode, priority, ceiling, maximum_credits)
     VALUES (@uid, 'plan', @project, @question, @engine, @connection, @samples, @session, @nowMs, 0,
       @version, @questions, @options, @mode, @priority, @ceiling, 0)`,
  );
  const addCell = db.prepare<[number, number, number, string, number, number, string, number]>(
    `INSERT INTO cells (run_id, ordinal, question_id, engine, market_id, sample, idempotency_key, maximum_credits)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = db.prepare<[number, number, number]>(
    'UPDATE runs SET planned = ?, maximum_credits = ? WHERE id = ?',
  );
  const idOf = (table: 'connections' | 'sessions') =>
    db.prepare<[string], { id: number }>(`SELECT id FROM ${table} WHERE uid = ?`);
  const connectionRow = idOf('connections');
  const sessionRow = idOf('sessions');

  return {
    /** @throws HistoryFailure NOT_FOUND, CONFLICT when no cell is left or one would be refused */
    'plans.createRun': writes((input: CreatePlanRun) => {
      const connection = connectionRow.get(input.connectionId);
      if (!connection) throw new HistoryFailure('NOT_FOUND', 'This connection was removed: choose another.');
      const session = sessionRow.get(input.sessionId);
      if (!session) throw new HistoryFailure('CONFLICT', 'This program is no longer registered: restart it.');
      const { plan, versionId, projectRow } = find(input);
      const asked = askedQuestions(plan);
      const questions = asked.ok ? asked.questions : [];
      const priceOf = createGroupPricer({
        searchHosts: searchHostsOf(plan),
        synchronous: input.mode === 'live',
      });
      const questionIds = new Map<AskedQuestion, number>();
      const marketIds = new Map<Market, number>();
      const uid = newId();
      let runRow = 0;
      let ordinal = 0;
      let maximumCredits = 0;
      for (const group of cellGroups(plan, questions)) {
        const price = priceOf(group);
        if (!price.ok) {
          const reason = price.problems.map(({ message }) => message).join(' ');
          throw new HistoryFailure(
            'CONFLICT',
            `${group.engine} would refuse "${group.question.text.slice(0, 60)}": ${reason} Switch such cells off, or change the plan.`,
          );
        }
        const known = questionIds.get(group.question);
        const question = known ?? dimensions.question(group.question.text);
        if (known === undefined) {
          questionIds.set(group.question, question);
          tags.asked(projectRow, question, group.question.tags);
        }
        const market = marketIds.get(group.market) ?? dimensions.market(group.market);
        marketIds.set(group.market, market);
        if (runRow === 0) {
          const row = addRun.run({
            uid,
            project: projectRow,
            question,
            engine: group.engine,
            connection: connection.id,
            samples: plan.samples,
            session: session.id,
            nowMs: input.nowMs,
            version: versionId,
            questions: questions.length,
            options: JSON.stringify(
              Object.fromEntries(plan.engines.map(({ engine, options }) => [engine, options])),
            ),
            mode: input.mode,
            priority: input.priority,
            ceiling: input.ceiling,
          });
          runRow = Number(row.lastInsertRowid);
        }
        for (let sample = 1; sample <= plan.samples; sample += 1) {
          addCell.run(
            runRow,
            ordinal,
            question,
            group.engine,
            market,
            sample,
            `${uid}-${ordinal}-1`,
            price.maximum,
          );
          ordinal += 1;
          maximumCredits += price.maximum;
        }
      }
      if (ordinal === 0) {
        throw new HistoryFailure('CONFLICT', 'Every cell of this plan is switched off: switch some on.');
      }
      count.run(ordinal, maximumCredits, runRow);
      return { runId: uid, cells: ordinal, maximumCredits };
    }),
  };
}
