import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { responder } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

const providers = ['dataforseo', 'serpapi', 'brightdata'] as const;
const keys = {
  DATAFORSEO_LOGIN: 'login:a-password-of-sixteen',
  SERPAPI_API_KEY: 'a-key-of-serpapi',
  BRIGHTDATA_API_KEY: 'a-key-of-brightdata',
};

const servers = new Map<string, ProviderServer>();
beforeAll(async () => {
  for (const provider of providers) servers.set(provider, await startProviderServer(responder(provider)));
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())));
beforeEach(() => {
  // The embedded service reads them as a stand-alone one does.
  for (const [name, key] of Object.entries(keys)) vi.stubEnv(name, key);
  for (const provider of providers)
    vi.stubEnv(`${provider.toUpperCase()}_BASE_URL`, servers.get(provider)?.origin);
});

const sources = ['https://runlab.example/wide_(2026)', 'https://shoes.example/nordlauf'];

it('AI Mode and AI Overviews of DE, JP and BR work with all three providers, with sources and cost', async () => {
  const dataFolder = temporaryFolder();
  const run = async (...args: string[]) => {
    const ended = await runParallax(args, { dataFolder });
    expect(ended).toMatchObject({ code: 0 });
    return ended.stdout;
  };
  const ask = async (engine: string, ...more: string[]) =>
    jsonLines(
      await run(
        'ask',
        'Welche Laufschuhe?',
        '--engine',
        engine,
        '--countries',
        'DE,JP,BR',
        '--json',
        ...more,
      ),
    );
  // As `parallax service engines bind` writes it.
  const bind = (bindings: Readonly<Record<string, string>>) => {
    mkdirSync(join(dataFolder, 'service'), { recursive: true });
    writeFileSync(join(dataFolder, 'service', 'service.json'), JSON.stringify({ bindings }));
  };
  const countries = (lines: readonly Record<string, unknown>[]) => lines.map(({ country }) => country).sort();

  const spent = { dataforseo: 0.004, serpapi: 0.015, brightdata: 0.0015 };
  for (const provider of providers) {
    bind({ 'search-ai': provider });
    const lines = await ask('search-ai');
    expect(countries(lines)).toEqual(['BR', 'DE', 'JP']);
    for (const line of lines) {
      expect(line).toMatchObject({ status: 'completed', text: expect.stringMatching(/^Für breite Füße 👟/) });
      expect(line.sources).toEqual(expect.arrayContaining([expect.objectContaining({ url: sources[0] })]));
      expect(line.cost).toMatchObject({ amount: spent[provider], currency: 'USD' });
    }
  }
  const asked = (provider: string) => JSON.stringify(servers.get(provider)?.requests.map(({ body }) => body));
  for (const code of ['2276', '2392', '2076'])
    expect(asked('dataforseo')).toContain(`"location_code":${code}`);
  for (const country of ['DE', 'JP', 'BR']) {
    expect(asked('brightdata')).toContain(`"country":"${country}"`);
    expect(servers.get('serpapi')?.requests.map(({ query }) => query.get('gl'))).toContain(
      country.toLowerCase(),
    );
  }

  const overviews = {
    dataforseo: 'Für breite Füße 👟 passt der Alpina Trail 3.',
    serpapi: 'Für breite Füße 👟 zählt die Zehenbox.',
  };
  for (const [provider, overview] of Object.entries(overviews)) {
    bind({ search: provider });
    const lines = await ask('search', '--include', 'aioverview');
    expect(countries(lines)).toEqual(['BR', 'DE', 'JP']);
    for (const line of lines) {
      expect(String(line.text).startsWith(overview)).toBe(true);
      expect(line.sources).toEqual(
        expect.arrayContaining([expect.objectContaining({ url: expect.stringContaining('runlab.example') })]),
      );
    }
  }

  const byProvider = await run('credits', '--by', 'provider', '--format', 'csv');
  expect(byProvider.trim().split('\r\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^provider,credits,answers,cost,currency,cost_source/),
      // Three answers of AI Mode at 0.004, three result pages at 0.002.
      'dataforseo,27,6,0.018,USD,stated,0',
      // Three of AI Mode, three result pages with an overview that is a search of its own.
      'serpapi,27,6,0.135,USD,computed,0',
      'brightdata,12,3,0.0045,USD,computed,0',
    ]),
  );
});
