import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { web } from '#main/hosts/cli/browserCore.ts';
import { createScriptedTarget } from '#tests/support/bridge/scriptedTarget.ts';
import { keepingTerminal } from '#tests/support/cli/terminals.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

function start(startCore: () => Promise<ReturnType<typeof createScriptedTarget>>) {
  const link = Promise.withResolvers<URL>();
  const { terminal } = keepingTerminal({ stdout: (text) => link.resolve(new URL(text.trim())) });
  const interruption = new AbortController();
  const folder = temporaryFolder();
  const ended = web(
    terminal,
    {
      startCore,
      windowFolder: pathToFileURL(`${folder}/`),
      dataFolder: folder,
      log: () => {},
      nowMs: () => performance.now(),
      mcp: null,
    },
    { port: 0, open: false },
    interruption.signal,
  );
  return { link: link.promise, ended, interrupt: () => interruption.abort() };
}

it('the core starts once a page has opened its session', async () => {
  let cores = 0;
  const { link, ended, interrupt } = start(async () => {
    cores += 1;
    return createScriptedTarget();
  });
  const { origin, hash } = await link;
  expect(cores).toBe(0);
  const opened = await fetch(`${origin}/bridge/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: hash.replace('#open=', '') }),
  });
  expect(opened.status).toBe(200);
  await expect.poll(() => cores).toBe(1);
  interrupt();
  expect(await ended).toBe(0);
});

it('the core starts without a page too, and its failure ends the command', async () => {
  const { ended } = start(async () => {
    throw new Error('The history is damaged.');
  });
  await expect(ended).rejects.toThrow('The history is damaged.');
});

it('an interruption ends the command before the core is started', async () => {
  let cores = 0;
  const { link, ended, interrupt } = start(async () => {
    cores += 1;
    return createScriptedTarget();
  });
  await link;
  interrupt();
  expect(await ended).toBe(0);
  expect(cores).toBe(0);
});
