// `npm run test:package`: the .deb with a real Electron in it, installed on this machine, started by menu, link and file, and
// removed. Its fuses refuse a driver: it is watched by its windows' titles, its log and pictures in `test-results/package/`. Named
// `-test`, and never published. Only as root, on Debian, with `--install` or on CI, since it changes what is installed here.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import { FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { fitToNode20 } from '../tests/support/electron/real/node20/standIns.ts';
import { nobody, type ReadyElectron, readyElectron } from '../tests/support/electron/real/readyElectron.ts';
import { writeDebianPackage } from './packaging/debian.ts';
import { fuses, readFuses } from './packaging/hardening.ts';
import { executableName } from './packaging/names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = join(root, 'test-results/package');
const installed = `/usr/lib/${executableName}`;
const patienceMs = 90_000;

if (process.getuid?.() !== 0 || !(process.env.CI || process.argv.includes('--install'))) {
  console.error('This installs a package for a minute: run it as root, with --install.');
  process.exit(1);
}
/** Programs that stand for the desktop of a user, and the packages of Debian with them. */
const needed = {
  'gtk-launch': 'libgtk-3-bin',
  gio: 'libglib2.0-bin',
  'update-desktop-database': 'desktop-file-utils',
  'update-mime-database': 'shared-mime-info',
  xprop: 'x11-utils',
};
const missing = Object.entries(needed).filter(([name]) => spawnSync('which', [name]).status !== 0);
if (missing.length > 0) {
  console.error(`Install first: apt-get install ${missing.map(([, name]) => name).join(' ')}`);
  process.exit(1);
}
const ready = await readyElectron(true);
if ('problem' in ready) {
  console.error(`SKIPPED: no package was made, because ${ready.problem}.`);
  process.exit(1);
}
const work = mkdtempSync(join(tmpdir(), 'parallax-package-test-'));
const failures: string[] = [];
try {
  const file = await makePackage(ready);
  execFileSync('dpkg', ['--force-depends', '--install', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await watchStarts(ready);
    await checkHardening(ready);
  } finally {
    for (const pid of programs()) process.kill(pid, 'SIGKILL');
    execFileSync('dpkg', ['--purge', executableName], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  check(
    'nothing is left when it is removed',
    !existsSync(installed) && !existsSync(`/usr/bin/${executableName}`),
  );
} finally {
  rmSync(work, { recursive: true, force: true });
  await ready.close();
}
process.exit(failures.length === 0 ? 0 : 1);

function check(what: string, holds: boolean): void {
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
  if (!holds) failures.push(what);
}

/** As it ships, but for the Electron and what the Node in that one lacks. */
async function makePackage({ executable, addons }: ReadyElectron): Promise<string> {
  const output = join(work, 'dist');
  execFileSync(process.execPath, [join(root, 'scripts/package.ts'), '--stand-in', '--output', output], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = join(output, 'linux-unpacked');
  const electron = dirname(executable);
  for (const name of readdirSync(electron))
    if (name !== 'resources')
      cpSync(join(electron, name), join(folder, name === 'electron' ? executableName : name), {
        recursive: true,
      });
  if (addons !== null) await fitArchive(join(folder, 'resources/app.asar'), addons);
  const program = join(folder, executableName);
  const wire: Readonly<Record<string, unknown>> = await getCurrentFuseWire(program);
  const known = Object.entries(fuses).filter(([index]) => typeof wire[index] === 'number');
  await flipFuses(program, { version: FuseVersion.V1, ...Object.fromEntries(known) });
  return writeDebianPackage({
    folder,
    icons: join(root, 'packaging/icons'),
    version: '0.1.0-test',
    arch: process.arch,
    description: 'A test of the package. Not for use.',
    license: readFileSync(join(root, 'LICENSE'), 'utf8'),
    repository: null,
    date: new Date().toISOString().slice(0, 10),
    output,
    quick: true,
  });
}

async function fitArchive(archive: string, addons: string): Promise<void> {
  const laidOut = join(work, 'app');
  extractAll(archive, laidOut);
  fitToNode20(laidOut, addons);
  const prebuilt = join(laidOut, `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`);
  cpSync(join(addons, 'better_sqlite3.node'), prebuilt);
  rmSync(archive);
  rmSync(`${archive}.unpacked`, { recursive: true, force: true });
  await createPackageWithOptions(laidOut, archive, { unpack: '*.node' });
}

/** Each start is by what a person does: the menu of the desktop, a link, a file. */
async function watchStarts(electron: ReadyElectron): Promise<void> {
  const { user, home } = electron;
  mkdirSync(pictures, { recursive: true });
  chownSync(pictures, nobody, nobody);
  const by = (command: string, ...args: readonly string[]): void => {
    spawn(command, args, { ...user, cwd: home, stdio: 'ignore', detached: true }).unref();
  };
  const starts = async (how: string, windows: number, start: () => void): Promise<void> => {
    start();
    const shown = await until(() => titles(electron).length >= windows);
    await wait(2000);
    const seen = titles(electron);
    picture(electron, how);
    check(`starts by ${how}: ${seen.join(' | ')}`, shown && seen.some((title) => title.includes('Parallax')));
    const [pid] = programs();
    if (pid !== undefined) process.kill(pid, 'SIGTERM');
    check(`ends by a signal after its start by ${how}`, await until(() => programs().length === 0));
  };
  await starts('menu', 1, () => by('gtk-launch', executableName));
  const data = join(home, '.local/share/parallax');
  check('keeps its data where it belongs', existsSync(join(data, 'history.db')));
  // The window, and what is asked or said about the link or the file.
  await starts('link', 2, () => by('gio', 'open', 'parallax://run/zzzzzzzzzzzz'));
  const project = join(home, 'Locks.parallax');
  const cli = [join(root, 'out/main/cli.js'), '--data', data, 'project', 'export', 'First project', project];
  execFileSync(process.execPath, cli, { ...user, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
  await starts('file', 2, () => by('gio', 'open', project));
  const log = readFileSync(join(data, 'logs/parallax.log'), 'utf8');
  const errors = log.split('\n').filter((line) => /"level":"(error|fatal)"|"level":[56]0/.test(line));
  check(`logs no error${errors.length > 0 ? `: ${errors[0]}` : ''}`, errors.length === 0);
}

async function checkHardening({ user, home }: ReadyElectron): Promise<void> {
  const read = await readFuses(join(installed, executableName));
  const wrong = Object.entries(read).filter(
    ([name, state]) =>
      state !== 'ABSENT' &&
      state !== (/^(EnableCookie|EnableEmbedded|OnlyLoad|Wasm)/.test(name) ? 'ENABLE' : 'DISABLE'),
  );
  check(`fuses are as decided: ${Object.values(read).join(' ')}`, wrong.length === 0);
  const asked = { cwd: home, timeout: 15_000, killSignal: 'SIGKILL', encoding: 'utf8' } as const;
  const asNode = spawnSync(executableName, ['-p', '"as " + "node"'], {
    ...asked,
    ...user,
    env: { ...user.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  check('does not run as Node', !asNode.stdout.includes('as node'));
  for (const pid of programs()) process.kill(pid, 'SIGKILL');
  const inspected = spawnSync(executableName, ['--inspect=0'], { ...asked, ...user });
  check('opens no debugger', !inspected.stderr.includes('Debugger listening'));
}

/** Main processes of the installed program. */
function programs(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/exe`) === join(installed, executableName) &&
          !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=')
        );
      } catch {
        return false;
      }
    });
}

function titles({ user }: ReadyElectron): readonly string[] {
  const ask = (...args: readonly string[]): string =>
    spawnSync('xprop', args, { ...user, encoding: 'utf8' }).stdout;
  const ids = ask('-root', '_NET_CLIENT_LIST').match(/0x[0-9a-f]+/g) ?? [];
  // A dialog of GTK may have none.
  return ids.map((id) => /= "(.*)"$/m.exec(ask('-id', id, '_NET_WM_NAME'))?.[1] ?? 'dialog');
}

/** Where ImageMagick is there. */
function picture({ user, home }: ReadyElectron, name: string): void {
  const file = join(home, `${name}.png`);
  if (spawnSync('import', ['-window', 'root', file], user).status === 0) {
    cpSync(file, join(pictures, `${name}.png`));
    rmSync(file);
  }
}

async function until(holds: () => boolean): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (!holds()) {
    if (performance.now() > deadline) return false;
    await wait(250);
  }
  return true;
}
