import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { testKey } from '#tests/support/core/testCore.ts';
import { monitorHeaders, startFaultyService } from '#tests/support/faults/faultyService.ts';
import { canMount, smallDisk } from '#tests/support/faults/smallDisk.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const countries = 'US,DE,FR,JP,BR,IT,ES,GB';
const many = 8;
const env = { PARALLAX_API_KEY: testKey };

/** Characters that cannot be compressed: an answer takes its size on the disk. */
const noise = (length: number): string => randomBytes((length * 3) / 4).toString('base64');

/** A service whose answers take 150 KB each, and a data folder that knows it. */
async function prepared(dataFolder: string, onAsked = (): void => undefined) {
  const service = await startFaultyService(({ body }) => {
    if (body !== '') onAsked();
    const { country } = body === '' ? { country: '' } : JSON.parse(body);
    return {
      status: 200,
      body: sampleBody(country, { text: `Answer from ${country}. ${noise(200_000)}` }),
      headers: monitorHeaders(),
    };
  });
  const added = await runParallax(['connection', 'add', 'other', service.baseUrl], { dataFolder, env });
  expect(added.code).toBe(0);
  const asked = (): number => service.received.filter(({ method }) => method === 'POST').length;
  return {
    ...service,
    asked,
    ask: ['ask', 'Which lock?', '--countries', countries, '--connection', 'other'],
  };
}

/** The number of free pages, in the file's header: reads work, writes do not. */
function damage(dataFolder: string): void {
  const file = join(dataFolder, 'history.db');
  const bytes = readFileSync(file);
  bytes[36] = (bytes[36] ?? 0) ^ 0xc0;
  writeFileSync(file, bytes);
}

/** All answers are stored, each was asked for once, and the credits are those of the service. */
async function expectEverything(dataFolder: string, asked: () => number): Promise<void> {
  const before = asked();
  const [{ runId } = {}] = jsonLines(
    (await runParallax(['history', '--format', 'json'], { dataFolder })).stdout,
  );
  const { stdout } = await runParallax(['run', 'status', String(runId), '--format', 'json'], { dataFolder });
  const run = JSON.parse(stdout);
  expect(run).toMatchObject({
    state: expect.stringMatching(/^(finished|cancelled|interrupted)$/),
    counts: { completed: before, running: 0, unknown: 0, failed: 0 },
    creditsCharged: 5 * before,
  });
  if (before < many)
    await runParallax(['run', 'resume', run.id, '--connection', 'other'], { dataFolder, env });
  expect(asked()).toBe(many);
  expect(readdirSync(dataFolder).filter((name) => name.includes('unstored'))).toEqual([]);
}

it('a limit for the size of files: says so at once, ends on one SIGTERM, and the next start stores everything', async () => {
  const dataFolder = temporaryFolder();
  const service = await prepared(dataFolder);
  // The size limit takes effect in the shell that becomes the command.
  const running = startParallax(service.ask, { dataFolder, env, limitKilobytes: 800 });
  await running.said('Answers cannot be stored:');
  const began = performance.now();
  running.child.kill('SIGTERM');
  const { code, stderr } = await running.finished;
  expect(stderr).toMatch(
    /\d answers? not stored: kept in .+history\.unstored-\w+\.jsonl\.gz and stored at the next start/,
  );
  expect(code).toBe(4);
  expect(performance.now() - began).toBeLessThan(5000);
  await expectEverything(dataFolder, service.asked);
});

it('a damaged history: the command ends by itself, also where every request is dropped, and nothing is lost after a repair', async () => {
  // Each is given a minute to come right: at the same time.
  const [dataFolder, droppedFolder] = [temporaryFolder(), temporaryFolder()];
  const service = await prepared(dataFolder);
  const dropping = await startFaultyService(() => 'drop');
  const added = ['connection', 'add', 'other', dropping.baseUrl];
  await runParallax(added, { dataFolder: droppedFolder, env });
  damage(dataFolder);
  damage(droppedFolder);
  const ended = (folder: string) => startParallax(service.ask, { dataFolder: folder, env }).finished;
  const [{ code, stderr }, dropped] = await Promise.all([ended(dataFolder), ended(droppedFolder)]);
  expect(dropped.code).toBe(4);
  expect(stderr).toContain('Repair it with "parallax data repair"');
  expect(code).toBe(4);
  await runParallax(['data', 'repair'], { dataFolder });
  await expectEverything(dataFolder, service.asked);
});

it.skipIf(!canMount)('a full disk: goes on by itself when there is room again', async () => {
  const disk = smallDisk('1400k');
  const dataFolder = join(disk.folder, 'data');
  const service = await prepared(dataFolder);
  const running = startParallax(service.ask, { dataFolder, env });
  onTestFinished(() => void running.child.kill('SIGKILL'));
  await running.said('Answers cannot be stored: The disk that holds');
  disk.resize('60m');
  const { code, stderr } = await running.finished;
  expect(stderr).toContain('All answers are stored.');
  expect(code).toBe(0);
  await expectEverything(dataFolder, service.asked);
});

it.skipIf(!canMount)('a disk that stays full: the answers are written to the space set aside', async () => {
  const disk = smallDisk('8m');
  const dataFolder = join(disk.folder, 'data');
  const fill = () =>
    void spawnSync('sh', ['-c', 'head -c 100M /dev/zero >> "$0"', join(disk.folder, 'film')]);
  const service = await prepared(dataFolder, fill);
  const running = startParallax(service.ask, { dataFolder, env });
  await running.said('Answers cannot be stored: The disk that holds');
  running.child.kill('SIGTERM');
  expect(await running.finished).toMatchObject({ code: 4, stderr: expect.stringContaining(dataFolder) });
  disk.resize('60m');
  await expectEverything(dataFolder, service.asked);
});

it('a queued run of a plan at a limit for the size of files: nothing is lost, and nothing is charged twice', async () => {
  const [dataFolder, serviceFolder] = [temporaryFolder(), temporaryFolder()];
  const serving = startParallax(['serve', '--port', '0'], { dataFolder: serviceFolder });
  onTestFinished(() => void serving.child.kill('SIGKILL'));
  const { baseUrl, apiKey } = JSON.parse(await serving.line());
  const environment = { PARALLAX_API_KEY: apiKey };
  const ready = async (...args: string[]) => {
    const { code, stderr } = await runParallax(args, { dataFolder, env: environment });
    expect(code, stderr).toBe(0);
  };
  await ready('connection', 'add', 'other', baseUrl, '--select');
  await ready(
    ...['plan', 'create', 'p', '--question', 'Which lock?', '--countries', 'US,DE,FR,JP,BR,IT,ES,GB,IN,CA'],
    ...['--include', 'html,markdown', '--repeats', '2'],
  );
  const running = startParallax(['run', 'start', 'p', '--mode', 'queued'], {
    dataFolder,
    env: environment,
    limitKilobytes: 600,
  });
  onTestFinished(() => void running.child.kill('SIGKILL'));
  await running.said('Answers cannot be stored:');
  running.child.kill('SIGTERM');
  const { code, stderr } = await running.finished;
  expect(stderr).toMatch(/\d answers? not stored: kept in .+ and stored at the next start/);
  expect(code).toBe(4);
  // The next start stores what is kept; what was not asked yet is asked once.
  const [{ runId } = {}] = jsonLines(
    (await runParallax(['history', '--format', 'json'], { dataFolder, env: environment })).stdout,
  );
  await runParallax(['run', 'resume', String(runId)], { dataFolder, env: environment });
  const { stdout } = await runParallax(['run', 'status', String(runId), '--format', 'json'], {
    dataFolder,
  });
  const [status] = jsonLines(stdout) as [{ counts: Record<string, number> }];
  expect(status.counts).toMatchObject({ total: 20, planned: 0, running: 0, failed: 0 });
  expect(readdirSync(dataFolder).filter((name) => name.includes('unstored'))).toEqual([]);
  serving.child.kill('SIGTERM');
  await serving.finished;
  const ledger = new Database(join(serviceFolder, 'service', 'service.db'), { readonly: true });
  onTestFinished(() => void ledger.close());
  const charged = ledger.prepare("SELECT count(*) AS n FROM ledger WHERE kind = 'charge'").pluck().get();
  expect(charged).toBe(status.counts.completed);
  expect(status.counts.completed).toBe(20);
});
