import { describe, expect, it } from 'vitest';
import type { Core } from '#main/core.ts';
import type { Clock } from '#platform/clock.ts';
import type { Schedule } from '#shared/model/schedule.ts';
import { addConnection, nextEvent, startCore, testKey } from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { monitorHeaders, startFaultyService } from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A wall clock that is set by hand; waits take their real time. */
function setClock(iso: string): Clock & { at: (ms: number) => void } {
  let now = Date.parse(iso);
  return {
    now: () => now,
    wait: realClock.wait,
    at: (ms) => {
      now = ms;
    },
  };
}

async function start(
  clock: Clock,
  over: Partial<Schedule> = {},
  reply: 'answer' | 'hang' = 'answer',
  host: 'terminal' | 'desktop' = 'terminal',
) {
  const service = await startFaultyService((request) => {
    if (!request.path.startsWith('/v1/monitor/')) return { status: 503, body: 'busy' };
    if (reply === 'hang') return 'hang';
    return { status: 200, body: JSON.parse(sampleBody('DE')), headers: monitorHeaders() };
  });
  const core = await startCore({ clock, host });
  const connectionId = await addConnection(core, service.baseUrl);
  await core.router.invoke('plans.save', {
    name: 'Locks',
    plan: {
      questions: [{ text: 'Which lock?' }],
      engines: [{ engine: 'assistant-a' }],
      markets: [{ country: 'DE' }],
    },
  });
  await core.router.invoke('monitors.add', {
    name: 'Nightly',
    plan: 'locks',
    connectionId,
    schedule: { cron: '30 2 * * *', timeZone: 'Europe/Berlin', ...over },
  });
  return { core, connectionId, service };
}

const times = async (core: Core) =>
  (await core.router.invoke('monitors.times', { monitor: 'Nightly' })).times.map(
    ({ scheduledAtMs, outcome, note }) => [new Date(scheduledAtMs).toISOString().slice(0, 16), outcome, note],
  );

async function tick(core: Core): Promise<readonly string[]> {
  const { runIds } = await core.router.invoke('monitors.tick', {});
  await Promise.all(runIds.map((runId) => core.use.runs.ended(runId)));
  return runIds;
}

describe('a monitor', () => {
  it.each([
    ['the night that has no 2:30', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z'],
    ['the night that has 2:30 twice', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z'],
  ])('runs once a day, also on %s', async (_, from, until) => {
    const clock = setClock(from);
    const { core } = await start(clock);
    const began: string[] = [];
    for (let at = Date.parse(from); at <= Date.parse(until); at += 30 * minute) {
      clock.at(at);
      for (const _ of await tick(core)) began.push(new Date(at).toISOString().slice(0, 10));
    }
    expect(began).toHaveLength(2);
    expect(new Set(began).size).toBe(2);
  });

  it('is checked when the machine wakes up, not only by a timer', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core } = await start(clock, {}, 'answer', 'desktop');
    clock.at(Date.parse('2026-06-01T00:31:00Z'));
    const begun = nextEvent(core, 'run.changed');
    const wokenMs = performance.now();
    core.wake();
    await begun;
    // By itself it looks every twenty seconds.
    expect(performance.now() - wokenMs).toBeLessThan(15_000);
  });

  it('repeats no time when the clock is set back, and misses none afterwards', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core } = await start(clock);
    clock.at(Date.parse('2026-06-01T00:31:00Z'));
    expect(await tick(core)).toHaveLength(1);
    clock.at(Date.parse('2026-05-31T20:00:00Z'));
    expect(await tick(core)).toHaveLength(0);
    clock.at(Date.parse('2026-06-01T00:32:00Z'));
    expect(await tick(core)).toHaveLength(0);
    clock.at(Date.parse('2026-06-02T00:31:00Z'));
    expect(await tick(core)).toHaveLength(1);
  });

  it('continues after the clock was a year ahead, and repeats no time', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core } = await start(clock);
    clock.at(Date.parse('2027-06-01T00:31:00Z'));
    expect(await tick(core)).toHaveLength(1);
    clock.at(Date.parse('2026-06-01T01:00:00Z'));
    expect(await tick(core)).toHaveLength(0);
    clock.at(Date.parse('2026-06-02T00:31:00Z'));
    expect(await tick(core)).toHaveLength(1);
    clock.at(Date.parse('2027-06-01T00:32:00Z'));
    await tick(core);
    expect((await times(core)).filter(([at]) => at === '2027-06-01T00:30')).toHaveLength(1);
  });

  it('applies the rule for missed runs after a long sleep, and reports what it skipped', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core } = await start(clock);
    clock.at(Date.parse('2026-06-01T00:31:00Z'));
    await tick(core);
    clock.at(Date.parse('2026-06-04T09:00:00Z'));
    expect(await tick(core)).toHaveLength(1);
    expect(await times(core)).toEqual([
      ['2026-06-04T00:30', 'run', null],
      ['2026-06-03T00:30', 'left-out', 'missed'],
      ['2026-06-02T00:30', 'left-out', 'missed'],
      ['2026-06-01T00:30', 'run', null],
    ]);
  });

  it('is inactive while paused: times that pass are neither run nor missed', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core } = await start(clock, { missed: 'all' });
    await core.router.invoke('monitors.pause', { monitor: 'nightly', paused: true });
    clock.at(Date.parse('2026-06-04T12:00:00Z'));
    expect(await tick(core)).toHaveLength(0);
    await core.router.invoke('monitors.pause', { monitor: 'nightly', paused: false });
    expect(await tick(core)).toHaveLength(0);
    expect(await times(core)).toEqual([]);
    clock.at(Date.parse('2026-06-05T00:31:00Z'));
    expect(await tick(core)).toHaveLength(1);
  });

  it('follows a changed schedule from the change on, and keeps unchanged settings', async () => {
    const clock = setClock('2026-06-01T12:00:00Z');
    const { core, connectionId } = await start(clock, { missed: 'all', jitterSeconds: 60 });
    clock.at(Date.parse('2026-06-03T12:00:00Z'));
    const edited = await core.router.invoke('monitors.edit', {
      monitor: 'Nightly',
      name: 'Hourly',
      ceiling: 40,
      schedule: { cron: '0 * * * *', timeZone: 'UTC' },
    });
    expect(edited).toMatchObject({
      name: 'Hourly',
      planName: 'Locks',
      ceiling: 40,
      connectionId,
      words: 'Every hour',
    });
    expect(await tick(core)).toHaveLength(0);
    await core.router.invoke('monitors.edit', { monitor: 'Hourly', ceiling: null });
    clock.at(Date.parse('2026-06-03T13:00:30Z'));
    const [runId] = await tick(core);
    expect((await core.router.invoke('runs.status', { runId: runId ?? '' })).plan?.ceiling).toBeNull();
  });

  it('is not blocked by a run that could not start: the reason is stored, and the next run is tried', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core, connectionId } = await start(clock);
    await core.router.invoke('connections.removeKey', { id: connectionId });
    clock.at(Date.parse('2026-06-01T00:31:00Z'));
    await core.router.invoke('monitors.tick', {});
    expect(await times(core)).toMatchObject([
      ['2026-06-01T00:30', 'failed', expect.stringContaining('no key')],
    ]);
    await core.router.invoke('connections.setKey', { id: connectionId, key: testKey });
    clock.at(Date.parse('2026-06-02T00:31:00Z'));
    const [runId] = await tick(core);
    expect(await core.router.invoke('runs.status', { runId: runId ?? '' })).toMatchObject({
      state: 'finished',
    });
  });

  it('neither repeats nor loses a time while the network is unavailable', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core, service } = await start(clock);
    await service.stop();
    clock.at(Date.parse('2026-06-01T00:31:00Z'));
    const [lost] = await tick(core);
    expect(await core.router.invoke('runs.status', { runId: lost ?? '' })).toMatchObject({
      counts: { completed: 0, failed: 1 },
      creditsCharged: 0,
    });
    await startFaultyService(
      () => ({ status: 200, body: JSON.parse(sampleBody('DE')), headers: monitorHeaders() }),
      { port: Number(new URL(service.baseUrl).port) },
    );
    expect(await tick(core)).toEqual([]);
    clock.at(Date.parse('2026-06-02T00:31:00Z'));
    const [back] = await tick(core);
    expect(await core.router.invoke('runs.status', { runId: back ?? '' })).toMatchObject({
      state: 'finished',
      counts: { completed: 1 },
    });
    expect(await times(core)).toEqual([
      ['2026-06-02T00:30', 'run', null],
      ['2026-06-01T00:30', 'run', null],
    ]);
  });

  it('is finished by another program if its program ended during a run', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core, connectionId } = await start(clock);
    const { runId } = await core.router.invoke('plans.run', { plan: 'Locks', connectionId, mode: 'live' });
    await core.use.runs.ended(runId);
    clock.at(Date.parse('2026-06-01T00:31:00Z'));
    // What a program leaves that ends between planning the run and sending its first cell.
    const [monitor] = await core.use.history.call('monitors.list', {});
    const dying = await core.use.history.call('sessions.open', {
      host: 'test',
      programVersion: '0',
      nowMs: clock.now(),
    });
    const left = await core.use.history.call('monitors.handle', {
      monitorId: monitor?.id ?? '',
      handledUntilMs: monitor?.handledUntilMs ?? 0,
      leftOut: [],
      runAtMs: Date.parse('2026-06-01T00:30:00Z'),
      sessionId: dying.sessionId,
      nowMs: clock.now(),
    });
    await core.use.history.call('sessions.close', { sessionId: dying.sessionId, nowMs: clock.now() });
    const { runIds, resumed } = await core.router.invoke('monitors.tick', {});
    expect({ runIds, resumed }).toEqual({ runIds: [], resumed: [left.runId] });
    await core.use.runs.ended(left.runId ?? '');
    expect(await core.router.invoke('runs.status', { runId: left.runId ?? '' })).toMatchObject({
      state: 'finished',
    });
  });

  it('can be run immediately, as part of its series and outside its schedule', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core } = await start(clock);
    const { runId } = await core.router.invoke('monitors.runNow', { monitor: 'Nightly' });
    await core.use.runs.ended(runId);
    const { monitors } = await core.router.invoke('monitors.list', {});
    expect(monitors).toMatchObject([{ lastRunId: runId }]);
    expect(await times(core)).toEqual([['2026-06-01T00:00', 'run', null]]);
    clock.at(Date.parse('2026-06-02T12:00:00Z'));
    expect(await tick(core)).toHaveLength(1);
  });

  it.each([
    ['skip', 0],
    ['once', 1],
    ['all', 3],
  ] as const)('after three missed nights the rule "%s" means %i runs', async (missed, expected) => {
    const clock = setClock('2026-06-01T12:00:00Z');
    const { core } = await start(clock, { missed });
    clock.at(Date.parse('2026-06-04T12:00:00Z'));
    let began = 0;
    for (let look = 0; look < 5; look += 1) began += (await tick(core)).length;
    expect(began).toBe(expected);
  });

  it('runs a time once, however many programs check', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core, connectionId } = await start(clock);
    const other = await startCore({ clock, paths: { data: core.data }, secrets: core.secrets });
    clock.at(Date.parse('2026-06-01T00:31:00Z'));
    const both = await Promise.all([tick(core), tick(other), tick(core), tick(other)]);
    expect(both.flat()).toHaveLength(1);
    expect(connectionId).not.toBe('');
  });

  it('skips a time while the previous run is in progress, and excludes ad-hoc runs from its series', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core, connectionId } = await start(clock, {}, 'hang');
    clock.at(Date.parse('2026-06-01T00:31:00Z'));
    const { runIds } = await core.router.invoke('monitors.tick', {});
    clock.at(clock.now() + 24 * hour);
    expect((await core.router.invoke('monitors.tick', {})).runIds).toEqual([]);
    await core.router.invoke('plans.run', { plan: 'Locks', connectionId, mode: 'live' });
    const { monitors } = await core.router.invoke('monitors.list', {});
    expect(monitors).toMatchObject([
      { name: 'Nightly', words: 'At 02:30', lastRunId: runIds[0], lastRunState: 'running' },
    ]);
    expect(monitors[0]?.nextTimesMs).toHaveLength(5);
  });

  it('refuses a schedule without any time, and an unknown time zone', async () => {
    const { core, connectionId } = await start(setClock('2026-06-01T00:00:00Z'));
    const add = (cron: string, timeZone: string) =>
      core.router.invoke('monitors.add', {
        name: 'Other',
        plan: 'Locks',
        connectionId,
        schedule: { cron, timeZone },
      });
    await expect(add('every day', 'UTC')).rejects.toMatchObject({ fields: [{ field: 'cron' }] });
    await expect(add('0 7 * * 1', 'Berlin')).rejects.toMatchObject({ fields: [{ field: 'timeZone' }] });
  });
});
