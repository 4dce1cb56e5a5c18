/** What the answers of all columns say about brands. */
import type { ClaimAgreement } from './claimAgreement.ts';
import type { Rating } from './claimLists.ts';
import type { BrandKind } from './samples.ts';

/** A sentence of an answer; stored once even if several answers contain it. */
export type ClaimQuote = { readonly text: string; readonly language: string };

/** Position of a sentence: the answer, the block, and the offsets in the block's text. */
export type ClaimSpot = {
  readonly column: number;
  readonly observationId: string;
  readonly block: number;
  readonly start: number;
  readonly end: number;
};

export type Claim = Rating & {
  /** Identifies the brand, the sentence and the aspect by the rules. Corrections refer to it. */
  readonly id: string;
  /** Index into the quotes. */
  readonly quote: number;
  /** The rating by the rules, if the user corrected it. */
  readonly ruled: Rating | null;
  /** The sentence does not name the brand; its list item or heading does. */
  readonly carried: boolean;
  /** At most one per answer. */
  readonly spots: readonly ClaimSpot[];
};

export type ClaimRow = {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  readonly proposed: boolean;
  readonly claims: readonly Claim[];
};

export type ClaimLanguage = {
  readonly code: string;
  /** Answers in this language, whether rated or not. */
  readonly answers: number;
  readonly columns: readonly number[];
  /** `no-rules`: the language has no word lists. `below-threshold`: the rules agree too rarely with human labels. */
  readonly state: 'rated' | 'no-rules' | 'below-threshold';
  readonly agreement: ClaimAgreement | null;
};

export type ClaimsTab = {
  /** Whether any answer is in a language that can be rated. */
  readonly available: boolean;
  readonly ruleVersion: string;
  /** Most frequent language first. */
  readonly languages: readonly ClaimLanguage[];
  readonly quotes: readonly ClaimQuote[];
  /** In the order of the brands; only brands with claims. */
  readonly rows: readonly ClaimRow[];
  /** Number of corrected claims, and of claims that the user marked as not about the brand. */
  readonly corrected: number;
  readonly removed: number;
};
