import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startParallax } from '#tests/support/cli/parallax.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

type Locked = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/** Folders of node_modules that npm installs beside the command, as the lock file has them. */
async function installedFolders(): Promise<readonly string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const found = new Set<string>();
  const add = (from: string, names: readonly string[]): void => {
    for (const name of names) {
      let base = from;
      while (base !== '' && packages[`${base}/node_modules/${name}`] === undefined)
        base = base.slice(0, Math.max(base.lastIndexOf('/node_modules/'), 0));
      const folder = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
      const locked = packages[folder];
      if (locked === undefined || found.has(folder)) continue;
      found.add(folder);
      add(folder, Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }));
    }
  };
  add('', Object.keys(packages['']?.dependencies ?? {}));
  return [...found];
}

/** `npm pack`, installed into an empty folder from what this checkout has installed: no test asks a registry. */
describe('the package of the command line', () => {
  let folder: string;
  let paths: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parallax-command-'));
    await run(process.execPath, [join(root, 'scripts/build.ts')]);
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', folder],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
    );
    const [packed] = JSON.parse(stdout) as readonly {
      readonly filename: string;
      readonly files: readonly { readonly path: string }[];
    }[];
    paths = packed?.files.map(({ path }) => path) ?? [];
    await mkdir(join(folder, 'node_modules'));
    await run('tar', ['-xzf', join(folder, packed?.filename ?? ''), '-C', join(folder, 'node_modules')]);
    const folders = (await installedFolders()).filter((name) => existsSync(join(root, name)));
    await run('cp', ['--recursive', '--reflink=auto', '--parents', ...folders, folder], { cwd: root });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('contains the command, its threads and the window, and no sources, tests or source maps', () => {
    expect(paths).toEqual(
      expect.arrayContaining([
        'bin/parallax.js',
        'out/main/cli.js',
        'out/main/serviceWorker.js',
        'out/renderer/index.html',
      ]),
    );
    expect(
      paths.filter((path) =>
        /^(src|scripts|tests|docs|packages|packaging)\/|\.(map|ts|pem|key)$|^out\/preload/.test(path),
      ),
    ).toEqual([]);
  });

  it('asks a question from an empty folder', async () => {
    const { code, stdout, stderr } = await startParallax(['ask', 'Which locks?', '--countries', 'US'], {
      dataFolder: join(folder, 'data'),
      entry: join(folder, 'node_modules/package/bin/parallax.js'),
    }).finished;
    expect({ code, stderr: stderr.includes('Error') }).toEqual({ code: 0, stderr: false });
    expect(stdout).toContain('completed');
  });
});
