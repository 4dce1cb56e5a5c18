/** Agreement of the rules with human labels for one language. */
export type ClaimAgreement = {
  /** Number of brands in the labelled sentences, which were not used for writing the rules. */
  readonly n: number;
  /** `rated`: brands to which the rules give a tone. `same`: those where the human label is the same. */
  readonly rated: number;
  readonly agreed: number;
  /** Cohen's kappa of the rated brands: agreement beyond chance. */
  readonly kappa: number;
  /** F1 score of the aspects. */
  readonly aspects: number;
};

/** Minimum agreement. A language below either value is not rated. */
export const leastAgreement = { share: 0.75, kappa: 0.6 } as const;

export function isGoodEnough({ rated, agreed, kappa }: ClaimAgreement): boolean {
  return rated > 0 && agreed / rated >= leastAgreement.share && kappa >= leastAgreement.kappa;
}
