import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/core.ts';
import type { Notifier } from '#main/ports.ts';
import type { Clock } from '#platform/clock.ts';
import type { AlertRuleInput } from '#shared/model/alertRules.ts';
import { addConnection, doubleServiceEntry, startCore } from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { monitorHeaders, type Received, startFaultyService } from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { analysisEntry, historyEntry } from '#tests/support/programs.ts';

const workers = {
  history: historyEntry,
  service: doubleServiceEntry,
  analysis: analysisEntry,
};
const hour = 60 * 60_000;

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

const without = (text: string): string => sampleBody('DE').replaceAll('Foldmaster', text);

/** An hourly monitor of one question in two markets; `answer` says what a market is given in which hour. */
async function start(
  rules: readonly AlertRuleInput[],
  answer: (country: string, run: number) => string | null,
  over: { readonly notifier?: Notifier; readonly samples?: number } = {},
) {
  let run = 0;
  const service = await startFaultyService(({ path, body }) => {
    if (!path.startsWith('/v1/monitor/')) return { status: 503, body: 'busy' };
    const given = answer(JSON.parse(body).country, run);
    if (given === null) return { status: 400, body: { error: { code: 'BAD', message: 'no' } } };
    return { status: 200, body: JSON.parse(given), headers: monitorHeaders() };
  });
  const clock = setClock('2026-06-01T00:30:00Z');
  const { samples = 5, ...ports } = over;
  const core = await startCore({ clock, workers, ...ports });
  const connectionId = await addConnection(core, service.baseUrl);
  await core.router.invoke('brands.save', { name: 'Foldmaster', kind: 'own', aliases: [], domains: [] });
  await core.router.invoke('plans.save', {
    name: 'Locks',
    plan: {
      questions: [{ text: 'Which lock?' }],
      engines: [{ engine: 'assistant-a' }],
      markets: [{ country: 'DE' }, { country: 'JP' }],
      samples,
    },
  });
  const schedule = { cron: '0 * * * *', timeZone: 'UTC' };
  await core.router.invoke('monitors.add', {
    name: 'Hourly',
    plan: 'Locks',
    connectionId,
    schedule,
    alertRules: false,
  });
  for (const rule of rules) await core.router.invoke('alerts.addRule', { monitor: 'Hourly', rule });
  /** The next hour comes, its run ends, and it is judged. */
  const nextRun = async () => {
    clock.at((Math.floor(clock.now() / hour) + 1) * hour + 60_000);
    const { runIds } = await core.router.invoke('monitors.tick', {});
    await Promise.all(runIds.map((runId) => core.use.runs.ended(runId)));
    run += 1;
    const { alerts } = await core.router.invoke('alerts.settle', {});
    return alerts;
  };
  return { core, clock, nextRun, service };
}

const list = async (core: Core) => (await core.router.invoke('alerts.list', {})).alerts;

/** A receiver of webhooks that refuses the first `refusals` of them. */
async function startReceiver(refusals = 0) {
  const got: Received[] = [];
  const receiver = await startFaultyService((request, index) => {
    got.push(request);
    return index < refusals ? { status: 500 } : { status: 204 };
  });
  return { url: `${receiver.baseUrl}/alerts`, got };
}

describe('an alert', () => {
  it('reports a lost brand with its figures and answers, and not where the calls failed', async () => {
    const { core, nextRun } = await start([{ kind: 'brand' }, { kind: 'failures' }], (country, run) => {
      if (run === 0) return sampleBody(country);
      return country === 'JP' ? null : without('Quietlock');
    });
    expect(await nextRun()).toEqual([]);
    const alerts = await nextRun();
    expect(alerts.map(({ kind, market, subject }) => [kind, market, subject])).toEqual([
      ['brand', 'DE', 'Foldmaster'],
      ['failures', null, null],
    ]);
    const [lost] = alerts;
    expect(lost).toMatchObject({
      text: 'Foldmaster lost in DE: named by 0 of 5 answers, before by 5 of 5 answers',
      before: { numerator: 5, denominator: 5 },
      now: { numerator: 0, denominator: 5 },
      verdict: 'larger-than-noise',
      monitor: 'Hourly',
    });
    // Three that name it, and one of now.
    expect(lost?.answers).toHaveLength(4);
    expect(lost?.address).toBe(`#/selection/${lost?.answers.join(',')}`);
    // Nothing new to say about the same run, and nothing about one that is as the last one was.
    expect((await core.router.invoke('alerts.settle', {})).alerts).toEqual([]);
    expect(await nextRun()).toEqual([]);
    expect((await list(core)).length).toBe(2);
  });

  it('ignores changes within re-run noise, unless its rule includes them', async () => {
    const rules = [{ kind: 'brand' }, { kind: 'brand', evenNoise: true, change: 'lost' }] as const;
    const { nextRun } = await start(
      rules,
      (_, run) => (run === 0 ? sampleBody('DE') : without('Quietlock')),
      {
        samples: 2,
      },
    );
    await nextRun();
    const alerts = await nextRun();
    expect(alerts.map(({ market, verdict }) => [market, verdict])).toEqual([
      ['DE', 'not-enough-samples'],
      ['JP', 'not-enough-samples'],
    ]);
  });

  it('names new and dropped sources, costs, and limits once per period', async () => {
    const moved = (country: string) => sampleBody(country).replace('forum.example', 'wiki.example');
    const { core, nextRun } = await start(
      [{ kind: 'source' }, { kind: 'cost', credits: 49 }, { kind: 'ceiling' }],
      (country, run) => (run === 0 ? sampleBody(country) : moved(country)),
    );
    const [connection] = (await core.router.invoke('monitors.list', {})).monitors;
    await core.router.invoke('plans.setCeilings', { connectionId: connection?.connectionId ?? '', day: 105 });
    expect((await nextRun()).map(({ text }) => text)).toEqual([
      'The run cost 50 credits, above the limit of 49',
    ]);
    const second = await nextRun();
    expect(second.map(({ kind, subject, market }) => [kind, subject, market])).toEqual([
      ['source', 'forum.example', 'DE'],
      ['source', 'wiki.example', 'DE'],
      ['source', 'forum.example', 'JP'],
      ['source', 'wiki.example', 'JP'],
      ['ceiling', 'day', null],
    ]);
    expect((await nextRun()).filter(({ kind }) => kind === 'ceiling')).toEqual([]);
  });

  it('of a monitor that fails every hour is sent at the first failure, after a day, and at the end', async () => {
    const fails = (run: number) => run > 0 && run < 4;
    const { core, clock, nextRun } = await start(
      [{ kind: 'failures' }, { kind: 'cost', credits: 5 }],
      (country, run) => (fails(run) ? null : sampleBody(country)),
      { samples: 1 },
    );
    const said = async () => (await nextRun()).map(({ text, standing }) => [standing?.phase, text]);
    expect(await said()).toEqual([['began', 'The run cost 10 credits, above the limit of 5']]);
    const failed = '2 of 2 requests failed (100 %)';
    expect(await said()).toEqual([
      ['began', failed],
      [
        'over',
        'Resolved: the run cost 0 credits, not above the limit of 5; since the run of 2026-06-01 01:00 UTC',
      ],
    ]);
    expect(await said()).toEqual([]);
    clock.at(clock.now() + 24 * hour);
    const since = 'since the run of 2026-06-01 02:00 UTC';
    expect(await said()).toEqual([['goes-on', `Ongoing: ${failed}; ${since}`]]);
    expect(await said()).toEqual([
      ['over', `Resolved: 0 of 2 requests failed (0 %); ${since}`],
      ['began', 'The run cost 10 credits, above the limit of 5'],
    ]);
    expect(await said()).toEqual([]);
    expect((await list(core)).map(({ kind }) => kind).sort()).toEqual([
      ...['cost', 'cost', 'cost', 'failures', 'failures', 'failures'],
    ]);
  });

  it('is sent once for a time whose run could not start', async () => {
    const { core, clock } = await start([{ kind: 'failures' }, { kind: 'brand' }], () => null);
    const [monitor] = (await core.router.invoke('monitors.list', {})).monitors;
    const look = async () => {
      clock.at(clock.now() + hour);
      await core.router.invoke('monitors.tick', {});
      const { alerts } = await core.router.invoke('alerts.settle', {});
      return alerts.map(({ kind, text }) => [kind, text]);
    };
    await core.router.invoke('connections.removeKey', { id: monitor?.connectionId ?? '' });
    expect(await look()).toEqual([
      ['failures', expect.stringMatching(/^The run of 2026-06-01 01:00 UTC could not start: .*no key/)],
    ]);
    expect((await core.router.invoke('alerts.settle', {})).alerts).toEqual([]);
    await core.router.invoke('plans.remove', { plan: 'Locks' });
    expect(await look()).toEqual([
      ['failures', expect.stringMatching(/^The run of 2026-06-01 02:00 UTC could not start: .*plan/i)],
    ]);
  });

  it('is created once and sent once, however many programs check and whenever one dies', async () => {
    const shown: string[] = [];
    const notifier: Notifier = { show: ({ body }) => void shown.push(body) };
    const { core, clock } = await start([{ kind: 'cost', credits: 1 }], (country) => sampleBody(country), {
      notifier,
      samples: 1,
    });
    const other = await startCore({
      clock,
      workers,
      notifier,
      paths: { data: core.data },
      secrets: core.secrets,
    });
    clock.at(clock.now() + hour);
    const { runIds } = await core.router.invoke('monitors.tick', {});
    await Promise.all(runIds.map((runId) => core.use.runs.ended(runId)));
    const looks = await Promise.all(
      [core, other, core, other].map((each) => each.router.invoke('alerts.settle', {})),
    );
    expect(new Set(looks.flatMap(({ alerts }) => alerts.map(({ id }) => id))).size).toBe(1);
    expect(shown).toEqual(['The run cost 10 credits, above the limit of 1']);
    expect(await list(core)).toHaveLength(1);
    expect(await list(other)).toMatchObject([{ deliveries: [{ channel: 'system', state: 'delivered' }] }]);
  });
});

describe('a webhook', () => {
  it('is signed according to Standard Webhooks, and is repeated with the same id until it is accepted', async () => {
    const { core, clock } = await start([], () => null);
    const { url, got } = await startReceiver(1);
    const { minted } = await core.router.invoke('alerts.setSecret', {});
    await core.router.invoke('alerts.setChannels', { webhook: url, allowPrivate: true });
    const alert = await core.router.invoke('alerts.test', {});
    expect(alert.deliveries).toMatchObject([
      { channel: 'system', state: 'waiting' },
      {
        channel: 'webhook',
        state: 'waiting',
        attempts: 1,
        problem: 'the receiver responded with status 500',
      },
    ]);
    await core.router.invoke('alerts.settle', {});
    expect(got).toHaveLength(1);
    clock.at(clock.now() + 60_000);
    await core.router.invoke('alerts.settle', {});
    await core.router.invoke('alerts.settle', {});
    expect(got).toHaveLength(2);
    expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([alert.id, alert.id]);
    const key = Buffer.from((minted ?? '').replace('whsec_', ''), 'base64');
    for (const { headers, body } of got) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      expect(headers['webhook-signature']).toBe(
        `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
      );
    }
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ type: 'alert.test', data: { id: alert.id } });
  });

  it('is sent again by another program if the first died while sending, and never after it was accepted', async () => {
    const { core, clock } = await start([], () => null);
    const { url, got } = await startReceiver();
    await core.router.invoke('alerts.setSecret', {});
    await core.router.invoke('alerts.setChannels', { webhook: url, allowPrivate: true, system: false });
    const { history } = core.use;
    await history.call('alerts.createTest', {
      channels: ['webhook'],
      nowMs: clock.now(),
      content: {
        text: 'x',
        engine: null,
        market: null,
        subject: null,
        before: null,
        now: { numerator: 0, denominator: 0, value: null, low: null, high: null },
        verdict: null,
        answers: [],
        standing: null,
      },
    });
    // What a program does before it is killed.
    const nowMs = clock.now();
    await history.call('alerts.claimDue', { channels: ['webhook'], leaseUntilMs: nowMs + 60_000, nowMs });
    await core.router.invoke('alerts.settle', {});
    expect(got).toHaveLength(0);
    clock.at(nowMs + 61_000);
    await core.router.invoke('alerts.settle', {});
    clock.at(nowMs + 48 * hour);
    await core.router.invoke('alerts.settle', {});
    expect(got).toHaveLength(1);
  });

  it('reaches no private address unless allowed, follows no redirect, and is never sent unsigned', async () => {
    const { core } = await start([], () => null);
    const set = (webhook: string) => core.router.invoke('alerts.setChannels', { webhook, system: false });
    await expect(set('http://127.0.0.1:9/')).rejects.toMatchObject({ fields: [{ field: 'webhook' }] });
    await expect(set('http://[::1]:9/')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(set('ftp://example.org/')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const { url, got } = await startReceiver();
    const named = url.replace('127.0.0.1', 'localhost');
    await set(named);
    const problem = async () => (await core.router.invoke('alerts.test', {})).deliveries[0]?.problem;
    expect(await problem()).toContain('secret');
    await core.router.invoke('alerts.setSecret', {});
    expect(await problem()).toMatch(/leads to .*, which is not public/);
    expect(got).toHaveLength(0);
    const turning = await startFaultyService(() => ({ status: 302, headers: { location: url } }));
    await core.router.invoke('alerts.setChannels', { webhook: turning.baseUrl, allowPrivate: true });
    expect(await problem()).toBe('the receiver responded with status 302');
    expect(got).toHaveLength(0);
  });

  it('belongs to the project of its monitor: another project neither lists nor counts it', async () => {
    const { core, nextRun } = await start([{ kind: 'cost', credits: 1 }], (country) => sampleBody(country), {
      samples: 1,
    });
    const { id: other } = await core.router.invoke('projects.create', { name: 'Other client' });
    await nextRun();
    const seen = async (project?: string) => {
      const { alerts, unread } = await core.router.invoke('alerts.list', project ? { project } : {});
      return [alerts.length, unread];
    };
    expect(await seen()).toEqual([1, 1]);
    expect(await seen(other)).toEqual([0, 0]);
    expect(await seen('all')).toEqual([1, 1]);
  });

  it('waits for the end of the quiet hours', async () => {
    const { core, clock, nextRun } = await start(
      [{ kind: 'cost', credits: 1 }],
      (country) => sampleBody(country),
      {
        samples: 1,
      },
    );
    const { url, got } = await startReceiver();
    await core.router.invoke('alerts.setSecret', {});
    await core.router.invoke('alerts.setChannels', {
      webhook: url,
      allowPrivate: true,
      system: false,
      quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
    });
    // 03:01 in Berlin.
    expect(await nextRun()).toHaveLength(1);
    clock.at(Date.parse('2026-06-01T04:59:00Z'));
    await core.router.invoke('alerts.settle', {});
    expect(got).toHaveLength(0);
    clock.at(Date.parse('2026-06-01T05:00:00Z'));
    await core.router.invoke('alerts.settle', {});
    expect(got).toHaveLength(1);
  });
});
