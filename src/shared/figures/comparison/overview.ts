/**
 * The overview of a run: your brand by market, the leading brands where it does not lead, sources of one market only,
 * failures and next steps. It selects and sorts figures of a comparison and computes no others.
 */
import type {
  BrandRow,
  ColumnState,
  Figure,
  NoiseTest,
  Rate,
  SourceRow,
  Verdict,
} from '../../model/comparison/comparison.ts';
import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { BrandKind } from '../../model/comparison/samples.ts';
import { leadersOf } from '../definitions/brandFigures.ts';
import { maxRepeats, repeatsFor } from '../statistics/power.ts';
import { canDiffer } from '../statistics/significance.ts';
import { leastSamples, rateOf } from '../statistics/wilson.ts';
import { isSiteOfDetected, siteNames } from './sourceTypes.ts';

export type OverviewInput = ComparisonWith<'brands' | 'sources' | 'search'>;

/** A brand in one market. */
export type BrandHere = {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  /** Not in the brand list, but detected in the answers. */
  readonly detected: boolean;
  readonly visibility: Rate;
  readonly position: Figure;
};

export type MarketFacts = {
  /** Index of the column in the comparison. */
  readonly column: number;
  readonly state: ColumnState;
  /** Your brand in this market, 0 of n if no answer names it. Null without your brand or without an answer. */
  readonly own: { readonly visibility: Rate; readonly position: Figure } | null;
  /**
   * The brand named in most answers; on a tie, the one with the best position. Several if still tied, none if no
   * brand is named.
   */
  readonly leaders: readonly BrandHere[];
  /** Brands that most of the other markets name and this one, which has an answer, does not. */
  readonly leavesOut: readonly string[];
};

export type OwnFacts = {
  readonly id: string;
  readonly name: string;
  readonly visibility: Rate;
  readonly position: Figure;
  /** Columns with an answer, grouped by whether it names the brand. */
  readonly named: readonly number[];
  readonly missing: readonly number[];
  readonly leading: readonly number[];
  /** Whether its visibility differs between the markets. */
  readonly test: NoiseTest;
};

export type LeaderFacts = Omit<BrandHere, 'visibility' | 'position'> & {
  /** Columns where it leads and your brand does not, with its figures. */
  readonly leads: readonly {
    readonly column: number;
    readonly visibility: Rate;
    readonly position: Figure;
  }[];
};

export type LocalSource = {
  readonly domain: string;
  readonly type: SourceRow['type'];
  readonly owner: SourceRow['owner'];
  readonly column: number;
  /** Answers of the market that cite the domain. */
  readonly rate: Rate;
};

export type FailedColumn = {
  readonly column: number;
  readonly failed: number;
  readonly total: number;
  readonly code: string | null;
  readonly message: string | null;
};

/** Recommended next steps, each with its reason. */
export type NextStep =
  | { readonly kind: 'set-brand' }
  | { readonly kind: 'retry'; readonly columns: readonly number[]; readonly requests: number }
  | { readonly kind: 'add-markets' }
  /** The answers are in so many languages, and the project is read in none of its own choice. */
  | { readonly kind: 'translate'; readonly languages: number }
  | {
      readonly kind: 'repeat';
      /** Enough to detect a difference of `plainDifference` between two markets. */
      readonly repeats: number;
      readonly requests: number;
      /** Minimum for any significant difference. */
      readonly least: number;
    }
  | {
      readonly kind: 'win-page';
      /** All markets that do not name your brand. */
      readonly columns: readonly number[];
      /** Where to get named, the page of most answers first; each with the market in which most answers cite it. */
      readonly pages: readonly { readonly domain: string; readonly column: number; readonly rate: Rate }[];
    }
  | { readonly kind: 'add-competitor'; readonly id: string; readonly name: string; readonly visibility: Rate }
  | { readonly kind: 'connect-provider' };

export type Overview = {
  /** Your brand; if there are several, the one named in most answers. Null if the brand list has none. */
  readonly own: OwnFacts | null;
  readonly markets: readonly MarketFacts[];
  /** Sorted by the number of markets they lead in. Without your brand: all leading brands. */
  readonly leaders: readonly LeaderFacts[];
  /** Sorted by the share of their market's answers that cite them. */
  readonly onlyHere: readonly LocalSource[];
  readonly failed: readonly FailedColumn[];
  /** Repeats per market needed for a significant difference; null if at most one market answered. */
  readonly neededRepeats: number | null;
  readonly verdict: Verdict;
  readonly steps: readonly NextStep[];
};

/** @param readIn language that the project is read in; null if none was chosen, undefined where nobody can choose */
export function overviewOf(comparison: OverviewInput, readIn?: string | null): Overview {
  const ownRow = comparison.brands.rows.find(({ kind }) => kind === 'own') ?? null;
  const markets = comparison.columns.map((_, column) => marketFacts(comparison, ownRow, column));
  const own = ownRow === null ? null : ownFacts(ownRow, markets);
  const facts = {
    own,
    markets,
    leaders: leadersAcross(markets, ownRow?.id ?? null),
    onlyHere: localSources(comparison),
    failed: failedColumns(comparison),
    neededRepeats: neededRepeats(comparison.columns.filter(({ state }) => state === 'answered').length),
    verdict: comparison.dataQuality.verdict,
  };
  return { ...facts, steps: nextSteps(comparison, facts, readIn) };
}

/**
 * Minimum repeats for a significant difference. Two markets need more than three or more, by the test that
 * `VerdictDetail` and the guide describe.
 */
export function neededRepeats(markets: number): number | null {
  if (markets < 2) return null;
  let repeats = leastSamples;
  while (markets === 2 && !canDiffer(repeats, repeats)) repeats++;
  return repeats;
}

/** A large difference: a brand in a quarter of the answers here and in three quarters there. */
export const plainDifference = 0.5;

/**
 * Repeats that detect a difference of `plainDifference` between two markets with 80 % power.
 * @param share visibility of your brand; null if unknown
 */
export function plainRepeats(share: number | null): number {
  const design = { test: 'markets', share, change: plainDifference, perRepeat: 1, spread: 1 } as const;
  return repeatsFor(design) ?? maxRepeats;
}

function marketFacts({ brands, columns }: OverviewInput, own: BrandRow | null, column: number): MarketFacts {
  const answers = brands.answers[column] ?? 0;
  const cell = own?.cells[column] ?? null;
  return {
    column,
    state: columns[column]?.state ?? 'empty',
    own:
      own === null || answers === 0
        ? null
        : {
            visibility: cell?.visibility ?? rateOf(0, answers),
            position: cell?.meanRank ?? { value: null, n: 0 },
          },
    leaders: leadersIn(brands.rows, column),
    leavesOut: answers === 0 ? [] : leftOutIn(brands, column),
  };
}

/** Markets that must name a brand before another one leaves it out. */
const leastNaming = 2;

function leftOutIn({ rows, answers }: OverviewInput['brands'], column: number): readonly string[] {
  const others = answers.filter((count, at) => count > 0 && at !== column).length;
  const isNamed = (cell: BrandRow['cells'][number]) => (cell?.visibility.numerator ?? 0) > 0;
  return rows.flatMap(({ name, cells }) => {
    const naming = cells.filter(isNamed).length;
    return isNamed(cells[column] ?? null) || naming < leastNaming || naming * 2 <= others ? [] : [name];
  });
}

function leadersIn(rows: readonly BrandRow[], column: number): readonly BrandHere[] {
  const named = rows.flatMap((row): BrandHere[] => {
    const cell = row.cells[column];
    if (cell == null) return [];
    const { id, name, kind, proposed } = row;
    return [{ id, name, kind, detected: proposed, visibility: cell.visibility, position: cell.meanRank }];
  });
  return leadersOf(named);
}

function ownFacts(row: BrandRow, markets: readonly MarketFacts[]): OwnFacts {
  const where = (holds: (market: MarketFacts, numerator: number) => boolean): readonly number[] =>
    markets.flatMap((market) =>
      market.own !== null && holds(market, market.own.visibility.numerator) ? [market.column] : [],
    );
  return {
    id: row.id,
    name: row.name,
    visibility: row.visibility,
    position: row.meanRank,
    named: where((_, numerator) => numerator > 0),
    missing: where((_, numerator) => numerator === 0),
    leading: where(({ leaders }) => leaders.some(({ id }) => id === row.id)),
    test: row.test,
  };
}

function leadersAcross(markets: readonly MarketFacts[], own: string | null): readonly LeaderFacts[] {
  const found = new Map<string, LeaderFacts & { readonly leads: LeaderFacts['leads'][number][] }>();
  for (const { column, leaders } of markets) {
    if (leaders.some(({ id }) => id === own)) continue;
    for (const { visibility, position, ...brand } of leaders) {
      const known = found.get(brand.id) ?? { ...brand, leads: [] };
      known.leads.push({ column, visibility, position });
      found.set(brand.id, known);
    }
  }
  const answers = ({ leads }: LeaderFacts): number =>
    leads.reduce((sum, { visibility }) => sum + visibility.numerator, 0);
  return [...found.values()].sort(
    (one, two) =>
      two.leads.length - one.leads.length || answers(two) - answers(one) || (one.name < two.name ? -1 : 1),
  );
}

function localSources({ sources }: OverviewInput): readonly LocalSource[] {
  return sources.rows
    .filter(({ consensus, of }) => consensus === 'only-here' && of > 1)
    .flatMap(({ domain, type, owner, cells }): LocalSource[] => {
      const column = cells.findIndex((cell) => cell !== null);
      const rate = cells[column]?.rate;
      return rate === undefined ? [] : [{ domain, type, owner, column, rate }];
    })
    .sort(
      (one, two) =>
        two.rate.numerator - one.rate.numerator ||
        (two.rate.value ?? 0) - (one.rate.value ?? 0) ||
        one.column - two.column ||
        (one.domain < two.domain ? -1 : 1),
    );
}

function failedColumns({ columns, dataQuality }: OverviewInput): readonly FailedColumn[] {
  return dataQuality.failed.map(({ column, failed, code }) => ({
    column,
    failed,
    total: columns[column]?.samples.total ?? failed,
    code,
    message: columns[column]?.error?.message ?? null,
  }));
}

/** Whether answers are pending. */
export const isInProgress = ({ columns }: Pick<OverviewInput, 'columns'>): boolean =>
  columns.some(({ samples }) => samples.pending > 0);

/** Maximum number of next steps shown. */
const maxSteps = 4;

function nextSteps(
  comparison: OverviewInput,
  facts: Omit<Overview, 'steps'>,
  readIn: string | null | undefined,
): readonly NextStep[] {
  const { brands, columns, dataQuality } = comparison;
  const { own, failed, neededRepeats: needed, verdict } = facts;
  const steps: NextStep[] = [];
  if (own === null && brands.available) steps.push({ kind: 'set-brand' });
  // Pending answers may make the further steps unnecessary.
  if (isInProgress(comparison)) return steps;
  if (failed.length > 0)
    steps.push({
      kind: 'retry',
      columns: failed.map(({ column }) => column),
      requests: failed.reduce((sum, each) => sum + each.failed, 0),
    });
  if (needed === null && columns.length === 1) steps.push({ kind: 'add-markets' });
  const languages = dataQuality.languages.filter(({ code }) => code !== 'und').length;
  if (readIn === null && languages > 1) steps.push({ kind: 'translate', languages });
  if (needed !== null && verdict === 'not-enough-samples') {
    const repeats = Math.max(needed, plainRepeats(own?.visibility.value ?? null));
    if (dataQuality.samples.least < repeats)
      steps.push({ kind: 'repeat', repeats, requests: repeats * columns.length, least: needed });
  }
  const page = own === null ? null : pagesToWin(comparison, own.missing);
  if (page !== null) steps.push(page);
  const [rival] = brands.rows
    .filter(({ proposed }) => proposed)
    .sort((one, two) => two.visibility.numerator - one.visibility.numerator);
  if (own !== null && rival !== undefined && !brands.rows.some(({ kind }) => kind === 'competitor'))
    steps.push({ kind: 'add-competitor', id: rival.id, name: rival.name, visibility: rival.visibility });
  const { drivers } = dataQuality;
  if (drivers.length > 0 && drivers.every((driver) => driver === 'sandbox'))
    steps.push({ kind: 'connect-provider' });
  return steps.slice(0, maxSteps);
}

/** Source types on which others publish about a brand. */
export const isPublishedType = (type: SourceRow['type']): boolean =>
  type !== 'own' && type !== 'competitor' && type !== 'commerce' && type !== 'corporate';

const isPublished = ({ owner, brandId, type }: SourceRow): boolean =>
  owner === null && brandId === null && isPublishedType(type);

/** Maximum number of pages in a step. */
const maxPages = 3;

/**
 * For each market that does not name your brand, the independent domain cited in most of its answers, local domains
 * first; the strongest of them.
 */
function pagesToWin(
  { brands, sources }: OverviewInput,
  missing: readonly number[],
): Extract<NextStep, { kind: 'win-page' }> | null {
  const detected = siteNames(brands.rows.flatMap(({ name, proposed }) => (proposed ? [name] : [])));
  const cited = sources.rows
    .filter((row) => isPublished(row) && !isSiteOfDetected(row.domain, detected))
    .flatMap(({ domain, cells, columns }) =>
      missing.flatMap((column) => {
        const cell = cells[column];
        return cell == null
          ? []
          : [{ domain, columns, column, rate: cell.rate, position: cell.meanPosition }];
      }),
    )
    .sort(
      (one, two) =>
        two.rate.numerator - one.rate.numerator ||
        one.columns - two.columns ||
        one.position - two.position ||
        (one.domain < two.domain ? -1 : 1),
    );
  const best = cited.filter((page, at) => cited.findIndex(({ column }) => column === page.column) === at);
  const pages = best.filter((page, at) => best.findIndex(({ domain }) => domain === page.domain) === at);
  return pages.length === 0
    ? null
    : {
        kind: 'win-page',
        columns: missing,
        pages: pages.slice(0, maxPages).map(({ domain, column, rate }) => ({ domain, column, rate })),
      };
}
