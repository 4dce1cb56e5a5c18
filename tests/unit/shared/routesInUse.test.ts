import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { routeTable } from '#shared/bridge/routeTable.ts';

it('has no route that neither the window nor the command line nor an assistant calls', () => {
  const root = fileURLToPath(new URL('../../../src/', import.meta.url));
  const callers = globSync(['renderer/**/*.{ts,tsx}', 'main/hosts/**/*.ts'], { cwd: root })
    .filter((file) => !file.endsWith('eventTable.ts'))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
    .join('\n');
  expect(Object.keys(routeTable).filter((route) => !callers.includes(`'${route}'`))).toEqual([]);
});
