import { expect, it } from 'vitest';
import { hasFilter, toggleFilter } from '#shared/search/editQuery.ts';

it('a filter is added behind what was typed and taken out again, the rest untouched', () => {
  const typed = 'lock* "folding  bike" -cheap';
  const narrowed = toggleFilter(typed, 'country', 'DE');
  expect(narrowed).toBe(`${typed} country:DE`);
  expect(hasFilter(narrowed, 'country', 'de')).toBe(true);
  expect(toggleFilter(narrowed, 'country', 'DE')).toBe(typed);
  expect(toggleFilter('', 'run', 'abc')).toBe('run:abc');
});

it('values with spaces are quoted, and an excluded value is another filter', () => {
  const text = toggleFilter('-driver:sandbox', 'driver', 'my driver');
  expect(text).toBe('-driver:sandbox driver:"my driver"');
  expect(hasFilter(text, 'driver', 'sandbox')).toBe(false);
  expect(toggleFilter(text, 'driver', 'my driver')).toBe('-driver:sandbox');
});
