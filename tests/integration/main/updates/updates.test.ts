import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUpdater, installsByItself, updaterOf } from '#main/hosts/electron/electronUpdater.ts';
import { createUpdates } from '#main/updates/updates.ts';
import { defaultSettings } from '#shared/model/defaultSettings.ts';
import type { UpdateView } from '#shared/model/updates.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { canMount, smallDisk } from '#tests/support/faults/smallDisk.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { nodeUpdater } from '#tests/support/updates/nodeUpdater.ts';
import { type Published, updateServer } from '#tests/support/updates/updateServer.ts';

const newer: Published = {
  version: '0.2.0',
  file: Buffer.alloc(300_000, 7),
  notes: 'Charts print.\nFewer clicks.',
};

/** Our updates over the real electron-updater, as in an installed Windows build, against a server on loopback. */
async function stage(
  first: Published,
  over: {
    readonly version?: string;
    readonly signature?: string;
    readonly channel?: 'beta';
    readonly cache?: string;
    readonly installs?: boolean;
  } = {},
) {
  let published = first;
  const folder = await temporaryFolder();
  const server = await updateServer(() => published);
  const updater = nodeUpdater({
    folder,
    cacheFolder: over.cache ?? folder,
    url: server.url,
    version: over.version ?? '0.1.0',
    signature: over.signature ?? null,
  });
  const left: (() => void)[] = [];
  const shown: string[] = [];
  const waiting = new Set<() => void>();
  const updates = createUpdates({
    updater: updaterOf(updater, over.installs ?? true, {
      quitThen: (leave) => left.push(leave),
      exit: () => {},
      show: (file) => shown.push(file),
    }),
    settings: { read: () => ({ ...defaultSettings, updateChannel: over.channel ?? 'stable' }) },
    clock: realClock,
    log: () => {},
    publish: () => {
      for (const look of waiting) look();
    },
  });
  const until = (phase: UpdateView['phase']): Promise<UpdateView> =>
    new Promise((resolve) => {
      const look = (): void => {
        const state = updates.state();
        if (state.phase !== phase) return;
        waiting.delete(look);
        resolve(state);
      };
      waiting.add(look);
      look();
    });
  const reach = async (act: () => unknown, phase: UpdateView['phase']): Promise<UpdateView> => {
    act();
    return until(phase);
  };
  return {
    updates,
    reach,
    left,
    shown,
    server,
    publish: (next: Published) => {
      published = next;
    },
    downloaded: async () =>
      (await readdir(join(over.cache ?? folder, 'parallax-updater/pending')).catch(() => [])).filter((name) =>
        name.endsWith('.exe'),
      ),
  };
}

describe('an update from a server', () => {
  it('is offered with its changes, downloaded, verified, and installed once no work is in progress', async () => {
    const { updates, reach, left, downloaded } = await stage(newer);
    expect(await reach(updates.check, 'offered')).toMatchObject({
      release: { version: '0.2.0', notes: 'Charts print.\nFewer clicks.' },
      problem: null,
      installs: true,
    });
    expect(await reach(updates.download, 'ready')).toMatchObject({ share: 1, problem: null });
    expect(await downloaded()).toEqual(['Parallax-0.2.0.exe']);
    updates.setBusy(true);
    expect(updates.install().phase).toBe('waiting');
    expect(left).toEqual([]);
    await reach(() => updates.setBusy(false), 'installing');
    await expect.poll(() => left.length).toBe(1);
  });

  it('is downloaded, verified and shown to a user who installs it, also during a run', async () => {
    const { updates, reach, left, shown } = await stage(newer, { installs: false });
    await reach(updates.check, 'offered');
    updates.setBusy(true);
    const { file } = await reach(updates.download, 'ready');
    expect(file).toMatch(/Parallax-0\.2\.0\.exe$/);
    expect(updates.install().phase).toBe('ready');
    await expect.poll(() => shown).toEqual([file]);
    expect(left).toEqual([]);
  });

  it('is refused and deleted if its checksum differs from the list', async () => {
    const { updates, reach, downloaded } = await stage({ ...newer, sha512: 'A'.repeat(86).concat('==') });
    await reach(updates.check, 'offered');
    expect(await reach(updates.download, 'offered')).toMatchObject({ phase: 'offered' });
    await expect.poll(() => updates.state().problem ?? '').toMatch(/not the one that was published/);
    expect(await downloaded()).toEqual([]);
  });

  it('is refused and deleted if it is not signed by the publisher', async () => {
    const { updates, reach, downloaded } = await stage(newer, {
      signature: 'publisherNames: Parallax, raw info: NotSigned',
    });
    await reach(updates.check, 'offered');
    updates.download();
    await expect.poll(() => updates.state().problem ?? '').toMatch(/not signed by the publisher/);
    expect(updates.state().phase).toBe('offered');
    expect(await downloaded()).toEqual([]);
  });

  it('is not downloaded if the list contains no checksum', async () => {
    const { updates, reach, downloaded } = await stage({ ...newer, sha512: null });
    await reach(updates.check, 'offered');
    updates.download();
    await expect.poll(() => updates.state().problem ?? '').toMatch(/names no checksum/);
    expect(await downloaded()).toEqual([]);
  });

  it.each([
    [503, /cannot be reached/],
    [404, /no version for this system/],
  ])('reports that the server returned %i, and is found the next time', async (status, sentence) => {
    const { updates, reach, publish } = await stage({ ...newer, status });
    updates.check();
    await expect.poll(() => updates.state().problem ?? '').toMatch(sentence);
    expect(updates.state().phase).toBe('idle');
    publish(newer);
    expect(await reach(updates.check, 'offered')).toMatchObject({ problem: null });
  });

  it('reports that the server is unreachable', async () => {
    const { updates, server } = await stage(newer);
    await server.close();
    updates.check();
    // The updater tries three times by itself.
    await expect.poll(() => updates.state().problem ?? '', { timeout: 20_000 }).toMatch(/cannot be reached/);
  });

  it('is never an older version, also not from the beta to the stable channel', async () => {
    const older = await stage({ ...newer, version: '0.0.9' });
    older.updates.check();
    await expect.poll(() => older.updates.state().checkedAtMs).not.toBeNull();
    expect(older.updates.state()).toMatchObject({ phase: 'idle', release: null });
    const beta = await stage({ ...newer, version: '0.2.0-beta.1', channel: 'beta' }, { channel: 'beta' });
    expect(await beta.reach(beta.updates.check, 'offered')).toMatchObject({
      release: { version: '0.2.0-beta.1' },
    });
    const back = await stage({ ...newer, version: '0.1.9' }, { version: '0.2.0-beta.1' });
    back.updates.check();
    await expect.poll(() => back.updates.state().checkedAtMs).not.toBeNull();
    expect(back.updates.state().release).toBeNull();
  });

  it.skipIf(!canMount)('reports that the disk is full, and succeeds once there is space', async () => {
    const disk = smallDisk('128k');
    const { updates, reach } = await stage(newer, { cache: disk.folder });
    await reach(updates.check, 'offered');
    updates.download();
    await expect.poll(() => updates.state().problem ?? '').toMatch(/disk is full/);
    disk.resize('2m');
    expect(await reach(updates.download, 'ready')).toMatchObject({ problem: null });
  });
});

it('a program that was closed for an installer ends if the installer does not start', async () => {
  const folder = await temporaryFolder();
  const updater = nodeUpdater({
    folder,
    cacheFolder: folder,
    url: 'http://127.0.0.1:9',
    version: '0.1.0',
    signature: null,
  });
  const ends: string[] = [];
  await updaterOf(updater, true, {
    quitThen: (leave) => leave(),
    exit: () => ends.push('ended'),
    show: () => {},
  }).install();
  expect(ends).toEqual(['ended']);
});

describe('which builds update themselves', () => {
  it('are those whose platform checks the signature', () => {
    expect(installsByItself('darwin', 'provider: github')).toBe(true);
    expect(installsByItself('win32', 'provider: github\npublisherName:\n  - Parallax')).toBe(true);
    expect(installsByItself('win32', 'provider: github')).toBe(false);
    expect(installsByItself('linux', 'provider: github\npublisherName: x')).toBe(false);
  });

  it('are not available in a checkout, or in a build without an update server, with the reason', async () => {
    const folder = await temporaryFolder();
    const updater = (packaged: boolean) =>
      createUpdater({
        packaged,
        configFile: join(folder, 'app-update.yml'),
        platform: 'win32',
        quitThen: () => {},
        show: () => {},
        exit: () => {},
      });
    expect((await updater(false)).off).toMatch(/development build/);
    expect((await updater(true)).off).toMatch(/without an update server/);
  });
});
