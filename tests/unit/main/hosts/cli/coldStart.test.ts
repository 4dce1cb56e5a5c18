import { expect, it } from 'vitest';
import { loadedBy } from '#tests/support/loadedBy.ts';

it('the window is served before any schema, database or HTTP client is loaded', async () => {
  const loaded = await loadedBy(
    'node_modules/((?:@[^/]+/)?[^/]+)',
    `await import('#main/hosts/cli/browserCore.ts');
    // The client that is part of Node.
    if (process.moduleLoadList.some((name) => name.includes('undici'))) loaded.add('undici');`,
  );
  // The log of the data folder is open by then.
  expect(loaded).toContain('pino');
  for (const heavy of ['zod', 'better-sqlite3', 'undici', 'conf']) expect(loaded).not.toContain(heavy);
});
