import type { z } from 'zod';
import { type AskedQuestion, askedQuestion, isAnswerJob } from './askedQuestion.ts';
import type { Entity } from './brandEntities.ts';
import type { Driver, DriverOutcome, OfferedModel, Provenance } from './driver.ts';
import type { DriverDefinition, DriverOptions, DriverRecord } from './driverDefinition.ts';
import { createDriverFrame, type ProviderSession, type ProviderSetup } from './driverFrame.ts';
import type { FoundAnswer } from './foundAnswer.ts';
import { entitiesByModel, type JsonQuestion } from './modelEntities.ts';
import type { Exchange } from './providerCall.ts';
import { type FailedOutcome, fatal } from './providerErrors.ts';
import { type SettingsSchema, settingFields } from './settings.ts';

export type AnswerFound = {
  readonly kind: 'found';
  readonly found: FoundAnswer;
  readonly country: Provenance['country'];
};

/** What a provider folder implements for an answering driver. */
export type AnsweringProvider = {
  readonly ask: (asked: AskedQuestion, session: ProviderSession) => Promise<AnswerFound | FailedOutcome>;
  /** One question answered as JSON of a given schema, without search; undefined when it did not work. */
  readonly askJson?: (question: JsonQuestion, session: ProviderSession) => Promise<string | undefined>;
  /** Model that reads finished answers for brand entities; empty for none. */
  readonly entityModel?: string;
  readonly listModels?: (session: ProviderSession) => Promise<readonly OfferedModel[]>;
};

/** A driver for the engines that answer in sentences; the provider's own part is `connect`. */
export function defineAnsweringDriver<Schema extends SettingsSchema>(
  record: DriverRecord<Schema>,
  connect: (setup: ProviderSetup<z.output<Schema>>) => AnsweringProvider,
): DriverDefinition {
  return {
    ...record,
    settings: settingFields(record.settings),
    create: (options) => createAnsweringDriver(record, options, connect),
  };
}

function createAnsweringDriver<Schema extends SettingsSchema>(
  record: DriverRecord<Schema>,
  options: DriverOptions,
  connect: (setup: ProviderSetup<z.output<Schema>>) => AnsweringProvider,
): Driver {
  const { provider, run, list, ...driver } = createDriverFrame(record, options, connect);
  const listModels = provider?.listModels;
  return {
    ...driver,
    answer: (job) =>
      run(job, (session, ready) =>
        isAnswerJob(job)
          ? answerOf(record, ready, askedQuestion(job), session)
          : Promise.resolve(fatal('unsupported', `${record.displayName} cannot answer for ${job.engine}.`)),
      ),
    ...(listModels === undefined
      ? {}
      : {
          listModels: async (signal) => {
            const models = await list(signal, (session) => listModels(session));
            return [...models].sort((a, b) => a.name.localeCompare(b.name, 'en'));
          },
        }),
  };
}

/** Asks, shapes what was found for the engine, and says in the provenance where it came from. */
export async function answerOf(
  record: Pick<DriverDefinition, 'id' | 'displayName'>,
  provider: AnsweringProvider,
  asked: AskedQuestion,
  session: ProviderSession,
): Promise<DriverOutcome> {
  const outcome = await provider.ask(asked, session);
  if (outcome.kind !== 'found') return outcome;
  // Taken before a second pass adds its own exchange, which is no part of the answer.
  const rawEvents = session.exchanges.flatMap(eventsOf);
  const { found, country } = outcome;
  const byModel = await namedByModel(asked, found, provider, session);
  // Loaded with the first answer: reading Markdown takes eighty small modules a cold start can do without.
  const { shapeAnswer } = await import('./shapedAnswer.ts');
  const shaped = shapeAnswer({ asked, found, byModel, rawEvents, provider: record.displayName });
  const provenance: Provenance = {
    driver: record.id,
    ...(found.model === undefined ? {} : { model: found.model }),
    country,
    searched: found.searched,
    ...(found.stop === undefined ? {} : { stop: found.stop }),
    ...(asked.engine === 'assistant-a'
      ? { servedShape: 'default', entityExtraction: shaped.entityExtraction }
      : {}),
  };
  const { result, page } = shaped;
  return {
    kind: 'answer',
    result,
    provenance,
    ...(page === undefined ? {} : { pages: [{ html: page }] }),
    rawExchange: { exchanges: session.exchanges },
  };
}

/** The optional second pass: only assistant-a shows entities, and only where the provider itself named none. */
async function namedByModel(
  asked: AskedQuestion,
  found: FoundAnswer,
  { askJson, entityModel = '' }: AnsweringProvider,
  session: ProviderSession,
): Promise<readonly Entity[] | undefined> {
  if (asked.engine !== 'assistant-a' || found.entities !== undefined) return undefined;
  if (entityModel === '' || askJson === undefined) return undefined;
  return entitiesByModel(found.markdown, (question) => askJson(question, session), entityModel);
}

function eventsOf({ response }: Exchange): readonly unknown[] {
  if (response?.events !== undefined) return response.events;
  return response?.body === undefined ? [] : [response.body];
}
