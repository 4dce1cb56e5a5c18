import { describe, expect, it } from 'vitest';
import { withoutSecret } from '#platform/withoutSecret.ts';
import { braveCountry, braveLanguage, locationHeaders } from '#service/drivers/brave/braveMarket.ts';
import {
  languageOf,
  placeHint,
  placeOf,
  pointOf,
  userLocation,
  withTarget,
} from '#service/drivers/countryHints.ts';
import { plainSnippet } from '#service/drivers/plainSnippet.ts';
import { freshnessOf } from '#service/drivers/searchedMarket.ts';
import { searxngLocale } from '#service/drivers/searxng/searxngSearch.ts';
import { countryCodes } from '#shared/geo/countryCodes.ts';
import { withoutSender } from '#shared/text/addresses/tracking.ts';
import { encodeUule } from '#tests/support/encodeUule.ts';

describe('a place', () => {
  it('is stated with full names, city first', () => {
    const place = withTarget(placeOf({ country: 'US', state: 'CA' }), {
      location: 'Los Angeles,California,United States',
    });
    expect(placeHint(place)).toBe('The person asking is in Los Angeles, California, United States.');
    expect(userLocation(place)).toEqual({ country: 'US', region: 'California', city: 'Los Angeles' });
  });

  it('is read from an encoded target too', () => {
    const place = withTarget(placeOf({ country: 'DE' }), {
      uule: encodeUule('Köln,North Rhine-Westphalia,Germany'),
    });
    expect(userLocation(place)).toEqual({ country: 'DE', region: 'North Rhine-Westphalia', city: 'Köln' });
  });

  it('is nothing for an untargeted request', () => {
    const place = placeOf({});
    expect([placeHint(place), languageOf(place), pointOf(place), userLocation(place)]).toEqual([
      undefined,
      undefined,
      undefined,
      {},
    ]);
  });

  it.each(countryCodes)('%s has a name, a point, a language and codes for every search', (country) => {
    const place = placeOf({ country });
    expect(placeHint(place)).not.toContain(` ${country}.`);
    expect(pointOf(place)).toBeDefined();
    expect(searxngLocale(place)).toMatch(/^[a-z]{2,3}(-[A-Z]{2})$/);
    expect(braveCountry(place)).toMatch(/^([A-Z]{2}|ALL)$/);
    expect(braveLanguage(place) ?? 'none').toMatch(/^[a-z-]+$/);
  });

  it('travels in headers as plain ASCII only', () => {
    const place = withTarget(placeOf({ country: 'JP' }), { location: '東京,Tōkyō,Japan' });
    for (const value of Object.values(locationHeaders(place))) expect(value).toMatch(/^[\x20-\x7e]*$/);
  });
});

it.each([
  ['qdr:w', { kind: 'within', unit: 'week' }],
  ['sbd:1,qdr:h', { kind: 'within', unit: 'hour' }],
  ['cdr:1,cd_min:1/2/2026,cd_max:12/31/2026', { kind: 'between', from: '2026-01-02', to: '2026-12-31' }],
  ['cdr:1,cd_min:nonsense', undefined],
  [undefined, undefined],
])('reads the age filter %s', (tbs, expected) => {
  expect(freshnessOf(tbs)).toEqual(expected);
});

it.each([
  ['https://a.example/?utm_source=openai', 'https://a.example/'],
  ['https://a.example/?a=1&utm_source=openai', 'https://a.example/?a=1'],
  ['https://a.example/?utm_source=openai&b=2#x', 'https://a.example/?b=2#x'],
  ['https://a.example/?utm_source=openai#x', 'https://a.example/#x'],
  ['https://a.example/?utm_source=chatgpt.com&amp;utm_medium=x', 'https://a.example/?utm_medium=x'],
  ['https://a.example/?utm_source=perplexity', 'https://a.example/'],
  ['https://a.example/?utm_source=openair', 'https://a.example/?utm_source=openair'],
  ['https://a.example/%C3%9F?q=ß', 'https://a.example/%C3%9F?q=ß'],
])('takes the mark of an assistant off %s and nothing else', (url, expected) => {
  expect(withoutSender(url)).toBe(expected);
});

it('reads a snippet as words', () => {
  expect(plainSnippet('We &amp; <strong>14</strong>\n pairs &#39;s &#x1F45F; &lt;b&gt; a < b')).toBe(
    "We & 14 pairs 's 👟 <b> a < b",
  );
  expect(plainSnippet('  ')).toBeUndefined();
});

it('removes a key wherever it stands, but not words that merely look short', () => {
  const key = 'sk-abc/def+123456';
  const value = { [key]: [`x ${key} y`, { deep: encodeURIComponent(key) }], n: 1, none: null };
  expect(JSON.stringify(withoutSecret(value, key))).not.toMatch(/sk-abc/);
  expect(withoutSecret({ a: 'none of it' }, 'none')).toEqual({ a: 'none of it' });
});
