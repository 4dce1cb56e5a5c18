/** What answers say about brands: the aspect, the tone and the sentence. */

/** The aspects of a project that has no list of its own. */
export const claimAspects: readonly string[] = [
  'price',
  'quality',
  'performance',
  'reliability',
  'service',
  'delivery',
  'safety',
  'usability',
  'range',
  'design',
  'reputation',
  'sustainability',
  'general',
];
/** An entry of the project's list. */
export type ClaimAspect = string;

export const claimTones = ['positive', 'negative', 'mixed', 'neutral'] as const;
export type ClaimTone = (typeof claimTones)[number];

export type Rating = { readonly aspect: ClaimAspect; readonly tone: ClaimTone };

/** The user's correction; it applies wherever the same sentence says something about the same brand. */
export type ClaimCorrection = {
  /** `Claim.id`, which identifies the brand, the quote and the aspect by the model. */
  readonly claim: string;
  /** The corrected rating; null if the sentence is not about the brand. */
  readonly as: Rating | null;
};

export const claimConfidences = ['high', 'medium', 'low'] as const;
export type ClaimConfidence = (typeof claimConfidences)[number];

/** One statement of an answer about a brand, as the model rated it. The quote is a verbatim part of the answer. */
export type RatedClaim = Rating & {
  /** Name of the brand. */
  readonly brand: string;
  readonly confidence: ClaimConfidence;
  readonly quote: string;
};

export type RatedAnswer = {
  readonly observationId: string;
  /** Provider, model and version of the prompt. One comparison has claims of one rater only. */
  readonly rater: string;
  readonly claims: readonly RatedClaim[];
  /** Statements whose quote is not in the answer. */
  readonly discarded: number;
};

/** A tone given by a person who did not see the model's. */
export type ClaimLabel = {
  readonly language: string;
  readonly claim: string;
  readonly rated: ClaimTone;
  readonly label: ClaimTone;
};
