import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { spendDownTo, testService } from '#tests/support/service/runningService.ts';

const numbers = (headers: Headers) => ({
  limit: Number(headers.get('x-concurrent-limit')),
  current: Number(headers.get('x-concurrent-current')),
  remaining: Number(headers.get('x-concurrent-remaining')),
  credits: Number(headers.get('x-credits-remaining')),
  charged: Number(headers.get('x-credits-charged')),
});

describe('a synchronous call', () => {
  it('is charged with its outcome, and the slot is free when the response arrives', async () => {
    const one = await testService({ plan: 'free' });
    for (const expected of [495, 490, 485]) {
      const answer = await one.ask('hello');
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ success: true, result: { text: 'hello' } });
      expect(numbers(answer.headers)).toEqual({
        limit: 1,
        current: 1,
        remaining: 0,
        credits: expected,
        charged: 5,
      });
    }
    expect((await one.call('GET', '/v1/credits')).body).toMatchObject({ remaining: 485, perCycle: 500 });
  });

  it('never lets 500 parallel calls spend more than the balance', async () => {
    const one = await testService({ plan: 'enterprise-5k', rateLimitPerSecond: 10_000 });
    await spendDownTo(one, 'default', 123);
    await expect.poll(async () => (await one.call('GET', '/v1/credits')).body.remaining).toBe(123);
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => one.ask('hello [[sandbox latency=50]]')),
    );
    const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
    expect(count(200)).toBe(24);
    expect(count(403)).toBe(476);
    expect((await one.call('GET', '/v1/credits')).body.remaining).toBe(3);
    const ledger = (await one.operator.call('ledger.page', { limit: 100 })) as {
      output: { balanceAfter: number }[];
    };
    for (const { balanceAfter } of ledger.output) expect(balanceAfter).toBeGreaterThanOrEqual(0);
  });

  it('shares a small balance with tasks: 500 concurrent ones never make the ledger negative', async () => {
    const one = await testService({ plan: 'enterprise-5k', rateLimitPerSecond: 10_000 });
    await spendDownTo(one, 'default', 400);
    await expect.poll(async () => (await one.call('GET', '/v1/credits')).body.remaining).toBe(400);
    const tasks = Array.from({ length: 50 }, (_, index) => ({
      taskType: index % 2 === 0 ? 'ASSISTANT_A' : 'SEARCH_AI',
      payload: {
        prompt: `x [[sandbox latency=${index % 7} errors=${index % 3}]]`,
        country: 'US',
        ...(index % 2 === 0 ? {} : { include: { expandProducts: true } }),
      },
    }));
    const [submitted, ...calls] = await Promise.all([
      one.call('POST', '/v1/async/task/batch', tasks),
      ...Array.from({ length: 450 }, (_, index) => one.ask(`hello [[sandbox latency=${index % 11}]]`)),
    ]);
    let spent = 5 * calls.filter(({ status }) => status === 200).length;
    for (const { task: made } of submitted.body.results.filter(
      ({ success }: { success: boolean }) => success,
    )) {
      spent += (await one.ended(made.id)).body.credits.creditsCharged as number;
    }
    for (const { status } of calls) expect([200, 403, 429]).toContain(status);
    const { remaining } = (await one.call('GET', '/v1/credits')).body;
    expect(remaining).toBe(400 - spent);
    expect(remaining).toBeGreaterThanOrEqual(0);
    expect(spent).toBeGreaterThan(0);
    const ledger = (await one.operator.call('ledger.page', { limit: 500 })) as {
      output: { delta: number; balanceAfter: number }[];
    };
    for (const { balanceAfter } of ledger.output) expect(balanceAfter).toBeGreaterThanOrEqual(0);
    expect(-ledger.output.slice(0, -2).reduce((sum, { delta }) => sum + delta, 0)).toBe(spent);
  });

  it('is refused with 403 if the balance does not cover its maximum cost, even if it covers another call', async () => {
    const one = await testService();
    await spendDownTo(one, 'default', 6);
    await expect.poll(async () => (await one.call('GET', '/v1/credits')).body.remaining).toBe(6);
    const refused = await one.ask('hello', { include: { ads: true } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'INSUFFICIENT_CREDITS']);
    expect(numbers(refused.headers)).toMatchObject({ charged: 0, credits: 6 });
    const clusters = await one.call('POST', '/v1/monitor/search-ai', {
      prompt: 'x',
      include: { expandProducts: true },
    });
    expect(clusters.status).toBe(403);
    expect((await one.ask('hello')).status).toBe(200);
  });

  it('is refused with 429 if every slot is busy, without running or charging', async () => {
    const running = Promise.withResolvers<void>();
    const { promise: busyUntil, resolve: release } = Promise.withResolvers<void>();
    const one = await testService({ plan: 'free', watch: { started: () => running.resolve(), busyUntil } });
    const first = one.ask('busy');
    await running.promise;
    const refused = await one.ask('hello');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'CONCURRENT_LIMIT_EXCEEDED']);
    expect(refused.body.error.details).toEqual({ limit: 1 });
    expect(refused.headers.get('retry-after')).toBeNull();
    expect(numbers(refused.headers)).toMatchObject({ limit: 1, current: 1, remaining: 0, charged: 0 });
    release();
    expect((await first).status).toBe(200);
    expect((await one.ask('hello')).status).toBe(200);
  });

  it('fails with 500 after five attempts and with 502 for a permanent failure; neither is charged', async () => {
    const one = await testService();
    const exhausted = await one.ask('hello [[sandbox errors=9]]');
    expect([exhausted.status, exhausted.body.error.code, exhausted.body.error.message]).toEqual([
      500,
      'INTERNAL_SERVER_ERROR',
      'Maximum retries exceeded',
    ]);
    const fatal = await one.ask('hello [[sandbox outcome=fatal]]');
    expect([fatal.status, fatal.body.error.code, fatal.body.error.details]).toEqual([
      502,
      'EXTERNAL_SERVICE_ERROR',
      { service: 'echo', reason: 'rejected' },
    ]);
    expect((await one.call('GET', '/v1/credits')).body.remaining).toBe(1_350_000);
    expect((await one.ask('hello [[sandbox errors=4]]')).status).toBe(200);
  });

  it('that hangs ends with 500 after its time limit', async () => {
    const one = await testService({ attemptWindowSeconds: 0.2 });
    const answer = await one.ask('hello [[sandbox outcome=hang]]');
    expect([answer.status, answer.body.error.message]).toEqual([500, 'Maximum retries exceeded']);
  });

  it('whose client disconnects is completed, charged, recorded as 499, and found by its request id', async () => {
    const ends: (() => void)[] = [];
    const one = await testService({ watch: { ended: () => ends.shift()?.() } });
    const ended = new Promise<void>((resolve) => ends.push(resolve));
    const gone = new AbortController();
    const left = fetch(`${one.baseUrl}/v1/monitor/assistant-a`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        Authorization: `Bearer ${one.apiKey}`,
        'Content-Type': 'application/json',
        'X-Request-Id': 'left-early',
      },
      body: JSON.stringify({ prompt: 'worth keeping [[sandbox latency=300]]', country: 'US' }),
    }).catch((error: Error) => error.name);
    setTimeout(() => gone.abort(), 100);
    expect(await left).toBe('AbortError');
    await ended;
    type Found = {
      output: {
        job: { status: number; state: string; errorCode: string; creditsCharged: number };
        result: string;
      }[];
    };
    await expect
      .poll(async () => ((await one.operator.call('jobs.find', { requestId: 'left-early' })) as Found).output)
      .toMatchObject([
        { job: { status: 499, state: 'COMPLETED', errorCode: 'REQUEST_CANCELED', creditsCharged: 5 } },
      ]);
    const [found] = ((await one.operator.call('jobs.find', { requestId: 'left-early' })) as Found).output;
    expect(JSON.parse(found?.result ?? '')).toMatchObject({ text: 'worth keeping' });
    expect((await one.call('GET', '/v1/credits')).body.remaining).toBe(1_350_000 - 5);
  });

  it('whose client disconnects between attempts is not retried', async () => {
    let attempts = 0;
    const one = await testService({
      retryBaseMs: 60_000,
      watch: {
        started: () => {
          attempts += 1;
        },
      },
      ports: { random: () => 0.9 },
    });
    const gone = new AbortController();
    const left = fetch(`${one.baseUrl}/v1/monitor/assistant-a`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        Authorization: `Bearer ${one.apiKey}`,
        'Content-Type': 'application/json',
        'X-Request-Id': 'gave-up',
      },
      body: JSON.stringify({ prompt: 'x [[sandbox errors=3]]', country: 'US' }),
    }).catch(() => undefined);
    await expect.poll(() => attempts).toBe(1);
    gone.abort();
    await left;
    await expect
      .poll(async () => (await one.operator.call('jobs.find', { requestId: 'gave-up' })) as unknown)
      .toMatchObject({
        output: [{ job: { status: 499, state: 'FAILED', creditsCharged: 0 }, result: null }],
      });
    expect(attempts).toBe(1);
    expect((await one.call('GET', '/v1/async/status')).body.concurrency.used).toBe(0);
  });

  it('is charged one credit per returned cluster, and needs the maximum to be accepted', async () => {
    const one = await testService();
    const answer = await one.call('POST', '/v1/monitor/search-ai', {
      prompt: 'x',
      include: { expandProducts: true },
    });
    expect(numbers(answer.headers).charged).toBe(6);
  });

  it('returns HTML as a URL that needs no key and runs nothing, as a list on search', async () => {
    const one = await testService();
    const { body } = await one.ask('page me', { include: { html: true } });
    const page = await fetch(body.result.html);
    expect([page.status, await page.text()]).toEqual([200, '<p>page me</p>']);
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    const search = await one.call('POST', '/v1/monitor/search', {
      query: 'x',
      country: 'US',
      include: { html: true },
    });
    expect(search.body.result.html).toHaveLength(1);
    const guess = body.result.html.replace(/results\/.{4}/, 'results/0000');
    expect((await fetch(guess)).status).toBe(404);
  });

  it('is refused without running while the service is stopping', async () => {
    const running = Promise.withResolvers<void>();
    const { promise: busyUntil, resolve: release } = Promise.withResolvers<void>();
    const one = await testService({ watch: { started: () => running.resolve(), busyUntil } });
    const { hostname, port } = new URL(one.baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const request = (prompt: string): string => {
      const body = JSON.stringify({ prompt, country: 'US' });
      return `POST /v1/monitor/assistant-a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${one.apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    socket.write(request('busy'));
    await running.promise;
    const stopped = one.stop(30_000);
    socket.write(request('late'), () => release());
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    await once(socket, 'close');
    await stopped;
    expect(text).toContain('"text":"busy"');
    expect(text).not.toContain('"text":"late"');
  });
});
