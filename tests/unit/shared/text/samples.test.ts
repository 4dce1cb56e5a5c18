import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplesFromResult } from '#shared/text/samples.ts';

describe('samples from results', () => {
  it('assistant-a: sources with their secondary group, pills, entities, products of cards and text once, ads by brand', () => {
    const content = samplesFromResult('assistant-a', {
      model: null,
      text: 'For city use…',
      markdown: 'For city use **x**',
      sources: [
        {
          position: 1,
          url: 'https://a.example',
          label: 'A',
          description: 'd',
          footnote: false,
          datePublished: 'May 22, 2026',
        },
        { position: 2, url: 'https://b.example', label: 'B', footnote: true },
      ],
      citationPills: [
        {
          url: 'https://a.example',
          domain: 'a.example',
          label: 'A',
          type: 'groupedWebpage',
          citationPillId: 0,
          position: 1,
        },
      ],
      entities: [{ type: 'product', name: 'Foldmaster 90' }],
      searchQueries: ['best lock'],
      shoppingCards: [
        {
          tags: [],
          products: [
            {
              title: 'Foldmaster 90',
              position: 1,
              id: '9911',
              price: '$84.00',
              merchant: 'Store + others',
              num_reviews: 812,
              rating: 4.6,
              offers: [{ merchant_name: 'Store', price: '$84.00', url: 'https://s.example' }],
            },
          ],
        },
      ],
      inlineProducts: [
        { product: { title: 'Foldmaster 90', id: '9911', price: '$84.00' }, render_as: 'inline' },
      ],
      ads: [
        {
          brand: { name: 'LockCo', url: 'https://lockco.example' },
          cards: [{ title: 'City locks', body: 'Free', url: 'https://lockco.example/city' }],
          visibility: 'allowed',
          adsResponseIndex: 0,
          rendered: true,
        },
      ],
      unknownMember: { any: 'thing' },
    });
    expect(content.sources).toMatchObject([
      { position: 1, title: 'A', date: 'May 22, 2026' },
      { position: 2, secondary: true },
    ]);
    expect(content.citations).toEqual([{ url: 'https://a.example', label: 'A', group: 0 }]);
    expect(content.shopping).toMatchObject([
      {
        title: 'Foldmaster 90',
        identifier: '9911',
        price: '$84.00',
        seller: 'Store + others',
        reviews: '812',
        offers: [{ seller: 'Store', price: '$84.00' }],
      },
    ]);
    expect(content.ads).toMatchObject([
      { advertiser: 'LockCo', title: 'City locks', url: 'https://lockco.example/city' },
    ]);
    expect(content).toMatchObject({
      entities: [{ name: 'Foldmaster 90', type: 'product' }],
      searchQueries: ['best lock'],
      organic: null,
      overview: null,
    });
  });

  it('tells “not asked for” from “none”: no ads member is unknown for an assistant, none for a search page', () => {
    expect(samplesFromResult('assistant-a', { text: 'x' })).toMatchObject({
      ads: null,
      shopping: null,
      searchQueries: null,
      sources: null,
    });
    expect(samplesFromResult('search', { organicResults: [] })).toMatchObject({
      ads: [],
      shopping: [],
      organic: [],
      sources: null,
    });
    expect(samplesFromResult('search-ai', { text: 'x', sources: [] })).toMatchObject({
      ads: [],
      shopping: [],
      sources: [],
    });
  });

  it('assistant-b and -d: money objects, old prices, group identifiers', () => {
    expect(
      samplesFromResult('assistant-b', {
        text: 'x',
        shoppingCards: [
          {
            position: 1,
            title: 'T',
            productLink: 'https://p.example',
            productId: '7',
            price: { value: 49.5, currency: '$', raw: '$49.50' },
            oldPrice: { value: 60, currency: '€' },
            store: 'S',
          },
        ],
      }).shopping,
    ).toMatchObject([
      { identifier: '7', price: '$49.50', oldPrice: '€60', seller: 'S', url: 'https://p.example' },
    ]);
    expect(
      samplesFromResult('assistant-d', {
        text: 'x',
        shoppingCards: [
          {
            type: 't',
            products: [
              {
                product: { id: '1', groupId: 'g' },
                name: 'N',
                position: 1,
                price: { amount: 10, currency: 'EUR' },
                discountPrice: { amount: 8, currency: 'EUR' },
                seller: 'S',
                brandName: 'B',
                rating: { value: 4, count: 9 },
              },
            ],
          },
        ],
      }).shopping,
    ).toMatchObject([
      {
        title: 'N',
        identifier: 'g',
        price: '8 EUR',
        oldPrice: '10 EUR',
        brand: 'B',
        rating: 4,
        reviews: '9',
      },
    ]);
  });

  it('assistant-e: snake case, queries as objects, hotels and places', () => {
    const content = samplesFromResult('assistant-e', {
      text: 'x',
      related_queries: ['r'],
      search_model_queries: [{ query: 'q1' }, 'q2'],
      shopping_cards: [
        {
          tags: [],
          products: [
            {
              title: 'T',
              id: '1',
              price: '$5',
              numReviews: 3,
              offers: [{ merchant_name: 'M', price_details: { display_price: '$4' } }],
            },
          ],
        },
      ],
      hotels: [{ name: 'Largo', rating: 4.7, address: ['Largo 2'], lat: 38.7, lng: -9.1 }],
      places: [{ name: 'Largo' }],
    });
    expect(content).toMatchObject({
      searchQueries: ['q1', 'q2'],
      relatedQueries: ['r'],
      shopping: [{ title: 'T', offers: [{ seller: 'M', price: '$4' }] }],
      places: [{ name: 'Largo', address: 'Largo 2', latitude: 38.7 }],
    });
  });

  it('search: results, questions of both kinds, related, overview with its sources and ads', () => {
    const content = samplesFromResult('search', {
      organicResults: [
        {
          position: 1,
          title: 'T',
          link: 'https://a.example',
          snippet: 's',
          date: 'Aug 3, 2026',
          page: 1,
          redirectLink: 'https://e.example/goto',
        },
      ],
      peopleAlsoAsk: [
        {
          question: 'Q1?',
          type: 'AIOVERVIEW',
          markdown: 'Mostly',
          sources: [{ url: 'https://l.example', label: 'L', position: 1 }],
        },
        { question: 'Q2?', type: 'LINK', snippet: '1 kg', link: 'https://w.example' },
      ],
      relatedSearches: [{ query: 'rel', link: 'https://e.example' }],
      aioverview: {
        text: 'Over',
        markdown: '**Over**',
        sources: [{ position: 1, url: 'https://o.example', label: 'O' }],
        ads: [{ position: 1, title: 'A', url: 'https://ad.example', type: 'TEXT', domain: 'ad.example' }],
      },
      ads: [
        {
          position: 1,
          blockPosition: 'top',
          type: 'RESULT',
          title: 'Ad',
          url: 'https://x.example',
          domain: 'x.example',
        },
      ],
      productResults: [
        { title: 'P', stores: [{ name: 'S', price: { value: 1, currency: 'USD', raw: '$1' } }] },
      ],
      localResults: [{ position: 1, title: 'Shop', placeId: 'p' }],
    });
    expect(content).toMatchObject({
      organic: [{ position: 1, url: 'https://a.example', date: 'Aug 3, 2026' }],
      questions: [
        { question: 'Q1?', answer: 'Mostly', url: 'https://l.example' },
        { question: 'Q2?', answer: '1 kg', url: 'https://w.example' },
      ],
      relatedQueries: ['rel'],
      overview: { text: 'Over', sources: [{ url: 'https://o.example' }] },
      ads: [
        { advertiser: 'x.example', placement: 'top' },
        { advertiser: 'ad.example', placement: 'overview' },
      ],
      shopping: [{ title: 'P', price: '$1', offers: [{ seller: 'S' }] }],
      places: [{ name: 'Shop', identifier: 'p' }],
    });
  });

  it('news and search-ai', () => {
    expect(
      samplesFromResult('search/news', {
        newsResults: [
          {
            position: 1,
            title: 'N',
            link: 'https://n.example',
            source: 'Paper',
            snippet: '',
            date: '3 hours ago',
          },
        ],
      }).news,
    ).toMatchObject([{ title: 'N', publisher: 'Paper', date: '3 hours ago' }]);
    expect(
      samplesFromResult('search-ai', {
        text: 'x',
        ads: {
          title: 'Locks',
          ads: [{ title: 'Mini', url: 'https://e.example/aclk?x=1', position: 1, store: 'LockCo' }],
        },
      }).ads,
    ).toMatchObject([{ advertiser: 'LockCo', title: 'Mini', placement: 'answer' }]);
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('assistant-a', 'assistant-d', 'search', 'search-ai', 'nonsense'),
        fc.jsonValue(),
        (engine, value) => {
          expect(typeof samplesFromResult(engine, value).text).toBe('string');
        },
      ),
    );
    const keys = [
      'text',
      'sources',
      'shoppingCards',
      'ads',
      'organicResults',
      'aioverview',
      'places',
      'productResults',
      'peopleAlsoAsk',
      'searchQueries',
      'inlineProducts',
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()), (value) => {
        expect(typeof samplesFromResult('search', value).text).toBe('string');
      }),
    );
  });
});
