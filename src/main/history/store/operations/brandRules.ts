import type { Database } from 'better-sqlite3';
import type { BrandDecision, BrandKind, BrandRule } from '#shared/model/comparison/samples.ts';
import { HistoryFailure } from '../failures.ts';
import { reads, writes } from './operation.ts';
import { createProjectFinder, type InProject } from './projectRows.ts';

export type StoredDecision = {
  readonly uid: string;
  readonly decision: BrandDecision;
  readonly madeAtMs: number;
};

/** One version: the listed brands, and the decisions on top of them in order. */
export type BrandRuleSet = {
  readonly brands: readonly BrandRule[];
  readonly decisions: readonly StoredDecision[];
};

export type StoredBrandRules = BrandRuleSet & {
  /** 0 before the first change. */
  readonly version: number;
  readonly madeAtMs: number | null;
};

type BrandRow = {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly kind: BrandKind;
};

/** Runs whose markets count as the project's. */
const latestRuns = 20;

export type BrandRuleReader = ReturnType<typeof createBrandRuleReader>;

/** The current rules of one project (by its row). */
export function createBrandRuleReader(db: Database) {
  const latest = db.prepare<{ project: number }, { version: number; madeAtMs: number }>(
    'SELECT version, made_at_ms AS madeAtMs FROM brand_rule_versions WHERE project_id = @project ORDER BY version DESC LIMIT 1',
  );
  const allBrands = db.prepare<{ project: number }, BrandRow>(
    'SELECT id, uid, name, kind FROM brands WHERE project_id = @project ORDER BY ordinal, id',
  );
  const allAliases = db.prepare<{ project: number }, { brand: number; text: string; caseSensitive: 0 | 1 }>(
    `SELECT a.brand_id AS brand, a.text, a.case_sensitive AS caseSensitive FROM brand_aliases a JOIN brands b ON b.id = a.brand_id
     WHERE b.project_id = @project ORDER BY a.brand_id, a.ordinal`,
  );
  const allDomains = db.prepare<{ project: number }, { brand: number; domain: string }>(
    'SELECT brand_id AS brand, domain FROM brand_domains WHERE project_id = @project ORDER BY brand_id, ordinal',
  );
  const allForms = db.prepare<{ project: number }, { brand: number; form: string }>(
    `SELECT f.brand_id AS brand, f.form FROM brand_excluded_forms f JOIN brands b ON b.id = f.brand_id
     WHERE b.project_id = @project ORDER BY f.brand_id, f.ordinal`,
  );
  const allDecisions = db.prepare<{ project: number }, { uid: string; detail: string; madeAtMs: number }>(
    'SELECT uid, detail, made_at_ms AS madeAtMs FROM brand_decisions WHERE project_id = @project ORDER BY id',
  );

  const readBrands = (project: number): readonly BrandRule[] => {
    const aliases = Map.groupBy(allAliases.all({ project }), (row) => row.brand);
    const domains = Map.groupBy(allDomains.all({ project }), (row) => row.brand);
    const forms = Map.groupBy(allForms.all({ project }), (row) => row.brand);
    return allBrands.all({ project }).map(({ id, uid, name, kind }) => ({
      id: uid,
      name,
      kind,
      aliases: (aliases.get(id) ?? []).map(({ text, caseSensitive }) =>
        caseSensitive === 1 ? { text, caseSensitive: true } : { text },
      ),
      domains: (domains.get(id) ?? []).map((row) => row.domain),
      excludedForms: forms.get(id)?.map((row) => row.form),
    }));
  };

  return {
    /** 0 before the first change. */
    version: (project: number): number => latest.get({ project })?.version ?? 0,
    read(project: number): StoredBrandRules {
      const now = latest.get({ project });
      return {
        version: now?.version ?? 0,
        madeAtMs: now?.madeAtMs ?? null,
        brands: readBrands(project),
        decisions: allDecisions.all({ project }).map(({ uid, detail, madeAtMs }) => ({
          uid,
          decision: JSON.parse(detail),
          madeAtMs,
        })),
      };
    },
  };
}

/**
 * Brand rules of each project. Versions are numbered over all projects, so a version identifies its project.
 */
export function createBrandRuleOperations(
  db: Database,
  rules: BrandRuleReader,
  changed: (project: number) => void,
) {
  const idOf = createProjectFinder(db);
  const newest = db.prepare<[], { version: number | null }>(
    'SELECT max(version) AS version FROM brand_rule_versions',
  );
  const past = db.prepare<{ version: number }, { rules: string; project: number }>(
    'SELECT rules, project_id AS project FROM brand_rule_versions WHERE version = @version',
  );
  const clearBrands = db.prepare<{ project: number }>('DELETE FROM brands WHERE project_id = @project');
  const clearDecisions = db.prepare<{ project: number }>(
    'DELETE FROM brand_decisions WHERE project_id = @project',
  );
  const addBrand = db.prepare<{ project: number; uid: string; ordinal: number; name: string; kind: string }>(
    'INSERT INTO brands (project_id, uid, ordinal, name, kind) VALUES (@project, @uid, @ordinal, @name, @kind)',
  );
  const addAlias = db.prepare<{ id: number; place: number; text: string; caseSensitive: number }>(
    'INSERT INTO brand_aliases (brand_id, ordinal, text, case_sensitive) VALUES (@id, @place, @text, @caseSensitive)',
  );
  const addDomain = db.prepare<{ project: number; domain: string; id: number; place: number }>(
    'INSERT INTO brand_domains (project_id, domain, brand_id, ordinal) VALUES (@project, @domain, @id, @place)',
  );
  const addForm = db.prepare<{ id: number; place: number; form: string }>(
    'INSERT INTO brand_excluded_forms (brand_id, ordinal, form) VALUES (@id, @place, @form)',
  );
  const marketsOf = db.prepare<
    { project: number; runs: number },
    { country: string | null; language: string | null }
  >(
    `SELECT country, language FROM markets WHERE id IN (SELECT market_id FROM cells WHERE run_id IN
       (SELECT id FROM runs WHERE project_id = @project ORDER BY id DESC LIMIT @runs))
     UNION SELECT m.value ->> 'country', m.value ->> 'language' FROM plans p
       JOIN plan_versions v ON v.plan_id = p.id, json_each(v.content, '$.markets') m
       WHERE p.project_id = @project AND p.removed_at_ms IS NULL
     UNION SELECT m.value ->> 'country', m.value ->> 'language' FROM projects p, json_each(p.defaults, '$.markets') m
       WHERE p.id = @project`,
  );
  const addDecision = db.prepare<{
    project: number;
    uid: string;
    kind: string;
    detail: string;
    madeAtMs: number;
  }>(
    'INSERT INTO brand_decisions (project_id, uid, kind, detail, made_at_ms) VALUES (@project, @uid, @kind, @detail, @madeAtMs)',
  );
  const addVersion = db.prepare<{ version: number; project: number; nowMs: number; rules: string }>(
    'INSERT INTO brand_rule_versions (version, project_id, made_at_ms, rules) VALUES (@version, @project, @nowMs, @rules)',
  );

  return {
    'brands.read': reads((input: InProject): StoredBrandRules => rules.read(idOf(input))),
    /** The markets of its plans and latest runs: their languages inflect the names. */
    'brands.markets': reads((input: InProject) => marketsOf.all({ project: idOf(input), runs: latestRuns })),
    /** The newest of all projects. */
    'brands.version': reads((_: Readonly<Record<string, never>>): number => newest.get()?.version ?? 0),
    /** The rules of an earlier version; with a project only if the version belongs to it. */
    'brands.past': reads((input: InProject & { readonly version: number }): BrandRuleSet => {
      if (input.version === 0) return { brands: [], decisions: [] };
      const row = past.get({ version: input.version });
      if (row === undefined || (input.projectId !== undefined && row.project !== idOf(input)))
        throw new HistoryFailure('NOT_FOUND', `No version ${input.version} of the brand rules.`);
      return JSON.parse(row.rules);
    }),
    /**
     * Stores the project's next version in full, since the lists are short. Fails with CONFLICT if another
     * program was faster, so that no change is lost.
     */
    'brands.write': writes(
      (
        input: InProject & BrandRuleSet & { readonly after: number; readonly nowMs: number },
      ): { readonly version: number } => {
        const { after, brands, decisions, nowMs } = input;
        const project = idOf(input);
        if (rules.version(project) !== after)
          throw new HistoryFailure(
            'CONFLICT',
            'The brand rules were changed elsewhere at the same time. Check them and try again. Nothing was changed.',
          );
        clearBrands.run({ project });
        clearDecisions.run({ project });
        brands.forEach((brand, ordinal) => {
          const id = Number(
            addBrand.run({ project, uid: brand.id, ordinal, name: brand.name, kind: brand.kind })
              .lastInsertRowid,
          );
          brand.aliases.forEach((alias, place) => {
            addAlias.run({
              id,
              place,
              text: alias.text,
              caseSensitive: alias.caseSensitive === true ? 1 : 0,
            });
          });
          brand.domains.forEach((domain, place) => {
            addDomain.run({ project, domain, id, place });
          });
          brand.excludedForms?.forEach((form, place) => {
            addForm.run({ id, place, form });
          });
        });
        for (const { uid, decision, madeAtMs } of decisions)
          addDecision.run({ project, uid, kind: decision.kind, detail: JSON.stringify(decision), madeAtMs });
        const version = (newest.get()?.version ?? 0) + 1;
        addVersion.run({ version, project, nowMs, rules: JSON.stringify({ brands, decisions }) });
        changed(project);
        return { version };
      },
    ),
  };
}
