import type { Verdict } from './comparison/comparison.ts';
import type { BrandKind } from './comparison/samples.ts';
import type { Market } from './market.ts';

/** A figure pooled over segments. */
export type Pooled = {
  /** Not rounded; null means no data. */
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly cells: number;
};

/** Of the `planned` requests, those without an answer by their state; `open` ones are still to come. */
export type RequestCounts = {
  readonly planned: number;
  readonly failed: number;
  /** Sent, and perhaps answered and charged. */
  readonly unknown: number;
  readonly cancelled: number;
  readonly open: number;
};

/** Figure of one row and column, and the requests behind it. */
export type MatrixCell = Pooled & RequestCounts;

/** Test of two adjacent brands in the same answers. */
export type LeagueTest = {
  readonly verdict: Verdict;
  /** Answers that name only the first, and answers that name only the second. */
  readonly only: number;
  readonly onlyNext: number;
  readonly pValue: number | null;
  /** P-value adjusted for all pairs of the table. */
  readonly adjusted: number | null;
};

export type LeagueRow = {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  readonly visibility: Pooled;
  readonly shareOfVoice: Pooled;
  readonly position: Pooled;
  /** Share of questions and countries with an answer that names it. */
  readonly questions: Pooled;
  readonly countries: Pooled;
  /** Test against the next row; null for the last row. */
  readonly next: LeagueTest | null;
};

/** Your brand at one engine, over the questions and countries that every engine answered. */
export type EngineRow = {
  readonly engine: string;
  readonly visibility: Pooled;
  readonly position: Pooled;
  /** Verdict against the next row; null for the last row. */
  readonly next: Verdict | null;
};

/** Your brand in one market, and the brands that lead there: several if they are level. */
export type LeagueMarket = {
  /** Key of the market. */
  readonly id: string;
  readonly market: Market;
  /** Null without an own brand. */
  readonly own: Pooled | null;
  readonly leaders: readonly { readonly id: string; readonly name: string; readonly visibility: Pooled }[];
};

export type League = {
  /** Brand named by most answers first. */
  readonly brands: readonly LeagueRow[];
  readonly markets: readonly LeagueMarket[];
  /** AI Overview rate of the result pages. */
  readonly overviews: Pooled;
  /** For the first own brand. Empty with one engine or without an own brand. */
  readonly engines: readonly EngineRow[];
};
