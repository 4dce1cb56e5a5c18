import type { z } from 'zod';
import type { Driver, DriverOutcome, Provenance, ResultPage } from './driver.ts';
import type { DriverDefinition, DriverOptions, DriverRecord } from './driverDefinition.ts';
import { createDriverFrame, type ProviderSession, type ProviderSetup } from './driverFrame.ts';
import { type FailedOutcome, fatal } from './providerErrors.ts';
import { newsQuestion, type SearchQuestion, webQuestion } from './searchedMarket.ts';
import { type SettingsSchema, settingFields } from './settings.ts';

export type SearchFound = {
  readonly kind: 'found';
  /** The engine's result of gap-fill section 9. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly country: Provenance['country'];
  /** Pages of HTML, where they were asked for and the provider has them. */
  readonly pages?: readonly ResultPage[];
};

/** What a provider folder implements for a search driver. */
export type SearchingProvider = {
  readonly web: (question: SearchQuestion, session: ProviderSession) => Promise<SearchFound | FailedOutcome>;
  readonly news: (question: SearchQuestion, session: ProviderSession) => Promise<SearchFound | FailedOutcome>;
};

/** A driver for search and news search; the provider's own part is `connect`. */
export function defineSearchingDriver<Schema extends SettingsSchema>(
  record: DriverRecord<Schema>,
  connect: (setup: ProviderSetup<z.output<Schema>>) => SearchingProvider,
): DriverDefinition {
  return {
    ...record,
    settings: settingFields(record.settings),
    create: (options) => createSearchingDriver(record, options, connect),
  };
}

function createSearchingDriver<Schema extends SettingsSchema>(
  record: DriverRecord<Schema>,
  options: DriverOptions,
  connect: (setup: ProviderSetup<z.output<Schema>>) => SearchingProvider,
): Driver {
  const { provider: _, run, list: __, ...driver } = createDriverFrame(record, options, connect);
  return {
    ...driver,
    answer: (job) =>
      run(job, async (session, provider) => {
        if (job.engine === 'search') {
          return searchAnswer(record.id, await provider.web(webQuestion(job.request), session), session);
        }
        if (job.engine === 'search/news') {
          return searchAnswer(record.id, await provider.news(newsQuestion(job.request), session), session);
        }
        return fatal('unsupported', `${record.displayName} cannot answer for ${job.engine}.`);
      }),
  };
}

/** What a search found as the outcome of a job. */
export function searchAnswer(
  driver: string,
  outcome: SearchFound | FailedOutcome,
  session: ProviderSession,
): DriverOutcome {
  if (outcome.kind !== 'found') return outcome;
  const { result, country, pages } = outcome;
  return {
    kind: 'answer',
    result: { ...result },
    provenance: { driver, country, searched: true },
    ...(pages === undefined || pages.length === 0 ? {} : { pages }),
    rawExchange: { exchanges: session.exchanges },
  };
}
