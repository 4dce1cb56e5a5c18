import { expect, it } from 'vitest';
import { loadedBy } from '#tests/support/loadedBy.ts';

const makeEveryDriver = `
  const { allDrivers } = await import('#service/engines/openRegistry.ts');
  const drivers = allDrivers.map((definition) => definition.create({ key: 'k', settings: { latencyMs: '0' } }));
  for (const driver of drivers) driver.readiness();`;
const askTheSandbox = `
  const sandbox = drivers.find((driver) => driver.id === 'sandbox');
  const request = { prompt: 'Who repairs radios?', country: 'DE', include: {} };
  const { signal } = new AbortController();
  await sandbox.answer({ engine: 'assistant-b', request, jobId: '', attempt: 1, nowMs: 1.8e12, signal });`;

it('making every driver loads no provider’s client and nothing that reads Markdown', async () => {
  const packages = await loadedBy('node_modules/((?:@[^/]+/)?[^/]+)', makeEveryDriver);
  // The list of public suffixes belongs to the interface: it says which hosts a search address may name.
  // International names of hosts are read by 15 KB.
  expect(packages).toEqual(['eventsource-parser', 'punycode.js', 'tldts', 'zod']);
});

it('what the sandbox says is read when it is asked, and of no language but the one it answers in', async () => {
  const phrases = 'resources/sandbox/(.+)[.]json$';
  expect(await loadedBy(phrases, makeEveryDriver)).toEqual([]);
  expect(await loadedBy(phrases, makeEveryDriver + askTheSandbox)).toEqual(['de', 'topics']);
});
