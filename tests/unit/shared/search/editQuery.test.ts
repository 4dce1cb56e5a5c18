import { expect, it } from 'vitest';
import { type FilterValue, hasFilter, toggleFilter } from '#shared/search/editQuery.ts';
import { parseSearch, type SearchField } from '#shared/search/query.ts';

const has = (text: string, field: SearchField, value: FilterValue): boolean =>
  hasFilter(parseSearch(text).filters, field, value);

it('a filter is added behind what was typed and taken out again, the rest untouched', () => {
  const typed = 'lock* "folding  bike" -cheap';
  const narrowed = toggleFilter(typed, 'country', { value: 'DE' });
  expect(narrowed).toBe(`${typed} country:DE`);
  expect(has(narrowed, 'country', { value: 'de' })).toBe(true);
  expect(toggleFilter(narrowed, 'country', { value: 'DE' })).toBe(typed);
  expect(toggleFilter('', 'run', { value: 'abc' })).toBe('run:abc');
});

it('values with spaces are quoted, and an excluded value is another filter', () => {
  const text = toggleFilter('-driver:sandbox', 'driver', { value: 'my driver' });
  expect(text).toBe('-driver:sandbox driver:"my driver"');
  expect(has(text, 'driver', { value: 'sandbox' })).toBe(false);
  expect(toggleFilter(text, 'driver', { value: 'my driver' })).toBe('-driver:sandbox');
});

it.each<readonly [typed: string, field: SearchField, value: FilterValue, without: string]>([
  ['lock country:germany', 'country', { value: 'DE' }, 'lock'],
  ['country:"United Kingdom" lock', 'country', { value: 'GB' }, 'lock'],
  [
    'country:G7 lock',
    'country',
    { value: 'DE' },
    'country:CA country:FR country:GB country:IT country:JP country:US lock',
  ],
  ['brand:norrland lock', 'brand', { value: 'Norrland AB', also: ['norrland'] }, 'lock'],
  ['brand:"ＮＯＲＲＬＡＮＤ" lock', 'brand', { value: 'Norrland AB', also: ['Norrland'] }, 'lock'],
  ['domain:WWW.example.org', 'domain', { value: 'example.org' }, ''],
  ['on:2026-1 lock', 'on', { value: '2026-01' }, 'lock'],
])('%s counts as chosen whatever it is called, and goes as it was typed', (typed, field, value, without) => {
  expect(has(typed, field, value)).toBe(true);
  const left = toggleFilter(typed, field, value);
  expect(left.split(' ').sort()).toEqual(without.split(' ').sort());
  expect(has(left, field, value)).toBe(false);
});

it('another name, a shorter date and an exclusion are not the value', () => {
  expect(has('brand:norr', 'brand', { value: 'Norrland AB', also: ['Norrland'] })).toBe(false);
  expect(has('on:2026', 'on', { value: '2026-01' })).toBe(false);
  expect(has('-country:G7', 'country', { value: 'DE' })).toBe(false);
});
