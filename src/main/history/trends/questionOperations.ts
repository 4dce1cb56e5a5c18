import type { Database } from 'better-sqlite3';
import { smallBuckets } from '#shared/figures/trends/buckets.ts';
import { type QuestionFigures, questionFigures } from '#shared/figures/trends/questionRows.ts';
import { zonedDays } from '#shared/figures/trends/zonedDays.ts';
import type { QuestionView } from '#shared/model/project.ts';
import type { QuestionList, QuestionQuery, QuestionRow } from '#shared/model/projectLists.ts';
import { analysisReads, reads } from '../store/operations/operation.ts';
import { createProjectFinder, createTimeZoneFinder } from '../store/operations/projectRows.ts';
import type { QuestionTags } from '../store/operations/questionTags.ts';
import { answerCounts } from './answerFacts.ts';
import { createTrendFilter, everyAnswer } from './trendFilter.ts';
import type { TrendData } from './trendOperations.ts';
import type { TrendRules } from './trendRules.ts';
import { knownMetric, subjectOf } from './trendSubject.ts';

/** The questions of a project with the figures of a brand, from the caches of trends. */
export function createQuestionOperations(db: Database, data: TrendData, tags: QuestionTags) {
  const { answerFacts, brandColumns, trendRules } = data;
  const filter = createTrendFilter(db);
  const projectOf = createProjectFinder(db);
  const timeZoneOf = createTimeZoneFinder(db);
  const idsOf = db.prepare<{ texts: string }, { id: number; text: string }>(
    'SELECT id, text FROM questions WHERE text IN (SELECT value FROM json_each(@texts))',
  );
  const lastOf = createLastAnswers(db);
  const runsOf = db.prepare<{ project: number; questions: string }, { uid: string; others: 0 | 1 }>(
    `SELECT uid, others FROM (
       SELECT r.uid, max(c.question_id IN (SELECT value FROM json_each(@questions))) AS asks,
         max(c.question_id NOT IN (SELECT value FROM json_each(@questions))) AS others
       FROM runs r JOIN cells c ON c.run_id = r.id WHERE r.project_id = @project GROUP BY r.id) WHERE asks`,
  );
  /** With their rows; most recently asked first. */
  const questionsIn = (project: number, query: QuestionQuery) => {
    const asked = filter.questionsOf(project, query);
    const all = tags.questions(project);
    const ids = new Map(
      idsOf.all({ texts: JSON.stringify(all.map(({ text }) => text)) }).map(({ id, text }) => [text, id]),
    );
    return all.flatMap((question) => {
      const id = ids.get(question.text);
      return id === undefined || asked?.has(id) === false ? [] : [{ ...question, id }];
    });
  };
  const brandsOf = (rules: TrendRules) =>
    rules.brands.map((brand) => ({
      ...brand,
      columns: brandColumns.get(rules.version, brand.id, [], answerFacts.get(), false),
    }));

  return {
    'questions.figures': analysisReads((query: QuestionQuery): QuestionList => {
      const project = projectOf({ projectId: query.project });
      const facts = answerFacts.get();
      const rules = trendRules.get(project).current;
      const choose = (period: { readonly fromMs?: number; readonly beforeMs?: number }): Int32Array =>
        filter.choose(project, facts, { ...query, ...everyAnswer, ...period }, () => false)?.answers ??
        new Int32Array(0);
      const answers = choose({ fromMs: query.fromMs, beforeMs: query.beforeMs });
      const questions = questionsIn(project, query);
      const subject = rules.brands.length === 0 ? null : subjectOf(knownMetric('visibility'), query, rules);
      const brand = subject?.kind === 'brand' ? subject.brand : null;
      const period = { fromMs: query.fromMs ?? null, beforeMs: query.beforeMs ?? null };
      const buckets = smallBuckets(facts, answers, period, zonedDays(timeZoneOf(project)));
      const figures =
        brand === null
          ? []
          : questionFigures({
              ...{ facts, answers, buckets, brand: brand.id, brands: brandsOf(rules) },
              questions: questions.map(({ id }) => id),
              compared: query.compare === undefined ? null : choose(query.compare),
            });
      const counts = new Map<number, number>();
      for (const answer of answers) {
        const question = facts.places[facts.place[answer] ?? 0]?.question ?? 0;
        if (facts.isAnswer[answer] === 1) counts.set(question, (counts.get(question) ?? 0) + 1);
      }
      const last = lastOf(facts, choose({ fromMs: undefined, beforeMs: undefined }));
      return {
        brand: brand === null ? null : { id: brand.id, name: brand.name, kind: brand.kind },
        questions: questions
          .map((question, at) =>
            rowOf(question, counts.get(question.id) ?? 0, figures[at], last(question.id)),
          )
          .sort(visibleFirst),
        buckets: buckets.buckets.map(({ label }) => label),
        ...answerCounts(facts, answers),
        unsearched: brandColumns.unsearched(rules.version, facts, answers),
        rulesVersion: rules.version === 0 ? null : rules.version,
      };
    }),
    /** The runs that asked only these questions, and how many asked others too. */
    'runs.ofQuestions': reads(
      (input: {
        readonly projectId: string;
        readonly questions: readonly string[];
      }): { readonly runIds: readonly string[]; readonly shared: number } => {
        const ids = idsOf.all({ texts: JSON.stringify(input.questions) }).map(({ id }) => id);
        const found = runsOf.all({ project: projectOf(input), questions: JSON.stringify(ids) });
        return {
          runIds: found.filter(({ others }) => others === 0).map(({ uid }) => uid),
          shared: found.filter(({ others }) => others === 1).length,
        };
      },
    ),
  };
}

function rowOf(
  { text, tags, branded, brandedByRule }: QuestionView,
  answers: number,
  figures: QuestionFigures | undefined,
  last: QuestionRow['last'],
): QuestionRow {
  const { visibility = null, position = null, change = null } = figures ?? {};
  return {
    ...{ question: text, tags: [...tags], branded, brandedByRule, answers },
    ...{ visibility, position, change, last },
    trend: [...(figures?.trend ?? [])],
    leaders: [...(figures?.leaders ?? [])],
    markets: [...(figures?.markets ?? [])],
    missing: [...(figures?.missing ?? [])],
  };
}

/** Questions without data last; equal ones stay in the order of their last request. */
const visibleFirst = (one: QuestionRow, two: QuestionRow): number =>
  (two.visibility?.value ?? -1) - (one.visibility?.value ?? -1) ||
  (one.position?.value ?? noPosition) - (two.position?.value ?? noPosition);

const noPosition = Number.MAX_VALUE;

/** The last answer of every question, with its run and its place there. */
function createLastAnswers(db: Database) {
  const answerOf = db.prepare<{ id: number }, { observationId: string; runId: string; run: number }>(
    'SELECT o.uid AS observationId, r.uid AS runId, r.id AS run FROM observations o JOIN runs r ON r.id = o.run_id WHERE o.id = @id',
  );
  const questionsOf = db
    .prepare<{ run: number }, number>(
      'SELECT question_id FROM cells WHERE run_id = @run GROUP BY question_id ORDER BY min(ordinal)',
    )
    .pluck();
  return (facts: ReturnType<TrendData['answerFacts']['get']>, answers: Int32Array) => {
    const newest = new Map<number, number>();
    for (const answer of answers) newest.set(facts.places[facts.place[answer] ?? 0]?.question ?? 0, answer);
    const asked = new Map<number, readonly number[]>();
    return (question: number): QuestionRow['last'] => {
      const answer = newest.get(question);
      const found = answer === undefined ? undefined : answerOf.get({ id: facts.id[answer] ?? 0 });
      if (answer === undefined || found === undefined) return null;
      const rows = asked.get(found.run) ?? questionsOf.all({ run: found.run });
      asked.set(found.run, rows);
      return {
        observationId: found.observationId,
        runId: found.runId,
        engine: facts.places[facts.place[answer] ?? 0]?.engine ?? '',
        row: Math.max(0, rows.indexOf(question)),
        atMs: facts.at[answer] ?? 0,
      };
    };
  };
}
