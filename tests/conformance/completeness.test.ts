import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parts } from './rules.ts';

const here = new URL('./', import.meta.url);
const source = (file: string): string => readFileSync(new URL(file, here), 'utf8');
const ids = parts.flatMap(({ rules }) => Object.keys(rules));

test('every rule id is used once', () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('every rule has a text and a source', () => {
  for (const { rules } of parts) {
    for (const [id, { text, source: where }] of Object.entries(rules)) {
      expect(`${id}: ${text}`).toMatch(/^\S+: .{10,}$/);
      expect(where, id).toMatch(/^(interface|gap-fill)/);
    }
  }
});

test('every part has its test file, and every test file belongs to a part', () => {
  const files = readdirSync(here).filter((name) => name.endsWith('.test.ts'));
  const known = ['completeness.test.ts', ...parts.map(({ file }) => file)];
  expect(files.toSorted()).toEqual(known.toSorted());
  for (const { file } of parts) expect(source(file), file).toMatch(/^prove\(/m);
});

test('the suite imports nothing from src', () => {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  for (const file of files) {
    expect(source(file), file).not.toMatch(/from '(#(shared|service|main|renderer)\/|.*\/src\/)/);
  }
});
