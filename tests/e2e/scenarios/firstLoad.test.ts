import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../out/renderer/', import.meta.url));
const html = readFileSync(`${folder}index.html`, 'utf8');
const files = new Set([...html.matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file));
const scripts = [...files].map((file) => readFileSync(`${folder}${file}`, 'utf8'));

it('the first scripts of the window contain no schemas', () => {
  expect(scripts.filter((script) => script.includes('ZodError'))).toHaveLength(0);
});

it('the window loads one script, and before it a small one that the first paint waits for', () => {
  expect(files.size).toBe(2);
  const [early = ''] = scripts;
  expect(html).toContain('blocking="render"');
  expect(early.length).toBeLessThan(10_000);
  expect(early).not.toMatch(/^import/);
});

it('the window has no checks of React for development, also when a test runner builds it', () => {
  const all = readdirSync(`${folder}assets`).filter((name) => name.endsWith('.js'));
  const checked = all.filter((name) =>
    readFileSync(`${folder}assets/${name}`, 'utf8').includes('two children with the same key'),
  );
  expect(checked).toEqual([]);
});
