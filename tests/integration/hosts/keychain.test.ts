import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonLines, startParallax } from '#tests/support/cli/parallax.ts';
import {
  type KeyringSession,
  keyringMissing,
  startKeyringSession,
  withoutKeychain,
} from '#tests/support/keyring/keyringSession.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { filesContaining } from '#tests/support/secretsOnDisk.ts';

const program = fileURLToPath(new URL('../../support/keyring/secretProcess.ts', import.meta.url));

async function inNewProcess(
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ outcome: unknown; status: { kind: string; reason?: string; backend?: string } }> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return JSON.parse(stdout);
}

/** All secrets the keychain holds for Parallax, asked without any code of ours. */
async function inKeychain(env: NodeJS.ProcessEnv): Promise<unknown> {
  const script =
    "import { findCredentials } from '@napi-rs/keyring';" +
    "console.log(JSON.stringify(findCredentials('Parallax').map(({ password }) => password)));";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  });
  return JSON.parse(stdout);
}

const { skip, note } = requirement(
  process.platform === 'linux' ? await keyringMissing() : 'this is not Linux',
);

describe.skipIf(skip)(`a real keychain${note}`, () => {
  let session: KeyringSession;
  beforeAll(async () => {
    session = await startKeyringSession();
  });
  afterAll(() => session.close());

  it('keeps a secret across restarts of the program and of the keychain, until it is removed', async () => {
    const stored = await inNewProcess(session.env, 'set', 'connection/1', 'sk_secret');
    expect(stored.status).toEqual({ kind: 'protected', backend: 'Secret Service' });

    expect((await inNewProcess(session.env, 'get', 'connection/1')).outcome).toBe('sk_secret');
    expect((await inNewProcess(session.env, 'get', 'connection/2')).outcome).toBeNull();

    await session.restart();
    expect((await inNewProcess(session.env, 'get', 'connection/1')).outcome).toBe('sk_secret');

    expect((await inNewProcess(session.env, 'remove', 'connection/1')).outcome).toBe(true);
    expect((await inNewProcess(session.env, 'get', 'connection/1')).outcome).toBeNull();
    expect((await inNewProcess(session.env, 'remove', 'connection/1')).outcome).toBe(false);
  });

  it('replaces a secret that is set again', async () => {
    await inNewProcess(session.env, 'set', 'connection/3', 'sk_first');
    await inNewProcess(session.env, 'set', 'connection/3', 'sk_second');
    expect((await inNewProcess(session.env, 'get', 'connection/3')).outcome).toBe('sk_second');
  });
});

describe.skipIf(skip)(`the key of a connection${note}`, () => {
  const key = `sk_${'kEyOfThEtEaM'.repeat(4).slice(0, 40)}`;
  let session: KeyringSession;
  let dataFolder: string;
  beforeAll(async () => {
    session = await startKeyringSession();
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-key-'));
  });
  afterAll(async () => {
    await session.close();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });
  const parallax = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    startParallax(args, { dataFolder, env: { ...session.env, ...env } }).finished;
  const listed = async (): Promise<unknown> =>
    jsonLines((await parallax(['connection', 'list', '--format', 'json'])).stdout).find(
      ({ name }) => name === 'team',
    );

  it('is stored in the keychain, is found there by the next program, and is in none of Parallax’s files', async () => {
    const added = await parallax(['connection', 'add', 'team', 'http://127.0.0.1:9'], {
      PARALLAX_API_KEY: key,
    });
    expect(added).toMatchObject({ code: 0 });
    expect(added.stderr).toContain(`its key ending in ${key.slice(-4)} is in the keychain`);
    expect(added.stdout + added.stderr).not.toContain(key);
    expect(await inKeychain(session.env)).toEqual([
      JSON.stringify({ secret: key, addresses: ['http://127.0.0.1:9'] }),
    ]);
    expect(await listed()).toMatchObject({ key: { kind: 'keychain', lastFour: key.slice(-4) } });

    await parallax(['connection', 'test', 'team']);
    await parallax(['ask', 'Which locks?', '--countries', 'US', '--connection', 'team']);
    expect(await filesContaining(dataFolder, key)).toEqual([]);
  });

  it('is removed from the keychain with its connection', async () => {
    expect(await parallax(['connection', 'remove', 'team'])).toMatchObject({ code: 0 });
    expect(await listed()).toBeUndefined();
    expect(await inKeychain(session.env)).toEqual([]);
    expect(await filesContaining(dataFolder, key)).toEqual([]);
  });
});

describe('without a keychain', () => {
  it('keeps a secret for the process only and states why in one sentence', async () => {
    const home = await mkdtemp(join(tmpdir(), 'parallax-no-keychain-'));
    try {
      const env = withoutKeychain(home);
      const first = await inNewProcess(env, 'set-get', 'connection/1', 'sk_secret');
      expect(first.outcome).toBe('sk_secret');
      expect(first.status.kind).toBe('memory-only');
      expect(first.status.reason).toMatch(/^No keychain .* stored in memory until Parallax ends\.$/);
      expect((await inNewProcess(env, 'get', 'connection/1')).outcome).toBeNull();
      expect(await filesContaining(home, 'sk_secret')).toEqual([]);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
