/** What the answers of all columns say about brands. */
import type { ClaimConfidence, Rating } from './claimLists.ts';
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
  /** Identifies the brand, the quote and the aspect by the model. Corrections and labels refer to it. */
  readonly id: string;
  /** Index into the quotes. */
  readonly quote: number;
  /** The rating by the model, if the user corrected it. */
  readonly rated: Rating | null;
  readonly confidence: ClaimConfidence;
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
  readonly rated: number;
  readonly columns: readonly number[];
  readonly agreement: ClaimAgreement;
};

/** Agreement of the model with a person who labelled its quotes blind, in one language. */
export type ClaimAgreement = {
  /** Labels. The quotes are drawn evenly over the model's own tones. */
  readonly n: number;
  /** Null without labels. Bounds are one-sided 95 % bounds. */
  readonly kappa: { readonly value: number; readonly lower: number; readonly upper: number } | null;
  /** Gwet's AC1; it decides nothing. */
  readonly ac1: number | null;
  /** `shown`: the lower bound of kappa is at least 0.6. `unreliable`: the upper bound is below 0.6. */
  readonly state: 'shown' | 'unreliable' | 'not-shown';
};

export type ClaimsTab = {
  /** Whether any answer was rated. */
  readonly available: boolean;
  /** Provider, model and version of the prompt; null if no answer was rated. */
  readonly rater: string | null;
  readonly answers: number;
  readonly rated: number;
  /** Statements of the model whose quote is not in the answer. */
  readonly discarded: number;
  /** The project's list. */
  readonly aspects: readonly string[];
  /** Claims that a person has labelled. */
  readonly labelled: readonly string[];
  /** Most frequent language first. */
  readonly languages: readonly ClaimLanguage[];
  readonly quotes: readonly ClaimQuote[];
  /** In the order of the brands; only brands with claims. */
  readonly rows: readonly ClaimRow[];
  /** Number of corrected claims, and of claims that the user marked as not about the brand. */
  readonly corrected: number;
  readonly removed: number;
};
