import type { z } from 'zod';
import { type AnsweringProvider, answerOf } from './answeringDriver.ts';
import { askedQuestion, isAnswerJob } from './askedQuestion.ts';
import type { AccountState, Driver, DriverJob, DriverOutcome, StructuredOutcome } from './driver.ts';
import type { DriverDefinition, DriverOptions, DriverRecord } from './driverDefinition.ts';
import { createDriverFrame, type ProviderSession, type ProviderSetup } from './driverFrame.ts';
import type { JsonQuestion } from './modelEntities.ts';
import { fatal } from './providerErrors.ts';
import { newsQuestion, webQuestion } from './searchedMarket.ts';
import { type SearchingProvider, searchAnswer } from './searchingDriver.ts';
import { type SettingsSchema, settingFields } from './settings.ts';

/** What a provider folder implements: answers in sentences, search results, or both. */
export type Provider = {
  readonly answering?: AnsweringProvider;
  readonly searching?: SearchingProvider;
  /** Answers every engine in the interface's own shape, as another deployment of it does. */
  readonly relay?: (job: DriverJob, session: ProviderSession) => Promise<DriverOutcome>;
  /** The account of the key; a provider with a list of models does not need this. */
  readonly account?: (session: ProviderSession) => Promise<AccountState>;
};

/** A driver from its record and the provider's own part, `connect`. */
export function defineDriver<Schema extends SettingsSchema>(
  record: DriverRecord<Schema>,
  connect: (setup: ProviderSetup<z.output<Schema>>) => Provider,
): DriverDefinition {
  return {
    ...record,
    settings: settingFields(record.settings),
    create: (options) => createDriver(record, options, connect),
  };
}

/** A driver for the engines that answer in sentences. */
export function defineAnsweringDriver<Schema extends SettingsSchema>(
  record: DriverRecord<Schema>,
  connect: (setup: ProviderSetup<z.output<Schema>>) => AnsweringProvider,
): DriverDefinition {
  return defineDriver(record, (setup) => ({ answering: connect(setup) }));
}

/** A driver for search and news search. */
export function defineSearchingDriver<Schema extends SettingsSchema>(
  record: DriverRecord<Schema>,
  connect: (setup: ProviderSetup<z.output<Schema>>) => SearchingProvider,
): DriverDefinition {
  return defineDriver(record, (setup) => ({ searching: connect(setup) }));
}

function createDriver<Schema extends SettingsSchema>(
  record: DriverRecord<Schema>,
  options: DriverOptions,
  connect: (setup: ProviderSetup<z.output<Schema>>) => Provider,
): Driver {
  const { provider, run, consult, list, ...driver } = createDriverFrame(record, options, connect);
  const listModels = provider?.answering?.listModels;
  const askJson = provider?.answering?.askJson;
  const account =
    provider?.account ??
    (listModels === undefined
      ? undefined
      : async (session: ProviderSession) => ({ models: (await listModels(session)).length }));
  return {
    ...driver,
    answer: (job) =>
      run(job, async (session, { relay, answering, searching }) => {
        if (relay !== undefined) return relay(job, session);
        if (isAnswerJob(job)) {
          if (answering !== undefined) return answerOf(record, answering, askedQuestion(job), session);
        } else if (searching !== undefined) {
          const found =
            job.engine === 'search'
              ? await searching.web(webQuestion(job.request), session)
              : await searching.news(newsQuestion(job.request), session);
          return searchAnswer(record.id, found, session);
        }
        return fatal('unsupported', `${record.displayName} does not support ${job.engine}.`);
      }),
    askJson:
      askJson === undefined
        ? undefined
        : (question, at) => consult(at, (session) => askedSteadily(askJson, question, session)),
    ...(account === undefined ? {} : { account: (signal) => list(signal, account) }),
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

/** Some models accept only their own temperature; the answer then varies more. */
async function askedSteadily(
  askJson: NonNullable<AnsweringProvider['askJson']>,
  question: JsonQuestion,
  session: ProviderSession,
): Promise<StructuredOutcome['outcome']> {
  const outcome = await askJson(question, session);
  const unsteady =
    question.temperature !== undefined && outcome.kind === 'fatal' && /temperature/i.test(outcome.message);
  return unsteady ? askJson({ ...question, temperature: undefined }, session) : outcome;
}
