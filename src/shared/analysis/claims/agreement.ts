/** Agreement of the rules with human labels, and the minimum for a language to be rated. */
export type ClaimAgreement = {
  /** Brands in sentences labelled by hand and held out from writing the rules. */
  readonly n: number;
  /** The number of these with a tone by the rules, and of these with the same tone by hand. */
  readonly rated: number;
  readonly agreed: number;
  /** Cohen's kappa of the rated: agreement beyond chance. */
  readonly kappa: number;
  /** F1 of the aspects. */
  readonly aspects: number;
};

/** A language below either is not rated. */
export const leastAgreement = { share: 0.75, kappa: 0.6 } as const;

export function isGoodEnough({ rated, agreed, kappa }: ClaimAgreement): boolean {
  return rated > 0 && agreed / rated >= leastAgreement.share && kappa >= leastAgreement.kappa;
}
