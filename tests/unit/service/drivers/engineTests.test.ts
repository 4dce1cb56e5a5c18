import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isThere, namedTests } from '#tests/support/docs/namedTests.ts';

/** The contract suite takes its titles from what the drivers' folders record. */
const recorded = globSync('src/service/drivers/*/*recorded.json');

const named = namedTests('docs/engineTests.md');

it('docs/engineTests.md names tests for at least the thirty faults it lists', () => {
  expect(named.length).toBeGreaterThan(30);
});

it.each(named)('$file has a test that says: $title', (test) => {
  expect(isThere(test, recorded)).toBe(true);
});
