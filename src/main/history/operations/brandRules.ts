import type { Database } from 'better-sqlite3';
import type { BrandDecision, BrandKind, BrandRule } from '#shared/analysis/model.ts';
import { HistoryFailure } from '../failures.ts';

export type StoredDecision = {
  readonly uid: string;
  readonly decision: BrandDecision;
  readonly madeAtMs: number;
};

/** What stands in one version: the listed brands, and the decisions on top of them in the order they were made. */
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

export function createBrandRuleOperations(db: Database) {
  const latest = db.prepare<[], { version: number; made_at_ms: number }>(
    'SELECT version, made_at_ms FROM brand_rule_versions ORDER BY version DESC LIMIT 1',
  );
  const past = db.prepare<[number], { rules: string }>(
    'SELECT rules FROM brand_rule_versions WHERE version = ?',
  );
  const allBrands = db.prepare<[], BrandRow>('SELECT id, uid, name, kind FROM brands ORDER BY ordinal, id');
  const allAliases = db.prepare<[], { brand_id: number; text: string; case_sensitive: 0 | 1 }>(
    'SELECT brand_id, text, case_sensitive FROM brand_aliases ORDER BY brand_id, ordinal',
  );
  const allDomains = db.prepare<[], { brand_id: number; domain: string }>(
    'SELECT brand_id, domain FROM brand_domains ORDER BY brand_id, ordinal',
  );
  const allDecisions = db.prepare<[], { uid: string; detail: string; made_at_ms: number }>(
    'SELECT uid, detail, made_at_ms FROM brand_decisions ORDER BY id',
  );
  const clearBrands = db.prepare('DELETE FROM brands');
  const clearDecisions = db.prepare('DELETE FROM brand_decisions');
  const addBrand = db.prepare<[string, number, string, string]>(
    'INSERT INTO brands (uid, ordinal, name, kind) VALUES (?, ?, ?, ?)',
  );
  const addAlias = db.prepare<[number, number, string, number]>(
    'INSERT INTO brand_aliases (brand_id, ordinal, text, case_sensitive) VALUES (?, ?, ?, ?)',
  );
  const addDomain = db.prepare<[string, number, number]>(
    'INSERT INTO brand_domains (domain, brand_id, ordinal) VALUES (?, ?, ?)',
  );
  const addDecision = db.prepare<[string, string, string, number]>(
    'INSERT INTO brand_decisions (uid, kind, detail, made_at_ms) VALUES (?, ?, ?, ?)',
  );
  const addVersion = db.prepare<[number, number, string]>(
    'INSERT INTO brand_rule_versions (version, made_at_ms, rules) VALUES (?, ?, ?)',
  );

  const readBrands = (): readonly BrandRule[] => {
    const aliases = Map.groupBy(allAliases.all(), (row) => row.brand_id);
    const domains = Map.groupBy(allDomains.all(), (row) => row.brand_id);
    return allBrands.all().map(({ id, uid, name, kind }) => ({
      id: uid,
      name,
      kind,
      aliases: (aliases.get(id) ?? []).map(({ text, case_sensitive }) =>
        case_sensitive === 1 ? { text, caseSensitive: true } : { text },
      ),
      domains: (domains.get(id) ?? []).map((row) => row.domain),
    }));
  };

  return {
    'brands.read': (_: Readonly<Record<string, never>>): StoredBrandRules => {
      const now = latest.get();
      return {
        version: now?.version ?? 0,
        madeAtMs: now?.made_at_ms ?? null,
        brands: readBrands(),
        decisions: allDecisions.all().map(({ uid, detail, made_at_ms }) => ({
          uid,
          decision: JSON.parse(detail),
          madeAtMs: made_at_ms,
        })),
      };
    },
    'brands.version': (_: Readonly<Record<string, never>>): number => latest.get()?.version ?? 0,
    /** The rules as they stood in an earlier version. */
    'brands.past': (input: { readonly version: number }): BrandRuleSet => {
      if (input.version === 0) return { brands: [], decisions: [] };
      const row = past.get(input.version);
      if (row === undefined)
        throw new HistoryFailure('NOT_FOUND', `There is no version ${input.version} of the brand rules.`);
      return JSON.parse(row.rules);
    },
    /**
     * Stores the next version whole; the lists are short. Refused with CONFLICT when another program was quicker,
     * so that no change is lost.
     */
    'brands.write': (
      input: BrandRuleSet & { readonly after: number; readonly nowMs: number },
    ): { readonly version: number } => {
      const { after, brands, decisions, nowMs } = input;
      const current = latest.get()?.version ?? 0;
      if (current !== after)
        throw new HistoryFailure(
          'CONFLICT',
          'The brand rules were changed elsewhere at the same moment: look at them again. Nothing was changed here.',
        );
      clearBrands.run();
      clearDecisions.run();
      brands.forEach((brand, ordinal) => {
        const id = Number(addBrand.run(brand.id, ordinal, brand.name, brand.kind).lastInsertRowid);
        brand.aliases.forEach((alias, place) => {
          addAlias.run(id, place, alias.text, alias.caseSensitive === true ? 1 : 0);
        });
        brand.domains.forEach((domain, place) => {
          addDomain.run(domain, id, place);
        });
      });
      for (const { uid, decision, madeAtMs } of decisions)
        addDecision.run(uid, decision.kind, JSON.stringify(decision), madeAtMs);
      addVersion.run(current + 1, nowMs, JSON.stringify({ brands, decisions }));
      return { version: current + 1 };
    },
  };
}
