import type { Database } from 'better-sqlite3';
import type { QuestionView } from '#shared/model/project.ts';
import { decideBrands } from '#shared/text/brands/brandDecisions.ts';
import { type BrandMatcher, createBrandMatcher } from '#shared/text/brands/brands.ts';
import { mustHave } from '../failures.ts';
import type { BrandRuleReader } from './brandRules.ts';

const branded = 'branded';
const unbranded = 'unbranded';

export type QuestionTags = ReturnType<typeof createQuestionTags>;

/**
 * Tags of questions, per project. The project's brand rules decide whether a question is branded (names an own
 * brand), unless the user sets it; a project without own brands has neither tag. Other tags come from users or
 * plans.
 */
export function createQuestionTags(db: Database, rules: BrandRuleReader) {
  const put = db.prepare<{ project: number; questionId: number; tag: string; byRule: 0 | 1 }>(
    `INSERT INTO question_tags (project_id, question_id, tag, by_rule) VALUES (@project, @questionId, @tag, @byRule)
     ON CONFLICT DO UPDATE SET by_rule = min(by_rule, excluded.by_rule)`,
  );
  const clearRuled = db.prepare<{ project: number }>(
    'DELETE FROM question_tags WHERE project_id = @project AND by_rule = 1',
  );
  const clear = db.prepare<{ project: number; questionId: number }>(
    'DELETE FROM question_tags WHERE project_id = @project AND question_id = @questionId',
  );
  const decided = db.prepare<{ project: number; question: number }, { tag: string }>(
    `SELECT tag FROM question_tags WHERE project_id = @project AND question_id = @question AND tag IN ('branded', 'unbranded')`,
  );
  const asked = db.prepare<{ project: number }, { id: number; text: string }>(
    `SELECT q.id, q.text FROM questions q WHERE q.id IN (
       SELECT x.question_id FROM runs r JOIN cells x ON x.run_id = r.id WHERE r.project_id = @project)`,
  );
  const list = createQuestionList(db);
  const textOf = db.prepare<{ question: number }, { text: string }>(
    'SELECT text FROM questions WHERE id = @question',
  );
  const idOf = db.prepare<{ text: string }, { id: number }>('SELECT id FROM questions WHERE text = @text');
  const noteVersion = db.prepare<{ project: number; rulesVersion: number }>(
    `INSERT INTO question_tag_versions (project_id, rules_version) VALUES (@project, @rulesVersion)
     ON CONFLICT DO UPDATE SET rules_version = excluded.rules_version`,
  );
  const behind = db.prepare<[], { project: number }>(
    `SELECT v.project_id AS project FROM brand_rule_versions v LEFT JOIN question_tag_versions t ON t.project_id = v.project_id
     GROUP BY v.project_id HAVING max(v.version) > ifnull(max(t.rules_version), 0)`,
  );

  const known = new Map<number, { readonly version: number; readonly matcher: BrandMatcher | null }>();
  const matcherOf = (project: number): BrandMatcher | null => {
    const version = rules.version(project);
    const held = known.get(project);
    if (held?.version === version) return held.matcher;
    const { brands, decisions } = rules.read(project);
    const all = decideBrands({ brands, decisions: decisions.map((each) => each.decision) }).brands;
    // All brands are matched, so that a longer name of another brand ("Foldmaster Bags Ltd") does not count as an own
    // brand.
    const matcher = all.some((brand) => brand.kind === 'own') ? createBrandMatcher(all) : null;
    known.set(project, { version, matcher });
    return matcher;
  };
  const ruleTag = (matcher: BrandMatcher, text: string): string =>
    matcher.find(text).some(({ brand }) => matcher.brands[brand]?.kind === 'own') ? branded : unbranded;
  const note = (project: number, question: number, text: string): void => {
    const matcher = matcherOf(project);
    if (matcher === null || decided.get({ project, question })) return;
    put.run({ project, questionId: question, tag: ruleTag(matcher, text), byRule: 1 });
  };
  /** Reads every question of the project again. */
  const again = (project: number): void => {
    clearRuled.run({ project });
    if (matcherOf(project) !== null)
      for (const { id, text } of asked.all({ project })) note(project, id, text);
    noteVersion.run({ project, rulesVersion: rules.version(project) });
  };

  return {
    again,
    /** Adds a question to a project, with the tags from its plan. */
    asked(project: number, question: number, tags: readonly string[] = []): void {
      for (const tag of tags) put.run({ project, questionId: question, tag, byRule: 0 });
      note(project, question, textOf.get({ question })?.text ?? '');
    },
    set(project: number, text: string, tags: readonly string[], says: boolean | null): void {
      const question = mustHave(
        idOf.get({ text }),
        'This question is not in the history. Nothing was changed.',
      );
      clear.run({ project, questionId: question.id });
      for (const tag of tags)
        if (tag !== branded && tag !== unbranded)
          put.run({ project, questionId: question.id, tag, byRule: 0 });
      if (says === null) note(project, question.id, text);
      else put.run({ project, questionId: question.id, tag: says ? branded : unbranded, byRule: 0 });
    },
    questions: list,
    catchUp(): number {
      const projects = behind.all();
      for (const { project } of projects) again(project);
      return projects.length;
    },
  };
}

type AskedIn = { readonly question: number; readonly cells: number };
type QuestionUse = { readonly cells: number; readonly lastAskedAtMs: number };

/** The questions of a project with number of cells and tags; the most recent first. */
function createQuestionList(db: Database) {
  const runs = db.prepare<{ project: number }, { id: number; atMs: number; stamp: string }>(
    `SELECT id, created_at_ms AS atMs,
       uid || ' ' || (planned + running + completed + failed + cancelled + unknown) AS stamp
     FROM runs WHERE project_id = @project`,
  );
  const askedIn = db.prepare<{ run: number }, AskedIn>(
    'SELECT question_id AS question, count(*) AS cells FROM cells WHERE run_id = @run GROUP BY question_id',
  );
  const tagged = db.prepare<
    { project: number; questions: string },
    { id: number; text: string; tags: string }
  >(
    `SELECT q.id, q.text, (SELECT json_group_array(json_array(t.tag, t.by_rule)) FROM question_tags t
       WHERE t.project_id = @project AND t.question_id = q.id) AS tags
     FROM questions q WHERE q.id IN (SELECT value FROM json_each(@questions))`,
  );
  // The cells of a run do not change after planning, and counting those of 200,000 answers takes 0.1 s.
  const kept = new Map<number, { readonly stamp: string; readonly asked: readonly AskedIn[] }>();
  const askedBy = (run: number, stamp: string): readonly AskedIn[] => {
    const known = kept.get(run);
    if (known?.stamp === stamp) return known.asked;
    const found = askedIn.all({ run });
    kept.set(run, { stamp, asked: found });
    return found;
  };

  return (project: number): readonly QuestionView[] => {
    const asked = new Map<number, QuestionUse>();
    for (const { id, atMs, stamp } of runs.all({ project }))
      for (const { question, cells } of askedBy(id, stamp)) {
        const before = asked.get(question);
        asked.set(question, {
          cells: cells + (before?.cells ?? 0),
          lastAskedAtMs: Math.max(atMs, before?.lastAskedAtMs ?? atMs),
        });
      }
    return tagged
      .all({ project, questions: JSON.stringify([...asked.keys()]) })
      .map(({ id, text, tags }) => ({ id, text, tags, ...(asked.get(id) ?? { cells: 0, lastAskedAtMs: 0 }) }))
      .sort((one, other) => other.lastAskedAtMs - one.lastAskedAtMs || other.id - one.id)
      .map(({ text, tags, cells, lastAskedAtMs }) => {
        const pairs: readonly (readonly [string, 0 | 1])[] = JSON.parse(tags);
        const said = pairs.find(([tag]) => tag === branded || tag === unbranded);
        return {
          text,
          cells,
          lastAskedAtMs,
          tags: pairs.flatMap(([tag]) => (tag === branded || tag === unbranded ? [] : [tag])),
          branded: said === undefined ? null : said[0] === branded,
          brandedByRule: said === undefined || said[1] === 1,
        };
      });
  };
}
