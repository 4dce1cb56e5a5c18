/** Input of the alert rules, from the same comparisons that the window shows. */
import type { BrandRow, SimilarityMatrix } from '../model/comparison/comparison.ts';
import type { ComparisonHead, ComparisonWith } from '../model/comparison/comparisonParts.ts';
import type { BrandKind } from '../model/comparison/samples.ts';

export type BrandFacts = {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  readonly proposed: boolean;
  named: number;
  readonly ranks: number[];
  /** Answers that name it. */
  readonly answers: string[];
};

export type SourceFacts = { cited: number; readonly answers: string[] };

/** One engine in one market, over all questions asked in both runs. */
export type MarketFacts = {
  readonly engine: string;
  readonly market: string;
  /** Valid answers: failed calls are excluded from all figures. */
  valid: number;
  readonly answers: string[];
  readonly brands: Map<string, BrandFacts>;
  /** Answers that could carry sources. */
  sourced: number;
  readonly sources: Map<string, SourceFacts>;
};

export type OutlierFacts = {
  readonly engine: string;
  readonly question: string;
  /** The market furthest from the rest; null if there is none. */
  readonly market: string | null;
  /** Mean distance of each market to the others, 0..1. */
  readonly distances: ReadonlyMap<string, number>;
  readonly markets: number;
  readonly larger: boolean;
  /** The answer shown for each market. */
  readonly shown: ReadonlyMap<string, string>;
};

export type RunFacts = { readonly markets: Map<string, MarketFacts>; readonly outliers: OutlierFacts[] };

/** Without the aligned text of a comparison, which is most of it and not needed by the rules. */
export const evaluatedParts = ['sources', 'brands', 'matrix'] as const;

export const noFacts = (): RunFacts => ({ markets: new Map(), outliers: [] });

/** Adds the comparison of one question on one engine. Columns are identified by market. */
export function addComparison(
  facts: RunFacts,
  { engine, question }: { readonly engine: string; readonly question: string },
  comparison: ComparisonWith<(typeof evaluatedParts)[number]>,
): void {
  comparison.columns.forEach((column, index) => {
    const { valid } = column.samples;
    if (valid === 0) return;
    const key = `${engine} ${column.id}`;
    const market: MarketFacts = facts.markets.get(key) ?? {
      engine,
      market: column.id,
      valid: 0,
      answers: [],
      brands: new Map(),
      sourced: 0,
      sources: new Map(),
    };
    facts.markets.set(key, market);
    market.valid += valid;
    if (column.shown) market.answers.push(column.shown.observationId);
    for (const row of comparison.brands.rows) addBrand(market, row, index);
    if (!comparison.sources.available) return;
    market.sourced += comparison.sources.columns[index]?.answersWithSources.denominator ?? 0;
    for (const row of comparison.sources.rows) {
      const cell = row.cells[index];
      if (!cell) continue;
      const source: SourceFacts = market.sources.get(row.domain) ?? { cited: 0, answers: [] };
      source.cited += cell.rate.numerator;
      source.answers.push(...cell.observationIds);
      market.sources.set(row.domain, source);
    }
  });
  const { preferred, measures } = comparison.matrix;
  const matrix = measures.find(({ measure }) => measure === preferred);
  if (matrix) facts.outliers.push(outlierFacts(engine, question, comparison, matrix));
}

function addBrand(market: MarketFacts, row: BrandRow, index: number): void {
  const cell = row.cells[index];
  if (!cell) return;
  const { id, name, kind, proposed } = row;
  const brand: BrandFacts = market.brands.get(id) ?? {
    id,
    name,
    kind,
    proposed,
    named: 0,
    ranks: [],
    answers: [],
  };
  brand.named += cell.visibility.numerator;
  brand.ranks.push(...cell.ranks);
  brand.answers.push(...cell.observationIds);
  market.brands.set(id, brand);
}

function outlierFacts(
  engine: string,
  question: string,
  { columns }: ComparisonHead,
  matrix: SimilarityMatrix,
): OutlierFacts {
  return {
    engine,
    question,
    market: matrix.outlier === null ? null : (columns[matrix.outlier]?.id ?? null),
    distances: new Map(
      columns.flatMap(({ id }, at) => {
        const distance = matrix.meanDistance[at];
        return distance == null ? [] : [[id, distance] as const];
      }),
    ),
    markets: columns.filter(({ samples }) => samples.valid > 0).length,
    larger: matrix.test.verdict === 'larger-than-noise',
    shown: new Map(columns.flatMap(({ id, shown }) => (shown ? [[id, shown.observationId] as const] : []))),
  };
}
