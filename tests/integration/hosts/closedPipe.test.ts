import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandOf, jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { withoutKeychain } from '#tests/support/keyring/keyringSession.ts';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'parallax-pipe-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));

/** Runs a command as a shell does, `command` being the text around its arguments "$@". */
async function inShell(command: string, args: readonly string[]) {
  const shell = spawn('sh', ['-c', command, 'sh', ...commandOf(args, dataFolder)], {
    env: withoutKeychain(dataFolder),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const written = shell.stdio.slice(1).map((stream) => text(stream as Readable));
  const [stdout = '', stderr = '', code] = await Promise.all(written);
  return { stdout, stderr, code: Number(code) };
}

const intoHead = '{ "$@"; echo "$?" >&3; } | head -n 1';
const allIntoHead = '{ "$@" 2>&1; echo "$?" >&3; } | head -n 1';
const ontoFullDisk = '"$@" > /dev/full; echo "$?" >&3';

const answers = async () =>
  jsonLines((await runParallax(['history', '--format', 'json'], { dataFolder })).stdout)
    .map(({ country, status }) => `${country} ${status}`)
    .sort();

describe('a command whose reader closes the pipe', () => {
  it('continues to the end, stores every answer and prints no error', async () => {
    // Without a latency of their own the answers come one after the other.
    const question = ['ask', 'Which folding bike locks?', '--countries', 'US,DE,JP,BR', '--format', 'json'];
    const asked = await inShell(intoHead, question);
    expect(jsonLines(asked.stdout)).toHaveLength(1);
    expect(asked.stderr).not.toMatch(/EPIPE|Error/);
    expect(asked.code).toBe(0);
    expect(await answers()).toEqual(['BR completed', 'DE completed', 'JP completed', 'US completed']);
  });

  it('exits with the code of its work, even if nobody reads stderr', async () => {
    const question = 'Which locks? [[sandbox latency=1 outcome=fatal]]';
    const asked = await inShell(allIntoHead, [
      'ask',
      question,
      '--countries',
      'US,DE,JP',
      '--format',
      'json',
    ]);
    expect(asked).toMatchObject({ code: 1, stderr: '' });
    expect(await answers()).toEqual(['DE failed', 'JP failed', 'US failed']);
  });

  it('stops reading when the reader stops', async () => {
    const endless =
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, hex(zeroblob(500)) AS filling FROM n';
    await runParallax(['history'], { dataFolder });
    const read = await inShell(intoHead, ['sql', endless, '--format', 'json']);
    expect(jsonLines(read.stdout)).toMatchObject([{ i: 1 }]);
    expect(read).toMatchObject({ code: 0, stderr: '' });
  });
});

it('reports that its output is incomplete if the disk is full', async () => {
  await runParallax(['history'], { dataFolder });
  const read = await inShell(ontoFullDisk, ['sql', 'SELECT 1', '--format', 'json']);
  // The sentence that every file on a full disk gets, not the code of the system.
  expect(read.stderr).toBe('The disk that holds the output is full. Free some space and try again.\n');
  expect(read.code).toBe(1);
});
