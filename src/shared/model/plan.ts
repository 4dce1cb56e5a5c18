import { z } from 'zod';
import type { Engine } from '../interface/engines.ts';
import type { powerComparisons } from './powerComparisons.ts';

export const runModes = ['live', 'queued'] as const;
export const wantedModeSchema = z.enum([...runModes, 'auto']);
export const planNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name for the plan.')
  .max(80, 'A name can have at most 80 characters.');
export type PlanRow = {
  readonly id: string;
  readonly name: string;
  /** The newest version; earlier ones stay for the runs that refer to them. */
  readonly version: number;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly questions: number;
  readonly engines: readonly Engine[];
  readonly markets: number;
  readonly samples: number;
  readonly cells: number;
  readonly runs: number;
};
export type PriceLine = {
  readonly cells: number;
  /** Maximum cost in credits: every product cluster counted as returned. */
  readonly maximumCredits: number;
};
export type PlanPrice = {
  readonly cells: number;
  /** Maximum cost of a run by the standard tariff, including every optional part. */
  readonly maximumCredits: number;
  /** The same without the parts that depend on the answers. */
  readonly submissionCredits: number;
  readonly byEngine: Readonly<Partial<Record<Engine, PriceLine>>>;
  readonly byMarket: Readonly<Record<string, PriceLine>>;
  readonly byQuestion: readonly (PriceLine & { readonly question: string })[];
  /** Credits above the base cost, by the flag that causes them. */
  readonly addOns: PriceLine;
  /** Keys of every cell group that the service would refuse, which can be excluded. */
  readonly refusedCells: readonly string[];
  /** Their number. */
  readonly refusedGroups: number;
  /** The reason of the first of them; empty if there is none. */
  readonly refusalProblems: readonly { readonly field: string; readonly message: string }[];
};
export type PlanQuote = PlanPrice & {
  readonly connectionId: string;
  readonly connectionName: string;
  /** False for a deployment that may have other prices: the credits are then an estimate. */
  readonly ownTariff: boolean;
  readonly balance: number | null;
  readonly slots: number | null;
  /** Based on past durations of each engine; null until every engine was asked once. */
  readonly estimatedSeconds: number | null;
  /** What the service's documentation warns of about the engines. */
  readonly notices: readonly string[];
};
/** Repeats that a plan needs to detect a change of a brand's visibility. */
export type PlanPower = {
  readonly brand: { readonly id: string; readonly name: string } | null;
  /**
   * Measured in the project: visibility (null without answers), answers, requests with repeats, and their
   * variation.
   */
  readonly share: number | null;
  readonly answers: number;
  readonly repeated: number;
  readonly spread: number;
  /** Answers that each repeat adds to each side of the comparison. */
  readonly perRepeat: number;
  /** Null if more would be needed than a plan allows. */
  readonly repeats: number | null;
  /** Of a run with this many repeats. */
  readonly cells: number;
  readonly maximumCredits: number;
  /** Based on past costs of answers; null if an engine's cost is unknown. */
  readonly money: { readonly amount: number; readonly currency: string } | null;
  /** The smallest change that the plan detects with its current repeats; null if none. */
  readonly visible: number | null;
};
export type Ceilings = {
  readonly connectionId: string;
  /** Credit limits per UTC day and UTC month; null for none. */
  readonly day: number | null;
  readonly month: number | null;
  /** Charged, and reserved for requests in progress or with unknown outcome. */
  readonly spentToday: number;
  readonly spentThisMonth: number;
};
export const ceilingSchema = z.number().int().min(0).max(1_000_000_000);
export type RunMode = (typeof runModes)[number];
export type WantedMode = z.infer<typeof wantedModeSchema>;
export type PowerComparison = (typeof powerComparisons)[number];
