import { describe, expect, it } from 'vitest';
import { hintsOf, readResult } from '#main/imports/readResult.ts';
import { timeOf } from '#main/imports/requestContext.ts';
import type { ImportDefaults } from '#shared/model/import.ts';

const result = {
  text: 'Most people trust the Foldmaster.',
  sources: [{ position: 1, url: 'https://locks.example/test', label: 'Locks tested' }],
};
const modifiedAtMs = Date.UTC(2026, 8, 1);

const read = (value: unknown, file = 'answers.json', defaults: ImportDefaults = {}) =>
  readResult(
    { file, place: '', text: typeof value === 'string' ? value : JSON.stringify(value), modifiedAtMs },
    defaults,
  );
const taken = (...given: Parameters<typeof read>) => {
  const outcome = read(...given);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.result;
};
const refusal = (...given: Parameters<typeof read>) => {
  const outcome = read(...given);
  return outcome.ok ? null : outcome.message;
};
const asked: ImportDefaults = { engine: 'assistant-a', question: 'Which lock?', market: { country: 'DE' } };

const task = {
  task: {
    id: '0190b1c0-1111-7222-8333-444455556666',
    taskType: 'ASSISTANT_B',
    status: 'COMPLETED',
    priority: 1,
    createdAt: '2026-10-01T10:00:00.000Z',
    latencyMs: 900,
  },
  credits: { creditsToCharge: 5, creditsCharged: 5 },
  response: {
    ...result,
    provenance: { driver: 'openai', country: { requested: 'FR', honoured: 'parameter' } },
  },
};

describe('a result that was fetched elsewhere', () => {
  it('as the answer of a monitor call is kept byte for byte', () => {
    const text = JSON.stringify({ success: true, result }, null, 2);
    expect(taken(text, 'answers.json', asked)).toMatchObject({
      engine: 'assistant-a',
      question: 'Which lock?',
      market: { country: 'DE' },
      source: 'answers.json',
      answer: {
        body: text,
        imported: true,
        receivedAtMs: modifiedAtMs,
        requestPath: '/v1/monitor/assistant-a',
      },
    });
  });

  it('as a bare result gets the form the history keeps', () => {
    expect(taken(result, 'answers.json', asked).answer.body).toBe(JSON.stringify({ success: true, result }));
  });

  it('as a task record or webhook brings engine, country, time and charge of its own', () => {
    expect(taken(task)).toMatchObject({
      engine: 'assistant-b',
      market: { country: 'FR' },
      identity: `task ${task.task.id}`,
      answer: {
        body: JSON.stringify(task),
        receivedAtMs: Date.UTC(2026, 9, 1, 10),
        creditsCharged: 5,
        latencyMs: 900,
      },
    });
  });

  it('inside a record of one’s own brings request, headers and time along', () => {
    const record = {
      request: {
        path: '/v1/monitor/assistant-a',
        body: { prompt: ' Which lock? ', country: 'us', state: 'ca' },
      },
      headers: { 'X-Request-Id': 'req-1', 'X-Credits-Charged': '5', 'X-Latency-Ms': '812' },
      receivedAt: '2026-11-01T00:00:00Z',
      response: { success: true, result },
    };
    expect(taken(record)).toMatchObject({
      engine: 'assistant-a',
      question: 'Which lock?',
      market: { country: 'US', state: 'CA' },
      answer: {
        requestId: 'req-1',
        creditsCharged: 5,
        latencyMs: 812,
        receivedAtMs: Date.UTC(2026, 10, 1),
        body: JSON.stringify({ success: true, result }),
        requestBody: JSON.stringify(record.request.body),
      },
    });
  });

  it('says more than the person, and the person more than the file’s name', () => {
    const named = 'assistant-b/JP.json';
    expect(taken({ success: true, result }, named)).toMatchObject({
      engine: 'assistant-b',
      market: { country: 'JP' },
    });
    expect(taken({ success: true, result }, named, asked)).toMatchObject({ market: { country: 'DE' } });
    expect(taken({ engine: 'assistant-c', country: 'FR', result }, named, asked)).toMatchObject({
      engine: 'assistant-c',
      market: { country: 'FR' },
    });
  });

  it('of a search is known by its shape, and news need no country', () => {
    expect(taken({ newsResults: [] }, 'n.json')).toMatchObject({
      engine: 'search/news',
      market: { country: null },
    });
    const found = { organicResults: [], peopleAlsoAsk: [], relatedSearches: [] };
    expect(taken(found, 'search_US.json')).toMatchObject({ engine: 'search', market: { country: 'US' } });
  });

  it('without its question says that it is not recorded', () => {
    expect(taken({ success: true, result }, 'locks/assistant-a_DE.json').question).toBe(
      'Question not recorded (locks)',
    );
  });

  it('is the same result in any format, and another one at another time', () => {
    const record = {
      engine: 'assistant-a',
      country: 'DE',
      prompt: 'Which lock?',
      receivedAt: '2026-11-01',
      result,
    };
    const identity = taken(record).identity;
    expect(taken(JSON.stringify(record, null, 4), 'other.json').identity).toBe(identity);
    expect(taken({ ...record, receivedAt: '2026-11-02' }).identity).not.toBe(identity);
    expect(taken({ ...record, country: 'AT' }).identity).not.toBe(identity);
  });
});

describe('what is no such result gets one sentence', () => {
  it.each([
    [{ a: 1 }, 'It is not a result of the service'],
    [[result], 'It contains a list'],
    ['{', 'It is not JSON.'],
    [
      { ...task, task: { ...task.task, status: 'QUEUED' }, response: undefined },
      'It is a task in state QUEUED',
    ],
    [
      {
        task: { ...task.task, status: 'FAILED' },
        response: { error: { code: 'EXTERNAL_SERVICE_ERROR', message: 'gone' } },
      },
      'It is an error, not a result (EXTERNAL_SERVICE_ERROR: gone).',
    ],
    [
      { success: false, error: 'Validation failed', details: [] },
      'It is an error, not a result (Validation failed).',
    ],
    [
      { error: { code: 'RESOURCE_NOT_FOUND', message: 'no' } },
      'It is an error, not a result (RESOURCE_NOT_FOUND: no).',
    ],
  ])('%j', (value, words) => {
    expect(refusal(value, 'x.json', asked)).toContain(words);
  });

  it('names the field that is not as the interface has it', () => {
    expect(refusal({ success: true, result: { ...result, sources: [{ url: 3 }] } }, 'x.json', asked)).toMatch(
      /^It is not a result of assistant-a: “sources\.0\.position” is missing\. Other fields are wrong too\.$/,
    );
  });

  it('asks for missing data', () => {
    expect(refusal({ success: true, result }, 'x.json', { market: { country: 'DE' } })).toContain('--engine');
    expect(refusal({ success: true, result }, 'x.json', { engine: 'assistant-a' })).toContain('--country');
  });

  it('does not take a place or an engine that does not exist', () => {
    expect(refusal({ engine: 'assistant-z', result }, 'x.json', asked)).toContain('Unknown engine');
    expect(refusal({ country: 'ZZ', result }, 'x.json', asked)).toContain('"ZZ" is not a country.');
    expect(refusal({ country: 'DE', state: 'CA', result }, 'x.json', asked)).toContain('only the US have');
  });
});

describe('the name of a file', () => {
  it.each([
    ['assistant-a/US.json', 'assistant-a', { country: 'US' }],
    ['x/search-news_DE.json', 'search/news', { country: 'DE' }],
    ['x/search-ai/jp.json', 'search-ai', { country: 'JP' }],
    ['x/US-CA.json', null, { country: 'US', state: 'CA' }],
    ['x/answer-in.json', null, null],
    ['research/best.json', null, null],
  ])('%s', (path, engine, market) => {
    expect(hintsOf(path)).toMatchObject({ engine, market });
  });
});

describe('a time', () => {
  it('is read as ISO 8601, seconds or milliseconds', () => {
    const at = Date.UTC(2026, 10, 1);
    expect([timeOf('2026-11-01'), timeOf(at), timeOf(at / 1000)]).toEqual([at, at, at]);
    expect([timeOf('soon'), timeOf(7), timeOf(null), timeOf('3 days ago')]).toEqual([null, null, null, null]);
  });

  it('is UTC without a zone, and has one meaning everywhere', () => {
    const at = Date.UTC(2026, 10, 2, 8);
    for (const written of [
      '2026-11-02T08:00:00Z',
      '2026-11-02T08:00',
      '2026-11-02 08:00:00.000',
      '2026-11-02T09:00:00+01:00',
      '2026-11-02T03:30:00-0430',
      '2026-11-02 08:00:00 UTC',
      String(at / 1000),
    ])
      expect(timeOf(written), written).toBe(at);
    for (const written of [
      '02.11.2026 08:00',
      '13/02/2026',
      '11/02/2026',
      'Nov 2, 2026',
      '2026-02-31',
      '2026-11-02T25:00Z',
      '2026-W45',
      '20261102',
      'Mon, 02 Nov 2026 08:00:00 GMT',
    ])
      expect(timeOf(written), written).toBeNull();
  });

  it('is an HTTP date in the header of that name only', () => {
    const date = 'Mon, 02 Nov 2026 08:00:00 GMT';
    const record = { engine: 'assistant-a', country: 'DE', question: 'Which lock?', result };
    expect(taken({ ...record, headers: { Date: date } }).answer.receivedAtMs).toBe(Date.UTC(2026, 10, 2, 8));
    expect(refusal({ ...record, date })).toContain(`"date" is "${date}"`);
  });
});

describe('a file of cloro', () => {
  const record = (taskType: string, response: unknown) => ({
    task: { ...task.task, taskType },
    credits: task.credits,
    response,
    country: 'DE',
    prompt: 'Which lock?',
  });
  const card = { price_details: { display_price: null, base: '$9', shipping: null, tax: null } };
  const place = {
    name: 'Foldmaster shop',
    latitude: 1,
    longitude: 2,
    reviews: [{ count: 3, rating: 4.5, providerName: 'Maps', providerIconUrl: null }],
    photos: [{ url: 'https://pictures.example/a', altText: null, providerName: null }],
  };
  const product = { position: 1, title: 'Foldmaster', productLink: 'https://a.example', productId: '1' };
  it.each([
    [
      'CHATGPT',
      'assistant-a',
      { ...result, shoppingCards: [{ products: [{ title: 'Lock', offers: [card] }] }] },
    ],
    ['GEMINI', 'assistant-b', { ...result, shoppingCards: [product] }],
    ['GROK', 'assistant-c', result],
    ['COPILOT', 'assistant-d', { ...result, map: [place] }],
    ['PERPLEXITY', 'assistant-e', result],
    ['AIMODE', 'search-ai', result],
    [
      'GOOGLE',
      'search',
      {
        peopleAlsoAsk: [],
        relatedSearches: [],
        organicResults: [{ position: 1, title: 'Locks', link: 'https://a.example' }],
      },
    ],
    [
      'GOOGLE_NEWS',
      'search/news',
      { newsResults: [{ position: 1, title: 'Locks', link: 'https://a.example' }] },
    ],
  ])('of %s is %s, with the nulls that it documents', (taskType, engine, response) => {
    expect(taken(record(taskType, response))).toMatchObject({ engine, market: { country: 'DE' } });
  });

  it('is taken with members of another type and with words that are new, and kept as it came', () => {
    const [source] = result.sources;
    const response = {
      ...result,
      sources: [{ ...source, description: null }],
      inlineProducts: [{ product: { title: 'Lock', rating: '4.5' }, render_as: 'carousel' }],
    };
    const text = JSON.stringify(record('CHATGPT', response));
    expect(taken(text).answer.body).toContain('"render_as":"carousel"');
  });

  it('is recognised by its path and by the name of the file', () => {
    const request = { path: '/v1/monitor/google/news', body: { query: 'Locks?', country: 'DE' } };
    expect(taken({ request, response: { newsResults: [] } })).toMatchObject({ engine: 'search/news' });
    expect(hintsOf('chatgpt/US.json')).toMatchObject({ engine: 'assistant-a', market: { country: 'US' } });
    expect(hintsOf('google-news_DE.json')).toMatchObject({ engine: 'search/news' });
  });
});
