import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  displayProblem,
  downloadElectron,
  downloadProblem,
  installedElectron,
  type SandboxFacts,
  sandboxProblem,
} from '../../../scripts/electronBinary.ts';
import { runElectron, saidWhy } from '../../../scripts/runElectron.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parallax-electron-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('whether a desktop window can open', () => {
  it('needs a display and a person’s account on Linux, and nothing elsewhere', () => {
    expect(displayProblem('linux', {}, 1000)).toBe('there is no display');
    expect(displayProblem('linux', { DISPLAY: ':0' }, 0)).toBe('Electron does not run sandboxed as root');
    expect(displayProblem('linux', { DISPLAY: ':0' }, 1000)).toBeNull();
    expect(displayProblem('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeNull();
    expect(displayProblem('darwin', {}, 501)).toBeNull();
    expect(displayProblem('win32', {}, undefined)).toBeNull();
  });
});

describe('the sandbox of Electron', () => {
  const open: SandboxFacts = {
    restrictsNamespaces: '0\n',
    namespacesForUsers: '1\n',
    mostNamespaces: '31000\n',
    helper: { uid: 1000, mode: 0o100755 },
    profiled: false,
  };
  const problem = (facts: Partial<SandboxFacts>) => sandboxProblem("/a b's/electron", { ...open, ...facts });

  it('is there where anyone may make namespaces, or where the helper is set up', () => {
    expect(problem({})).toBeNull();
    expect(problem({ restrictsNamespaces: null, namespacesForUsers: null, mostNamespaces: null })).toBeNull();
    expect(problem({ restrictsNamespaces: '1', helper: { uid: 0, mode: 0o104755 } })).toBeNull();
    expect(problem({ restrictsNamespaces: '1', profiled: true })).toBeNull();
  });

  it.each<Partial<SandboxFacts>>([
    { restrictsNamespaces: '1\n' },
    { restrictsNamespaces: '1\n', helper: null },
    { restrictsNamespaces: '1\n', helper: { uid: 0, mode: 0o100755 } },
    { restrictsNamespaces: '1\n', helper: { uid: 1000, mode: 0o104755 } },
    { namespacesForUsers: '0\n' },
    { mostNamespaces: '0\n', profiled: true },
  ])('is missing with %o: the remedy is told, ready to be pasted', (facts) => {
    expect(problem(facts)).toEqual({
      kind: 'unavailable',
      reason: 'this system restricts user namespaces, and the sandbox of Electron is not set up',
      remedy: `Set it up once with: sudo chown root:root '/a b'\\''s/chrome-sandbox' && sudo chmod 4755 '/a b'\\''s/chrome-sandbox'`,
    });
  });
});

describe('the installed Electron', () => {
  it('is there only when its executable is', async () => {
    expect(installedElectron(folder)).toBeNull();
    await writeFile(join(folder, 'path.txt'), 'electron');
    expect(installedElectron(folder)).toBeNull();
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist/electron'), '');
    expect(installedElectron(folder)).toBe(join(folder, 'dist/electron'));
  });
});

describe('downloading Electron', () => {
  const install = async (script: string, version = '1.0.0') => {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
    await writeFile(join(folder, 'install.js'), script);
    const said: string[] = [];
    return { said, electron: await downloadElectron(folder, process.env, (line) => said.push(line)) };
  };

  it('says why it failed, and does not try again until it is asked to, or the version is another', async () => {
    const counting = `const fs = require('fs'); fs.appendFileSync('${folder}/tries', 'x');`;
    const failing = `${counting} fetch('http://127.0.0.1:9/').catch((e) => { console.error(e.stack); process.exit(1); });`;
    const { electron, said } = await install(failing);
    expect(electron).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/^Electron could not be downloaded: .*\(.+\)$|bad port/),
      remedy: 'Try again with: npx install-electron',
    });
    expect(said).toEqual(['Downloading Electron, once…']);
    expect((await install(failing)).said).toEqual([]);
    expect((await install(failing)).electron).toEqual(electron);
    expect((await install(failing, '1.0.1')).said).toHaveLength(1);
    expect(await readFile(join(folder, 'tries'), 'utf8')).toBe('xx');
  });

  it('finds what the installer brought', async () => {
    const { electron } = await install(`const fs = require('fs'); fs.mkdirSync('${folder}/dist');
      fs.writeFileSync('${folder}/dist/electron', ''); fs.writeFileSync('${folder}/path.txt', 'electron');`);
    expect(electron).toEqual({ kind: 'ready', executable: join(folder, 'dist/electron') });
  });

  it.each([
    [
      'cause: ECONNREFUSED connect ECONNREFUSED 10.0.0.1:3128',
      { HTTPS_PROXY: 'http://10.0.0.1:3128' },
      'the proxy of HTTPS_PROXY could not be reached',
    ],
    ['cause: ENOTFOUND getaddrinfo ENOTFOUND github.com', {}, 'the download server could not be reached'],
    [
      'cause: UND_ERR_ABORTED Proxy response (407) !== 200 when HTTP Tunneling',
      {},
      'the proxy wants a name and a password',
    ],
    [
      'cause: SELF_SIGNED_CERT_IN_CHAIN self-signed certificate in certificate chain',
      {},
      'the certificate of the download server is not trusted; NODE_EXTRA_CA_CERTS names an additional one',
    ],
    [
      'Error: Generated checksum for "electron.zip" did not match expected checksum.\n    at x',
      {},
      'the file is not the one that was published',
    ],
    ['Error: ENOSPC: no space left on device, write\n    at x', {}, 'the disk is full'],
  ])('distinguishes failures: %s', (output, env, clause) => {
    const reason = downloadProblem(`TypeError: fetch failed\n    at node:internal\n${output}\n`, 1, env);
    expect(reason.startsWith(`${clause} (`), reason).toBe(true);
    expect(reason).not.toContain(' at ');
  });
});

describe('Electron that is started', () => {
  const program = (script: string) => runElectron(process.execPath, ['-e', script], process.env);

  it('ends as the program does', async () => {
    expect(await program('')).toEqual({ kind: 'ended', code: 0 });
    expect(await program(`process.exit(${saidWhy})`)).toEqual({ kind: 'ended', code: saidWhy });
  });

  it('is distinguished when it dies immediately or cannot be started', async () => {
    expect(await program(`process.kill(process.pid, 'SIGTRAP')`)).toEqual({
      kind: 'failed',
      how: 'it ended at once with SIGTRAP',
    });
    expect(await program('process.exit(127)')).toEqual({
      kind: 'failed',
      how: 'it ended at once with code 127',
    });
    expect(await runElectron(join(folder, 'nothing'), [], process.env)).toMatchObject({
      kind: 'failed',
      how: expect.stringMatching(/^it could not be started \(.*ENOENT/),
    });
  });

  it('did not crash if somebody ended it', async () => {
    const end = await runElectron(
      process.execPath,
      ['-e', 'setInterval(() => {}, 1000)'],
      process.env,
      (child) => {
        child.once('spawn', () => child.kill('SIGTERM'));
        return () => true;
      },
    );
    expect(end).toEqual({ kind: 'ended', code: 1 });
  });
});
