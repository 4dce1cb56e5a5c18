/** Input of the alert rules: the answers of a run and of the previous one, by engine, market and question. */
import type { BrandRow, SimilarityMatrix } from '../model/comparison/comparison.ts';
import type { ComparisonWith } from '../model/comparison/comparisonParts.ts';
import type { BrandKind } from '../model/comparison/samples.ts';

export const periods = ['before', 'now'] as const;
export type Period = (typeof periods)[number];
export type Both<T> = Readonly<Record<Period, T>>;

/** Answers of one question in one run. */
export type QuestionAnswers = {
  /** Valid answers: failed calls are excluded from all figures. */
  readonly valid: number;
  /** Answers that could carry sources. */
  readonly sourced: number;
  readonly answers: readonly string[];
};

/** What the answers of one question in one run have of a brand or source. */
export type Occurrence = {
  readonly having: number;
  /** Positions of a brand in the answers that name it. */
  readonly ranks: readonly number[];
  readonly answers: readonly string[];
};

/** A brand or source by the index of the question; absent where neither run has it. */
type Occurrences = Map<number, Both<Occurrence>>;

export type BrandFacts = {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  readonly proposed: boolean;
  readonly questions: Occurrences;
};

/** One engine in one market, over all questions that both runs have an answer for. */
export type MarketFacts = {
  readonly engine: string;
  readonly market: string;
  readonly questions: Both<QuestionAnswers>[];
  readonly brands: Map<string, BrandFacts>;
  readonly sources: Map<string, Occurrences>;
};

/** A market that is the outlier of a question and was not in the run before. */
export type NewOutlier = {
  readonly market: string;
  /** Mean distance to the other markets, 0..1. */
  readonly distance: Both<number>;
  readonly markets: Both<number>;
  readonly valid: Both<number>;
  /** Of the test of its answers against its own earlier ones; null if that was not possible. */
  readonly pValue: number | null;
  /** Its answers before and now, then answers of other markets. */
  readonly answers: readonly string[];
};

export type OutlierFacts = {
  readonly engine: string;
  readonly question: string;
  /** Valid answers of every other market: it could have become the outlier as well. */
  readonly others: readonly Both<number>[];
  readonly found: NewOutlier | null;
};

export type RunFacts = { readonly markets: Map<string, MarketFacts>; readonly outliers: OutlierFacts[] };

/** Without the aligned text of a comparison, which is most of it and not needed by the rules. */
export const evaluatedParts = ['sources', 'brands'] as const;

export const noFacts = (): RunFacts => ({ markets: new Map(), outliers: [] });

/** Key of a market's column in a comparison of both runs. */
export const columnKey = (period: Period, market: string): string => `${period} ${market}`;

/**
 * Adds one question on one engine, compared over both runs together: brands are detected in all answers alike, so that
 * a brand is not new because it was detected only now.
 */
export function addComparison(
  facts: RunFacts,
  engine: string,
  markets: readonly string[],
  comparison: ComparisonWith<(typeof evaluatedParts)[number]>,
): void {
  const columnOf = new Map(comparison.columns.map(({ id }, index) => [id, index]));
  for (const name of markets) {
    const columns = bothOf((period) => columnOf.get(columnKey(period, name)) ?? -1);
    const sides = bothOf((period): QuestionAnswers => {
      const { samples, shown } = comparison.columns[columns[period]] ?? {};
      return {
        valid: samples?.valid ?? 0,
        sourced: comparison.sources.available
          ? (comparison.sources.columns[columns[period]]?.answersWithSources.denominator ?? 0)
          : 0,
        answers: shown == null ? [] : [shown.observationId],
      };
    });
    if (sides.before.valid === 0 || sides.now.valid === 0) continue;
    const key = `${engine} ${name}`;
    const market: MarketFacts = facts.markets.get(key) ?? {
      ...{ engine, market: name, questions: [] },
      ...{ brands: new Map(), sources: new Map() },
    };
    facts.markets.set(key, market);
    const question = market.questions.push(sides) - 1;
    for (const row of comparison.brands.rows) addBrand(market, question, row, columns);
    if (sides.before.sourced === 0 || sides.now.sourced === 0) continue;
    for (const { domain, cells } of comparison.sources.rows) {
      const found = bothOf((period): Occurrence => {
        const cell = cells[columns[period]];
        return { having: cell?.rate.numerator ?? 0, ranks: [], answers: cell?.observationIds ?? [] };
      });
      if (found.before.having + found.now.having === 0) continue;
      const source: Occurrences = market.sources.get(domain) ?? new Map();
      market.sources.set(domain, source.set(question, found));
    }
  }
}

function addBrand(market: MarketFacts, question: number, row: BrandRow, columns: Both<number>): void {
  const found = bothOf((period): Occurrence => {
    const cell = row.cells[columns[period]];
    return {
      having: cell?.visibility.numerator ?? 0,
      ranks: cell?.ranks ?? [],
      answers: cell?.observationIds ?? [],
    };
  });
  if (found.before.having + found.now.having === 0) return;
  const { id, name, kind, proposed } = row;
  const brand: BrandFacts = market.brands.get(id) ?? { id, name, kind, proposed, questions: new Map() };
  brand.questions.set(question, found);
  market.brands.set(id, brand);
}

export const bothOf = <T>(of: (period: Period) => T): Both<T> => ({ before: of('before'), now: of('now') });

/** The preferred similarity of a comparison. */
export const preferredMatrix = ({ matrix }: ComparisonWith<'matrix'>): SimilarityMatrix | undefined =>
  matrix.measures.find(({ measure }) => measure === matrix.preferred);

/** A market that is the outlier now, was another or none before, and came further from the rest. */
export function newOutlier(
  now: ComparisonWith<'matrix'>,
  before: ComparisonWith<'matrix'>,
): Omit<NewOutlier, 'valid' | 'pValue'> | null {
  const sides = { before, now };
  const index = preferredMatrix(now)?.outlier ?? null;
  const market = index === null ? undefined : now.columns[index]?.id;
  if (market === undefined) return null;
  const columns = bothOf((period) => sides[period].columns.findIndex(({ id }) => id === market));
  const distance = bothOf(
    (period) => preferredMatrix(sides[period])?.meanDistance[columns[period]] ?? Number.NaN,
  );
  if (preferredMatrix(before)?.outlier === columns.before || !(distance.now > distance.before)) return null;
  const shownIn = (period: Period): readonly string[] => {
    const shown = sides[period].columns[columns[period]]?.shown;
    return shown == null ? [] : [shown.observationId];
  };
  const others = now.columns.flatMap(({ id, shown }) => (id === market || !shown ? [] : shown.observationId));
  return {
    market,
    distance,
    markets: bothOf((period) => sides[period].columns.filter(({ samples }) => samples.valid > 0).length),
    answers: [...shownIn('before'), ...shownIn('now'), ...others.slice(0, 2)],
  };
}
