import { describe, expect, it } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { compareWithPrompt } from '#shared/figures/comparison/fanout.ts';
import { pageTypeOf, sourceTypeOf } from '#shared/figures/comparison/sourceTypes.ts';
import {
  type CompareColumn,
  type CompareOptions,
  defaultOptions,
  type ProductItem,
} from '#shared/model/comparison/samples.ts';
import { urlIdentity } from '#shared/text/addresses/urls.ts';
import { createOwnedSites } from '#shared/text/brands/ownedSites.ts';
import { currencyOf, numberRules } from '#shared/text/words/numberRules.ts';
import { column, failedSample, sample, sources } from '#tests/support/analysis/columns.ts';

const compare = (columns: readonly CompareColumn[], options: Partial<CompareOptions> = {}) =>
  compareObservations(columns, { ...defaultOptions, ...options });

describe('sources', () => {
  const columns = [
    column(
      'US',
      sample('Answer one.', {
        ...sources('https://www.a.example/x', 'https://b.example/1', 'https://b.example/2'),
        citations: [{ url: 'https://a.example/x', label: '', group: 1 }],
      }),
    ),
    column(
      'GB',
      sample(
        'Answer two.',
        sources('https://b.example/1', 'https://a.example/x?utm_source=q', 'https://local.co.uk/y'),
      ),
    ),
    column('DE', sample('Antwort drei.', { sources: null })),
    column('BR', failedSample()),
  ];
  const { sources: tab } = compare(columns, {
    baseline: 'US',
    ownDomains: ['a.example'],
    competitorDomains: ['local.co.uk', 'shop.b.example'],
  });
  const row = (domain: string) => tab.rows.find((entry) => entry.domain === domain);

  it('counts domains by market, once a URL, whatever tracks it', () => {
    expect(
      tab.rows.map((entry) => [entry.domain, entry.columns, entry.of, entry.citations, entry.consensus]),
    ).toEqual([
      ['b.example', 2, 2, 3, 'all'],
      ['a.example', 2, 2, 2, 'all'],
      ['local.co.uk', 1, 2, 1, 'only-here'],
    ]);
    expect(row('a.example')).toMatchObject({
      owner: 'own',
      type: 'own',
      presence: { numerator: 2, denominator: 2 },
      citationShare: { numerator: 2, denominator: 6, value: 0.3333 },
      meanPosition: { value: 1.5, n: 2 },
    });
    expect(row('local.co.uk')?.owner).toBe('competitor');
    // A listed host is not widened to its domain.
    expect(row('b.example')?.owner).toBe(null);
    expect(row('a.example')?.cells.map((cell) => cell?.position ?? null)).toEqual([1, 2, null, null]);
    expect(row('a.example')?.cells[0]).toMatchObject({ inline: 1, observationIds: ['US-1'] });
  });

  it('compares the lists with the baseline: J 2/3, W min shares, rank agreement', () => {
    // US: a 1, b 2 citations; GB: b 1, a 1, local 1. W = min(1/3, 1/3) + min(2/3, 1/3) = 0.6667.
    expect(tab.columns[1]?.overlap).toMatchObject({ shared: 2, union: 3, jaccard: 0.6667, weighted: 0.6667 });
    expect(tab.columns[0]?.overlap).toBeNull();
    expect(tab.columns[2]?.overlap).toBeNull();
  });

  it('figures by market: local share 1/3, concentration 3 × (1/3)² = 0.3333, no data where nothing could be cited', () => {
    expect(tab.columns[1]).toMatchObject({
      citations: 3,
      domains: 3,
      localShare: { numerator: 1, denominator: 3 },
      concentration: { value: 0.3333 },
      onlyHere: ['local.co.uk'],
    });
    expect(tab.columns[2]?.answersWithSources).toMatchObject({ value: null, denominator: 0 });
  });

  it('shows what exactly which markets share', () => {
    expect(tab.intersections).toEqual([
      { columns: [0, 1], items: ['b.example', 'a.example'] },
      { columns: [1], items: ['local.co.uk'] },
    ]);
  });

  it('are absent, not empty, when no market could carry them', () => {
    expect(compare([column('US', 'x')]).sources.available).toBe(false);
  });
});

describe('source and page types', () => {
  const owned = createOwnedSites([], { own: ['mine.example'], competitor: [] }, [['odd.example', 'reviews']]);
  const type = (url: string) => {
    const identity = urlIdentity(url);
    return identity === null ? null : sourceTypeOf(identity, owned);
  };
  it.each([
    ['https://mine.example/x', 'own'],
    ['https://odd.example', 'reviews'],
    ['https://en.wikipedia.org/wiki/Lock', 'reference'],
    ['https://www.reddit.com/r/bikes', 'social'],
    ['https://www.amazon.de/dp/1', 'commerce'],
    ['https://youtu.be/1', 'video'],
    ['https://www.nih.gov/x', 'institutional'],
    ['https://mit.edu', 'institutional'],
    ['https://docs.foo.example', 'developer'],
    ['https://bikeshop.example', 'commerce'],
    ['https://gearlab.example', 'reviews'],
    ['https://cityherald.example', 'editorial'],
    ['https://foo.example', 'other'],
  ])('%s is %s', (url, expected) => {
    expect(type(url)).toBe(expected);
  });
  it.each([
    ['https://a.example/', '', 'homepage'],
    ['https://a.example/de', '', 'homepage'],
    ['https://a.example/x', 'Lock A vs. Lock B', 'comparison'],
    ['https://a.example/x', 'How to fit a lock', 'how-to'],
    ['https://a.example/x', '10 best folding locks', 'listicle'],
    ['https://a.example/foldmaster-review', 'Foldmaster', 'review'],
    ['https://a.example/product/1', '', 'product'],
    ['https://a.example/forum/t/1', '', 'forum'],
    ['https://a.example/docs/x', '', 'documentation'],
    ['https://a.example/watch', '', 'video'],
    ['https://a.example/blog/why', 'Why', 'article'],
    ['https://a.example/x', 'X', 'other'],
  ])('%s “%s” is a %s', (url, title, expected) => {
    const identity = urlIdentity(url);
    expect(identity === null ? null : pageTypeOf(identity, title, 'other')).toBe(expected);
  });
});

describe('brands', () => {
  const brands = {
    version: 'v2',
    decisions: [],
    brands: ['Alpha', 'Beta'].map((name, at) => ({
      id: name[0] ?? '',
      name,
      kind: at === 0 ? ('own' as const) : ('competitor' as const),
      aliases: [],
      domains: [],
    })),
  };
  const { brands: tab } = compare(
    [
      column('US', 'Alpha is first.\n\n1. Beta\n2. Alpha', 'Beta only, and Beta again.'),
      column('GB', 'Beta is here. Nobody else.'),
      column('FR', failedSample()),
    ],
    { brands, baseline: 'US', proposeBrands: false },
  );
  const row = (id: string) => tab.rows.find((entry) => entry.id === id);

  it('takes the number in a ranked list as position, otherwise the order of mention; depth by character', () => {
    expect(row('A')?.cells[0]).toMatchObject({
      rank: 2,
      listRank: 2,
      depth: 0,
      mentions: 2,
      visibility: { numerator: 1, denominator: 2 },
      firstRate: { numerator: 0, denominator: 2 },
    });
    expect(row('B')?.cells[0]).toMatchObject({
      rank: 1,
      listRank: 1,
      mentions: 3,
      visibility: { numerator: 2, denominator: 2 },
    });
    // "Alpha is first.\nBeta\nAlpha\n" is 27 characters; Beta starts at 16: 16/27.
    expect(row('B')?.cells[0]?.depth).toBe(0.5926);
  });

  it('share: Alpha 1 answer, Beta 2 + 1: 1/4 and 3/4; failure is no absence', () => {
    expect(row('A')).toMatchObject({
      shareOfVoice: { numerator: 1, denominator: 4, value: 0.25 },
      columns: 1,
      of: 2,
      consensus: 'only-here',
      visibility: { numerator: 1, denominator: 3 },
    });
    expect(row('B')).toMatchObject({
      shareOfVoice: { value: 0.75 },
      consensus: 'all',
      medianRank: { value: 1, n: 3 },
    });
    expect(tab).toMatchObject({ rulesVersion: 'v2' });
  });

  it('detects names in text without Markdown: numbered lines, and rows between bars below their headings', () => {
    const plain = (text: string) => sample('', { text, markdown: null });
    const us = plain(
      'Six options stand out.\n\nOption | Typical price | Strength\nNorbrikt | $67 | light\nHalewick & Sons | $90 | cheap\n\n1. Norbrikt\n\nNorbrikt lasts.\n\n2. Halewick & Sons\n\nIt has spare parts.\n\nHow to choose\n\n1. Measure your bike\n2. Compare the price\n3. Budget',
    );
    const fr = plain(
      'Six choix.\n\nOption | Prix | Atout\nNorbrikt | 67 € | léger\nVaugris | 90 € | solide\n\n1. Vaugris\n\nSolide.\n\n2. Norbrikt\n\nLéger, pour un petit budget.',
    );
    const detected = compare([column('US', us, us), column('FR', fr, fr)]).brands.rows;
    expect(detected.map(({ name }) => name).sort()).toEqual(['Halewick & Sons', 'Norbrikt', 'Vaugris']);
    const norbrikt = detected.find(({ name }) => name === 'Norbrikt');
    expect(norbrikt?.cells.map((cell) => cell?.listRank)).toEqual([1, 2]);
  });

  it('puts own brands first and says when the question names one', () => {
    expect(tab.rows[0]?.id).toBe('A');
    const branded = compare([{ ...column('US', 'Alpha.'), prompt: 'Is Alpha good?' }], { brands }).brands
      .rows;
    expect(branded.map((entry) => [entry.id, entry.branded])).toEqual([
      ['A', true],
      ['B', false],
    ]);
  });
});

describe('fan-out', () => {
  it('sets the words of a query against the prompt, common words aside', () => {
    expect(
      compareWithPrompt(
        'Which folding bike locks do people trust?',
        'en',
        'best folding bike locks 2026 test',
        'en',
      ),
    ).toEqual({
      kept: ['folding', 'bike', 'locks'],
      added: ['2026', 'test'],
      dropped: ['people', 'trust'].map((word) => word),
    });
  });

  it('compares markets: mean, distinct, overlap, words every query of a market leaves out', () => {
    const { fanout } = compare(
      [
        column(
          'US',
          sample('x', { searchQueries: ['folding bike locks', 'lock test'] }),
          sample('y', { searchQueries: ['Folding Bike Locks'] }),
        ),
        column('GB', sample('x', { searchQueries: ['folding bike locks'] })),
        column('DE', sample('x', { searchQueries: null })),
      ],
      { baseline: 'US' },
    );
    expect(fanout.queries.map((query) => [query.query, query.columns, query.consensus])).toEqual([
      ['folding bike locks', [0, 1], 'all'],
      ['lock test', [0], 'only-here'],
    ]);
    expect(fanout.columns[0]).toMatchObject({
      mean: { value: 1.5, n: 2 },
      distinct: 2,
      answers: { numerator: 2, denominator: 2 },
      dropped: ['people', 'trust'],
    });
    expect(fanout.columns[1]?.overlap).toMatchObject({ shared: 1, union: 2, jaccard: 0.5 });
    expect(fanout.columns[2]).toMatchObject({ answers: { value: null, denominator: 0 }, overlap: null });
  });
});

describe('search results', () => {
  const page = (...urls: readonly string[]) => ({
    organic: urls.map((url, at) => ({
      position: (at % 2) + 1,
      title: url,
      url,
      snippet: '',
      date: null,
      page: Math.floor(at / 2) + 1,
    })),
    questions: [{ position: 1, question: 'How heavy?', answer: null, url: null }],
  });
  const { search } = compare(
    [
      column(
        'US',
        sample('', {
          markdown: null,
          ...page('https://a.example', 'https://b.example', 'https://c.example'),
          overviewShown: false,
        }),
      ),
      column(
        'GB',
        sample('', {
          markdown: null,
          ...page('https://c.example', 'https://a.example'),
          overview: { text: 'An overview.', markdown: null, sources: [], citations: [] },
          overviewShown: true,
        }),
        sample('', { markdown: null, ...page('https://c.example') }),
      ),
    ],
    { baseline: 'US' },
  );

  it('are compared by rank, counted on across pages', () => {
    const [organic] = search.lists;
    expect(organic?.list).toBe('organic');
    expect(
      organic?.rows.map((row) => [
        row.domain,
        row.cells.map((cell) => cell?.position ?? null),
        row.cells.map((cell) => cell?.change ?? null),
      ]),
    ).toEqual([
      ['a.example', [1, 2], [0, 1]],
      ['c.example', [3, 1], [0, -2]],
      ['b.example', [2, null], [0, null]],
    ]);
    // The third page was not asked for one.
    expect(search.overviewRate).toMatchObject({ numerator: 1, denominator: 2 });
    expect(search.overviewRates.map(({ value }) => value)).toEqual([0, 1]);
  });

  it('bring questions by their words', () => {
    expect(search.lists.find((list) => list.list === 'questions')?.rows).toMatchObject([
      { label: 'How heavy?', columns: 2, of: 2, consensus: 'all' },
    ]);
  });
});

describe('shopping', () => {
  const product = (title: string, extra: Partial<ProductItem> = {}): ProductItem => ({
    position: 1,
    title,
    identifier: null,
    brand: null,
    url: null,
    price: null,
    oldPrice: null,
    seller: null,
    rating: null,
    reviews: null,
    description: null,
    offers: [],
    ...extra,
  });
  const { shopping } = compare([
    column(
      'US',
      sample('x', {
        shopping: [
          product('Foldmaster 90 black', { price: '$84.00', seller: 'Store', identifier: '1' }),
          product('Tube 500', { price: '$5' }),
        ],
      }),
    ),
    column(
      'CA',
      sample('x', {
        shopping: [
          product('Foldmaster 90 (new)', {
            price: '$112.00',
            identifier: '1',
            offers: [{ seller: 'Store', price: '$110', url: null }],
          }),
        ],
      }),
    ),
    column(
      'DE',
      sample('Das Schloss ist gut und nicht teuer.', {
        shopping: [
          product('Foldmaster 90 black', { price: '79,00 €', seller: 'Laden' }),
          product('Tube 600'),
        ],
      }),
    ),
    column('FR', sample('x', { shopping: null })),
  ]);

  it('matches the same product by identifier or name, never two models', () => {
    expect(shopping.rows.map((row) => [row.name, row.matchedBy, row.columns, row.of])).toEqual([
      ['Foldmaster 90 black', 'identifier', 3, 3],
      ['Tube 500', 'single', 1, 3],
      ['Tube 600', 'single', 1, 3],
    ]);
  });

  it('keeps prices as shown and never compares across currencies', () => {
    expect(shopping.rows[0]?.cells.map((cell) => cell?.price ?? null)).toEqual([
      '$84.00',
      '$112.00',
      '79,00 €',
      null,
    ]);
    expect(shopping.rows[0]?.prices).toEqual([
      { currency: 'CAD', low: 112, high: 112, columns: 1, assumed: 1 },
      { currency: 'EUR', low: 79, high: 79, columns: 1, assumed: 0 },
      { currency: 'USD', low: 84, high: 84, columns: 1, assumed: 1 },
    ]);
  });

  it('takes a sign for the market’s own currency only where that currency is written so', () => {
    expect(currencyOf('$', numberRules('en', 'AU').currency)).toEqual({ currency: 'AUD', assumed: true });
    expect(currencyOf('¥', numberRules('en', 'CN').currency)).toEqual({ currency: 'CNY', assumed: true });
    expect(currencyOf('kr', numberRules('en', 'NO').currency)).toEqual({ currency: 'NOK', assumed: true });
    expect(currencyOf(null, numberRules('en', 'DE').currency)).toEqual({ currency: 'EUR', assumed: true });
    expect(currencyOf('$', numberRules('en', 'DE').currency)).toEqual({ currency: '$', assumed: false });
    expect(currencyOf('USD', numberRules('en', 'CA').currency)).toEqual({ currency: 'USD', assumed: false });
    expect(currencyOf('$', numberRules('en', '').currency)).toEqual({ currency: '$', assumed: false });
  });

  it('lists sellers by market', () => {
    expect(shopping.sellers).toEqual([
      { name: 'Store', columns: [0, 1], products: 2 },
      { name: 'Laden', columns: [2], products: 1 },
    ]);
  });
});

describe('ads', () => {
  it('rates count only answers where ads were looked for; click counters are not the advertiser', () => {
    const ad = (advertiser: string, url: string) => ({
      position: 1,
      advertiser,
      title: 'T',
      body: '',
      url,
      price: null,
      placement: null,
    });
    const { ads } = compare([
      column(
        'US',
        sample('x', {
          ads: [ad('LockCo', 'https://lockco.example/a'), ad('LOCKCO', 'https://engine.example/aclk?x=1')],
        }),
        sample('x', { ads: [] }),
      ),
      column('GB', sample('x', { ads: [ad('Chains', 'https://engine.example/aclk?x=2')] })),
      column('DE', sample('x', { ads: null })),
    ]);
    expect(
      ads.rows.map((row) => [
        row.advertiser,
        row.domain,
        row.columns,
        row.of,
        row.share.numerator,
        row.share.denominator,
      ]),
    ).toEqual([
      ['LockCo', 'lockco.example', 1, 2, 2, 3],
      ['Chains', null, 1, 2, 1, 3],
    ]);
    expect(ads.rows[0]?.cells.map((cell) => cell && [cell.rate.numerator, cell.rate.denominator])).toEqual([
      [1, 2],
      null,
      null,
    ]);
  });
});
