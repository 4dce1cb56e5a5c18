import type { BrandShiftView } from '#shared/model/recomputation.ts';
import type { AnswerWords } from '../../search/pendingWords.ts';
import type { WireFailure } from '../../store/failures.ts';
import type { TightlyPacked } from '../../store/operations/payloads.ts';

/** `workerData` of the history worker when it derives data from answers, with a read-only connection. */
export type DerivationData = { readonly derive: { readonly file: string } };

/** Answers with ids above `after` and up to `through`. */
export type AnswerRange = { readonly after: number; readonly through: number };

/** At most `limit` with ids above `after`, oldest first. */
type Next = { readonly after: number; readonly limit: number };

/**
 * Facts about the answers of a range by one version of the rules. Flat numbers, because they cross two thread
 * boundaries: for each fact observation, brand (index into `brands`), rank, list rank (0 for none), depth,
 * mentions.
 */
export type RangeFacts = {
  readonly brands: readonly string[];
  /** Ids of the answers that could be searched. */
  readonly searched: Float64Array;
  readonly facts: Float64Array;
  /** Answers that could not be read. */
  readonly damaged: readonly string[];
};

export const numbersPerFact = 6;

export type DerivationContract = {
  readonly opened: null;
  readonly calls: {
    readonly facts: (input: AnswerRange & { readonly rulesVersion: number }) => RangeFacts;
    readonly change: (input: {
      readonly before: number;
      readonly after: number;
      readonly through: number;
    }) => readonly BrandShiftView[];
    /** Words of answers that are not indexed yet. */
    readonly words: (input: Next) => readonly AnswerWords[];
    /** Final compression of pending bodies. */
    readonly packed: (input: Next) => TightlyPacked;
  };
  readonly refusal: WireFailure;
  readonly event: never;
};
