import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import type { BrandBookView } from '#shared/model/brand.ts';
import type { BrandDecision, BrandKind, BrandRule, BrandRules } from '#shared/model/comparison/samples.ts';
import { decisionLabel } from '#shared/tables/brandLabels.ts';
import { sharedAddress, siteAddress, siteKey } from '#shared/text/addresses/sites.ts';
import { decideBrands, namesOf } from '#shared/text/brands/brandDecisions.ts';
import type { BrandListLine } from '#shared/text/brands/brandList.ts';
import { readBrandList } from '#shared/text/brands/brandList.ts';
import {
  addOwner,
  type BrandDraft,
  brandProblems,
  ownersOf,
  sharedAddresses,
  sharedDomain,
  sharedName,
} from '#shared/text/brands/brandProblems.ts';
import { foldName } from '#shared/text/words/folding.ts';
import type { CoreParts } from '../coreParts.ts';
import { newId } from '../history/store/ids.ts';
import type { BrandRuleSet, StoredBrandRules } from '../history/store/operations/brandRules.ts';
import {
  addDecision,
  type BrandChange,
  brandsNow,
  brandsUnmerged,
  refuse,
  removeBrand,
  saveBrand,
} from './brandChanges.ts';

/** The rules as input of a comparison. */
export type ComparisonRules = {
  readonly brands: BrandRules;
  readonly ownDomains: readonly string[];
  readonly competitorDomains: readonly string[];
  readonly sourceTypes: Readonly<Record<string, string>>;
};

export type BrandRulesStore = ReturnType<typeof createBrandRules>;

/** How often a change is retried if another program changed the rules meanwhile. */
const attempts = 10;

/** The brand rules of every project: reads and changes them; every change creates a version. */
type InProject = { readonly projectId: string };
type BrandListText = { readonly text: string; readonly kind: BrandKind };

export function createBrandRules(deps: Pick<CoreParts, 'history' | 'clock' | 'publish'>) {
  const { history, clock, publish } = deps;
  let told: number | null = null;

  const read = (projectId: string): Promise<StoredBrandRules> => history.call('brands.read', { projectId });
  const tell = (version: number): void => {
    told = version;
    publish('brands.changed', { version });
  };

  /** @throws AppError CONFLICT if a name or domain would belong to two brands */
  const changeNow = async (
    projectId: string,
    step: (rules: StoredBrandRules) => BrandRuleSet,
  ): Promise<BrandBookView> => {
    for (let attempt = 1; ; attempt++) {
      const before = await read(projectId);
      const next = step(before);
      if (sameRules(before, next)) return viewOf(before);
      const shared = sharedName(brandsNow(next));
      if (shared !== null)
        throw new AppError('CONFLICT', `${shared} Remove it from one of them first. Nothing was changed.`);
      try {
        const { version } = await history.call('brands.write', {
          projectId,
          brands: next.brands,
          decisions: next.decisions,
          after: before.version,
          nowMs: clock.now(),
        });
        tell(version);
        return viewOf(await read(projectId));
      } catch (error) {
        const beaten = error instanceof AppError && error.code === 'CONFLICT';
        if (!beaten || attempt === attempts) throw error;
      }
    }
  };

  // One after the other, so that only another program can be faster.
  let last: Promise<unknown> = Promise.resolve();
  const change = (
    projectId: string,
    step: (rules: StoredBrandRules) => BrandRuleSet,
  ): Promise<BrandBookView> => {
    const mine = last.then(() => changeNow(projectId, step));
    last = mine.catch(() => {});
    return mine;
  };

  return {
    get: async ({ projectId }: InProject): Promise<BrandBookView> => viewOf(await read(projectId)),
    save: ({ projectId, ...input }: InProject & BrandChange) =>
      change(projectId, (rules) => saveBrand(rules, input, newId)),
    remove: ({ projectId, id }: InProject & { readonly id: string }) =>
      change(projectId, (rules) => removeBrand(rules, id)),
    readList: ({ text, kind }: BrandListText) => {
      const { lines, problems } = readBrandList(text, kind);
      return { names: lines.map((each) => each.draft.name), problems };
    },
    import: ({ projectId, text, kind, confirmed }: RouteParsedInput<'brands.import'> & InProject) =>
      change(projectId, (rules) => {
        const { lines, problems } = readBrandList(text, kind);
        const fields = problems.map(({ line, message }) => ({
          field: 'text',
          message: `Line ${line}: ${message}`,
        }));
        if (lines.length === 0 && fields.length === 0)
          fields.push({ field: 'text', message: 'The list is empty. Enter one brand per line.' });
        if (fields.length > 0)
          throw new AppError('INVALID_INPUT', 'No brand was added: some lines have errors.', {
            fields,
          });
        return addBrandList(rules, lines, { newId, confirmed });
      }),
    decide: ({ projectId, decision, confirmed }: RouteParsedInput<'brands.decide'> & InProject) =>
      change(projectId, (rules) => {
        const shared =
          decision.kind === 'domain' && decision.as !== null && !confirmed
            ? sharedDomain(decision.domain)
            : null;
        if (shared !== null) refuse([shared], 'CONFIRMATION_REQUIRED');
        const made = { uid: newId(), decision: tidy(decision), madeAtMs: clock.now() };
        const next = addDecision(rules, made);
        return sameEffect(rules, next) ? rules : next;
      }),
    undo: ({ projectId, id }: InProject & { readonly id: string }) =>
      change(projectId, (rules) => {
        const decisions = rules.decisions.filter((each) => each.uid !== id);
        if (decisions.length === rules.decisions.length)
          throw new AppError(
            'NOT_FOUND',
            `No manual correction ${id} to undo: it was undone already, or never made. Nothing was changed.`,
          );
        return { brands: rules.brands, decisions };
      }),
    restore: async ({ projectId, version, after }: RouteParsedInput<'brands.restore'>) => {
      const past = await history.call('brands.past', { version, projectId });
      return change(projectId, (rules) => {
        if (rules.version !== after)
          throw new AppError(
            'CONFLICT',
            'The brand rules have newer changes. Undo those first. Nothing was changed.',
          );
        return past;
      });
    },
    /** The rules of a comparison; none if the history has no rules. */
    async rules(projectId: string): Promise<ComparisonRules> {
      const { version, brands, decisions } = await read(projectId);
      if (version === 0)
        return {
          brands: { version: 'none', brands, decisions: [] },
          ownDomains: [],
          competitorDomains: [],
          sourceTypes: {},
        };
      const made = decisions.map((each) => each.decision);
      const marks = new Map(
        made.flatMap((each) => (each.kind === 'domain' ? [[each.domain, each.as] as const] : [])),
      );
      const marked = (as: 'own' | 'competitor'): readonly string[] =>
        [...marks].flatMap(([domain, mark]) => (mark === as ? [domain] : [])).sort();
      return {
        brands: { version: String(version), brands, decisions: made },
        ownDomains: marked('own'),
        competitorDomains: marked('competitor'),
        sourceTypes: Object.fromEntries(decideBrands({ brands, decisions: made }).sourceTypes),
      };
    },
    /** Another program wrote to the history: notifies the windows if the rules changed. */
    async lookAgain(): Promise<void> {
      const version = await history.call('brands.version', {});
      if (told !== version) tell(version);
    },
  };
}

/** Whether a decision has no effect. */
function sameEffect(before: BrandRuleSet, next: BrandRuleSet): boolean {
  const told = (rules: BrandRuleSet): string => {
    const { brands, dismissed, domains, sourceTypes } = decideBrands({
      brands: rules.brands,
      decisions: rules.decisions.map((each) => each.decision),
    });
    return JSON.stringify([brands, [...dismissed].sort(), [...domains].sort(), [...sourceTypes].sort()]);
  };
  return told(before) === told(next);
}

/** A change without effect creates no version. */
function sameRules(before: BrandRuleSet, next: BrandRuleSet): boolean {
  const told = (rules: BrandRuleSet): string =>
    JSON.stringify([rules.brands, rules.decisions.map((each) => each.decision)]);
  return told(before) === told(next);
}

/** @throws AppError INVALID_INPUT for an invalid domain */
function tidy(decision: BrandDecision): BrandDecision {
  if (decision.kind !== 'domain' && decision.kind !== 'source') return decision;
  if (siteAddress(decision.domain) !== null) return { ...decision, domain: siteKey(decision.domain) };
  const message = `“${decision.domain}” is not a domain. Enter one such as example.com.`;
  throw invalidInput('domain', message);
}

/** The rules for window and command line: brands after all decisions, decisions newest first. */
function viewOf(rules: StoredBrandRules): BrandBookView {
  const unmerged = new Map(brandsUnmerged(rules).map((brand) => [brand.id, brand]));
  const brands = brandsNow(rules);
  const nameOf = (id: string): string | null => brands.find((brand) => brand.id === id)?.name ?? null;
  return {
    version: rules.version,
    madeAtMs: rules.madeAtMs,
    brands: brands.map((brand) => {
      const own = unmerged.get(brand.id);
      const names = new Set(own ? namesOf(own) : []);
      return {
        id: brand.id,
        name: brand.name,
        kind: brand.kind,
        aliases: brand.aliases.map((alias) => ({ ...alias, merged: !names.has(foldName(alias.text)) })),
        domains: brand.domains.map((domain) => ({
          domain,
          merged: own?.domains.includes(domain) !== true,
          shared: sharedAddress(domain) !== null || undefined,
        })),
        excludedForms: brand.excludedForms && [...brand.excludedForms],
      };
    }),
    decisions: rules.decisions
      .map(({ uid, decision, madeAtMs }) => ({
        id: uid,
        decision,
        words: decisionLabel(decision, nameOf),
        madeAtMs,
      }))
      .reverse(),
  };
}

/** Adds the lines of a pasted list. @throws AppError INVALID_INPUT or CONFIRMATION_REQUIRED naming the line */
function addBrandList(
  rules: BrandRuleSet,
  lines: readonly BrandListLine[],
  { newId, confirmed }: { readonly newId: () => string; readonly confirmed: boolean },
): BrandRuleSet {
  let next = rules;
  let unmerged = byName(brandsUnmerged(next));
  let owners = ownersOf(brandsNow(next));
  const added: BrandRule[] = [];
  for (const { line, draft, kindSaid } of lines) {
    try {
      const own = unmerged.get(foldName(draft.name));
      if (own === undefined) {
        // Most lines are new: they are checked against one index, however long the list is.
        refuse(brandProblems(draft, owners));
        if (!confirmed) refuse(sharedAddresses(draft), 'CONFIRMATION_REQUIRED');
        const brand = { id: newId(), ...draft };
        added.push(brand);
        addOwner(owners, brand);
      } else if (saysMore(own, draft, kindSaid)) {
        next = saveBrand(next, { ...joined(own, draft, kindSaid), confirmed }, newId);
        unmerged = byName(brandsUnmerged(next));
        owners = ownersOf([...brandsNow(next), ...added]);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = `Line ${line}: ${error.fields?.[0]?.message ?? error.message}`;
      throw new AppError(error.code, message, { fields: [{ field: 'text', message }] });
    }
  }
  const names = new Set(added.flatMap(namesOf));
  return {
    brands: [...next.brands, ...added],
    decisions: next.decisions.filter(
      ({ decision }) => !(decision.kind === 'dismiss' && names.has(foldName(decision.name))),
    ),
  };
}

function byName(brands: readonly BrandRule[]): ReadonlyMap<string, BrandRule> {
  return new Map(brands.map((brand) => [foldName(brand.name), brand]));
}

function saysMore(own: BrandRule, draft: BrandDraft, kindSaid: boolean): boolean {
  const names = new Set(namesOf(own));
  return (
    (kindSaid && draft.kind !== own.kind) ||
    draft.aliases.some((alias) => !names.has(foldName(alias.text))) ||
    draft.domains.some((domain) => !own.domains.includes(domain))
  );
}

function joined(own: BrandRule, draft: BrandDraft, kindSaid: boolean): BrandDraft & { readonly id: string } {
  const names = new Set(namesOf(own));
  return {
    id: own.id,
    name: own.name,
    kind: kindSaid ? draft.kind : own.kind,
    aliases: [...own.aliases, ...draft.aliases.filter((alias) => !names.has(foldName(alias.text)))],
    domains: [...new Set([...own.domains, ...draft.domains])],
  };
}
