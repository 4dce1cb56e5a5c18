import type { JsonObject } from '#shared/json.ts';
import { shownHost } from '#shared/text/addresses/pages.ts';
import type { AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { numberMarkers } from '../citations.ts';
import { countryProvenance, type MarketPlace, placeHint, placeName, userLocation } from '../countryHints.ts';
import type { ProviderSetup } from '../driverFrame.ts';
import { createSourceList, distinct, type FoundAnswer, type FoundCitation } from '../foundAnswer.ts';
import { instructionsOf, searchUrge } from '../instructions.ts';
import { listAt, numberAt, textAt, textsAt } from '../jsonFields.ts';
import { openaiModels, openaiRequest } from '../openai/openaiRequests.ts';
import { type AnsweredResponse, askResponses } from '../responsesProtocol.ts';
import { urlCitations } from '../urlCitations.ts';

const service = 'Perplexity';
export const apiVersion = 'v1';

/** Some models of the Agent API reject a request without a maximum answer length. */
const maxAnswerTokens = 16_000;

export type PerplexitySettings = {
  readonly baseUrl: string;
  readonly model: string;
  readonly persona: string;
  readonly preset: 'none' | 'fast' | 'low' | 'medium' | 'high' | 'xhigh';
};

export function connectPerplexity({ key, settings }: ProviderSetup<PerplexitySettings>): AnsweringProvider {
  const setup = { key, baseUrl: `${settings.baseUrl}/${apiVersion}` };

  const ask: AnsweringProvider['ask'] = async (asked, session, urged) => {
    const request = openaiRequest(setup, 'responses', requestBody(asked, settings, urged));
    const outcome = await askResponses(service, session, request, searchesMade);
    if (outcome.kind !== 'response') return outcome;
    const { place } = asked;
    const country = asked.maySearch
      ? countryProvenance(place, 'parameter', placeName(place))
      : countryProvenance(place, 'prompt-hint', placeHint(place));
    return { kind: 'found', found: foundAnswer(outcome), country };
  };

  return {
    ask,
    insists: true,
    listModels: (session) => openaiModels(service, setup, session),
  };
}

function searchesMade(response: JsonObject): number | undefined {
  return numberAt(response, 'usage', 'tool_calls_details', 'search_web', 'invocation');
}

function requestBody(
  { prompt, place, maySearch }: AskedQuestion,
  { model, preset, persona }: PerplexitySettings,
  urged: boolean,
) {
  const instructions = instructionsOf(
    persona,
    maySearch ? undefined : placeHint(place),
    urged ? searchUrge : undefined,
  );
  const { language } = place;
  return {
    // A preset determines its model.
    ...(preset === 'none' ? { model } : { preset }),
    input: prompt,
    max_output_tokens: maxAnswerTokens,
    stream: true,
    store: false,
    instructions,
    language_preference: language === undefined ? undefined : twoLetters(language),
    tools: maySearch ? [{ type: 'web_search', user_location: perplexityLocation(place) }] : undefined,
  };
}

/** ISO 639-1, without script and region: `iw` is `he` there, and Filipino is Tagalog; undefined if it has no such code. */
function twoLetters(language: string): string | undefined {
  const [code = ''] = Intl.getCanonicalLocales(language)[0]?.split('-') ?? [];
  if (code === 'fil') return 'tl';
  return code.length === 2 ? code : undefined;
}

function foundAnswer({ response, text, stop }: AnsweredResponse): FoundAnswer {
  const searches = listAt(response, 'output').filter((item) => textAt(item, 'type') === 'search_results');
  const results = searches.flatMap((search) => listAt(search, 'results'));
  const sources = createSourceList();
  const annotated = urlCitations(text.parts, sources);
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
    stop,
  };
}

/** Without annotations, markers `[web:n]` refer to results by id. */
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
    return [
      { source, label: textAt(result, 'title') ?? shownHost(url), span: { start, end }, mark: true, chip },
    ];
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

/** Country, region and city, and the point of an encoded geo target. */
function perplexityLocation(place: MarketPlace) {
  const { point } = place;
  return {
    ...userLocation(place),
    ...(point === undefined ? {} : { latitude: point.latitude, longitude: point.longitude }),
  };
}
