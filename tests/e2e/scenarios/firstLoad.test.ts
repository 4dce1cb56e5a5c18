import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('what the window loads first holds no schemas', () => {
  const folder = fileURLToPath(new URL('../../../out/renderer/', import.meta.url));
  const html = readFileSync(`${folder}index.html`, 'utf8');
  const scripts = [...html.matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) =>
    readFileSync(`${folder}${file}`, 'utf8'),
  );
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.filter((script) => script.includes('ZodError'))).toHaveLength(0);
});
