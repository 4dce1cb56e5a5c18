import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { nextEvent, startCore, type TestCore } from '#tests/support/core/testCore.ts';
import { storeClaims } from '#tests/support/history/claimStory.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';
import { writeTinyModel } from '#tests/support/translation/tinyModel.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const direction = { from: 'de', to: 'en' };
const engine = new URL('../../../../src/main/translation/local/worker.ts', import.meta.url);

type Served = { readonly path: string; readonly range: string | undefined };

/** A list and its files on loopback, as a mirror of Mozilla's serves them. */
async function registry(over: { readonly change?: (record: Record<string, unknown>) => object } = {}) {
  const source = temporaryFolder();
  writeTinyModel(source);
  const files = new Map<string, Buffer>();
  const data = readdirSync(source).map((name) => {
    const whole = readFileSync(join(source, name));
    const packed = zstdCompressSync(whole);
    files.set(`/files/${name}.zst`, packed);
    const record = {
      name,
      fileType: name.startsWith('model') ? 'model' : 'vocab',
      sourceLanguage: 'de',
      targetLanguage: 'en',
      version: '3.1',
      decompressedHash: sha256(whole),
      decompressedSize: whole.length,
      filter_expression: '',
      attachment: {
        hash: sha256(packed),
        size: packed.length,
        filename: `${name}.zst`,
        location: `files/${name}.zst`,
        mimetype: 'application/zstd',
      },
    };
    return { ...record, ...over.change?.(record) };
  });
  const served: Served[] = [];
  let fault: (path: string, response: ServerResponse, from: number) => boolean = () => false;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    served.push({ path, range: request.headers.range });
    if (path === '/list') {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data }));
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const body = files.get(path)?.subarray(from);
    if (fault(path, response, from)) return;
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(from > 0 ? 206 : 200, { 'Content-Length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  onTestFinished(() => close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `${origin}/list`,
    served,
    files,
    close,
    break: (next: typeof fault) => {
      fault = next;
    },
  };
}

async function coreAt(address: string, data = temporaryFolder()): Promise<TestCore> {
  const core = await startCore({
    paths: { data },
    workers: {
      history: historyEntry,
      service: new URL('../../../support/faults/serviceWorkerDouble.ts', import.meta.url),
      analysis: historyEntry,
      translation: engine,
    },
  });
  const { translation } = await core.router.invoke('settings.get', {});
  await core.router.invoke('settings.update', {
    translation: { ...translation, models: { folder: null, address } },
  });
  return core;
}

async function download(core: TestCore) {
  await core.router.invoke('translationModels.download', direction);
  for (;;) {
    const changed = nextEvent(core, 'translationModels.changed');
    const { downloads } = await core.router.invoke('translationModels.state', {});
    if (downloads[0] !== undefined && downloads[0].state !== 'running') return downloads[0];
    await changed;
  }
}

it('shows size, licence and hashes, downloads on request, translates offline, and removes', async () => {
  const mirror = await registry();
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const core = await coreAt(mirror.address, data);
  const { invoke } = core.router;
  expect(mirror.served).toEqual([]);
  const { models, licence } = await invoke('translationModels.offered', {});
  expect(licence).toBe('MPL-2.0');
  expect(models).toMatchObject([{ ...direction, version: '3.1' }]);
  expect(models[0]?.files.map(({ sha256: hash }) => hash)).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  expect(mirror.served.map(({ path }) => path)).toEqual(['/list']);
  expect(await download(core)).toMatchObject({ state: 'completed', received: models[0]?.bytes });
  expect((await invoke('translationModels.state', {})).stored).toMatchObject([direction]);
  await mirror.close();

  const { cells } = await invoke('runs.get', { runId });
  const german = cells.find(({ marketKey }) => marketKey === 'DE')?.observationId ?? '';
  const { id } = await invoke('translations.start', { ids: [german], to: 'en', with: 'local' });
  expect(await invoke('translations.finish', { id })).toMatchObject({ state: 'completed', done: 1 });

  await invoke('translationModels.remove', direction);
  expect((await invoke('translationModels.state', {})).stored).toEqual([]);
  expect(readdirSync(join(core.data, 'translation-models'))).toEqual([]);
});

it('continues where it was cut, in the same download and in a later one', async () => {
  const mirror = await registry();
  const core = await coreAt(mirror.address);
  let cuts = 1;
  mirror.break((path, response, from) => {
    const body = mirror.files.get(path);
    if (body === undefined || !path.includes('model') || cuts === 0) return false;
    cuts--;
    response.writeHead(from > 0 ? 206 : 200, { 'Content-Length': body.length - from });
    response.write(body.subarray(from, from + 200));
    const folder = join(core.data, 'translation-models', '.de-en');
    const cutWhenStored = (): void => {
      const part = existsSync(folder)
        ? readdirSync(folder).find((name) => name.endsWith('.part'))
        : undefined;
      if (part !== undefined && statSync(join(folder, part)).size === from + 200) response.destroy();
      else if (!response.destroyed) setImmediate(cutWhenStored);
    };
    cutWhenStored();
    return true;
  });
  expect(await download(core)).toMatchObject({ state: 'completed' });
  expect(mirror.served.filter(({ path }) => path.includes('model')).map(({ range }) => range)).toEqual([
    undefined,
    'bytes=200-',
  ]);

  await core.router.invoke('translationModels.remove', direction);
  cuts = 4;
  const failed = await download(core);
  expect(failed).toMatchObject({ state: 'failed' });
  expect(failed.reason).toMatch(/was cut after 800 of \d+ bytes .*download it again to continue/);
  expect((await core.router.invoke('translationModels.state', {})).stored).toEqual([]);
  expect(await download(core)).toMatchObject({ state: 'completed' });
  expect(mirror.served.filter(({ path }) => path.includes('model')).at(-1)?.range).toBe('bytes=800-');
});

it.each([
  ['another file', 'is not the file of its record: its SHA-256 differs'],
  ['a missing file', 'HTTP 404'],
  ['a short file', 'ended after'],
  ['a longer file', 'is larger than its record says'],
  ['a damaged file', 'cannot be unpacked'],
])('refuses %s with its name, and stores nothing', async (what, message) => {
  const mirror = await registry(
    what === 'a damaged file'
      ? {
          change: (record) => {
            const attachment = record.attachment as Record<string, unknown>;
            const junk = Buffer.alloc(300, 7);
            return { attachment: { ...attachment, hash: sha256(junk), size: junk.length } };
          },
        }
      : {},
  );
  for (const [path, body] of mirror.files) {
    if (what === 'another file') mirror.files.set(path, Buffer.from(body.map((byte) => byte ^ 1)));
    if (what === 'a short file') mirror.files.set(path, body.subarray(0, body.length - 10));
    if (what === 'a longer file') mirror.files.set(path, Buffer.concat([body, Buffer.alloc(10)]));
    if (what === 'a damaged file') mirror.files.set(path, Buffer.alloc(300, 7));
    if (what === 'a missing file') mirror.files.delete(path);
  }
  const core = await coreAt(mirror.address);
  const failed = await download(core);
  expect(failed.state).toBe('failed');
  expect(failed.reason).toMatch(/(?:model|vocab)\S*\.(?:bin|spm)/);
  expect(failed.reason).toContain(message);
  expect((await core.router.invoke('translationModels.state', {})).stored).toEqual([]);
  expect(existsSync(join(core.data, 'translation-models', 'de-en'))).toBe(false);
});

it('says what an address is that serves something else, and that none is set', async () => {
  const mirror = await registry();
  const core = await coreAt(mirror.address.replace('/list', '/nothing'));
  await expect(core.router.invoke('translationModels.offered', {})).rejects.toThrow('HTTP 404');
  const { translation } = await core.router.invoke('settings.get', {});
  await core.router.invoke('settings.update', {
    translation: { ...translation, models: { folder: null, address: null } },
  });
  await expect(core.router.invoke('translationModels.offered', {})).rejects.toThrow(
    'No address of translation models is set',
  );
});

it('is listed, downloaded and removed from the command line', async () => {
  const mirror = await registry();
  const dataFolder = temporaryFolder();
  const models = (...args: readonly string[]) =>
    runParallax(['translate', 'models', ...args], { dataFolder });
  expect(await models('list', '--available')).toMatchObject({
    code: expect.any(Number),
    stderr: expect.stringContaining('No address of translation models is set'),
  });
  const listed = await models('list', '--address', mirror.address);
  expect(listed.stdout).toMatch(
    /No translation models are stored\.[\s\S]*de-en {2}German to English, version 3\.1/,
  );
  expect(listed.stdout).toContain('MPL-2.0');
  expect(listed.stdout).toMatch(/[0-9a-f]{64}/);
  expect(mirror.served.map(({ path }) => path)).toEqual(['/list']);

  expect(await models('download', 'fr-en')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('It has: de-en'),
  });
  expect(await models('download', 'german')).toMatchObject({ code: 2 });
  const stored = await models('download', 'de-en');
  expect(stored).toMatchObject({ code: 0, stdout: expect.stringContaining('German to English stored') });
  expect(stored.stderr).toMatch(/German to English: \d+ KB, MPL-2\.0/);
  expect((await models('list', '--format', 'json')).stdout).toContain('"from":"de"');
  expect(await models('remove', 'de-en')).toMatchObject({ code: 0, stdout: 'de-en removed.\n' });
  expect(await models('remove', 'de-en')).toMatchObject({ code: 2 });

  mirror.break((path, response) => {
    if (!path.includes('model')) return false;
    response.writeHead(404).end();
    return true;
  });
  expect(await models('download', 'de-en')).toMatchObject({ code: 1 });
});
