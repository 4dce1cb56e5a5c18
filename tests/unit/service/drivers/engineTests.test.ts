import { expect, it } from 'vitest';
import { isThere, namedTests } from '#tests/support/docs/namedTests.ts';

const named = namedTests('docs/engineTests.md');

it('docs/engineTests.md names tests for at least the thirty faults it lists', () => {
  expect(named.length).toBeGreaterThan(30);
});

it.each(named)('$file has a test that says: $title', (test) => {
  expect(isThere(test, ['tests/support/providers/harness.ts'])).toBe(true);
});
