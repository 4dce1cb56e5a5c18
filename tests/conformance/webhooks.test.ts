import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { startService } from '../support/service/startService.ts';
import {
  type Delivery,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/service/webhookReceiver.ts';
import { spentDownTo } from './balances.ts';
import { type Api, apiOf } from './http.ts';
import { taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { webhooks } from './rules/webhooks.ts';
import { serviceForFile, testServiceOf } from './serviceForFile.ts';
import { failedResponse, taskRecord } from './shapes/tasks.ts';
import { createTask, createTasks, finished, readTask, started } from './taskCalls.ts';
import { until } from './until.ts';

/** Waits between attempts in these tests: 60, 120, 240 and 480 ms, give or take. */
const baseMs = 60;
const service = serviceForFile({ webhookBaseMs: baseMs, allowPrivateWebhooks: true });
const guarded = serviceForFile({ webhookBaseMs: 1 });

let receiver: WebhookReceiver;
/** The path whose first delivery is never answered; started first, because its proof takes 10 seconds. */
const silentPath = '/hook-13';
let silentTask: string;
let silentSince: number;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  receiver.answer(silentPath, (count) => (count === 1 ? 'silence' : { status: 200 }));
  silentSince = Date.now();
  silentTask = await send(silentPath);
});
afterAll(() => receiver.close());

/** Creates a task that reports to this path of the receiver; gives its id. */
async function send(path: string, orders = '', api: Api = service().api): Promise<string> {
  const webhook = { url: receiver.url(path) };
  return (await createTask(api, taskFor('assistant-b', { webhook }, orders))).task.id;
}

const only = async (path: string, count = 1): Promise<Delivery> => {
  const deliveries = await receiver.waitFor(path, count);
  return deliveries[count - 1] as Delivery;
};

const signatureOf = (secret: string, { headers, raw }: Delivery): string =>
  `v1=${createHmac('sha256', secret).update(`${headers['x-webhook-timestamp']}.`).update(raw).digest('hex')}`;

/** An account that signs its deliveries, with its secret. */
async function signing(): Promise<{ name: string; api: Api; secret: string }> {
  const { name, api } = await service().account('lite');
  return { name, api, secret: await service().direct.rotateWebhookSecret(name) };
}

const carries = (delivery: Delivery, secret: string): boolean =>
  delivery.headers['x-webhook-signature'] === signatureOf(secret, delivery);

/** A change of the secret beside the running service is seen by it a moment later: within two seconds. */
async function signedUntil(path: string, api: Api, accept: (delivery: Delivery) => boolean) {
  let count = 0;
  return until(
    `a delivery to ${path} as wanted`,
    async () => {
      count += 1;
      await send(path, '', api);
      return only(path, count);
    },
    accept,
    2_000,
  );
}

const signatureHeaders = ['x-webhook-timestamp', 'x-webhook-signature', 'x-webhook-id'];

const delivered = (id: string, wanted: boolean) =>
  until(
    `task ${id} delivered`,
    () => readTask(service().api, id),
    ({ webhook }) => webhook?.delivered === wanted,
  );

prove(webhooks, {
  'HOOK-1': async () => {
    const id = await send('/hook-1');
    const { method, body } = await only('/hook-1');
    expect(method).toBe('POST');
    expect(taskRecord.parse(body).task).toMatchObject({ id, status: 'COMPLETED' });
  },

  'HOOK-2': async () => {
    const id = await send('/hook-2', 'outcome=fatal');
    const { task, credits, response } = taskRecord.parse((await only('/hook-2')).body);
    expect(task).toMatchObject({ id, status: 'FAILED' });
    expect(credits.creditsCharged).toBe(0);
    failedResponse.parse(response);
  },

  'HOOK-3': async () => {
    await send('/hook-3');
    const { headers, body } = await only('/hook-3');
    expect(headers['content-type']).toMatch(/^application\/json(;|$)/);
    expect(body).toBeTypeOf('object');
  },

  'HOOK-4': async () => {
    const id = await send('/hook-4');
    const { body } = await only('/hook-4');
    const { webhook, ...record } = await delivered(id, true);
    expect(webhook?.url).toBe(receiver.url('/hook-4'));
    expect(body).toEqual(record);
  },

  'HOOK-5': async () => {
    await send('/hook-5');
    const { headers, body } = await only('/hook-5');
    expect(Object.keys(headers).filter((name) => name.includes('event'))).toEqual([]);
    expect(Object.keys(body as object).toSorted()).toEqual(['credits', 'response', 'task']);
  },

  'HOOK-6': async () => {
    for (const status of [200, 201, 202, 204, 299]) {
      const path = `/hook-6-${status}`;
      receiver.answer(path, () => ({ status }));
      const { webhook } = await delivered(await send(path), true);
      expect(Math.abs(Date.now() - Date.parse(String(webhook?.deliveredAt)))).toBeLessThan(10_000);
      expect(receiver.deliveriesTo(path)).toHaveLength(1);
    }
  },

  'HOOK-7': async () => {
    for (const status of [400, 404, 429, 500, 503]) {
      const path = `/hook-7-${status}`;
      receiver.answer(path, (count) => ({ status: count === 1 ? status : 200 }));
      const id = await send(path);
      const [first, second] = await receiver.waitFor(path, 2);
      expect(second?.raw.equals(first?.raw ?? Buffer.alloc(0))).toBe(true);
      await delivered(id, true);
    }
  },

  'HOOK-8': async () => {
    receiver.answer('/hook-8', (count) => (count === 1 ? 'cut' : { status: 200 }));
    const id = await send('/hook-8');
    await receiver.waitFor('/hook-8', 2);
    await delivered(id, true);
  },

  'HOOK-9': async () => {
    const headers = { Location: receiver.url('/hook-9-target') };
    receiver.answer('/hook-9', (count) => (count === 1 ? { status: 302, headers } : { status: 200 }));
    await send('/hook-9');
    await receiver.waitFor('/hook-9', 2);
    expect(receiver.deliveriesTo('/hook-9-target')).toEqual([]);
  },

  'HOOK-10': async () => {
    receiver.answer('/hook-10', () => ({ status: 500 }));
    await send('/hook-10');
    await receiver.waitFor('/hook-10', 5);
    // Deliveries that start later and end earlier show that no sixth attempt was due meanwhile.
    for (const path of ['/hook-10-a', '/hook-10-b']) {
      receiver.answer(path, (count) => ({ status: count < 5 ? 500 : 200 }));
      await send(path);
      await receiver.waitFor(path, 5);
    }
    expect(receiver.deliveriesTo('/hook-10')).toHaveLength(5);
  },

  'HOOK-11': async () => {
    receiver.answer('/hook-11', () => ({ status: 500 }));
    await send('/hook-11');
    const times = (await receiver.waitFor('/hook-11', 5)).map(({ at }) => at);
    const waits = times.slice(1).map((at, index) => at - Number(times[index]));
    for (const [index, wait] of waits.entries()) {
      expect(wait, `wait ${index + 1}`).toBeGreaterThanOrEqual(baseMs * 2 ** index * 0.45);
    }
    expect(waits[3]).toBeGreaterThan(Number(waits[0]));
  },

  'HOOK-12': async () => {
    receiver.answer('/hook-12', () => ({ status: 500 }));
    const id = await send('/hook-12');
    await receiver.waitFor('/hook-12', 5);
    const { task, webhook, response } = await readTask(service().api, id);
    expect(task.status).toBe('COMPLETED');
    expect(webhook).toEqual({ url: receiver.url('/hook-12'), delivered: false, deliveredAt: null });
    expect(response).toHaveProperty('text');
  },

  'HOOK-13': async () => {
    const [first, second] = await receiver.waitFor(silentPath, 2, 20_000);
    // A busy machine sees the first one late, which the service has waited for since it was sent.
    expect(Number(second?.at) - silentSince).toBeGreaterThanOrEqual(10_000);
    expect(Number(second?.at) - Number(first?.at)).toBeLessThan(13_000);
    await delivered(silentTask, true);
  },

  'HOOK-14': async () => {
    await send('/hook-14');
    const { headers } = await only('/hook-14');
    for (const name of signatureHeaders) expect(headers).not.toHaveProperty(name);
  },

  'HOOK-15': async () => {
    const { api, secret } = await signing();
    expect(secret).toMatch(/^whsec_\S+$/);
    await send('/hook-15', '', api);
    const { headers } = await only('/hook-15');
    for (const name of signatureHeaders) expect(headers).toHaveProperty(name);
  },

  'HOOK-16': async () => {
    const { api, secret } = await signing();
    await send('/hook-16', '', api);
    const delivery = await only('/hook-16');
    expect(delivery.headers['x-webhook-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
    expect(delivery.headers['x-webhook-signature']).toBe(signatureOf(secret, delivery));
  },

  'HOOK-17': async () => {
    const { api } = await signing();
    await send('/hook-17', '', api);
    const timestamp = (await only('/hook-17')).headers['x-webhook-timestamp'];
    expect(timestamp).toMatch(/^\d{10}$/);
    expect(Math.abs(Date.now() / 1_000 - Number(timestamp))).toBeLessThan(10);
  },

  'HOOK-18': async () => {
    const { api, secret } = await signing();
    receiver.answer('/hook-18', (count) => ({ status: count < 3 ? 500 : 200 }));
    const id = await send('/hook-18', '', api);
    const deliveries = await receiver.waitFor('/hook-18', 3);
    expect(deliveries.map(({ headers }) => headers['x-webhook-id'])).toEqual([
      `${id}-1`,
      `${id}-2`,
      `${id}-3`,
    ]);
    for (const delivery of deliveries) {
      expect(delivery.headers['x-webhook-signature']).toBe(signatureOf(secret, delivery));
    }
  },

  'HOOK-19': async () => {
    const { name, api, secret } = await signing();
    const next = await service().direct.rotateWebhookSecret(name);
    expect(next).not.toBe(secret);
    const delivery = await signedUntil('/hook-19', api, (one) => carries(one, next));
    expect(carries(delivery, secret)).toBe(false);
  },

  'HOOK-20': async () => {
    const { name, api } = await signing();
    await service().operator.clearWebhookSecret(name);
    const { headers } = await signedUntil('/hook-20', api, (one) => !one.headers['x-webhook-signature']);
    for (const header of signatureHeaders) expect(headers).not.toHaveProperty(header);
  },

  'HOOK-21': async () => {
    const { api } = await service().account('free');
    const webhook = { url: receiver.url('/hook-21') };
    const ids = await createTasks(
      api,
      [1, 2, 3].map((priority) => taskFor('assistant-b', { webhook, priority }, 'latency=250')),
    );
    const deliveries = await receiver.waitFor('/hook-21', 3);
    const order = deliveries.map(({ body }) => taskRecord.parse(body).task.id);
    expect(order.toSorted()).toEqual(ids.toSorted());
    expect(order.indexOf(String(ids[2]))).toBeLessThan(order.indexOf(String(ids[1])));
  },

  'HOOK-22': async () => {
    const { api } = await service().account('free');
    const blocking = await createTask(api, taskFor('assistant-b', {}, 'latency=1000'));
    await started(api, blocking.task.id);
    await send('/hook-22', '', api);
    await api.remove('/v1/async/queue');
    await finished(api, blocking.task.id);
    await send('/hook-22-next', '', api);
    await only('/hook-22-next');
    expect(receiver.deliveriesTo('/hook-22')).toEqual([]);
  },

  'HOOK-23': async () => {
    const flags = { plan: 'growth', allowPrivateWebhooks: true, webhookBaseMs: 500 };
    const first = await startService(flags);
    try {
      const { api } = await testServiceOf(first);
      receiver.answer('/hook-23', (count) => ({ status: count === 1 ? 500 : 200 }));
      const id = await send('/hook-23', '', api);
      await receiver.waitFor('/hook-23', 1);
      await first.halt('SIGKILL');
      const second = await startService({ ...flags, dataFolder: first.dataFolder });
      try {
        const [, again] = await receiver.waitFor('/hook-23', 2);
        expect(taskRecord.parse(again?.body).task.id).toBe(id);
        expect((await apiOf(second.baseUrl, second.apiKey).get('/v1/credits')).status).toBe(200);
      } finally {
        await second.halt('SIGKILL');
      }
    } finally {
      await first.stop();
    }
  },

  'HOOK-24': async () => {
    const { api } = guarded();
    const port = new URL(receiver.url('/')).port;
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0'];
    for (const host of hosts) {
      const webhook = { url: `http://${host}:${port}/hook-24` };
      const { task } = await createTask(api, taskFor('assistant-b', { webhook }));
      const { webhook: block } = await finished(api, task.id);
      const { href: url } = new URL(webhook.url);
      expect(block).toEqual({ url, delivered: false, deliveredAt: null });
    }
    // Time enough for five attempts with waits of 1, 2, 4 and 8 ms.
    for (let time = 0; time < 5; time += 1) {
      await finished(api, (await createTask(api, taskFor('assistant-b', {}, 'latency=20'))).task.id);
    }
    expect(receiver.deliveriesTo('/hook-24')).toEqual([]);
  },

  'HOOK-25': async () => {
    const { api } = service();
    const { task } = await createTask(api, taskFor('assistant-b'));
    expect(await finished(api, task.id)).not.toHaveProperty('webhook');
  },

  'HOOK-26': async () => {
    const { api } = await service().account('free');
    await spentDownTo(api, 4);
    const running = await createTask(api, taskFor('assistant-b', {}, 'latency=1000'));
    await started(api, running.task.id);
    const id = await send('/hook-26', '', api);
    const { task, credits } = taskRecord.parse((await only('/hook-26')).body);
    expect(task).toMatchObject({ id, status: 'FAILED', latencyMs: null });
    expect(credits.creditsCharged).toBe(0);
  },
});
