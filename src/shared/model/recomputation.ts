export type RecomputationView = {
  /** Version of the brand rules. */
  readonly rulesVersion: number;
  /** Version of the formulas that apply them. */
  readonly analysisRules: string;
  readonly state: 'running' | 'cancelled' | 'current' | 'previous';
  /** Stored answers that are done, and their total. */
  readonly answers: number;
  readonly of: number;
  readonly startedAtMs: number;
  readonly finishedAtMs: number | null;
};
/** Rule versions of the history's facts. */
export type RecomputationStatus = {
  /** Newest version of the brand rules; 0 if there are none. */
  readonly newestRules: number;
  /** The complete version that figures use. */
  readonly current: RecomputationView | null;
  /** The previous complete version, kept for comparison. */
  readonly previous: RecomputationView | null;
  /** A newer version that is not complete: in progress or stopped. */
  readonly next: RecomputationView | null;
};
/** Answers that name a brand in a market, by the rules before and after a change. */
export type BrandShiftView = {
  readonly brand: string;
  readonly name: string;
  readonly market: string;
  /** Answers that name the brand by the previous version, of this many. */
  readonly before: number;
  readonly beforeOf: number;
  readonly after: number;
  readonly afterOf: number;
};
