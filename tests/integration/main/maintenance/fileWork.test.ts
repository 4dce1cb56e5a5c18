import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { addConnection, ask, startCore } from '#tests/support/core/testCore.ts';
import { startFaultyService } from '#tests/support/faults/faultyService.ts';
import { canMount, smallDisk } from '#tests/support/faults/smallDisk.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { countsOf, fillHistory } from '#tests/support/maintenance/filledHistory.ts';

const runs = 3;
const answers = 30;

const filled = preparedFolder((folder) =>
  fillHistory(folder, { runs, answersPerRun: answers, fillerBytes: 500 }),
);
const fileOf = (dataFolder: string): string => join(dataFolder, 'history.db');

describe('file maintenance from a window', () => {
  it('has exclusive access: calls wait meanwhile and none is lost', async () => {
    const { dataFolder: data } = await filled();
    const core = await startCore({ paths: { data } });
    const compacting = core.router.invoke('data.compact', {});
    const listed = core.router.invoke('runs.list', {});
    expect((await compacting).bytesAfter).toBeGreaterThan(0);
    expect((await listed).runs).toHaveLength(runs);
    expect((await ask(core, 'embedded', ['DE'])).run.counts.completed).toBe(1);
    const { file, observations } = await core.router.invoke('data.backup', { file: join(data, 'copy.db') });
    expect(observations).toBe(runs * answers + 1);
    await ask(core, 'embedded', ['FR']);
    await core.router.invoke('data.restore', { file });
    expect(countsOf(fileOf(data)).observations).toBe(runs * answers + 1);
    expect(await core.router.invoke('data.check', { full: true })).toMatchObject({ findings: [] });
    expect(await core.router.invoke('data.repair', {})).toMatchObject({ remaining: [] });
    expect((await core.router.invoke('runs.list', {})).runs).toHaveLength(runs + 1);
    await expect(core.router.invoke('data.backup', { file: 'copy.db' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'file' }],
    });
  });

  it('is refused during a run and while another program is running, and changes nothing', async () => {
    const { dataFolder: data } = await filled();
    const service = await startFaultyService((request) =>
      request.path.startsWith('/v1/monitor/') ? 'hang' : { status: 503, body: '' },
    );
    const core = await startCore({ paths: { data } });
    const connectionId = await addConnection(core, service.baseUrl);
    const { runId } = await core.router.invoke('runs.start', {
      question: 'Q',
      engine: 'assistant-a',
      markets: [{ country: 'DE' }],
      options: {},
      connectionId,
    });
    await service.reached(1);
    await expect(core.router.invoke('data.compact', {})).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('in progress'),
    });
    await core.router.invoke('runs.cancel', { runId });
    await core.router.invoke('runs.cancel', { runId });
    await core.use.runs.ended(runId);
    const other = await startCore({ paths: { data } });
    for (const route of ['data.compact', 'data.repair'] as const)
      await expect(core.router.invoke(route, {})).rejects.toMatchObject({ code: 'HISTORY_LOCKED' });
    await other.stop();
    expect(await core.router.invoke('data.compact', {})).toMatchObject({ file: fileOf(data) });
    expect((await core.router.invoke('runs.list', {})).runs).toHaveLength(runs + 1);
  });
});

describe('moving the data folder', () => {
  it('compares the copy, redirects later starts to it, and deletes the old files', async () => {
    const { dataFolder: data } = await filled();
    mkdirSync(join(data, 'service'));
    writeFileSync(join(data, 'service', 'service.json'), '{}');
    // A home folder given as the data folder.
    const others = ['Documents/thesis.txt', 'service/note.txt', '.bashrc', 'history.docx'];
    mkdirSync(join(data, 'Documents'));
    for (const name of others) writeFileSync(join(data, name), 'of the user');
    const to = join(temporaryFolder(), 'deep', 'new');
    const moved = await runParallax(['data', 'move', to, '--format', 'json'], { dataFolder: data });
    expect(moved).toMatchObject({ code: 0 });
    expect(jsonLines(moved.stdout)).toMatchObject([{ from: data, to, oldKept: false }]);
    expect(existsSync(fileOf(data))).toBe(false);
    expect(readdirSync(join(to, 'service'))).toEqual(['service.json']);
    for (const name of others)
      expect([existsSync(join(data, name)), existsSync(join(to, name))]).toEqual([true, false]);
    expect(countsOf(fileOf(to))).toMatchObject({ runs, observations: runs * answers });
    const listed = await runParallax(['history', '--format', 'json'], { dataFolder: data });
    expect(jsonLines(listed.stdout)).toHaveLength(runs * answers);
    expect(existsSync(fileOf(data))).toBe(false);
  });

  it('from a window stops the use of the old folder', async () => {
    const { dataFolder: data } = await filled();
    const core = await startCore({ paths: { data } });
    const to = join(temporaryFolder(), 'new');
    expect(await core.router.invoke('data.move', { folder: to, keepOld: true })).toMatchObject({
      to,
      oldKept: true,
    });
    await expect(core.router.invoke('runs.list', {})).rejects.toMatchObject({
      message: expect.stringMatching(/moved to .*Restart Parallax/),
    });
    expect(await core.router.invoke('app.info', {})).toMatchObject({ movedTo: to });
    await core.stop();
    expect(countsOf(fileOf(data))).toMatchObject({ runs });
    expect(countsOf(fileOf(to))).toMatchObject({ runs });
  });

  it('copies one whole state of settings that are changed meanwhile, and no half-written one', async () => {
    const { dataFolder: data } = await filled();
    const core = await startCore({ paths: { data } });
    const file = join(data, 'settings.json');
    // As the window does for its position, but without a pause.
    const writes = `const { renameSync, writeFileSync } = require('node:fs');
      for (let at = 0; ; at += 1) {
        const half = ${JSON.stringify(file)} + '.tmp-' + at;
        writeFileSync(half, JSON.stringify({ at, filler: 'x'.repeat(100_000) }));
        renameSync(half, ${JSON.stringify(file)});
        if (at === 1) console.log('writing');
      }`;
    const program = spawn(process.execPath, ['--eval', writes], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(program.stdout, 'data');
    const to = join(temporaryFolder(), 'new');
    try {
      expect(await core.router.invoke('data.move', { folder: to, keepOld: false })).toMatchObject({ to });
    } finally {
      program.kill('SIGKILL');
    }
    expect(readdirSync(to).filter((name) => name.startsWith('settings'))).toEqual(['settings.json']);
    expect(JSON.parse(readFileSync(join(to, 'settings.json'), 'utf8'))).toMatchObject({
      at: expect.any(Number),
    });
  });

  it('is refused while another program uses the data, into itself, and onto an existing folder', async () => {
    const { dataFolder: data } = await filled();
    const full = temporaryFolder();
    writeFileSync(join(full, 'x'), '');
    const move = (to: string) => runParallax(['data', 'move', to], { dataFolder: data });
    expect((await move(full)).stderr).toContain('not empty');
    expect((await move(join(data, 'inside'))).stderr).toContain('contain one another');
    const web = startParallax(['web', '--no-open'], { dataFolder: data });
    await web.line();
    const to = join(temporaryFolder(), 'new');
    expect(await move(to)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another program is using'),
    });
    web.child.kill('SIGTERM');
    await web.finished;
    expect(existsSync(to)).toBe(false);
    expect(countsOf(fileOf(data))).toMatchObject({ runs });
    expect((await move(to)).code).toBe(0);
  });

  it('to a disconnected disk is reported, and nothing new is created in the old folder', async () => {
    const { dataFolder: data } = await filled();
    writeFileSync(join(data, 'moved.json'), JSON.stringify({ to: '/nowhere/at/all' }));
    const said = await runParallax(['history'], { dataFolder: data });
    expect(said).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/moved to .*does not exist.*moved\.json/s),
    });
  });
});

describe.skipIf(!canMount)('a full disk', () => {
  it('refuses compaction, repair, backup and moving before or during the copy, and keeps its data', async () => {
    const disk = smallDisk('24m');
    const { dataFolder: data } = await filled(disk.folder);
    const used = countsOf(fileOf(data));
    writeFileSync(join(disk.folder, 'filler'), Buffer.alloc(64));
    disk.resize(`${Math.ceil(sizeOf(data) / 1024) + 40}k`);
    for (const args of [['compact'], ['repair']]) {
      const said = await runParallax(['data', ...args], { dataFolder: data });
      expect(said).toMatchObject({ code: 1, stderr: expect.stringMatching(/Free some space/) });
    }
    const said = await runParallax(['backup', join(disk.folder, 'copy.db')], { dataFolder: data });
    expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('full') });
    expect(readdirSync(data).filter((name) => /compacting|repairing|unfinished|copy/.test(name))).toEqual([]);
    expect(countsOf(fileOf(data))).toEqual(used);
    disk.resize('24m');
    expect((await runParallax(['data', 'compact'], { dataFolder: data })).code).toBe(0);
    expect(countsOf(fileOf(data))).toEqual(used);
  });

  it('that is read-only allows the history to be checked, measured and read', async () => {
    const disk = smallDisk('24m');
    const { dataFolder: data } = await filled(disk.folder);
    disk.makeReadOnly();
    const run = (...args: string[]) => runParallax(args, { dataFolder: data });
    expect(await run('data', 'check', '--full')).toMatchObject({ code: 0 });
    expect(await run('data', 'size')).toMatchObject({ code: 0 });
    const asked = await run('sql', 'SELECT count(*) AS n FROM view_answers', '--format', 'csv');
    expect(asked.stdout).toBe(`n\r\n${runs * answers}\r\n`);
    expect(await run('backup', join(temporaryFolder(), 'copy.db'))).toMatchObject({ code: 0 });
    expect(await run('data', 'compact')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be written'),
    });
    const listed = await run('history');
    expect(listed).toMatchObject({ code: 0, stderr: expect.stringContaining(`${data} is not writable`) });
  });
});

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
