import { describe, expect, it } from 'vitest';
import { sandboxCapabilities } from '#service/drivers/sandbox/capabilities.ts';
import { availableCountries } from '#shared/interface/availability.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import { answerTo, ask, unnamedMembers } from './ask.ts';

/** Thirty countries; a few at a time, so that no test is long on a busy machine. */
const regions = [
  'US GB CA AU DE AT',
  'CH FR BE ES MX AR',
  'IT PT BR NL PL SE',
  'DK FI JP KR TW HK',
  'SA EG IL TR IN TH',
] as const;
const thirty = regions.flatMap((codes) => codes.split(' '));
const questions = [
  'Which folding bike locks do people trust?',
  'Best hotels near the old town',
  'How do I fix a leaking tap?',
  'best crm for small agencies',
];
/** Enough questions to meet every block once. */
const manyQuestions = [
  ...questions,
  'Restaurants near me',
  'Which solar panels last longest?',
  'running shoes',
];

/** Flags of each engine: none, all, and each alone. */
const flagSets: Readonly<Record<Engine, readonly Readonly<Record<string, unknown>>[]>> = {
  'assistant-a': variants('html', 'markdown', 'rawResponse', 'searchQueries', 'ads', 'shopping'),
  'assistant-b': variants('html', 'markdown', 'rawResponse'),
  'assistant-c': variants('html', 'markdown', 'rawResponse'),
  'assistant-d': variants('html', 'markdown', 'rawResponse'),
  'assistant-e': variants('html', 'markdown', 'rawResponse'),
  search: [
    {},
    { include: { html: true } },
    { include: { aioverview: {} }, pages: 3 },
    { include: { aioverview: { markdown: true }, paaAioverview: true }, device: 'mobile' },
    { include: { paaAioverview: true }, hl: 'fr' },
  ],
  'search/news': [{}, { include: { html: true }, pages: 2 }, { device: 'ios' }],
  'search-ai': variants('html', 'markdown', 'expandProducts'),
};

function variants(...flags: readonly string[]): Readonly<Record<string, unknown>>[] {
  return [
    {},
    { include: Object.fromEntries(flags.map((flag) => [flag, true])) },
    ...flags.map((flag) => ({ include: { [flag]: true } })),
  ];
}

describe.each(engines)('a sandbox result of %s', (engine) => {
  it.each(regions)(
    'has the shape of the interface and no member beyond it, with every flag, in %s',
    async (codes) => {
      let turn = 0;
      for (const country of codes.split(' ').filter((code) => availableCountries(engine).includes(code))) {
        for (const fields of flagSets[engine]) {
          const question = questions[turn % questions.length] ?? '';
          turn += 1;
          const result = await answerTo(engine, country, { fields, question });
          const parsed = resultSchemas[engine].safeParse(result);
          expect(parsed.error?.issues ?? [], `${country} ${JSON.stringify(fields)} ${question}`).toEqual([]);
          expect(unnamedMembers(resultSchemas[engine], result)).toEqual([]);
          expect(JSON.stringify(result)).not.toMatch(
            /undefined|NaN|\{(?:topic|brand|price|aspect|country|n)\}/,
          );
        }
      }
    },
  );

  it('fills every member its capability record promises, in one market or another', async () => {
    const seen = new Set<string>();
    const missing = () => sandboxCapabilities[engine].fields.filter((field) => !seen.has(field));
    for (const country of thirty) {
      if (missing().length === 0) break;
      if (!availableCountries(engine).includes(country)) continue;
      for (const question of manyQuestions) {
        const fields = { ...flagSets[engine][1], ...(engine === 'assistant-a' ? { legacy: true } : {}) };
        const all =
          engine === 'search' ? { include: { html: true, aioverview: {}, paaAioverview: true } } : fields;
        const outcome = await ask(engine, country, { fields: all, question });
        if (outcome.kind !== 'answer') continue;
        if (outcome.pages !== undefined) seen.add('html');
        if (JSON.stringify(outcome.result).includes('"redirectLink"')) seen.add('redirectLink');
        for (const [key, value] of Object.entries(outcome.result)) {
          if (value !== null && !(Array.isArray(value) && value.length === 0)) seen.add(key);
        }
      }
    }
    expect(missing()).toEqual([]);
  });

  it('shows members behind a flag only when the flag is set', async () => {
    const bare = await answerTo(engine, 'US');
    for (const member of [
      'markdown',
      'rawResponse',
      'shoppingCards' as const,
      'ads',
      'inlineProducts',
      'searchQueries',
      'aioverview',
      'productResults',
    ]) {
      const always: Readonly<Partial<Record<Engine, readonly string[]>>> = {
        'assistant-b': ['shoppingCards'],
        'assistant-c': ['searchQueries'],
        'assistant-d': ['searchQueries', 'shoppingCards'],
        search: ['shoppingCards', 'ads', 'productResults'],
        'search-ai': ['shoppingCards', 'inlineProducts', 'ads'],
      };
      if (always[engine]?.includes(member)) continue;
      expect(bare, member).not.toHaveProperty(member);
    }
  });
});

describe('citations', () => {
  it('point at the sources beside them, and link in the Markdown where they cite', async () => {
    for (const engine of ['assistant-a', 'assistant-b', 'assistant-d', 'assistant-e', 'search-ai'] as const) {
      for (const country of ['US', 'DE', 'JP', 'SA']) {
        const result = await answerTo(engine, country, { fields: { include: { markdown: true } } });
        expect(result.sources.map((source) => source.position)).toEqual(
          result.sources.map((_, index) => index + 1),
        );
        expect(result.citationPills?.length).toBeGreaterThan(0);
        const firstId = engine === 'assistant-a' ? 0 : 1;
        expect(result.citationPills?.[0]?.citationPillId).toBe(firstId);
        for (const pill of result.citationPills ?? []) {
          const source = result.sources[(pill.position ?? 0) - 1];
          expect(source?.url).toBe(pill.url);
          expect(new URL(pill.url).host.replace(/^www\./, '')).toBe(pill.domain);
        }
        const cited = result.citationPills?.filter((pill) => result.markdown?.includes(`](${pill.url})`));
        expect(cited?.length).toBeGreaterThan(0);
        expect(result.text).not.toMatch(/\]\(|\*\*|^#/m);
      }
    }
  });

  it('name only hosts under the reserved top-level domain', async () => {
    for (const engine of engines) {
      const outcome = await ask(engine, 'DE', { fields: flagSets[engine][1] ?? {} });
      const hosts = [...JSON.stringify(outcome).matchAll(/https?:\/\/([^/"?\\) ]+)/g)].map(
        (match) => match[1] ?? '',
      );
      expect(hosts.filter((host) => !/\.example$/.test(host))).toEqual([]);
    }
  });
});

describe('product clusters of search-ai', () => {
  it('number at most six and carry ISO currencies', async () => {
    const counts = new Set<number>();
    for (const country of thirty) {
      const result = await answerTo('search-ai', country, { fields: { include: { expandProducts: true } } });
      expect(result.productResults).toBeDefined();
      counts.add(result.productResults?.length ?? -1);
      for (const cluster of result.productResults ?? []) {
        for (const store of cluster.stores ?? []) expect(store.price?.currency).toMatch(/^[A-Z]{3}$/);
      }
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
    expect(counts.size).toBeGreaterThan(2);
  });
});

describe('search', () => {
  it('gives ten results a page, positions running on, and HTML page by page', async () => {
    const outcome = await ask('search', 'DE', { fields: { pages: 4, include: { html: true } } });
    if (outcome.kind !== 'answer') throw new Error(outcome.kind);
    const rows = outcome.result.organicResults as { position: number; page: number; link: string }[];
    expect(rows.map((row) => row.position)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(new Set(rows.map((row) => row.link)).size).toBe(40);
    expect(rows[39]?.page).toBe(4);
    expect(outcome.pages).toHaveLength(4);
  });

  it('reads the url shape: query, country, start and depth', async () => {
    const url = 'https://search.sandbox.example/search?q=folding+bike+lock&gl=de&start=20&num=20';
    const result = await answerTo('search', 'DE', { fields: { url, query: undefined, country: undefined } });
    expect(result.organicResults).toHaveLength(20);
    expect(result.organicResults[0]?.position).toBe(21);
  });

  it('omits the overview where the engine does not show one', async () => {
    const result = await answerTo('search', 'CN', { fields: { include: { aioverview: {} } } });
    expect(result).not.toHaveProperty('aioverview');
  });

  it('has every kind of People Also Ask, hydrated only on demand', async () => {
    const kinds = new Set<string>();
    for (const country of thirty) {
      for (const question of questions) {
        const bare = await answerTo('search', country, { question });
        for (const entry of bare.peopleAlsoAsk) {
          kinds.add(entry.type);
          if (entry.type === 'AIOVERVIEW') expect(Object.keys(entry)).toEqual(['question', 'type']);
        }
        const full = await answerTo('search', country, {
          question,
          fields: { include: { paaAioverview: true } },
        });
        for (const entry of full.peopleAlsoAsk) {
          if (entry.type === 'AIOVERVIEW') expect(entry.sources?.length).toBeGreaterThan(0);
        }
      }
    }
    expect(kinds).toContain('AIOVERVIEW');
    expect(kinds).toContain('LINK');
  });
});
