import type { AnswerFound, AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { numberMarkers } from '../citations.ts';
import { countryProvenance, placeHint, placeName } from '../countryHints.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import {
  createSourceList,
  distinct,
  domainOf,
  type FoundAnswer,
  type FoundCitation,
} from '../foundAnswer.ts';
import { insistOnSearch, instructionsOf, searchUrge } from '../insistOnSearch.ts';
import { type JsonObject, listAt, numberAt, textAt, textsAt } from '../jsonFields.ts';
import type { FailedOutcome } from '../providerErrors.ts';
import { type AnswerText, askResponses } from '../responsesProtocol.ts';
import { urlCitations } from '../urlCitations.ts';
import { perplexityClient, perplexityLocation } from './perplexityClient.ts';

const service = 'Perplexity';

export function connectAgent({ key, settings }: ProviderSetup): AnsweringProvider {
  const askOnce = async (
    asked: AskedQuestion,
    session: ProviderSession,
    urged: boolean,
  ): Promise<AnswerFound | FailedOutcome> => {
    const outcome = await askResponses(service, session, async (fetch, signal) => {
      const client = await perplexityClient(key, settings.baseUrl ?? '', fetch);
      await client.responses.create(requestBody(asked, settings.model ?? '', urged), { signal }).asResponse();
    });
    if (outcome.kind !== 'response') return outcome;
    const { place } = asked;
    const country = asked.maySearch
      ? countryProvenance(place, 'parameter', placeName(place))
      : countryProvenance(place, 'prompt-hint', placeHint(place));
    return { kind: 'found', found: foundAnswer(outcome.response, outcome.text), country };
  };

  return {
    ask: (asked, session) => insistOnSearch(asked, (urged) => askOnce(asked, session, urged)),
  };
}

function requestBody({ prompt, place, maySearch }: AskedQuestion, model: string, urged: boolean) {
  const instructions = instructionsOf(
    maySearch ? undefined : placeHint(place),
    urged ? searchUrge : undefined,
  );
  const { language } = place;
  return {
    model,
    input: prompt,
    stream: true as const,
    store: false,
    ...(instructions === undefined ? {} : { instructions }),
    ...(language === undefined ? {} : { language_preference: language }),
    ...(maySearch
      ? { tools: [{ type: 'web_search' as const, user_location: perplexityLocation(place) }] }
      : {}),
  };
}

function foundAnswer(response: JsonObject, text: AnswerText): FoundAnswer {
  const searches = listAt(response, 'output').filter((item) => textAt(item, 'type') === 'search_results');
  const results = searches.flatMap((search) => listAt(search, 'results'));
  const sources = createSourceList();
  const annotated = urlCitations(text.parts, sources, (url) => url);
  const citations = annotated.length > 0 ? annotated : markedCitations(text.markdown, results, sources);
  for (const result of results) {
    const url = textAt(result, 'url');
    if (url !== undefined) sources.add(sourceOf(url, result, false));
  }
  return {
    markdown: text.markdown,
    sources: sources.all(),
    citations,
    searchQueries: distinct(searches.flatMap((search) => textsAt(search, 'queries'))),
    model: textAt(response, 'model'),
    searched: searches.length > 0,
  };
}

/** Without annotations the markers `[web:n]` name results by their id. */
function markedCitations(
  markdown: string,
  results: readonly unknown[],
  sources: ReturnType<typeof createSourceList>,
): readonly FoundCitation[] {
  return numberMarkers(markdown).flatMap(({ start, end, number }, chip) => {
    const result = results.find((one) => numberAt(one, 'id') === number);
    const url = textAt(result, 'url');
    if (url === undefined) return [];
    const source = sources.add(sourceOf(url, result, true));
    return [{ source, label: textAt(result, 'title') ?? domainOf(url), span: { start, end }, chip }];
  });
}

function sourceOf(url: string, result: unknown, cited: boolean) {
  return {
    url,
    title: textAt(result, 'title'),
    description: textAt(result, 'snippet'),
    datePublished: textAt(result, 'date'),
    cited,
  };
}
