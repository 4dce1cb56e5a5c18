/** Measured by `npm run golden`; a test fails if a new measurement differs. */
import type { ClaimAgreement } from '../../model/comparison/claimAgreement.ts';

export const agreements: Readonly<Record<string, ClaimAgreement>> = {
  de: { n: 103, rated: 72, agreed: 61, kappa: 0.73, aspects: 0.6 },
  en: { n: 93, rated: 60, agreed: 50, kappa: 0.7, aspects: 0.64 },
  es: { n: 96, rated: 64, agreed: 55, kappa: 0.75, aspects: 0.64 },
  fr: { n: 93, rated: 52, agreed: 44, kappa: 0.72, aspects: 0.61 },
  it: { n: 96, rated: 60, agreed: 49, kappa: 0.65, aspects: 0.62 },
  ja: { n: 89, rated: 45, agreed: 44, kappa: 0.96, aspects: 0.56 },
  pt: { n: 96, rated: 58, agreed: 46, kappa: 0.63, aspects: 0.59 },
};
