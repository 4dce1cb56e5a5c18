import type { JsonObject } from '#shared/json.ts';
import type { AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { countryProvenance } from '../countryHints.ts';
import type { Provider } from '../defineDriver.ts';
import type { ProviderSetup } from '../driverFrame.ts';
import { distinct, type FoundAnswer, type FoundSource } from '../foundAnswer.ts';
import { listAt, textAt, textsAt } from '../jsonFields.ts';
import { linkedCitations } from '../linkedCitations.ts';
import { fatal } from '../providerErrors.ts';
import { createClient, service } from './brightdataClient.ts';
import type { RequestGate } from './requestGate.ts';

type Page = {
  readonly dataset: string;
  readonly url: string;
  /** Accepts a switch for its web search; the others reject unknown fields. */
  readonly searchSwitch: boolean;
};

/** The assistants' pages by the engine that shows them. */
const pages: Readonly<Record<AskedQuestion['engine'], Page>> = {
  'assistant-a': { dataset: 'gd_m7aof0k82r803d5bjm', url: 'https://chatgpt.com/', searchSwitch: true },
  'assistant-b': { dataset: 'gd_mbz66arm2mf9cu856y', url: 'https://gemini.google.com/', searchSwitch: false },
  'assistant-c': { dataset: 'gd_m8ve0u141icu75ae74', url: 'https://grok.com/', searchSwitch: true },
  'assistant-d': {
    dataset: 'gd_m7di5jy6s9geokz8w',
    url: 'https://copilot.microsoft.com/',
    searchSwitch: false,
  },
  'assistant-e': { dataset: 'gd_m7dhdot1vw9a7gc1n', url: 'https://www.perplexity.ai/', searchSwitch: false },
  'search-ai': { dataset: 'gd_mcswdt6z2elth3zqr2', url: 'https://google.com/aimode', searchSwitch: false },
};

export type BrightDataSettings = { readonly baseUrl: string };

export function connectBrightData(
  { key, settings }: ProviderSetup<BrightDataSettings>,
  gate: RequestGate,
): Provider {
  const client = createClient(key, settings.baseUrl, gate);

  const ask: AnsweringProvider['ask'] = async (asked, session) => {
    const { engine, prompt, place, maySearch, mustSearch } = asked;
    const { dataset, url, searchSwitch } = pages[engine];
    const input = {
      url,
      prompt,
      country: place.country,
      ...(searchSwitch ? { web_search: engine === 'assistant-a' ? mustSearch : maySearch } : {}),
    };
    const outcome = await client.ask(dataset, input, session);
    if (outcome.kind !== 'record') return outcome;
    const found = foundAnswer(outcome.record, asked);
    if (found.markdown.trim() === '') return fatal('rejected', `${service} found no answer on the page.`);
    const country = countryProvenance(
      place,
      'exit-location',
      `asked from an address in ${place.countryName}`,
    );
    return { kind: 'found', found, country };
  };

  return { account: client.account, answering: { ask } };
}

function foundAnswer(record: JsonObject, { engine, include }: AskedQuestion): FoundAnswer {
  const markdown = textAt(record, 'answer_text_markdown') ?? textAt(record, 'answer_text') ?? '';
  const cited = listAt(record, 'citations').flatMap((one) => sourceIn(one, true));
  const shown = [...listAt(record, 'search_sources'), ...listAt(record, 'sources')].flatMap((one) =>
    sourceIn(one, false),
  );
  const attached = listAt(record, 'links_attached').flatMap((one) => sourceIn(one, true));
  const linked = linkedCitations(markdown, [...cited, ...attached, ...shown]);
  const queries = distinct([
    ...textsAt(record, 'web_search_query'),
    ...[textAt(record, 'web_search_query')].filter((query) => query !== undefined),
  ]);
  const triggered = record.web_search_triggered;
  const related = textsAt(record, 'related_prompts');
  const products = listAt(record, 'shopping').flatMap(productIn);
  return {
    markdown,
    ...linked,
    searchQueries: queries,
    ...(engine === 'assistant-e' && related.length > 0 ? { relatedQueries: related } : {}),
    model: textAt(record, 'model'),
    // Pages say `false` beside queries and citations: what was found was searched for.
    searched:
      triggered === true ||
      queries.length > 0 ||
      linked.citations.length > 0 ||
      (triggered !== false && linked.sources.length > 0),
    members:
      engine === 'assistant-a' && include.shopping && products.length > 0
        ? { shoppingCards: [{ products }] }
        : {},
  };
}

function sourceIn(one: unknown, byDefault: boolean): readonly FoundSource[] {
  const url = typeof one === 'string' ? one : textAt(one, 'url');
  if (url === undefined || !/^https?:\/\//i.test(url)) return [];
  const fields = typeof one === 'object' && one !== null && 'cited' in one ? one.cited : undefined;
  return [
    {
      url,
      title: textAt(one, 'title'),
      description: textAt(one, 'description') ?? textAt(one, 'snippet'),
      datePublished: textAt(one, 'date_published'),
      siteName: textAt(one, 'domain'),
      cited: typeof fields === 'boolean' ? fields : byDefault,
    },
  ];
}

function productIn(product: unknown): readonly Record<string, unknown>[] {
  const title = textAt(product, 'title') ?? textAt(product, 'name');
  if (title === undefined) return [];
  const price = textAt(product, 'price');
  const url = textAt(product, 'url');
  return [{ title, url, price }];
}
