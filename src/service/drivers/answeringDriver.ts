import { type AskedQuestion, askedQuestion, isAnswerEngine } from './askedQuestion.ts';
import type { Entity } from './brandEntities.ts';
import type { Driver, DriverJob, DriverOutcome, Provenance } from './driver.ts';
import type { DriverDefinition, DriverOptions } from './driverDefinition.ts';
import { createDriverFrame, type ProviderSession, type ProviderSetup } from './driverFrame.ts';
import type { FoundAnswer } from './foundAnswer.ts';
import { entitiesByModel, type JsonQuestion } from './modelEntities.ts';
import type { Exchange } from './providerCall.ts';
import { type FailedOutcome, fatal } from './providerErrors.ts';
import { withoutSecret } from './redaction.ts';

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
  readonly listModels?: (session: ProviderSession) => Promise<readonly string[]>;
};

/** A driver for the engines that answer in sentences; the provider's own part is `connect`. */
export function createAnsweringDriver(
  definition: Omit<DriverDefinition, 'create'>,
  options: DriverOptions,
  connect: (setup: ProviderSetup) => AnsweringProvider,
): Driver {
  const frame = createDriverFrame(definition, options);
  const { key, settings } = frame.setup;
  const provider = connect(frame.setup);

  const answer = async (job: DriverJob, session: ProviderSession): Promise<DriverOutcome> => {
    const { engine } = job;
    if (!isAnswerEngine(engine) || definition.capabilities[engine] === undefined) {
      return fatal('unsupported', `${definition.displayName} cannot answer for ${engine}.`);
    }
    const asked = askedQuestion(job, engine);
    const outcome = await provider.ask(asked, session);
    if (outcome.kind !== 'found') return outcome;
    // Taken before a second pass adds its own exchange, which is no part of the answer.
    const rawEvents = session.exchanges.flatMap(eventsOf);
    const { found, country } = outcome;
    const byModel = await namedByModel(asked, found, provider, settings.entityModel, session);
    // Loaded with the first answer: reading Markdown takes eighty small modules a cold start can do without.
    const { shapeAnswer } = await import('./shapedAnswer.ts');
    const shaped = shapeAnswer({ asked, found, byModel, rawEvents, provider: definition.displayName });
    const provenance: Provenance = {
      driver: definition.id,
      ...(found.model === undefined ? {} : { model: found.model }),
      country,
      searched: found.searched,
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
  };

  const { listModels } = provider;
  return {
    id: definition.id,
    displayName: definition.displayName,
    service: definition.service,
    capabilities: definition.capabilities,
    readiness: frame.readiness,
    answer: (job) => frame.run(job, (session) => answer(job, session)),
    ...(listModels === undefined
      ? {}
      : {
          listModels: async (signal: AbortSignal) => {
            try {
              return await listModels(frame.openSession(signal, 1));
            } catch (error) {
              signal.throwIfAborted();
              throw new Error(withoutSecret(error instanceof Error ? error.message : 'no list', key));
            }
          },
        }),
  };
}

/** The optional second pass: only assistant-a shows entities, and only where the provider itself named none. */
async function namedByModel(
  asked: AskedQuestion,
  found: FoundAnswer,
  { askJson }: AnsweringProvider,
  model: string | undefined,
  session: ProviderSession,
): Promise<readonly Entity[] | undefined> {
  if (asked.engine !== 'assistant-a' || found.entities !== undefined) return undefined;
  if (model === undefined || model === '' || askJson === undefined) return undefined;
  return entitiesByModel(found.markdown, (question) => askJson(question, session), model);
}

function eventsOf({ response }: Exchange): readonly unknown[] {
  if (response?.events !== undefined) return response.events;
  return response?.body === undefined ? [] : [response.body];
}
