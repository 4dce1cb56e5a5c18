import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { postWebhook } from '#platform/http/post.ts';
import {
  keyOf,
  runService,
  type TestOptions,
  type TestService,
} from '#tests/support/service/runningService.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/service/webhookReceiver.ts';

const open: { remove: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.remove();
});
async function receiver(): Promise<WebhookReceiver> {
  const started = await startWebhookReceiver();
  open.push({ remove: started.close });
  return started;
}
async function service(options: TestOptions = {}): Promise<TestService> {
  const started = await runService({ webhookBaseMs: 5, ...options });
  open.push(started);
  return started;
}
const submit = async (one: TestService, url: string, prompt = 'hello') =>
  (
    await one.call('POST', '/v1/async/task', {
      taskType: 'ASSISTANT_A',
      payload: { prompt, country: 'US' },
      webhook: { url },
    })
  ).body.task.id as string;
const status = async (one: TestService, id: string) => (await one.call('GET', `/v1/async/task/${id}`)).body;

describe('webhooks', () => {
  it('contain the task status without its webhook block, on success and on failure', async () => {
    const [hooks, one] = [await receiver(), await service()];
    for (const prompt of ['hello', 'x [[sandbox outcome=fatal]]']) {
      const path = `/${prompt.length}`;
      const id = await submit(one, hooks.url(path), prompt);
      const [delivery] = await hooks.waitFor(path, 1);
      await expect.poll(async () => (await status(one, id)).webhook?.delivered).toBe(true);
      const { webhook, ...rest } = await status(one, id);
      expect(delivery?.body).toEqual(rest);
      expect(webhook).toEqual({
        url: hooks.url(path),
        deliveredAt: expect.stringMatching(/^\d{4}-.*Z$/),
        delivered: true,
      });
      expect(delivery?.headers['content-type']).toBe('application/json');
      expect(delivery?.headers['x-webhook-signature']).toBeUndefined();
    }
  });

  it('are signed if the account has a secret, each attempt with its own id', async () => {
    const [hooks, one] = [await receiver(), await service()];
    const { output } = (await one.operator.call('webhook-secret.rotate', {})) as {
      output: { secret: string };
    };
    hooks.answer('/signed', (count) => ({ status: count === 1 ? 500 : 200 }));
    const id = await submit(one, hooks.url('/signed'));
    const deliveries = await hooks.waitFor('/signed', 2);
    for (const [index, { headers, raw }] of deliveries.entries()) {
      const signed = createHmac('sha256', output.secret)
        .update(`${headers['x-webhook-timestamp']}.`)
        .update(raw);
      expect(headers['x-webhook-signature']).toBe(`v1=${signed.digest('hex')}`);
      expect(headers['x-webhook-id']).toBe(`${id}-${index + 1}`);
    }
    await one.operator.call('webhook-secret.clear', {});
    await submit(one, hooks.url('/plain'));
    const [plain] = await hooks.waitFor('/plain', 1);
    expect(Object.keys(plain?.headers ?? {}).filter((name) => name.startsWith('x-webhook'))).toEqual([]);
  });

  it('get five attempts; afterwards the result stays readable, and a replay starts again', async () => {
    const [hooks, one] = [await receiver(), await service()];
    const replies = [
      { status: 500 },
      'cut',
      { status: 302, headers: { location: hooks.url('/elsewhere') } },
      { status: 404 },
      { status: 503 },
    ] as const;
    hooks.answer('/bad', (count) => replies[count - 1] ?? { status: 200 });
    const id = await submit(one, hooks.url('/bad'));
    await hooks.waitFor('/bad', 5);
    await expect
      .poll(async () => (await one.operator.call('webhooks.recent', {})) as unknown)
      .toMatchObject({
        output: [{ taskId: id, state: 'failed', attempts: 5, lastStatus: 503 }],
      });
    expect((await status(one, id)).webhook).toMatchObject({ deliveredAt: null, delivered: false });
    expect((await status(one, id)).response.text).toBe('hello');
    expect(hooks.deliveriesTo('/elsewhere')).toEqual([]);
    const recent = (await one.operator.call('webhooks.recent', {})) as { output: { id: number }[] };
    expect(await one.operator.call('webhooks.resend', { id: recent.output[0]?.id })).toMatchObject({
      ok: true,
    });
    expect(await hooks.waitFor('/bad', 6)).toHaveLength(6);
    await expect.poll(async () => (await status(one, id)).webhook.delivered).toBe(true);
  });

  it('wait longer after each failure', async () => {
    const [hooks, one] = [await receiver(), await service({ webhookBaseMs: 60 })];
    hooks.answer('/slow', () => ({ status: 500 }));
    await submit(one, hooks.url('/slow'));
    const times = (await hooks.waitFor('/slow', 4)).map(({ at }) => at);
    const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    for (const [index, wait] of waits.entries())
      expect(wait).toBeGreaterThanOrEqual(60 * 2 ** index * 0.9 - 2);
  });

  it('survive a restart, before the first attempt and between attempts', async () => {
    const hooks = await receiver();
    const one = await service({ webhookBaseMs: 60_000 });
    hooks.answer('/later', (count) => ({ status: count === 1 ? 500 : 200 }));
    const id = await submit(one, hooks.url('/later'));
    await hooks.waitFor('/later', 1);
    await expect
      .poll(async () => (await one.operator.call('webhooks.recent', {})) as unknown)
      .toMatchObject({ output: [{ attempts: 1 }] });
    const two = await one.restart();
    open[open.length - 1] = two;
    const recent = (await two.operator.call('webhooks.recent', {})) as {
      output: { id: number; state: string }[];
    };
    expect(recent.output[0]?.state).toBe('pending');
    await two.operator.call('webhooks.resend', { id: recent.output[0]?.id });
    await hooks.waitFor('/later', 2);
    await expect.poll(async () => (await status(two, id)).webhook.delivered).toBe(true);
  });

  it('keep their task past its retention until they are delivered or abandoned', async () => {
    const hooks = await receiver();
    const one = await service({ retentionHours: 0.2 / 3_600, webhookBaseMs: 1_500 });
    hooks.answer('/late', (count) => ({ status: count === 1 ? 500 : 200 }));
    const id = await submit(one, hooks.url('/late'));
    const [, second] = await hooks.waitFor('/late', 2);
    expect(second?.body).toMatchObject({ task: { id, status: 'COMPLETED' }, response: { text: 'hello' } });
  });

  it('never reach loopback or private addresses unless the deployment allows it, by name or by number', async () => {
    const hooks = await receiver();
    const one = await service({ allowPrivateWebhooks: false });
    const port = new URL(hooks.url('/')).port;
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '127.1',
      '2130706433',
    ]) {
      const id = await submit(one, `http://${host}:${port}/private`);
      await expect
        .poll(async () =>
          (
            (await one.operator.call('webhooks.recent', {})) as {
              output: { taskId: string; attempts: number; lastError: string }[];
            }
          ).output.find(({ taskId }) => taskId === id),
        )
        .toMatchObject({ attempts: expect.any(Number), lastError: expect.stringContaining('not public') });
    }
    expect(hooks.deliveriesTo('/private')).toEqual([]);
  });

  it('time out for a receiver that does not respond', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const outcome = await postWebhook(`http://127.0.0.1:${port}/`, '{}', {
      userAgent: 'test',
      headers: {},
      timeoutMs: 50,
      allowPrivate: true,
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('no answer within') });
    server.closeAllConnections();
    server.close();
  });
});

describe('a slow receiver', () => {
  it('does not delay the webhooks of another account', async () => {
    const [hooks, one] = [await receiver(), await service()];
    hooks.answer('/silent', () => 'silence');
    const tasks = (url: string, count: number) =>
      Array.from({ length: count }, () => ({
        taskType: 'ASSISTANT_A',
        payload: { prompt: 'x', country: 'US' },
        webhook: { url },
      }));
    const key = { Authorization: `Bearer ${await keyOf(one, 'other')}` };
    await one.call('POST', '/v1/async/task/batch', tasks(hooks.url('/silent'), 120));
    await hooks.waitFor('/silent', 16);
    await one.call('POST', '/v1/async/task/batch', tasks(hooks.url('/quick'), 40), key);
    await hooks.waitFor('/quick', 40);
    expect(hooks.deliveriesTo('/silent').length).toBe(16);
  });
});
