import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { countsOf, fillHistory } from '#tests/support/maintenance/filledHistory.ts';

const agesInDays = [200, 180, 160, 60, 40, 20];
const rule = { pagesDays: null, runsMonths: 3, keepMarked: true, keepMonitors: true, automatic: false };

/** Six runs; the first three are older than three months. */
function filled(): { readonly dataFolder: string; readonly file: string; readonly runs: readonly string[] } {
  const dataFolder = temporaryFolder();
  const runs = fillHistory(dataFolder, {
    runs: 6,
    answersPerRun: 50,
    atMs: (run) => Date.now() - (agesInDays[run] ?? 0) * 86_400_000,
  });
  return { dataFolder, file: join(dataFolder, 'history.db'), runs };
}

function change(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

describe('a retention rule', () => {
  it('states first what it deletes, and deletes exactly that: whole runs with all of their data', async () => {
    const { dataFolder, file, runs } = filled();
    const core = await startCore({ paths: { data: dataFolder } });
    expect(await core.router.invoke('retention.get', {})).toMatchObject({ rule: null, running: false });
    await expect(core.router.invoke('retention.apply', {})).rejects.toMatchObject({ code: 'CONFLICT' });
    const preview = await core.router.invoke('retention.preview', { rule });
    expect(preview.runs).toMatchObject({ count: 3, answers: 150 });
    expect(preview.runs.bytes).toBeGreaterThan(150 * 100);
    expect(countsOf(file)).toMatchObject({ runs: 6, observations: 300 });
    await core.router.invoke('retention.set', { rule });
    expect(countsOf(file)).toMatchObject({ runs: 6, observations: 300 });
    const ended = nextEvent(core, 'retention.changed', ({ retention }) => !retention.running);
    expect(await core.router.invoke('retention.apply', {})).toMatchObject({ running: true });
    const { retention } = await ended;
    expect(retention.lastRound).toMatchObject({ runs: 3, answers: 150, pages: 0, bytes: preview.runs.bytes });
    expect(countsOf(file)).toEqual({ runs: 3, cells: 150, observations: 150, payloads: 150 });
    const { runs: left } = await core.router.invoke('runs.list', {});
    expect(left.map(({ id }) => id)).toEqual([...runs.slice(3)].reverse());
    await core.stop();
    expect((await runParallax(['data', 'check', '--full'], { dataFolder })).code).toBe(0);
    const db = new Database(file, { readonly: true });
    const orphans = db
      .prepare('SELECT count(*) FROM urls WHERE id NOT IN (SELECT url_id FROM sources)')
      .pluck();
    expect(orphans.get()).toBe(0);
    db.close();
  });

  it('keeps runs with a note or label and runs of monitors, if the rule states it', async () => {
    const { dataFolder, file } = filled();
    change(
      file,
      `INSERT INTO labels (name, observation_id) SELECT 'good', min(id) FROM observations WHERE run_id = 1;
       INSERT INTO plans (uid, name, created_at_ms) VALUES ('p', 'P', 0);
       INSERT INTO monitors (uid, name, plan_id, connection_id, schedule, mode, handled_until_ms, created_at_ms)
         VALUES ('m', 'M', 1, 1, '{}', 'live', 0, 0);
       INSERT INTO monitor_times (monitor_id, scheduled_at_ms, outcome, run_id) VALUES (1, 0, 'run', 2)`,
    );
    const core = await startCore({ paths: { data: dataFolder } });
    const of = async (over: Partial<typeof rule>) =>
      await core.router.invoke('retention.preview', { rule: { ...rule, ...over } });
    expect(await of({})).toMatchObject({ runs: { count: 1 }, keptRuns: 2 });
    expect(await of({ keepMonitors: false })).toMatchObject({ runs: { count: 2 }, keptRuns: 1 });
    expect(await of({ keepMonitors: false, keepMarked: false })).toMatchObject({
      runs: { count: 3 },
      keptRuns: 0,
    });
    await core.router.invoke('retention.set', { rule });
    const ended = nextEvent(core, 'retention.changed', ({ retention }) => !retention.running);
    await core.router.invoke('retention.apply', {});
    await ended;
    expect(countsOf(file)).toMatchObject({ runs: 5, observations: 250 });
  });

  it('deletes old pages and keeps the answers that named them', async () => {
    const { dataFolder, file } = filled();
    change(
      file,
      `INSERT INTO payloads (sha256, encoding, raw_bytes, body) VALUES (randomblob(32), 'identity', 4000, zeroblob(4000));
       INSERT INTO pages (uid, observation_id, ordinal, url, state, payload_id, fetched_at_ms)
         SELECT 'page' || id, id, 0, 'https://a.example', 'stored', (SELECT max(id) FROM payloads), received_at_ms
         FROM observations WHERE run_id IN (1, 6)`,
    );
    const core = await startCore({ paths: { data: dataFolder } });
    const pages = { ...rule, runsMonths: null, pagesDays: 90 };
    expect(await core.router.invoke('retention.preview', { rule: pages })).toMatchObject({
      pages: { count: 50 },
      runs: { count: 0 },
    });
    await core.router.invoke('retention.set', { rule: pages });
    const ended = nextEvent(core, 'retention.changed', ({ retention }) => !retention.running);
    await core.router.invoke('retention.apply', {});
    // The body they share is still that of younger pages.
    expect((await ended).retention.lastRound).toMatchObject({ pages: 50, runs: 0, bytes: 0 });
    expect(countsOf(file)).toMatchObject({ runs: 6, observations: 300, payloads: 301 });
    const db = new Database(file, { readonly: true });
    const gone = db.prepare("SELECT state, error_message FROM pages WHERE uid = 'page1'").get();
    expect(gone).toMatchObject({ state: 'failed', error_message: expect.stringContaining('retention rule') });
    db.close();
  });

  it('stops on request, and every run is consistent whenever it stops', async () => {
    const { dataFolder, file } = filled();
    const core = await startCore({ paths: { data: dataFolder } });
    await core.router.invoke('retention.set', { rule });
    const begun = nextEvent(core, 'retention.changed');
    await core.router.invoke('retention.apply', {});
    await begun;
    const stopped = await core.router.invoke('retention.stop', {});
    expect(stopped).toMatchObject({ running: false, lastRound: { endedAtMs: expect.any(Number) } });
    const { observations } = countsOf(file);
    expect(observations).toBeGreaterThan(150);
    expect(observations).toBeLessThan(300);
    await core.stop();
    expect((await runParallax(['data', 'check'], { dataFolder })).code).toBe(0);
  });

  it('that applies automatically does so in a window, once a day', async () => {
    const { dataFolder, file } = filled();
    const before = await startCore({ paths: { data: dataFolder } });
    await before.router.invoke('retention.set', { rule: { ...rule, automatic: true } });
    await before.stop();
    expect(countsOf(file)).toMatchObject({ runs: 6 });
    const window = await startCore({ paths: { data: dataFolder }, host: 'browser' });
    await nextEvent(window, 'retention.changed', ({ retention }) => !retention.running);
    expect(countsOf(file)).toMatchObject({ runs: 3 });
    expect(await window.use.history.call('retention.due', { sinceMs: Date.now() - 86_400_000 })).toEqual([]);
  });
});

describe('parallax data', () => {
  it('shows and sets the rule, states what would be deleted, and deletes it only by "apply"', async () => {
    const { dataFolder, file } = filled();
    const run = async (...args: string[]) => {
      const done = await runParallax(['data', ...args, '--format', 'json'], { dataFolder });
      return { code: done.code, facts: jsonLines(done.stdout)[0] };
    };
    expect((await runParallax(['data', 'retention', 'set'], { dataFolder })).code).toBe(2);
    expect((await runParallax(['data', 'retention', 'set', '--runs-months', '0'], { dataFolder })).code).toBe(
      2,
    );
    expect(await run('retention', 'set', '--runs-months', '3')).toMatchObject({
      code: 0,
      facts: { rule: { ...rule, runsMonths: 3 }, preview: { runs: { count: 3 } } },
    });
    expect(await run('retention', 'apply', '--dry-run')).toMatchObject({
      facts: { dryRun: true, runs: { count: 3 } },
    });
    expect(countsOf(file)).toMatchObject({ runs: 6 });
    expect(await run('retention', 'apply')).toMatchObject({
      code: 0,
      facts: { runs: 3, answers: 150, stopped: false },
    });
    const size = await run('size');
    expect(Number(size.facts?.freeBytes)).toBeGreaterThan(0);
    const kinds = sizesOf(size.facts?.kinds).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(kinds + Number(size.facts?.freeBytes)).toBeGreaterThan(0.9 * Number(size.facts?.fileBytes));
    const compacted = await run('compact');
    expect(Number(compacted.facts?.bytesAfter)).toBeLessThan(Number(compacted.facts?.bytesBefore));
    expect(await run('size')).toMatchObject({ facts: { freeBytes: 0 } });
    expect(countsOf(file)).toMatchObject({ runs: 3, observations: 150 });
    expect(await run('retention', 'set', '--remove')).toMatchObject({ facts: { rule: null } });
  });
});

const sizesOf = (kinds: unknown): readonly { readonly bytes: number }[] =>
  Array.isArray(kinds) ? (kinds as { bytes: number }[]) : [];
