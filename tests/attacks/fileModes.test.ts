import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restrictAccess } from '#platform/privateFiles.ts';
import { startParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { mainEntries } from '../../electron.vite.config.ts';

/** The mask of most systems: what a program does not restrict is readable by everybody. */
const usualMask = 0o022;
let ownMask = 0;
beforeAll(() => {
  ownMask = process.umask(usualMask);
});
afterAll(() => {
  process.umask(ownMask);
});

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

/** Everything below a folder that other users may read or write, and the folder itself. */
function readableByOthers(folder: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return [folder, ...paths]
    .filter((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0)
    .map((path) => `${modeOf(path)} ${path}`);
}

async function parallax(dataFolder: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await startParallax(args, { dataFolder }).finished;
  if (code !== 0) throw new Error(`parallax ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

/** As a version left it that kept nothing private. */
function openUp(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(name.parentPath, name.name), name.isDirectory() ? 0o755 : 0o644);
  chmodSync(folder, 0o755);
}

describe('what other users of the machine can read', { timeout: 180_000 }, () => {
  it('is nothing of a new data folder, of what is exported, and while programs run', async () => {
    const parent = temporaryFolder();
    const dataFolder = join(parent, 'made', 'by', 'parallax');
    const out = join(parent, 'out');
    mkdirSync(out, { mode: 0o755 });
    await parallax(dataFolder, 'ask', 'Which locks?', '--countries', 'US,DE');
    await parallax(dataFolder, 'export', '--out', join(out, 'answers.csv'), '--format', 'csv');
    await parallax(dataFolder, 'export', '--out', join(out, 'answers.xlsx'), '--format', 'xlsx');
    await parallax(
      dataFolder,
      'evidence',
      '--project',
      'First project',
      '--out',
      join(out, 'evidence.jsonl'),
    );
    await parallax(dataFolder, 'backup', join(out, 'backup.db'));
    await parallax(dataFolder, 'project', 'export', 'First project', join(out, 'default.parallax'));
    await parallax(dataFolder, 'restore', join(out, 'backup.db'));
    const web = startParallax(['web', '--no-open'], { dataFolder });
    await web.line();
    // The embedded service writes its own files, with a journal beside the history.
    await parallax(dataFolder, 'ask', 'And now?', '--countries', 'FR');
    expect(readdirSync(dataFolder)).toContain('history.db-wal');
    expect(readdirSync(join(dataFolder, 'service'))).toContain('service.db');
    expect(readableByOthers(join(parent, 'made'))).toEqual([]);
    expect(readdirSync(out).map((name) => `${modeOf(join(out, name))} ${name}`)).toEqual([
      '600 answers.csv',
      '600 answers.xlsx',
      '600 backup.db',
      '600 default.parallax',
      '600 evidence.jsonl',
    ]);
    web.child.kill('SIGINT');
    expect((await web.finished).code).toBe(0);
  });

  it('ends at the next start of any command where an earlier version left it open', async () => {
    const dataFolder = join(temporaryFolder(), 'data');
    await parallax(dataFolder, 'ask', 'Which locks?', '--countries', 'US');
    writeFileSync(join(dataFolder, 'settings.json'), '{}');
    writeFileSync(join(dataFolder, 'history.v3.backup.db'), 'a copy of an earlier version');
    for (const command of [['history'], ['data', 'size'], ['service', 'keys', 'list']]) {
      openUp(dataFolder);
      expect(readableByOthers(dataFolder).length).toBeGreaterThan(8);
      await parallax(dataFolder, ...command);
      expect(readableByOthers(dataFolder), command.join(' ')).toEqual([]);
    }
  });

  it('is what they were given by the person: other files, and folders that hold them', async () => {
    const dataFolder = temporaryFolder();
    await parallax(dataFolder, 'ask', 'Which locks?', '--countries', 'US');
    writeFileSync(join(dataFolder, 'report.pdf'), 'for everybody');
    const elsewhere = join(temporaryFolder(), 'elsewhere.db');
    writeFileSync(elsewhere, 'for everybody');
    symlinkSync(elsewhere, join(dataFolder, 'history.before.db'));
    openUp(dataFolder);
    chmodSync(elsewhere, 0o644);
    await parallax(dataFolder, 'history');
    expect(readableByOthers(dataFolder)).toEqual([
      `755 ${dataFolder}`,
      `644 ${join(dataFolder, 'report.pdf')}`,
    ]);
    expect(modeOf(elsewhere)).toBe('644');
  });

  it('is reported by "parallax doctor": what was accessible, and what it corrected', async () => {
    const dataFolder = join(temporaryFolder(), 'data');
    await parallax(dataFolder, 'ask', 'Which locks?', '--countries', 'US');
    const files = async () => JSON.parse(await parallax(dataFolder, 'doctor', '--json')).checks[0];
    expect(await files()).toMatchObject({ check: 'file access', result: 'ok' });
    chmodSync(join(dataFolder, 'history.db'), 0o664);
    chmodSync(dataFolder, 0o711);
    expect(await files()).toEqual({
      check: 'file access',
      result: 'fixed',
      details: [
        expect.stringMatching(/^\d+ files and folders: 2 had access for other users, now removed$/),
        `${dataFolder} had mode 711`,
        `${join(dataFolder, 'history.db')} had mode 664`,
      ],
    });
    expect(await files()).toMatchObject({ result: 'ok' });
    writeFileSync(join(dataFolder, 'report.pdf'), 'x');
    chmodSync(dataFolder, 0o755);
    const { code, stdout } = await startParallax(['doctor'], { dataFolder }).finished;
    expect(code).toBe(1);
    expect(stdout).toContain(`${dataFolder} has mode 755: the folder also holds files of other programs`);
  });

  it('never changes a folder that every user is meant to use', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o1777);
    writeFileSync(join(folder, 'history.db'), '', { mode: 0o644 });
    expect(restrictAccess(folder).open).toEqual([
      { path: folder, mode: '777', reason: 'the folder is meant for every user' },
    ]);
    expect([modeOf(folder), modeOf(join(folder, 'history.db'))]).toEqual(['777', '600']);
  });
});

describe('every program', () => {
  it.each(['index', 'cli'])('keeps new files private before any other module of it runs: %s', (name) => {
    const [first] = readFileSync(mainEntries[name] ?? '', 'utf8').match(/^import .*$/m) ?? [];
    expect(first).toMatch(/^import '\.{1,2}\/([a-z]+\/)*newFilesPrivate\.ts';$/);
  });
});
