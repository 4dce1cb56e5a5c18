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

/** Results, lists of search results included, that are not searched with the newest brand rules; null if all are. */
export type Unfinished = {
  readonly answers: number;
  /** 0 while it is unknown. */
  readonly of: number;
  /** Somebody stopped it. */
  readonly stopped: boolean;
};

export function unfinishedOf({ newestRules, current, next }: RecomputationStatus): Unfinished | null {
  if (newestRules === 0) return null;
  if (next !== null) return { answers: next.answers, of: next.of, stopped: next.state === 'cancelled' };
  if (current?.rulesVersion !== newestRules) return { answers: 0, of: current?.of ?? 0, stopped: false };
  return current.answers < current.of ? { answers: current.answers, of: current.of, stopped: false } : null;
}
