/** Measured by `npm run golden`; a test fails when they are not what it measures. */
import type { ClaimAgreement } from './agreement.ts';

export const agreements: Readonly<Record<string, ClaimAgreement>> = {
  de: { n: 39, rated: 29, agreed: 20, kappa: 0.43, aspects: 0.47 },
  en: { n: 39, rated: 25, agreed: 20, kappa: 0.62, aspects: 0.64 },
  es: { n: 39, rated: 29, agreed: 20, kappa: 0.45, aspects: 0.56 },
  fr: { n: 39, rated: 22, agreed: 18, kappa: 0.66, aspects: 0.53 },
  it: { n: 39, rated: 24, agreed: 16, kappa: 0.23, aspects: 0.5 },
  ja: { n: 39, rated: 21, agreed: 21, kappa: 1, aspects: 0.54 },
  pt: { n: 39, rated: 26, agreed: 17, kappa: 0.37, aspects: 0.54 },
};
