import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const page = readFileSync(`${root}docs/engineTests.md`, 'utf8');
const files = new Map(
  globSync('tests/**/*.test.ts', { cwd: root }).map((path) => [path.split('/').at(-1) ?? '', path]),
);

/** The tests a row names: `file.test.ts`: words of its title; more words; `another.test.ts`. */
const named = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('.test.ts'))
  .flatMap((line) => {
    let file = '';
    return (line.split(' | ').at(-1) ?? '')
      .replace(/ \|$/, '')
      .split('; ')
      .map((part) => {
        const match = /^`([\w.]+\.test\.ts)`(?:: (.*))?$/.exec(part);
        file = match?.[1] ?? file;
        return { file, title: match === null ? part : (match[2] ?? '') };
      });
  });

it('docs/engineTests.md names tests for at least the thirty faults it lists', () => {
  expect(named.length).toBeGreaterThan(30);
});

it.each(named)('$file has a test that says: $title', ({ file, title }) => {
  const source = readFileSync(`${root}${files.get(file) ?? `tests/${file} is missing`}`, 'utf8');
  const support = readFileSync(`${root}tests/support/providers/harness.ts`, 'utf8');
  const plain = (text: string): string => text.replaceAll(/['’]/g, '’').toLowerCase();
  expect(plain(source + support)).toContain(plain(title));
});
