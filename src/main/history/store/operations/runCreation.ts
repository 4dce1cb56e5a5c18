import type { Database } from 'better-sqlite3';
import { deploymentOf } from '#shared/interface/deployments.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { Market } from '#shared/model/market.ts';
import type { RunMode } from '#shared/model/plan.ts';
import { type Wordings, wordingFor } from '#shared/model/wordingTexts.ts';
import { type AskedQuestion, askedQuestions, cellGroups } from '#shared/planning/cells.ts';
import { searchHostsOf } from '#shared/planning/includeOptions.ts';
import { createGroupPricer } from '#shared/planning/price.ts';
import { HistoryFailure } from '../failures.ts';
import { newId } from '../ids.ts';
import type { Dimensions } from './dimensions.ts';
import { writes } from './operation.ts';
import { createPlanFinder, type FindPlan } from './plans.ts';
import {
  createConnectionFinder,
  createProjectFinder,
  createSessionFinder,
  type InProject,
} from './projectRows.ts';
import type { QuestionTags } from './questionTags.ts';

export type CreatePlanRun = FindPlan & {
  readonly sessionId: string;
  readonly connectionId: string;
  readonly mode: RunMode;
  readonly ceiling: number | null;
  readonly priority: number;
  readonly nowMs: number;
};

export type CreateRun = InProject & {
  readonly sessionId: string;
  readonly question: string;
  readonly wordings?: Wordings;
  readonly engine: Engine;
  readonly connectionId: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly samples: number;
  /** In plan order; samples of a market are adjacent. */
  readonly cells: readonly {
    readonly market: Market;
    /** The wording used in this market, if it is not the main text. */
    readonly wording?: string | null;
    readonly sample: number;
    /** Its maximum cost; reserved while it is in progress. */
    readonly maximumCredits?: number;
  }[];
  readonly ceiling?: number;
  /** What was said before; absent where prices are not known. */
  readonly maximumCredits?: number;
  readonly nowMs: number;
};

/**
 * Creates runs, of one question or of a plan version: every cell with its idempotency key and maximum cost,
 * before any is sent.
 */
export function createRunCreationOperations(db: Database, dimensions: Dimensions, tags: QuestionTags) {
  const find = createPlanFinder(db);
  const projectOf = createProjectFinder(db);
  const connectionRow = createConnectionFinder(db);
  const sessionRow = createSessionFinder(db);
  const addQuestionRun = db.prepare<{
    uid: string;
    project: number;
    question: number;
    engine: string;
    connectionId: number;
    options: string;
    wordings: string | null;
    samples: number;
    sessionId: number;
    createdAtMs: number;
    planned: number;
    ceiling: number | null;
    maximumCredits: number | null;
  }>(
    `INSERT INTO runs (uid, project_id, question_id, engine, connection_id, options, wordings, samples, session_id,
       created_at_ms, planned, ceiling, maximum_credits)
     VALUES (@uid, @project, @question, @engine, @connectionId, @options, @wordings, @samples, @sessionId, @createdAtMs,
       @planned, @ceiling, @maximumCredits)`,
  );
  const addPlanRun = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO runs (uid, kind, project_id, question_id, engine, connection_id, samples, session_id, created_at_ms, planned,
       plan_version_id, question_count, engine_options, mode, priority, ceiling, maximum_credits)
     VALUES (@uid, 'plan', @project, @question, @engine, @connection, @samples, @session, @nowMs, 0,
       @version, @questions, @options, @mode, @priority, @ceiling, 0)`,
  );
  const addCell = db.prepare<{
    runRow: number;
    ordinal: number;
    question: number;
    wording: number | null;
    engine: string;
    market: number;
    sample: number;
    idempotencyKey: string;
    maximumCredits: number;
  }>(
    `INSERT INTO cells (run_id, ordinal, question_id, wording_id, engine, market_id, sample, idempotency_key,
       maximum_credits)
     VALUES (@runRow, @ordinal, @question, @wording, @engine, @market, @sample, @idempotencyKey, @maximumCredits)`,
  );
  const deployment = db.prepare<{ connection: number }, { deployment: string | null }>(
    'SELECT deployment FROM connections WHERE id = @connection',
  );
  const count = db.prepare<{ ordinal: number; maximumCredits: number; runRow: number }>(
    'UPDATE runs SET planned = @ordinal, maximum_credits = @maximumCredits WHERE id = @runRow',
  );

  const wordingRow = (text: string | null): number | null =>
    text === null ? null : dimensions.question(text);

  return {
    'runs.create': writes((input: CreateRun): { readonly runId: string } => {
      const uid = newId();
      const project = projectOf(input);
      const question = dimensions.question(input.question);
      tags.asked(project, question);
      const run = addQuestionRun.run({
        uid,
        project,
        question,
        engine: input.engine,
        connectionId: connectionRow(input.connectionId),
        options: JSON.stringify(input.options),
        wordings: input.wordings === undefined ? null : JSON.stringify(input.wordings),
        samples: input.samples,
        sessionId: sessionRow(input.sessionId),
        createdAtMs: input.nowMs,
        planned: input.cells.length,
        ceiling: input.ceiling ?? null,
        maximumCredits: input.maximumCredits ?? null,
      });
      const runRow = Number(run.lastInsertRowid);
      const marketIds = new Map<Market, number>();
      for (const [ordinal, cell] of input.cells.entries()) {
        const market = marketIds.get(cell.market) ?? dimensions.market(cell.market);
        marketIds.set(cell.market, market);
        addCell.run({
          runRow,
          ordinal,
          question,
          wording: wordingRow(cell.wording ?? null),
          engine: input.engine,
          market,
          sample: cell.sample,
          idempotencyKey: `${uid}-${ordinal}-1`,
          maximumCredits: cell.maximumCredits ?? 0,
        });
      }
      return { runId: uid };
    }),
    /** @throws HistoryFailure NOT_FOUND, CONFLICT if no cell is left or one would be refused */
    'plans.createRun': writes((input: CreatePlanRun) => {
      const [connection, session] = [connectionRow(input.connectionId), sessionRow(input.sessionId)];
      const { plan, versionId, projectRow } = find(input);
      const asked = askedQuestions(plan);
      const questions = asked.ok ? asked.questions : [];
      const priceOf = createGroupPricer({
        searchHosts: searchHostsOf(plan),
        deployment: deploymentOf(deployment.get({ connection })?.deployment ?? null),
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
          const reason = price.problems.map(({ message }) => message.replace(/\.$/, '')).join('; ');
          throw new HistoryFailure(
            'CONFLICT',
            `${group.engine} would reject "${group.question.text.slice(0, 60)}": ${reason}. Exclude such requests, or change the plan.`,
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
          const row = addPlanRun.run({
            uid,
            project: projectRow,
            question,
            engine: group.engine,
            connection,
            samples: plan.samples,
            session,
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
        const wording = wordingRow(wordingFor(group.question, group.market));
        for (let sample = 1; sample <= plan.samples; sample += 1) {
          addCell.run({
            runRow,
            ordinal,
            question,
            wording,
            engine: group.engine,
            market,
            sample,
            idempotencyKey: `${uid}-${ordinal}-1`,
            maximumCredits: price.maximum,
          });
          ordinal += 1;
          maximumCredits += price.maximum;
        }
      }
      if (ordinal === 0)
        throw new HistoryFailure('CONFLICT', 'All requests of this plan are excluded. Include at least one.');
      count.run({ ordinal, maximumCredits, runRow });
      return { runId: uid, cells: ordinal, maximumCredits };
    }),
  };
}
