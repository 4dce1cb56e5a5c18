import { expect, it } from 'vitest';
import { loadedBy } from '#tests/support/loadedBy.ts';

it('the window is served before schemas, core and HTTP client are loaded', async () => {
  const loaded = await loadedBy(
    '(?:node_modules/|src/main/)((?:@[^/]+/)?[^/]+)',
    `await import('#main/hosts/cli/browserCore.ts');
    // The client that is part of Node.
    if (process.moduleLoadList.some((name) => name.includes('undici'))) loaded.add('undici');`,
  );
  // The log of the data folder is open by then.
  expect(loaded).toContain('pino');
  for (const heavy of ['zod', 'core.ts', 'undici', 'conf']) expect(loaded).not.toContain(heavy);
});
