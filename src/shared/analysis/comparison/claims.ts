/** What the answers of all columns say of the brands they name. */
import type { ClaimAgreement } from '../claims/agreement.ts';
import type { Rating } from '../claims/model.ts';
import type { BrandKind } from '../model.ts';

/** A sentence of an answer, once however many answers hold it. */
export type ClaimQuote = { readonly text: string; readonly language: string };

/** Where a sentence stands: in which answer, in which of its blocks, from where to where in the block's text. */
export type ClaimSpot = {
  readonly column: number;
  readonly observationId: string;
  readonly block: number;
  readonly start: number;
  readonly end: number;
};

export type Claim = Rating & {
  /** Of the brand, the sentence and the aspect the rules gave: what a correction is kept by. */
  readonly id: string;
  /** Index into the quotes. */
  readonly quote: number;
  /** What the rules said, where a person corrected it. */
  readonly ruled: Rating | null;
  /** The sentence does not name the brand: its list item or heading does. */
  readonly carried: boolean;
  /** Each of them once per answer. */
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
  /** Answers in it that were looked at, or would have been. */
  readonly answers: number;
  readonly columns: readonly number[];
  /** `no-rules`: nobody wrote any; `below-threshold`: they agree too seldom with human labels. */
  readonly state: 'rated' | 'no-rules' | 'below-threshold';
  readonly agreement: ClaimAgreement | null;
};

export type ClaimsTab = {
  /** Whether any answer is in a language that is rated. */
  readonly available: boolean;
  readonly ruleVersion: string;
  /** The one with most answers first. */
  readonly languages: readonly ClaimLanguage[];
  readonly quotes: readonly ClaimQuote[];
  /** In the order of the brands; those of which something is said. */
  readonly rows: readonly ClaimRow[];
  /** Claims that a person corrected, and those that count as nothing said. */
  readonly corrected: number;
  readonly removed: number;
};
