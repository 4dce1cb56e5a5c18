import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { parseRequest, requestSchemas } from '#shared/interface/requests/parseRequest.ts';
import { searchTarget } from '#shared/interface/requests/search.ts';

const options = { searchHosts: ['search.sandbox.example'] };

function accepted<E extends Engine>(engine: E, body: unknown) {
  const parsed = parseRequest(engine, body, options);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.request;
}

function issuesOf(engine: Engine, body: unknown) {
  const parsed = parseRequest(engine, body, options);
  return parsed.ok ? [] : parsed.issues;
}

const fields = (engine: Engine, body: unknown): string[] => issuesOf(engine, body).map(({ field }) => field);

describe('every monitor request', () => {
  it('is the same after being checked a second time', () => {
    const bodies: readonly (readonly [Engine, unknown])[] = [
      [
        'assistant-a',
        { prompt: '  locks ', country: 'US', state: 'CA', include: { ads: true }, legacy: true },
      ],
      ['assistant-b', { prompt: 'locks', country: 'DE', include: { html: true } }],
      ['assistant-e', { prompt: 'locks', country: 'JP' }],
      [
        'search',
        { query: ' locks', gl: 'De', hl: 'pt-BR', device: 'mobile', pages: 3, include: { aioverview: {} } },
      ],
      [
        'search',
        { url: 'https://search.sandbox.example/search?q=locks&gl=at&num=31', include: { searchGoto: true } },
      ],
      ['search/news', { query: 'locks' }],
      ['search-ai', { prompt: 'locks', country: 'FR', device: 'mobile', include: { expandProducts: true } }],
    ];
    for (const [engine, body] of bodies) {
      const once = accepted(engine, body);
      expect(accepted(engine, JSON.parse(JSON.stringify(once)))).toEqual(once);
    }
  });

  it('names at most 20 fields, counts the others, and cuts long names', () => {
    const unknown = Object.fromEntries(Array.from({ length: 3_400 }, (_, nth) => [`field${nth}`, nth]));
    const found = issuesOf('assistant-a', { prompt: '', country: 'US', ...unknown });
    expect(found).toHaveLength(21);
    expect(found[0]?.field).toBe('prompt');
    expect(found.at(-1)).toEqual({ field: '', message: 'and 3,381 more unknown fields' });
    const [long] = issuesOf('assistant-a', { prompt: 'x', country: 'US', ['x'.repeat(500_000)]: 1 });
    expect(JSON.stringify(long).length).toBeLessThan(600);
  });

  it('names every invalid field in one answer', () => {
    expect(
      fields('assistant-a', { prompt: '', country: 'us', state: 'CA', include: { html: 1, markdwon: true } }),
    ).toEqual(expect.arrayContaining(['prompt', 'include.html', 'include.markdwon', 'country']));
    expect(fields('search', { pages: 11, hl: 7 }).sort()).toEqual(['gl', 'hl', 'pages', 'query']);
  });

  it('refuses unknown fields by name and suggests the near one', () => {
    const parsed = parseRequest(
      'assistant-a',
      { prompt: 'x', country: 'US', include: { markdwn: true } },
      options,
    );
    expect(parsed.ok ? [] : parsed.issues).toEqual([
      { field: 'include.markdwn', message: expect.stringContaining('did you mean markdown?') },
    ]);
    for (const engine of engines) expect(fields(engine, { surprise: 1 })).toContain('surprise');
  });

  it('refuses bodies that are no objects', () => {
    for (const engine of engines) {
      for (const body of [null, 'x', 4, [], undefined])
        expect(parseRequest(engine, body, options).ok).toBe(false);
    }
  });

  it('counts the length of a question after trimming', () => {
    const padded = `   ${'x'.repeat(10_000)}   `;
    expect(fields('assistant-b', { prompt: padded, country: 'DE' })).toEqual([]);
    expect(fields('assistant-b', { prompt: `${padded}y`, country: 'DE' })).toEqual(['prompt']);
    expect(fields('search/news', { query: ' \n\t' })).toEqual(['query']);
  });

  it('can be described as JSON Schema', () => {
    for (const engine of engines) {
      expect(z.toJSONSchema(requestSchemas[engine], { io: 'input' })).toMatchObject({
        type: 'object',
        additionalProperties: false,
      });
    }
  });
});

describe('country and state of an assistant', () => {
  it('takes upper-case codes that the engine is open to', () => {
    expect(fields('assistant-a', { prompt: 'x', country: 'XK' })).toEqual([]);
    expect(fields('assistant-a', { prompt: 'x', country: 'CZ' })).toEqual([]);
    expect(fields('assistant-a', { prompt: 'x', country: 'ZZ' })).toEqual(['country']);
    expect(fields('assistant-a', { prompt: 'x', country: 'MO' })).toEqual(['country']);
    expect(fields('assistant-e', { prompt: 'x', country: 'MO' })).toEqual([]);
  });

  it('takes a state with the United States only', () => {
    expect(accepted('assistant-d', { prompt: 'x', country: 'US', state: 'OR' })).toMatchObject({
      state: 'OR',
    });
    expect(fields('assistant-d', { prompt: 'x', country: 'US', state: 'XX' })).toEqual(['state']);
    expect(fields('assistant-d', { prompt: 'x', country: 'DE', state: 'CA' })).toEqual(['state']);
  });

  it('takes codes as they are written in the lists, on every route', () => {
    for (const state of ['or', ' OR', 'Or'])
      expect(fields('assistant-d', { prompt: 'x', country: 'US', state }), state).toEqual(['state']);
    for (const country of [' US', 'US ', '\tUS']) {
      expect(fields('assistant-b', { prompt: 'x', country }), country).toEqual(['country']);
      expect(fields('search', { query: 'x', country }), country).toEqual(['country']);
      expect(fields('search-ai', { prompt: 'x', country }), country).toEqual(['country']);
    }
  });
});

describe('geography of the search family', () => {
  it('fills country and gl from each other in their own letter case', () => {
    expect(accepted('search', { query: 'x', gl: 'De' })).toMatchObject({ country: 'DE', gl: 'de' });
    expect(accepted('search/news', { query: 'x', country: 'at' })).toMatchObject({ country: 'AT', gl: 'at' });
  });

  it('reports a conflict on gl', () => {
    expect(fields('search', { query: 'x', country: 'DE', gl: 'at' })).toEqual(['gl']);
    expect(fields('search', { query: 'x', country: 'DE', gl: 'de' })).toEqual([]);
  });

  it('needs a country on search and none on news and search-ai', () => {
    expect(fields('search', { query: 'x' })).toEqual(['gl']);
    expect(accepted('search/news', { query: 'x' })).not.toHaveProperty('country');
    expect(accepted('search-ai', { prompt: 'x' })).not.toHaveProperty('country');
  });

  it('lets location and uule exclude each other', () => {
    const both = { location: 'Graz,Styria,Austria', uule: 'w+CAIQ' };
    expect(fields('search', { query: 'x', country: 'AT', ...both })).toEqual(['uule']);
    expect(fields('search-ai', { prompt: 'x', country: 'AT', ...both })).toEqual(['uule']);
  });
});

describe('the url shape of search', () => {
  const base = 'https://www.search.sandbox.example/search';

  it('applies eight parameters and drops the rest', () => {
    const request = accepted('search', {
      url: `${base}?q=bike+locks&gl=at&hl=DE&uule=w+CAI%2BQ&num=25&start=10&tbs=qdr:w&safe=active&sca_esv=1#frag`,
    });
    expect(searchTarget(request)).toEqual({
      query: 'bike locks',
      country: 'AT',
      hl: 'de',
      uule: 'w+CAI+Q',
      device: 'desktop',
      pages: 3,
      start: 10,
      tbs: 'qdr:w',
      safe: 'active',
    });
  });

  it('lets an explicit country win over the gl of the url', () => {
    expect(accepted('search', { url: `${base}?q=x&gl=at`, country: 'DE' })).toMatchObject({
      country: 'DE',
      gl: 'de',
    });
    expect(fields('search', { url: `${base}?q=x&gl=zz`, country: 'DE' })).toEqual([]);
    expect(fields('search', { url: `${base}?q=x&gl=zz` })).toEqual(['gl']);
    expect(fields('search', { url: `${base}?q=x` })).toEqual(['gl']);
  });

  it.each([
    ['10', 1],
    ['11', 2],
    ['100', 10],
    ['900', 10],
    ['0', 1],
    ['-5', 1],
    ['many', 1],
  ])('reads num=%s as %i pages', (num, pages) => {
    expect(searchTarget(accepted('search', { url: `${base}?q=x&gl=de&num=${num}` })).pages).toBe(pages);
  });

  it('refuses query, location, uule and pages beside it', () => {
    const url = `${base}?q=x&gl=de`;
    expect(fields('search', { url, query: 'x', location: 'a,b', uule: 'w+x', pages: 1 }).sort()).toEqual([
      'location',
      'pages',
      'query',
      'uule',
    ]);
  });

  it.each([
    'not a url',
    'ftp://search.sandbox.example/search?q=x',
    'https://search.sandbox.example.evil.example/search?q=x',
    'https://user@search.sandbox.example/search?q=x',
    'https://maps.search.sandbox.example/search?q=x',
    `${base}/?q=x`,
    `${base}?q=%20`,
    `${base}?q=x&tbm=`,
    '/search?q=x',
  ])('refuses %s', (url) => {
    expect(fields('search', { url, country: 'DE' })).toEqual(['url']);
  });

  it('takes a host entry with an open top-level domain', () => {
    const hosts = { searchHosts: ['www.engine.*'] };
    const parse = (url: string) => parseRequest('search', { url, country: 'GB' }, hosts).ok;
    expect(parse('https://engine.co.uk/search?q=x')).toBe(true);
    expect(parse('http://www.engine.de/search?q=x')).toBe(true);
    expect(parse('https://engine.example/search?q=x')).toBe(false);
    expect(parse('https://engine.co.uk.evil/search?q=x')).toBe(false);
  });
});

describe('device', () => {
  it('treats mobile as android on search and news and keeps it on search-ai', () => {
    expect(accepted('search', { query: 'x', gl: 'de', device: 'mobile' })).toMatchObject({
      device: 'android',
    });
    expect(accepted('search/news', { query: 'x', device: 'ios' })).toMatchObject({ device: 'ios' });
    expect(accepted('search-ai', { prompt: 'x', device: 'mobile' })).toMatchObject({ device: 'mobile' });
    expect(fields('search-ai', { prompt: 'x', device: 'ios' })).toEqual(['device']);
  });
});
