import { describe, expect, it } from 'vitest';
import type { Core } from '#main/core.ts';
import type { Clock } from '#main/ports/ports.ts';
import type { Schedule } from '#shared/planning/schedule.ts';
import { addConnection, startCore } from '#tests/support/core/testCore.ts';
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

async function start(clock: Clock, over: Partial<Schedule> = {}, reply: 'answer' | 'hang' = 'answer') {
  const service = await startFaultyService((request) => {
    if (!request.path.startsWith('/v1/monitor/')) return { status: 503, body: 'busy' };
    if (reply === 'hang') return 'hang';
    return { status: 200, body: JSON.parse(sampleBody('DE')), headers: monitorHeaders() };
  });
  const core = await startCore({ clock });
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

  it('fires no time twice when the clock is set back, and misses none afterwards', async () => {
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

  it('runs a time once, however many programs look', async () => {
    const clock = setClock('2026-06-01T00:00:00Z');
    const { core, connectionId } = await start(clock);
    const other = await startCore({ clock, paths: { data: core.data }, secrets: core.secrets });
    clock.at(Date.parse('2026-06-01T00:31:00Z'));
    const both = await Promise.all([tick(core), tick(other), tick(core), tick(other)]);
    expect(both.flat()).toHaveLength(1);
    expect(connectionId).not.toBe('');
  });

  it('leaves a time out while the run before goes on, and keeps ad-hoc runs out of its series', async () => {
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

  it('refuses a schedule that never comes, and a zone that does not exist', async () => {
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
