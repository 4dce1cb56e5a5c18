import { z } from 'zod';
import { deploymentOf } from '#shared/interface/deployments.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { fitting } from '#shared/interface/fitting.ts';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import type { Surface } from '#shared/interface/surface.ts';
import type { JsonObject } from '#shared/json.ts';
import { answered } from '../answeredCall.ts';
import { defineDriver, type Provider } from '../defineDriver.ts';
import type { DriverJob, DriverOutcome, EngineCapabilities, ResultPage } from '../driver.ts';
import { modelKey } from '../driverDefinition.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { textWithoutCodes } from '../foundAnswer.ts';
import { numberAt, objectAt, textAt } from '../jsonFields.ts';
import { bearer } from '../providerCall.ts';
import { fatal, ProviderRefusal, unreadable } from '../providerErrors.ts';
import { addressSetting, timeoutSetting } from '../settings.ts';

const deployment = deploymentOf('cloro');
const service = 'cloro';

const fields: Readonly<Record<Engine, readonly string[]>> = {
  'assistant-a':
    'text markdown html rawResponse sources sources.footnote sources.datePublished citationPills entities searchQueries mapSearchQueries model map shoppingCards inlineProducts ads'.split(
      ' ',
    ),
  'assistant-b': 'text markdown html rawResponse sources citationPills shoppingCards'.split(' '),
  'assistant-c': 'text markdown html rawResponse sources searchQueries model'.split(' '),
  'assistant-d': 'text markdown html rawResponse sources citationPills searchQueries map shoppingCards'.split(
    ' ',
  ),
  'assistant-e':
    'text markdown html rawResponse sources citationPills search_model_queries related_queries shopping_cards media_items'.split(
      ' ',
    ),
  search:
    'organicResults peopleAlsoAsk relatedSearches ads aioverview localResults localResultsMoreLink shoppingCards productResults knowledgeGraph html'.split(
      ' ',
    ),
  'search/news': ['newsResults', 'html'],
  'search-ai':
    'text markdown html sources citationPills relatedLinks shoppingCards productResults ads places map videos'.split(
      ' ',
    ),
};

/** Members that a result has only where they were asked for. */
const optionalMembers: readonly string[] = ['markdown', 'rawResponse'];

/** What the interface requires of a result; cloro leaves out what a page does not have. */
function emptyResult(engine: Engine): JsonObject {
  if (engine === 'search') return { organicResults: [], peopleAlsoAsk: [], relatedSearches: [] };
  return engine === 'search/news' ? { newsResults: [] } : { text: '', sources: [] };
}

const surfaceOf = (engine: Engine): Surface =>
  engine.startsWith('search') ? 'search-page' : 'consumer-page';

const capabilities = Object.fromEntries(
  engines.map((engine): [Engine, EngineCapabilities] => {
    const notice = deployment?.engines[engine].notice ?? null;
    return [
      engine,
      {
        fields: fields[engine],
        country: 'exit-location',
        state: engine.startsWith('search') ? 'none' : 'exit-location',
        language: engine.startsWith('search') ? 'parameter' : 'none',
        surface: surfaceOf(engine),
        notes: [
          'The page that people see, in the interface’s own shape.',
          ...(notice === null ? [] : [notice]),
        ],
      },
    ];
  }),
);

/** The hosted deployment of the interface as a driver: single engines or countries of the embedded service. */
export const cloroDefinition = defineDriver(
  {
    id: 'cloro',
    displayName: 'cloro',
    service: 'cloro',
    summary: 'The pages of ChatGPT, Gemini, Grok, Copilot, Perplexity and Google, in every country.',
    key: modelKey('CLORO_API_KEY', 'https://dashboard.cloro.dev'),
    settings: z.object({
      baseUrl: addressSetting('https://api.cloro.dev', 'CLORO_BASE_URL'),
      timeoutSeconds: timeoutSetting(300),
    }),
    capabilities,
    errors: [
      { says: /INSUFFICIENT_CREDITS/, means: 'quota' },
      { says: /(MISSING|INVALID_\w*|EXPIRED)_API_KEY/, means: 'key' },
      { says: /(CONCURRENCY|RATE|QUEUE)_LIMIT_EXCEEDED/, means: 'rate' },
      { says: /REQUEST_CANCELED|INTERNAL_SERVER_ERROR|SERVICE_UNAVAILABLE/, means: 'trouble' },
      { says: /VALIDATION_ERROR/, means: 'rejected' },
    ],
    repeat: 'never',
    suggestedFor: [],
    guide: {
      question: () => null,
      price: 'Credits of your plan: 5 to 7 a question, more with a state, further pages or extra data.',
      country: 'The country of the address the page is opened from.',
      unproven: ['what an engine answers while cloro has switched it off'],
    },
  },
  connect,
);

function connect({ key, settings }: ProviderSetup<{ readonly baseUrl: string }>): Provider {
  const request = (path: string, body?: unknown) => ({
    url: `${settings.baseUrl}/v1/${path}`,
    headers: bearer(key),
    body,
  });

  const relay = async (job: DriverJob, session: ProviderSession): Promise<DriverOutcome> => {
    const { engine } = job;
    const there = deployment?.engines[engine];
    if (there === undefined) return fatal('unsupported', `${service} does not support ${engine}.`);
    const body = bodyOf(job, there.legacyFlags);
    if (there.countryRequired && body.country === undefined && body.gl === undefined)
      return fatal('rejected', `${there.displayName} at ${service} needs a country.`);
    const call = answered(
      service,
      await session.exchange(request(`monitor/${there.path}`, body)),
      session.attempt,
    );
    if (!call.ok) return call.outcome;
    const found = objectAt(call.response.body.document, 'result');
    if (Object.keys(found).length === 0)
      return unreadable(service, 'an answer without a result', session.attempt);
    const { html, ...rest } = found;
    const flags = objectAt(body, 'include');
    const empty = emptyResult(engine);
    const shown = Object.fromEntries(
      Object.entries(rest)
        .filter(([name]) => !optionalMembers.includes(name) || flags[name] === true)
        .filter(([name, value]) => value !== null || !Object.hasOwn(empty, name))
        .map(([name, value]) => [name, typeof value === 'string' ? textWithoutCodes(value) : value]),
    );
    const result = fitting(resultSchemas[engine], { ...empty, ...shown }, { items: true });
    if (result === undefined) return unreadable(service, 'an answer of another shape', session.attempt);
    session.meter.note({ usage: { requests: 1 } });
    const country = textAt(body, 'country') ?? textAt(body, 'gl') ?? null;
    return {
      kind: 'answer',
      result,
      provenance: {
        driver: 'cloro',
        model: textAt(found, 'model'),
        country:
          country === null
            ? { requested: null, honoured: 'not-requested' }
            : { requested: country, honoured: 'exit-location', applied: `country=${country}` },
        searched: Array.isArray(found.sources) ? found.sources.length > 0 : true,
        ...(engine === 'assistant-a' ? { servedShape: body.legacy === true ? 'legacy' : 'default' } : {}),
      },
      pages: flags.html === true ? await pagesAt(html, session) : undefined,
      rawExchange: { exchanges: session.exchanges },
    };
  };

  /** The saved pages lie at addresses of the result; the service stores them beside its own. */
  const pagesAt = async (
    html: unknown,
    session: ProviderSession,
  ): Promise<readonly ResultPage[] | undefined> => {
    const addresses = (Array.isArray(html) ? html : [html]).filter(
      (address): address is string => typeof address === 'string' && /^https?:\/\//.test(address),
    );
    if (addresses.length === 0) return undefined;
    const pages: ResultPage[] = [];
    for (const url of addresses) {
      // The key belongs to the service's own address only.
      const own = URL.parse(url)?.origin === URL.parse(settings.baseUrl)?.origin;
      const result = await session.exchange({
        url,
        headers: own ? { ...bearer(key), accept: 'text/html' } : { accept: 'text/html' },
      });
      const page =
        result.kind === 'response' && result.response.status === 200 ? result.response.body.document : null;
      if (typeof page === 'string') pages.push({ html: page });
    }
    return pages;
  };

  return {
    relay,
    account: async (session) => {
      const call = answered(service, await session.exchange(request('credits')), 2);
      if (!call.ok) throw ProviderRefusal.of(call.outcome);
      const searchesLeft = numberAt(call.response.body.document, 'remaining');
      return { searchesLeft };
    },
  };
}

/** The request as the interface has it, without its defaults, with cloro's names of flags. */
function bodyOf({ request }: DriverJob, legacyFlags: readonly string[]): JsonObject {
  const {
    include = {},
    legacy,
    disableWebSearch,
    directives: _,
    ...rest
  } = request as JsonObject & {
    readonly include?: object;
  };
  const asked = Object.entries(include)
    .filter(([, value]) => value !== false && value !== undefined)
    .map(([flag, value]) => [deployment?.includeNames[flag] ?? flag, value] as const);
  const needsLegacy = legacy === true || asked.some(([flag]) => legacyFlags.includes(flag));
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);
  return {
    ...Object.fromEntries(given),
    ...(needsLegacy ? { legacy: true } : {}),
    ...(disableWebSearch === true ? { disableWebSearch } : {}),
    ...(asked.length === 0 ? {} : { include: Object.fromEntries(asked) }),
  };
}
