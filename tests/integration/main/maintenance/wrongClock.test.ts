import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createRetention } from '#main/maintenance/retention.ts';
import type { Clock } from '#platform/clock.ts';
import { createRedirectLinks } from '#service/drivers/sandbox/redirectLinks.ts';
import { nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { storeRun } from '#tests/support/history/storedRun.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';
import { countsOf, fillHistory } from '#tests/support/maintenance/filledHistory.ts';

const day = 86_400_000;
const year = 365 * day;
const now = Date.now();
const ahead = now + 20 * year;
const clockAt = (ms: number): Clock => ({ now: () => ms, wait: realClock.wait });

/** Runs of today, of last year and of the year before, and a rule that keeps 18 months. */
async function ruled() {
  const dataFolder = temporaryFolder();
  const runs = fillHistory(dataFolder, { runs: 3, answersPerRun: 5, atMs: (run) => now - run * year });
  const core = await startCore({ paths: { data: dataFolder } });
  const rule = { pagesDays: null, runsMonths: 18, keepMarked: true, keepMonitors: true, automatic: true };
  await core.router.invoke('retention.set', { rule });
  await core.stop();
  return { dataFolder, file: join(dataFolder, 'history.db'), runs };
}

/** A window whose clock shows this, until the rule was applied. */
async function window(dataFolder: string, atMs: number): Promise<void> {
  const core = await startCore({ paths: { data: dataFolder }, host: 'browser', clock: clockAt(atMs) });
  await nextEvent(core, 'retention.changed', ({ retention }) => !retention.running);
  await core.stop();
}

describe('retention', () => {
  it('deletes nothing that its rule keeps at one start with a clock 20 years ahead, and goes on afterwards', async () => {
    const { dataFolder, file } = await ruled();
    await window(dataFolder, ahead);
    // Only what the rule deletes anyway.
    expect(countsOf(file)).toMatchObject({ runs: 2 });
    const core = await startCore({ paths: { data: dataFolder } });
    const due = await core.use.history.call('retention.due', { sinceMs: now - day });
    expect(due).toHaveLength(1);
  });
});

it('a program that runs for months goes on deleting', async () => {
  const { file, runs } = await ruled();
  const history = await temporaryHistory({ file });
  const stop = new AbortController();
  let [atMs, trashed] = [now, false];
  const clock: Clock = {
    now: () => atMs,
    wait: async (ms) => {
      atMs += ms;
      // Long after the start, so that only the time since then lets it go.
      if (!trashed && atMs > now + 10 * day) {
        trashed = true;
        await history.call('trash.add', { runId: runs[0] ?? '', nowMs: atMs });
      }
      if (atMs > now + 45 * day) stop.abort();
    },
  };
  await createRetention({ history, clock, log: () => {}, publish: () => {} }).watch(stop.signal);
  expect(trashed).toBe(true);
  expect(await history.call('trash.list', {})).toEqual([]);
});

describe('the trash', () => {
  it('keeps a run for its time, whatever clock moved it there or looks at it', async () => {
    const { file, runs } = await ruled();
    const history = await temporaryHistory({ file });
    const [first = '', second = ''] = runs;
    const keptMs = 30 * day;
    const trashed = async () => (await history.call('trash.list', {})).length;
    const expire = (nowMs: number) => history.call('trash.expire', { nowMs, keptMs });
    await history.call('trash.add', { runId: first, nowMs: now - 6 * year });
    await history.call('trash.add', { runId: second, nowMs: ahead });
    await expire(now - 6 * year);
    await expire(now + day);
    expect(await trashed()).toBe(2);
    await expire(now + 32 * day);
    expect(await trashed()).toBe(0);
  });
});

describe('what waits for its next try', () => {
  it('a redirect that a clock 20 years ahead postponed is due when the clock is right again', async () => {
    const dataFolder = temporaryFolder();
    const url = createRedirectLinks().to('https://www.lock-lab.example/');
    const sources = [{ position: 1, url, label: 'Lab' }];
    await storeRun(dataFolder, {
      ...{ question: 'Which lock?', engine: 'assistant-a', options: {}, samples: 1 },
      cells: [{ country: 'DE', sample: 1, result: { text: 'x', markdown: 'x', sources, searchQueries: [] } }],
    });
    const history = await temporaryHistory({ file: join(dataFolder, 'history.db') });
    while (await history.call('redirects.find', {}));
    const due = async (nowMs: number) => (await history.call('redirects.due', { nowMs, limit: 9 })).length;
    const [{ urlId } = { urlId: 0 }] = await history.call('redirects.due', { nowMs: ahead, limit: 9 });
    const failed = { urlId, failure: 'away' };
    await history.call('redirects.fail', { ...failed, nowMs: ahead, nextTryAtMs: ahead + 3_600_000 });
    expect(await due(now)).toBe(1);
    await history.call('redirects.fail', { ...failed, nowMs: now, nextTryAtMs: now + 3_600_000 });
    expect(await due(now)).toBe(0);
    expect(await due(now + 3_600_001)).toBe(1);
  });

  it('so are alerts, reports and their deliveries', async () => {
    const { file, runs } = await ruled();
    const history = await temporaryHistory({ file });
    const db = new Database(file);
    db.pragma('foreign_keys = OFF');
    db.exec(`
      INSERT INTO monitors SELECT 1, 'monitor', 'Daily', 1, 1, '{}', 'live', NULL, 1, 1, 1, NULL, NULL;
      INSERT INTO alerts SELECT 1, 'alert', 'alert', NULL, 1, id, NULL, 'drop', '{}', 1, NULL FROM runs WHERE uid = '${runs[0]}';
      INSERT INTO alert_deliveries (alert_id, channel, state, due_at_ms) VALUES (1, 'webhook', 'waiting', ${ahead});
      INSERT INTO reports (uid, monitor_id, run_id, scheduled_at_ms, schedule, state, due_at_ms, name)
        SELECT 'report', 1, id, 1, '{"format":"html"}', 'waiting', ${ahead}, 'Report' FROM runs WHERE uid = '${runs[0]}';
      INSERT INTO report_deliveries (report_id, channel, state, due_at_ms) VALUES (1, 'slack', 'waiting', ${ahead});`);
    db.close();
    const lease = { nowMs: now, leaseUntilMs: now + 60_000 };
    const alerts = () => history.call('alerts.claimDue', { channels: ['webhook'], ...lease });
    expect(await alerts()).toHaveLength(1);
    expect(await alerts()).toHaveLength(0);
    const reports = async () => (await history.call('reports.claimDue', lease)).length;
    expect(await reports()).toBe(1);
    expect(await reports()).toBe(0);
    expect(await history.call('reports.claimDeliveries', lease)).toHaveLength(1);
    expect(await history.call('reports.claimDeliveries', lease)).toHaveLength(0);
  });
});
