import type { Driver, DriverJob, DriverOutcome, Provenance } from './driver.ts';
import type { DriverDefinition, DriverOptions } from './driverDefinition.ts';
import { createDriverFrame, type ProviderSession, type ProviderSetup } from './driverFrame.ts';
import { type FailedOutcome, fatal } from './providerErrors.ts';
import { newsQuestion, type SearchQuestion, webQuestion } from './searchedMarket.ts';

export type SearchFound = {
  readonly kind: 'found';
  /** The engine's result of gap-fill section 9. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly country: Provenance['country'];
};

/** What a provider folder implements for a search driver. */
export type SearchingProvider = {
  readonly web: (question: SearchQuestion, session: ProviderSession) => Promise<SearchFound | FailedOutcome>;
  readonly news: (question: SearchQuestion, session: ProviderSession) => Promise<SearchFound | FailedOutcome>;
};

/** A driver for search and news search; the provider's own part is `connect`. */
export function createSearchingDriver(
  definition: Omit<DriverDefinition, 'create'>,
  options: DriverOptions,
  connect: (setup: ProviderSetup) => SearchingProvider,
): Driver {
  const frame = createDriverFrame(definition, options);
  const provider = connect(frame.setup);

  const search = (job: DriverJob, session: ProviderSession): Promise<SearchFound | FailedOutcome> => {
    if (job.engine === 'search') return provider.web(webQuestion(job), session);
    if (job.engine === 'search/news') return provider.news(newsQuestion(job), session);
    return Promise.resolve(
      fatal('unsupported', `${definition.displayName} cannot answer for ${job.engine}.`),
    );
  };

  return {
    id: definition.id,
    displayName: definition.displayName,
    service: definition.service,
    capabilities: definition.capabilities,
    readiness: frame.readiness,
    answer: (job) =>
      frame.run(job, async (session): Promise<DriverOutcome> => {
        const outcome = await search(job, session);
        if (outcome.kind !== 'found') return outcome;
        return {
          kind: 'answer',
          result: { ...outcome.result },
          provenance: { driver: definition.id, country: outcome.country, searched: true },
          rawExchange: { exchanges: session.exchanges },
        };
      }),
  };
}
