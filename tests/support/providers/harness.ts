import { anthropicDefinition } from '#service/drivers/anthropic/anthropicDriver.ts';
import { braveAnswersDefinition, braveDefinition } from '#service/drivers/brave/braveDriver.ts';
import { brightDataDriver } from '#service/drivers/brightdata/brightdataDriver.ts';
import { createRequestGate } from '#service/drivers/brightdata/requestGate.ts';
import { dataforseoDefinition } from '#service/drivers/dataforseo/dataforseoDriver.ts';
import type { Driver } from '#service/drivers/driver.ts';
import type { DriverDefinition, DriverOptions } from '#service/drivers/driverDefinition.ts';
import { geminiDefinition } from '#service/drivers/gemini/geminiDriver.ts';
import { localRagDefinition } from '#service/drivers/localRag/localRagDriver.ts';
import { openaiDefinition } from '#service/drivers/openai/openaiDriver.ts';
import { openaiCompatibleDefinition } from '#service/drivers/openaiCompatible/openaiCompatibleDriver.ts';
import { perplexityDefinition } from '#service/drivers/perplexity/perplexityDriver.ts';
import { searxngDefinition } from '#service/drivers/searxng/searxngDriver.ts';
import { serpapiDefinition } from '#service/drivers/serpapi/serpapiDriver.ts';
import { xaiDefinition } from '#service/drivers/xai/xaiDriver.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { Protocol } from './protocols.ts';
import type { SeenRequest } from './providerServer.ts';
import { recordedDrivers } from './recordedDrivers.ts';

/** What the contract suite needs to know of one driver: how to point it at a local server and what to expect. */
export type DriverHarness = {
  readonly definition: DriverDefinition;
  readonly protocol: Protocol;
  /** Settings that point the driver at a local server. */
  readonly settings: (origin: string) => Readonly<Record<string, string>>;
  /** Engine the suite asks for unless a case says otherwise. */
  readonly engine: Engine;
  /** How a request for Germany, and for California, shows on the wire. */
  readonly germany: (request: SeenRequest) => unknown;
  readonly california?: (request: SeenRequest) => unknown;
  /** Path that tells the local server which of its answers is meant. */
  readonly normalPath?: string;
  /** How the language of a German search shows on the wire. */
  readonly german?: (request: SeenRequest) => unknown;
  /** Fixture ids or scripted replies by the outcome they must become. */
  readonly failures: readonly { readonly fixture: string; readonly outcome: string }[];
  /** An answer that does not arrive may have been charged: it is called lost and never asked for again. */
  readonly charged?: true;
  /** How the key stands in the header, where it is not as it is. */
  readonly keyInHeader?: (key: string) => string;
  /** The provider wants its key in the address. */
  readonly keyInAddress?: true;
};

/** Looks like a real key, so that a leak of it is found and nothing else is mistaken for it. */
export const testKey = 'sk-test-Zq81LmN04xWv77RtYb';

export function makeDriver(
  harness: DriverHarness,
  origin: string,
  options: DriverOptions & { readonly extra?: Readonly<Record<string, string>> } = {},
): Driver {
  const { extra, ...rest } = options;
  const settings = { ...harness.settings(origin), ...extra };
  return harness.definition.create({ key: testKey, settings, ...rest });
}

const written: readonly DriverHarness[] = [
  {
    definition: openaiDefinition,
    protocol: 'openai',
    settings: (origin) => ({ baseUrl: `${origin}/v1` }),
    engine: 'assistant-a',
    germany: ({ body }) => toolOf(body).user_location,
    california: ({ body }) => toolOf(body).user_location,
    charged: true,
    failures: [
      { fixture: 'openai_401', outcome: 'key' },
      { fixture: 'openai_429_rate', outcome: 'retry' },
      { fixture: 'openai_429_quota', outcome: 'quota' },
      { fixture: 'openai_500', outcome: 'retry' },
      { fixture: 'openai_503', outcome: 'retry' },
      { fixture: 'openai_400_toolchoice', outcome: 'rejected' },
      { fixture: 'openai_sse_error', outcome: 'quota' },
      { fixture: 'openai_incomplete_filter', outcome: 'blocked' },
      { fixture: 'openai_403_country', outcome: 'country' },
      { fixture: 'openai_sse_error_uncoded', outcome: 'retry' },
      { fixture: 'openai_sse_failed_prompt', outcome: 'blocked' },
    ],
  },
  {
    definition: xaiDefinition,
    protocol: 'xai',
    settings: (origin) => ({ baseUrl: `${origin}/v1` }),
    engine: 'assistant-c',
    germany: ({ body }) => toolOf(body).user_location,
    california: ({ body }) => toolOf(body).user_location,
    charged: true,
    failures: [
      { fixture: 'xai_400_key', outcome: 'key' },
      { fixture: 'xai_429', outcome: 'retry' },
      { fixture: 'xai_500', outcome: 'retry' },
      { fixture: 'xai_403_credits', outcome: 'quota' },
      { fixture: 'xai_403_safety', outcome: 'blocked' },
    ],
  },
  {
    definition: geminiDefinition,
    protocol: 'gemini',
    settings: (origin) => ({ baseUrl: origin }),
    engine: 'assistant-d',
    germany: ({ body }) => at(body, 'toolConfig').retrievalConfig,
    german: ({ body }) => at(body, 'toolConfig').retrievalConfig,
    california: ({ body }) => at(body, 'systemInstruction'),
    charged: true,
    failures: [
      { fixture: 'gemini_400_key', outcome: 'key' },
      { fixture: 'gemini_400_region', outcome: 'country' },
      { fixture: 'gemini_429', outcome: 'retry' },
      { fixture: 'gemini_429_day', outcome: 'quota' },
      { fixture: 'gemini_503', outcome: 'retry' },
      { fixture: 'gemini_blocked_prompt', outcome: 'blocked' },
      { fixture: 'gemini_safety_stop', outcome: 'blocked' },
    ],
  },
  {
    definition: anthropicDefinition,
    protocol: 'anthropic',
    settings: (origin) => ({ baseUrl: origin }),
    engine: 'assistant-e',
    germany: ({ body }) => toolOf(body).user_location,
    california: ({ body }) => toolOf(body).user_location,
    charged: true,
    failures: [
      { fixture: 'anthropic_401', outcome: 'key' },
      { fixture: 'anthropic_429', outcome: 'retry' },
      { fixture: 'anthropic_500', outcome: 'retry' },
      { fixture: 'anthropic_529', outcome: 'retry' },
      { fixture: 'anthropic_sse_error', outcome: 'retry' },
      { fixture: 'anthropic_refusal', outcome: 'blocked' },
    ],
  },
  {
    definition: perplexityDefinition,
    protocol: 'perplexity',
    settings: (origin) => ({ baseUrl: origin }),
    engine: 'assistant-b',
    germany: ({ body }) => toolOf(body).user_location,
    california: ({ body }) => toolOf(body).user_location,
    charged: true,
    failures: [
      { fixture: 'pplx_401', outcome: 'key' },
      { fixture: 'pplx_429', outcome: 'retry' },
      { fixture: 'pplx_422', outcome: 'rejected' },
      { fixture: 'pplx_403_closed', outcome: 'rejected' },
    ],
  },
  {
    definition: openaiCompatibleDefinition,
    protocol: 'openai-compatible',
    settings: (origin) => ({ baseUrl: `${origin}/v1`, model: 'gemma4' }),
    engine: 'assistant-e',
    germany: ({ body }) => at(body, 'messages')[0],
    california: ({ body }) => at(body, 'messages')[0],
    failures: [
      { fixture: 'ollama_404', outcome: 'rejected' },
      { fixture: 'openai_500', outcome: 'retry' },
      { fixture: 'openai_401', outcome: 'key' },
    ],
  },
  {
    definition: braveDefinition,
    protocol: 'brave',
    settings: (origin) => ({ baseUrl: origin }),
    engine: 'search',
    normalPath: '/res/v1/web/search',
    germany: ({ query }) => query.get('country'),
    german: ({ query }) => query.get('search_lang'),
    charged: true,
    failures: [
      { fixture: 'brave_422_token', outcome: 'key' },
      { fixture: 'brave_429', outcome: 'retry' },
    ],
  },
  {
    definition: braveAnswersDefinition,
    protocol: 'brave-answers',
    settings: (origin) => ({ baseUrl: origin }),
    engine: 'search-ai',
    germany: ({ body }) => body,
    german: ({ body }) => body,
    charged: true,
    failures: [
      { fixture: 'brave_422_token', outcome: 'key' },
      { fixture: 'brave_429', outcome: 'retry' },
    ],
  },
  {
    definition: searxngDefinition,
    protocol: 'searxng',
    settings: (origin) => ({ baseUrl: origin }),
    engine: 'search/news',
    germany: ({ query }) => query.get('language'),
    german: ({ query }) => query.get('language'),
    failures: [{ fixture: 'searxng_403_format', outcome: 'rejected' }],
  },
  {
    definition: localRagDefinition,
    protocol: 'local-rag',
    settings: (origin) => ({
      baseUrl: `${origin}/v1`,
      model: 'gemma4',
      search: 'brave',
      braveBaseUrl: origin,
    }),
    engine: 'assistant-b',
    germany: ({ body }) => at(body, 'messages')[0],
    german: ({ body }) => at(body, 'messages')[0],
    california: ({ body }) => at(body, 'messages')[0],
    failures: [
      { fixture: 'openai_500', outcome: 'retry' },
      { fixture: 'openai_401', outcome: 'key' },
    ],
  },
  {
    definition: dataforseoDefinition,
    protocol: 'dataforseo',
    settings: (origin) => ({ baseUrl: origin }),
    engine: 'assistant-a',
    normalPath: '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced',
    germany: ({ body }) => body,
    german: ({ body }) => body,
    charged: true,
    keyInHeader: (key) => Buffer.from(key).toString('base64'),
    failures: [
      { fixture: 'dataforseo_401', outcome: 'key' },
      { fixture: 'dataforseo_money', outcome: 'quota' },
      { fixture: 'dataforseo_rate', outcome: 'retry' },
      { fixture: 'dataforseo_se_error', outcome: 'retry' },
      { fixture: 'dataforseo_se_error_charged', outcome: 'lost' },
      { fixture: 'dataforseo_location', outcome: 'country' },
    ],
  },
  {
    definition: serpapiDefinition,
    protocol: 'serpapi',
    settings: (origin) => ({ baseUrl: origin }),
    engine: 'search-ai',
    normalPath: '/search',
    germany: ({ query }) => query.get('gl'),
    german: ({ query }) => query.get('hl'),
    keyInAddress: true,
    failures: [
      { fixture: 'serpapi_401', outcome: 'key' },
      { fixture: 'serpapi_429', outcome: 'retry' },
      { fixture: 'serpapi_503', outcome: 'retry' },
      { fixture: 'serpapi_location', outcome: 'country' },
    ],
  },
  {
    definition: brightDataDriver(createRequestGate()),
    protocol: 'brightdata',
    settings: (origin) => ({ baseUrl: origin }),
    engine: 'assistant-a',
    normalPath: '/datasets/v3/scrape',
    germany: ({ body }) => body,
    charged: true,
    failures: [
      { fixture: 'brightdata_401', outcome: 'key' },
      { fixture: 'brightdata_402', outcome: 'quota' },
      { fixture: 'brightdata_country', outcome: 'country' },
      { fixture: 'brightdata_crawl_error', outcome: 'retry' },
    ],
  },
];

/** Drivers with recordings in their own folder need no entry here. */
const recorded: readonly DriverHarness[] = recordedDrivers.map(
  ({ definition, engine, settings, charged, germany, california, failures }) => ({
    definition,
    protocol: definition.id,
    settings: (origin) =>
      Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, value.replace('ORIGIN', origin)]),
      ),
    engine,
    charged,
    germany: ({ body }) => memberAt(body, germany),
    ...(california === undefined
      ? {}
      : { california: ({ body }: SeenRequest) => memberAt(body, california) }),
    failures,
  }),
);

export const harnesses: readonly DriverHarness[] = [...written, ...recorded];

function memberAt(body: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
    body,
  );
}

function at(body: unknown, member: string): Record<string, unknown> {
  return (body as Record<string, Record<string, unknown>>)[member] ?? {};
}

function toolOf(body: unknown): Record<string, unknown> {
  return (body as { tools?: Record<string, unknown>[] }).tools?.[0] ?? {};
}
