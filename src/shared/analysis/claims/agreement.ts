/** How far the rules agree with hand labels, and from which agreement on a language is rated at all. */
export type ClaimAgreement = {
  /** Brands in sentences that were labelled by hand and never looked at while the rules were made. */
  readonly n: number;
  /** Of them those that the rules give a tone, and of these those that have the same by hand. */
  readonly rated: number;
  readonly agreed: number;
  /** Cohen's kappa of the rated: agreement beyond chance. */
  readonly kappa: number;
  /** F1 of the aspects. */
  readonly aspects: number;
};

/** Below either, a language is not rated. */
export const leastAgreement = { share: 0.75, kappa: 0.6 } as const;

export function isGoodEnough({ rated, agreed, kappa }: ClaimAgreement): boolean {
  return rated > 0 && agreed / rated >= leastAgreement.share && kappa >= leastAgreement.kappa;
}
