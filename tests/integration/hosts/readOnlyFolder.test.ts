import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startParallax } from '#tests/support/cli/parallax.ts';
import { storeComparedRun } from '#tests/support/history/comparedRun.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const stored = preparedFolder(storeComparedRun);

const run = (args: readonly string[], dataFolder: string) =>
  startParallax(args, { dataFolder, obeysModes: true }).finished;

it('reads a history in a folder that nobody can write, and refuses what would change it', async () => {
  const { dataFolder, facts: runId } = await stored();
  const before = readdirSync(dataFolder);
  chmodSync(join(dataFolder, 'history.db'), 0o444);
  chmodSync(dataFolder, 0o555);
  onTestFinished(() => chmodSync(dataFolder, 0o755));

  const listed = await run(['history'], dataFolder);
  expect(listed.stdout).toContain(runId);
  expect(listed.stderr).toContain(`${dataFolder} is not writable: its history is read`);
  // The run has a failed market, which its comparison says by its exit code.
  for (const [wanted, ...args] of [
    [0, 'show', runId],
    [1, 'compare', runId, '--tab', 'brands'],
    [0, 'export', runId, '--format', 'csv'],
  ] as const) {
    const { code, stdout, stderr } = await run(args, dataFolder);
    expect([code, stdout.length > 100], `${args.join(' ')}: ${stderr}`).toEqual([wanted, true]);
  }
  const refused = await run(['brands', 'add', 'Quillon'], dataFolder);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toMatch(/open read-only/);
  expect(readdirSync(dataFolder)).toEqual(before);
});

it.each([
  ['restore', /is a pipe or device, not a Parallax history/],
  ['project import', /is a pipe or device, not a Parallax history/],
])('%s does not wait for what comes out of a pipe', async (command, said) => {
  const folder = temporaryFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { code, stderr } = await run([...command.split(' '), pipe], join(folder, 'data'));
  expect(code).not.toBe(0);
  expect(stderr).toMatch(said);
});
