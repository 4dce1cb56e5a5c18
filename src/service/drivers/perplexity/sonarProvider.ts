import type { AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { askChat, type ChatAnswer, listInChunks } from '../chatProtocol.ts';
import { numberMarkers } from '../citations.ts';
import { countryProvenance, placeHint, placeName } from '../countryHints.ts';
import type { ProviderSetup } from '../driverFrame.ts';
import { createSourceList, distinct, domainOf, type FoundAnswer } from '../foundAnswer.ts';
import { type JsonObject, listAt, numberAt, textAt, textsAt } from '../jsonFields.ts';
import { perplexityClient, perplexityLocation } from './perplexityClient.ts';

const service = 'Perplexity';

export function connectSonar({ key, settings }: ProviderSetup): AnsweringProvider {
  const baseUrl = settings.baseUrl ?? '';
  return {
    ask: async (asked, session) => {
      const outcome = await askChat(service, session, async (fetch, signal) => {
        const client = await perplexityClient(key, baseUrl, fetch);
        await client.chat.completions.create(requestBody(asked, settings), { signal }).asResponse();
      });
      if (outcome.kind !== 'chat') return outcome;
      const { place } = asked;
      const country = asked.maySearch
        ? countryProvenance(place, 'parameter', placeName(place))
        : countryProvenance(place, 'prompt-hint', placeHint(place));
      return { kind: 'found', found: foundAnswer(outcome), country };
    },
    askJson: async ({ model, instructions, text, schema }, session) => {
      const outcome = await askChat(service, session, async (fetch, signal) => {
        const client = await perplexityClient(key, baseUrl, fetch);
        await client.chat.completions
          .create(
            {
              model,
              stream: true,
              disable_search: true,
              messages: [
                { role: 'system', content: instructions },
                { role: 'user', content: text },
              ],
              response_format: { type: 'json_schema', json_schema: { schema: { ...schema } } },
            },
            { signal },
          )
          .asResponse();
      });
      return outcome.kind === 'chat' ? outcome.text : undefined;
    },
  };
}

function requestBody(
  { engine, prompt, place, maySearch }: AskedQuestion,
  settings: Readonly<Record<string, string>>,
) {
  const location = perplexityLocation(place);
  const { language } = place;
  const hint = maySearch ? undefined : placeHint(place);
  return {
    model: settings.model ?? '',
    messages: [
      ...(hint === undefined ? [] : [{ role: 'system' as const, content: hint }]),
      { role: 'user' as const, content: prompt },
    ],
    stream: true as const,
    stream_mode: 'full' as const,
    ...(engine === 'assistant-e' ? { return_related_questions: true } : {}),
    ...(language === undefined ? {} : { language_preference: language }),
    ...(maySearch
      ? { web_search_options: { search_type: searchType(settings.searchType), user_location: location } }
      : { disable_search: true }),
  };
}

function searchType(setting: string | undefined): 'fast' | 'auto' | 'pro' {
  return setting === 'pro' || setting === 'auto' ? setting : 'fast';
}

function foundAnswer({ text, model, chunks }: ChatAnswer): FoundAnswer {
  const markers = numberMarkers(text);
  const cited = new Set(markers.map(({ number }) => number));
  const sources = createSourceList();
  const indices = pagesOf(chunks).map(({ url, ...page }, index) =>
    sources.add({ url, ...page, cited: cited.has(index + 1) }),
  );
  const all = sources.all();
  const citations = markers.flatMap(({ start, end, number }, chip) => {
    const source = indices[number - 1];
    const page = source === undefined ? undefined : all[source];
    if (source === undefined || page === undefined) return [];
    return [{ source, label: page.title ?? domainOf(page.url), span: { start, end }, chip }];
  });
  const searches = chunks.map((chunk) => numberAt(chunk, 'usage', 'num_search_queries') ?? 0);
  return {
    markdown: text,
    sources: all,
    citations,
    searchQueries: distinct(chunks.flatMap(keywordsOf)),
    relatedQueries: distinct(
      listInChunks(chunks, 'related_questions').filter((one): one is string => typeof one === 'string'),
    ),
    model,
    searched: all.length > 0 || Math.max(0, ...searches) > 0,
  };
}

/** `search_results` says more than the older `citations`, which are addresses alone. */
function pagesOf(chunks: readonly JsonObject[]) {
  const results = listInChunks(chunks, 'search_results').flatMap((result) => {
    const url = textAt(result, 'url');
    if (url === undefined) return [];
    const title = textAt(result, 'title');
    return [{ url, title, description: textAt(result, 'snippet'), datePublished: textAt(result, 'date') }];
  });
  if (results.length > 0) return results;
  return listInChunks(chunks, 'citations').flatMap((url) => (typeof url === 'string' ? [{ url }] : []));
}

/** The keywords of a pro search stand in the reasoning steps of messages and deltas. */
function keywordsOf(chunk: JsonObject): readonly string[] {
  return ['message', 'delta'].flatMap((holder) =>
    listAt(chunk, 'choices', 0, holder, 'reasoning_steps').flatMap((step) =>
      textsAt(step, 'web_search', 'search_keywords'),
    ),
  );
}
