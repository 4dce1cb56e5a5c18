import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import {
  debianMissing,
  type InstalledProgram,
  installProgram,
} from '#tests/support/packaging/installedProgram.ts';
import { contentProblems, filesWithKeys, packedFiles } from '../../../scripts/packaging/contents.ts';
import { readFuses } from '../../../scripts/packaging/hardening.ts';
import type { OpenApp } from '../harness/app.ts';
import { desktopHostOf } from '../harness/desktopHost.ts';
import { programEnvironment } from '../harness/hostProcess.ts';
import { ask, goTo, openTab, questionBox, untilAnswered } from '../harness/window.ts';

const { skip, note } = requirement(chromiumMissing() ?? (await debianMissing()));

/** One package for all: making it is what takes the time. */
describe.skipIf(skip)(`the installed .deb package${note}`, () => {
  let folder: string;
  let installed: InstalledProgram;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parallax-installed-'));
    installed = await installProgram(folder);
  });
  const open: OpenApp[] = [];
  const start = async (dataFolder: string, env: NodeJS.ProcessEnv = {}): Promise<OpenApp> => {
    const host = desktopHostOf('the installed program over the double', () => [installed.executable]);
    const app = await host.open({ dataFolder, env: { ...installed.env, ...env } });
    open.push(app);
    return app;
  };
  afterEach(async () => {
    for (const app of open.splice(0)) await app.quit();
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('contains the programs, the window and their dependencies, and no sources, tests, source maps or keys', () => {
    const files = packedFiles(installed.archive);
    const paths = files.map(({ path }) => path);
    expect(contentProblems(files, process.platform, process.arch)).toEqual([]);
    expect(
      paths.filter((path) => /\.(map|ts|tsx|md|pem|key)$|\/tests?\/|^(src|scripts|tests)\//.test(path)),
    ).toEqual([]);
    expect(filesWithKeys(installed.archive, files)).toEqual([]);
    expect(files.flatMap(({ path, unpacked }) => (unpacked ? [path] : [])).sort()).toEqual([
      expect.stringMatching(/^node_modules\/@napi-rs\/keyring-linux-.*\/keyring\..*\.node$/),
      `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
    ]);
    expect([...new Set(paths.map((path) => path.split('/')[0]))].sort()).toEqual([
      'node_modules',
      'out',
      'package.json',
      'resources',
    ]);
    expect(installed.report.parts[0]?.bytes).toBeLessThan(12 * 1024 * 1024);
  });

  it('is reported as built without Electron, and its executable states this', async () => {
    expect(installed.report.notes.join()).toMatch(/^WITHOUT ELECTRON/);
    expect(await readFile(installed.executable, 'utf8')).toContain('This package was made without Electron');
  });

  it('has all fuses set as decided', async () => {
    expect(await readFuses(installed.executable)).toEqual({
      RunAsNode: 'DISABLE',
      EnableCookieEncryption: 'ENABLE',
      EnableNodeOptionsEnvironmentVariable: 'DISABLE',
      EnableNodeCliInspectArguments: 'DISABLE',
      EnableEmbeddedAsarIntegrityValidation: 'ENABLE',
      OnlyLoadAppFromAsar: 'ENABLE',
      LoadBrowserProcessSpecificV8Snapshot: 'DISABLE',
      GrantFileProtocolExtraPrivileges: 'DISABLE',
      WasmTrapHandlers: 'ENABLE',
    });
  });

  it('belongs to root, can sandbox its pages, and is in the menu of the desktop', async () => {
    const { listing, system } = installed;
    expect(listing.split('\n').filter((line) => line !== '' && !line.includes(' root/root '))).toEqual([]);
    expect(listing).toMatch(/^-rwsr-xr-x root\/root .*\.\/usr\/lib\/parallax-desktop\/chrome-sandbox$/m);
    expect(listing.split('\n').filter((line) => /^-.......w/.test(line))).toEqual([]);
    const entry = await readFile(join(system, 'usr/share/applications/parallax-desktop.desktop'), 'utf8');
    expect(entry).toContain('\nExec=parallax-desktop %U\n');
    expect(entry).toContain('\nMimeType=application/x-parallax-project;x-scheme-handler/parallax;\n');
    expect(await readFile(join(system, 'usr/share/mime/packages/parallax-desktop.xml'), 'utf8')).toContain(
      '<glob pattern="*.parallax"/>',
    );
    const metadata = await readFile(
      join(system, 'usr/share/metainfo/app.parallax.desktop.metainfo.xml'),
      'utf8',
    );
    expect(metadata).toContain('<launchable type="desktop-id">parallax-desktop.desktop</launchable>');
    // Ubuntu 24.04 gives it user namespaces by this.
    expect(await readFile(join(system, 'usr/share/parallax-desktop/apparmor-profile'), 'utf8')).toMatch(
      /^profile parallax-desktop \/usr\/lib\/parallax-desktop\/parallax-desktop .*\n {2}userns,$/m,
    );
    for (const size of [16, 48, 256, 512])
      expect(
        existsSync(join(system, `usr/share/icons/hicolor/${size}x${size}/apps/parallax-desktop.png`)),
      ).toBe(true);
  });

  it('lists every package it contains, also of the window, with its licence', async () => {
    const licenses = join(installed.archive, '../licenses');
    const bill = JSON.parse(await readFile(join(licenses, 'sbom.cdx.json'), 'utf8')) as {
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    expect(await schemaProblems(bill)).toEqual([]);
    const named = bill.components.map(({ name }) => name);
    expect(named).toEqual(expect.arrayContaining(['react-dom', 'zod', 'tailwindcss', 'better-sqlite3']));
    const present = packedFiles(installed.archive).flatMap(
      ({ path }) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? [],
    );
    expect(present.filter((name) => !named.includes(name))).toEqual([]);
    const notices = await readFile(join(licenses, 'third-party-licenses.txt'), 'utf8');
    for (const { name, version } of bill.components) expect(notices).toContain(`${name} ${version} (`);
  });

  it('asks a question, stores and compares it, with all threads and native modules loaded from the installation', async () => {
    const dataFolder = join(folder, 'data');
    const threads = join(folder, 'threads.txt');
    const app = await start(dataFolder, { NODE_OPTIONS: `--import=${noting(threads)}` });
    const { page } = app;
    await questionBox(page).waitFor();
    await ask(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'us, de' });
    await untilAnswered(page, 2);
    // Comparing is the work of the third kind of thread.
    await openTab(page, 'Sources');
    await page.getByRole('region', { name: 'Sources by market' }).waitFor();
    // The one of translation starts with a folder of models.
    const entries = packedFiles(installed.archive).filter(({ path }) =>
      /^out\/main\/(?!translation)\w+Worker\.js$/.test(path),
    );
    const started = new Set(
      (await readFile(threads, 'utf8')).split('\n').filter((path) => path.endsWith('Worker.js')),
    );
    expect(started).toEqual(new Set(entries.map(({ path }) => join(`${installed.archive}.unfolded`, path))));
    const loaded = await readFile(`/proc/${app.pid}/maps`, 'utf8');
    const native = [...new Set(loaded.match(/\/\S+\.node$/gm))].sort();
    expect(native.map((path) => path.slice(path.indexOf('/usr/lib/')))).toEqual([
      expect.stringMatching(
        /^\/usr\/lib\/parallax-desktop\/resources\/app\.asar\.unpacked\/node_modules\/@napi-rs\/keyring-/,
      ),
      expect.stringMatching(
        /^\/usr\/lib\/parallax-desktop\/resources\/app\.asar\.unpacked\/.*better-sqlite3/,
      ),
    ]);
    expect(app.problems()).toEqual([]);
    expect(await app.quit()).toBe(0);

    const again = await start(dataFolder);
    await goTo(again.page, 'History');
    await again.page.getByRole('option').filter({ hasText: 'Which locks?' }).waitFor();
    expect(await again.quit()).toBe(0);
  });

  it('passes the smoke test of the release installers', async () => {
    const smoke = fileURLToPath(new URL('../../../scripts/smoke.ts', import.meta.url));
    const env = programEnvironment(join(folder, 'smoke'), installed.env);
    const { stdout } = await promisify(execFile)(process.execPath, [smoke, installed.executable], { env });
    expect(stdout).toContain('started, asked a question, compared its answers and ended');
    await expect(promisify(execFile)(process.execPath, [smoke, '/bin/false'], { env })).rejects.toThrow(
      '/bin/false is not right: it ended at once with code 1',
    );
  });
});

/** A module that every thread of a program begins with: it adds the thread's entry to a file. */
const noting = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(
    `import { appendFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(file)}, process.argv[1] + '\\n');`,
  )}`;

/** What CycloneDX's own schema objects to. */
async function schemaProblems(bill: object): Promise<readonly unknown[]> {
  const schemas = new URL('../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/', import.meta.url);
  const read = async (name: string): Promise<object> =>
    JSON.parse(await readFile(new URL(name, schemas), 'utf8')) as object;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  addFormats.default(ajv);
  ajv.addSchema(
    await read('spdx.SNAPSHOT.schema.json'),
    'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json',
  );
  ajv.addSchema(
    await read('jsf-0.82.SNAPSHOT.schema.json'),
    'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json',
  );
  ajv.validate(await read('bom-1.6.SNAPSHOT.schema.json'), bill);
  return ajv.errors ?? [];
}
