import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '#shared/model/appError.ts';
import { runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { doubleServiceEntry, startCore } from '#tests/support/core/testCore.ts';
import { canMount, smallDisk } from '#tests/support/faults/smallDisk.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { fillHistory } from '#tests/support/maintenance/filledHistory.ts';
import { analysisEntry, historyEntry } from '#tests/support/programs.ts';

/** Every file holds more than the disk takes. */
const diskSize = '8k';
const filled = preparedFolder((folder) =>
  fillHistory(folder, { runs: 1, answersPerRun: 60, fillerBytes: 2000 }),
);
/** A data folder, and the run in it. */
const prepared = async () => {
  const { dataFolder, facts } = await filled();
  return { dataFolder, run: facts[0] ?? '' };
};

const sentence =
  /The disk that holds (the folder for temporary files )?\S+ is full\. Free some space and try again\./;

/** What writes a file; `OUT` is its name, `RUN` the run. */
const writing: readonly (readonly string[])[] = [
  ['export', '--format', 'csv', '--out', 'OUT'],
  ['export', '--format', 'csv-excel', '--out', 'OUT'],
  ['export', '--format', 'jsonl', '--out', 'OUT'],
  ['export', '--format', 'xlsx', '--out', 'OUT'],
  ['export', '--format', 'parquet', '--out', 'OUT'],
  ['evidence', 'RUN', '--out', 'OUT'],
  ['report', 'RUN', '--format', 'html', '--out', 'OUT'],
  ['report', 'RUN', '--format', 'pptx', '--out', 'OUT'],
  ['project', 'export', 'First project', 'OUT'],
  ['backup', 'OUT'],
  ['data', 'move', 'OUT'],
  ['serve', '--openapi', 'OUT'],
];

describe.skipIf(!canMount)('a command that writes to a full disk', () => {
  // Reading changes nothing: one folder for all.
  const shared = mkdtempSync(join(tmpdir(), 'parallax-full-'));
  afterAll(() => rmSync(shared, { recursive: true, force: true }));
  let read: ReturnType<typeof filled> | undefined;
  it.each(writing.map((args) => [args.join(' '), args] as const))('%s', async (_, args) => {
    read ??= filled(shared);
    const { dataFolder, facts } = await read;
    const [run = ''] = facts;
    const { folder } = smallDisk(diskSize);
    const out = join(folder, 'out');
    const given = args.map((arg) => ({ OUT: out, RUN: run })[arg] ?? arg);
    const { code, stderr } = await runParallax(given, { dataFolder });
    if (args[0] === 'data') expect(stderr).toMatch(/Moving needs .+ Nothing was changed\./);
    else expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/ENOSPC|failed:/);
    expect(code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(dataFolder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

/** What a window makes, in the folder for temporary files, until it has fetched it. */
const downloads = [
  ...(['csv', 'csv-excel', 'jsonl', 'xlsx', 'parquet', 'evidence'] as const).map(
    (format) => [`answers as ${format}`, 'exports.make', { format, selection: { filter: {} } }] as const,
  ),
  ...(['html', 'pdf', 'pptx'] as const).map(
    (format) => [`report as ${format}`, 'reports.make', { format, runId: 'RUN', settings: {} }] as const,
  ),
  ['project', 'projects.export', { project: 'First project' }],
  ['upload', 'projects.receive', { fileId: null, base64: Buffer.alloc(20_000).toString('base64') }],
] as const;

const workers = { history: historyEntry, service: doubleServiceEntry, analysis: analysisEntry };

describe.skipIf(!canMount)('a window whose folder for temporary files is full', () => {
  it('says so for every file that it makes, leaves nothing, and goes on when there is room', async () => {
    const { dataFolder, run } = await prepared();
    const { folder, resize } = smallDisk(diskSize);
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const core = await startCore({
      workers,
      paths: { data: dataFolder },
      printer: { pdfOf: async (html) => Buffer.from(html) },
    });
    const make = ([, route, input]: (typeof downloads)[number]) =>
      core.router.call(route, 'runId' in input ? { ...input, runId: run } : input);
    for (const download of downloads) {
      const [what] = download;
      expect({ what, ...(await make(download)) }).toMatchObject({
        what,
        ok: false,
        error: { code: 'DISK_FULL', message: expect.stringMatching(sentence) },
      });
      const left = readdirSync(folder, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile())).toEqual([]);
    }
    // The same program goes on when there is room.
    resize('30m');
    for (const download of downloads)
      expect({ what: download[0], ...(await make(download)) }).toMatchObject({ ok: true });
  });

  it('a folder for temporary files that appears later is used', async () => {
    const [{ dataFolder }, later] = [await prepared(), temporaryFolder()];
    vi.stubEnv('TMPDIR', join(dataFolder, 'missing'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const core = await startCore({ workers, paths: { data: dataFolder } });
    const make = () => core.router.call('exports.make', { format: 'csv', selection: { filter: {} } });
    expect(await make()).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('cannot be written') },
    });
    vi.stubEnv('TMPDIR', later);
    expect(await make()).toMatchObject({ ok: true });
  });
});

it.skipIf(!canMount)(
  'a file that the desktop saves, such as a picture of a chart: the same sentence',
  async () => {
    const { folder } = smallDisk(diskSize);
    const save = async (name: string, bytes: Uint8Array) => {
      await writeFile(join(folder, name), bytes);
      return name;
    };
    const core = await startCore({ fileSaver: { save, show: () => undefined } });
    const failed = core.router.invoke('app.saveFile', { name: 'chart.png', bytes: new Uint8Array(20_000) });
    await expect(failed).rejects.toThrow(AppError);
    await expect(failed).rejects.toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringMatching(sentence),
    });
  },
);

it('a limit for the size of files is named as one', async () => {
  const { dataFolder } = await prepared();
  const out = join(temporaryFolder(), 'out.jsonl');
  const args = ['export', '--out', out];
  const { code, stderr } = await startParallax(args, { dataFolder, limitKilobytes: 64 }).finished;
  expect(stderr).toContain('a limit for the size of files');
  expect(code).toBe(1);
  expect([existsSync(out), existsSync(`${out}.unfinished`)]).toEqual([false, false]);
});
