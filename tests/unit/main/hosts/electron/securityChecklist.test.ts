import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isThere, namedTests } from '#tests/support/docs/namedTests.ts';

const page = readFileSync(new URL('../../../../../docs/security.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| (\d+)\. ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];

it('docs/security.md goes through the twenty points of Electron, each with a test', () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  for (const [, , , , tests = ''] of rows) expect(tests).toMatch(/^`\w+\.test\.ts`: /);
});

it.each(namedTests('docs/security.md'))('$file has a test that says: $title', (test) => {
  expect(isThere(test)).toBe(true);
});

it('knows a test that is not there', () => {
  expect(isThere({ file: 'windowPolicy.test.ts', title: 'the moon is made of cheese' })).toBe(false);
  expect(isThere({ file: 'absent.test.ts', title: '' })).toBe(false);
});
