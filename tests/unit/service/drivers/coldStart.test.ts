import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Runs a program and gives what it loaded of the addresses that `kept`, a regular expression, picks a name from. */
async function loadedBy(kept: string, program: string): Promise<readonly string[]> {
  const recording = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const name = new RegExp(${JSON.stringify(kept)}).exec(url)?.[1];
        if (name !== undefined) loaded.add(name);
        return next(url, context);
      },
    });
    ${program}
    console.log(JSON.stringify([...loaded].sort()));`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', recording], {
    cwd: process.cwd(),
  });
  return JSON.parse(stdout);
}

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
  expect(packages).toEqual(['eventsource-parser', 'tldts', 'zod']);
});

it('what the sandbox says is read when it is asked, and of no language but the one it answers in', async () => {
  const phrases = 'resources/sandbox/(.+)[.]json$';
  expect(await loadedBy(phrases, makeEveryDriver)).toEqual([]);
  expect(await loadedBy(phrases, makeEveryDriver + askTheSandbox)).toEqual(['de', 'topics']);
});
