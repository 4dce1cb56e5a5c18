import type { DriverOutcome, Provenance, ResultPage } from './driver.ts';
import type { ProviderSession } from './driverFrame.ts';
import type { FailedOutcome } from './providerErrors.ts';
import type { SearchQuestion } from './searchedMarket.ts';

export type SearchFound = {
  readonly kind: 'found';
  /** The engine's result of gap-fill section 9. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly country: Provenance['country'];
  /** HTML pages, if requested and available from the provider. */
  readonly pages?: readonly ResultPage[];
  /** Why an AI overview that the page showed did not arrive. */
  readonly overviewMissing?: string;
};

/** What a provider folder implements for a search driver. */
export type SearchingProvider = {
  readonly web: (question: SearchQuestion, session: ProviderSession) => Promise<SearchFound | FailedOutcome>;
  readonly news: (question: SearchQuestion, session: ProviderSession) => Promise<SearchFound | FailedOutcome>;
};

/** What a search found as the outcome of a job. */
export function searchAnswer(
  driver: string,
  outcome: SearchFound | FailedOutcome,
  session: ProviderSession,
): DriverOutcome {
  if (outcome.kind !== 'found') return outcome;
  const { result, country, pages, overviewMissing } = outcome;
  return {
    kind: 'answer',
    result: { ...result },
    provenance: {
      driver,
      country,
      searched: true,
      ...(overviewMissing === undefined
        ? {}
        : { overview: { shown: true, arrived: false, reason: overviewMissing } }),
    },
    ...(pages === undefined || pages.length === 0 ? {} : { pages }),
    rawExchange: { exchanges: session.exchanges },
  };
}
