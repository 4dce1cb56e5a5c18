import type { AskedQuestion } from './askedQuestion.ts';
import type { Entity } from './brandEntities.ts';
import type { DriverOutcome, JsonQuestion, OfferedModel, Provenance, StructuredAnswer } from './driver.ts';
import type { DriverDefinition } from './driverDefinition.ts';
import type { ProviderSession } from './driverFrame.ts';
import { type FoundAnswer, withoutCodes } from './foundAnswer.ts';
import { entitiesByModel } from './modelEntities.ts';
import type { Exchange } from './providerCall.ts';
import type { FailedOutcome } from './providerErrors.ts';

export type AnswerFound = {
  readonly kind: 'found';
  readonly found: FoundAnswer;
  readonly country: Provenance['country'];
};

/** What a provider folder implements for an answering driver. */
export type AnsweringProvider = {
  /** `urged`: asked again, because a search was promised and none ran. */
  readonly ask: (
    asked: AskedQuestion,
    session: ProviderSession,
    urged: boolean,
  ) => Promise<AnswerFound | FailedOutcome>;
  /** Its model decides whether to search: a promised search that did not run is asked for once more. */
  readonly insists?: true;
  /** Answers one question as JSON of a given schema, without search. */
  readonly askJson?: (
    question: JsonQuestion,
    session: ProviderSession,
  ) => Promise<StructuredAnswer | FailedOutcome>;
  /** Model that extracts brand entities from finished answers; empty for none. */
  readonly entityModel?: string;
  readonly listModels?: (session: ProviderSession) => Promise<readonly OfferedModel[]>;
};

/** Asks, converts the result into the engine's shape, and records its source in the provenance. */
export async function answerOf(
  record: Pick<DriverDefinition, 'id' | 'displayName'>,
  provider: AnsweringProvider,
  asked: AskedQuestion,
  session: ProviderSession,
): Promise<DriverOutcome> {
  const ask = (urged: boolean) => provider.ask(asked, session, urged);
  const outcome = await (provider.insists === true ? insistOnSearch(asked, ask) : ask(false));
  if (outcome.kind !== 'found') return outcome;
  // Read before a second pass adds its own exchange, which is not part of the answer.
  const rawEvents = session.exchanges.flatMap(eventsOf);
  const { country } = outcome;
  const found = withoutCodes(outcome.found);
  const byModel = await namedByModel(asked, found, provider, session);
  // Loaded with the first answer: reading Markdown takes eighty small modules that a cold start can do without.
  const { shapeAnswer } = await import('./shapedAnswer.ts');
  const shaped = shapeAnswer({ asked, found, byModel, rawEvents, provider: record.displayName });
  const provenance: Provenance = {
    driver: record.id,
    model: found.model,
    country,
    searched: found.searched,
    stop: found.stop,
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

/**
 * Asks once more, urging a search, if one was promised but none ran. The second answer is used, with or without
 * a search; the result states which. If the second attempt fails, the first answer is used.
 */
async function insistOnSearch(
  asked: AskedQuestion,
  ask: (urged: boolean) => Promise<AnswerFound | FailedOutcome>,
): Promise<AnswerFound | FailedOutcome> {
  const first = await ask(false);
  if (first.kind !== 'found' || first.found.searched || !asked.mustSearch) return first;
  const second = await ask(true);
  return second.kind === 'found' ? second : first;
}

/** The optional second pass: only assistant-a has entities, and only if the provider returned none. */
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
