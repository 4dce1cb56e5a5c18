import type { AnsweringProvider } from '../answeringDriver.ts';
import { countryProvenance, languageOf, type MarketPlace } from '../countryHints.ts';
import type { Provider } from '../defineDriver.ts';
import type { AccountState } from '../driver.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { listAt, numberAt } from '../jsonFields.ts';
import { type FailedOutcome, fatal, ProviderRefusal } from '../providerErrors.ts';
import type { SearchQuestion } from '../searchedMarket.ts';
import type { SearchFound } from '../searchingDriver.ts';
import { googleFilters } from '../searchPage.ts';
import { modeAnswer, scrapedAnswer } from './answers.ts';
import { createClient, type DataForSeoSettings } from './client.ts';
import { createLocations, type Location } from './locations.ts';
import { newsResults, overviewMissing, searchResults } from './searchItems.ts';
import { service } from './taskAnswer.ts';

const apis = {
  web: 'serp/google/organic',
  news: 'serp/google/news',
  'search-ai': 'serp/google/ai_mode',
  'assistant-a': 'ai_optimization/chat_gpt/llm_scraper',
  'assistant-b': 'ai_optimization/gemini/llm_scraper',
} as const;

const maxQuestionLength = 2_000;
const maxQueryLength = 700;

/** Radius around a point, as Google's pages use it; in the unit DataForSEO counts. */
const pointRadius = 200;

export function connectDataForSeo({ key, settings }: ProviderSetup<DataForSeoSettings>): Provider {
  const client = createClient(key, settings);
  const locate = createLocations(client);

  type Located = {
    readonly kind: 'located';
    readonly fields: Record<string, unknown>;
    readonly applied: string;
  };

  /** The location of a question, in DataForSEO's terms; DataForSEO rejects questions without a country. */
  const located = async (
    place: MarketPlace,
    session: ProviderSession,
    takesPoint: boolean,
  ): Promise<Located | FailedOutcome> => {
    const language = languageCode(place);
    const spoken = language === undefined ? {} : { language_code: language };
    const said = language === undefined ? '' : `, language_code=${language}`;
    const { point } = place;
    if (point !== undefined && takesPoint) {
      const location_coordinate = `${point.latitude},${point.longitude},${pointRadius}`;
      return {
        kind: 'located',
        fields: { location_coordinate, ...spoken },
        applied: `location_coordinate=${location_coordinate}${said}`,
      };
    }
    const found = await locate(place, session);
    if (found.kind !== 'place') return found;
    // DataForSEO rejects questions without a location.
    const where: Location = found.location ?? { code: 2840, name: 'United States' };
    return {
      kind: 'located',
      fields: { location_code: where.code, ...spoken },
      applied: `location_code=${where.code} (${where.name})${said}`,
    };
  };

  const search = async (
    kind: 'web' | 'news',
    question: SearchQuestion,
    session: ProviderSession,
  ): Promise<SearchFound | FailedOutcome> => {
    if (question.query.length > maxQueryLength) {
      return fatal('unsupported', `${service} takes queries of at most ${maxQueryLength} characters.`);
    }
    const where = await located(question.place, session, true);
    if (where.kind !== 'located') return where;
    const overview = kind === 'web' && question.include.aioverview !== undefined;
    const outcome = await client.ask(
      apis[kind],
      {
        keyword: escaped(question.query),
        ...where.fields,
        ...deviceFields(question.device),
        depth: Math.min(200, question.start + question.pages * 10),
        ...searchParameters(question),
        ...(overview ? { load_async_ai_overview: true } : {}),
        ...(kind === 'web' && question.include.paaAioverview ? { people_also_ask_click_depth: 1 } : {}),
      },
      session,
    );
    if (outcome.kind !== 'task') return outcome;
    const items = listAt(outcome.result, 'items');
    const result = kind === 'web' ? await searchResults(items, question) : newsResults(items, question);
    const missing = overview && overviewMissing(items);
    return {
      kind: 'found',
      result,
      country: countryProvenance(question.place, 'parameter', where.applied),
      overviewMissing: missing ? `${service} read the page before its AI overview was loaded.` : undefined,
    };
  };

  const ask: AnsweringProvider['ask'] = async (asked, session) => {
    const { engine, prompt, place, device } = asked;
    if (engine !== 'assistant-a' && engine !== 'assistant-b' && engine !== 'search-ai') {
      return fatal('unsupported', `${service} does not support ${engine}.`);
    }
    if (!asked.maySearch) {
      return fatal(
        'unsupported',
        `${service} reads the page people see, which decides itself whether it searches.`,
      );
    }
    if (prompt.length > maxQuestionLength) {
      return fatal('unsupported', `${service} takes questions of at most ${maxQuestionLength} characters.`);
    }
    const where = await located(place, session, engine === 'search-ai');
    if (where.kind !== 'located') return where;
    const outcome = await client.ask(
      apis[engine],
      {
        keyword: escaped(prompt),
        ...where.fields,
        ...(engine === 'search-ai' ? deviceFields(device === 'mobile' ? 'android' : 'desktop') : {}),
        ...(engine === 'assistant-a' && asked.mustSearch ? { force_web_search: true } : {}),
      },
      session,
    );
    if (outcome.kind !== 'task') return outcome;
    const found = engine === 'search-ai' ? modeAnswer(outcome.result) : scrapedAnswer(outcome.result, asked);
    if (found.markdown.trim() === '') {
      return fatal('rejected', `${service} found no answer on the page for this question.`);
    }
    return { kind: 'found', found, country: countryProvenance(place, 'parameter', where.applied) };
  };

  const account = async (session: ProviderSession): Promise<AccountState> => {
    const read = await client.list('appendix/user_data', session);
    if (read.kind !== 'list') throw ProviderRefusal.of(read);
    const amount = numberAt(read.rows[0], 'money', 'balance');
    return amount === undefined ? {} : { balance: { amount, currency: 'USD' } };
  };

  return {
    account,
    answering: { ask },
    searching: {
      web: (question, session) => search('web', question, session),
      news: (question, session) => search('news', question, session),
    },
  };
}

/** DataForSEO decodes the keyword, so percent and plus signs must be encoded. */
function escaped(words: string): string {
  return words.replaceAll('%', '%25').replaceAll('+', '%2B');
}

function deviceFields(device: SearchQuestion['device']): Record<string, unknown> {
  return device === 'desktop' ? { device, os: 'windows' } : { device: 'mobile', os: device };
}

/** Google's own codes: only the language, except for the few that it separates by region. */
function languageCode(place: MarketPlace): string | undefined {
  const tag = languageOf(place);
  if (tag === undefined) return undefined;
  const [base = '', region] = tag.split('-');
  const wide = `${base}-${region?.toUpperCase()}`;
  if (['pt-BR', 'pt-PT'].includes(wide)) return wide;
  // Its list has Chinese by script only: Hong Kong and Macao write as Taiwan does.
  if (base === 'zh') return /-(TW|HK|MO)$|-hant/i.test(tag.toUpperCase()) ? 'zh-TW' : 'zh-CN';
  return base === 'nb' || base === 'nn' ? 'no' : base;
}

function searchParameters(question: SearchQuestion): { readonly search_param?: string } {
  const parts = Object.entries(googleFilters(question)).map(([name, value]) => `&${name}=${value}`);
  return parts.length === 0 ? {} : { search_param: parts.join('') };
}
