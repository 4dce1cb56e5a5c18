import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Logger } from '#platform/log.ts';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { testService } from '#tests/support/service/runningService.ts';

const get = async (url: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};

test('health checks need no key, and metrics exist only if enabled', async () => {
  const service = await testService();
  expect(await get(`${service.baseUrl}/healthz`)).toEqual({ status: 200, text: '{"status":"ok"}' });
  expect(await get(`${service.baseUrl}/readyz`)).toEqual({ status: 200, text: '{"status":"ok"}' });
  expect((await get(`${service.baseUrl}/metrics`)).status).toBe(404);
  const wrongMethod = await service.call('POST', '/readyz', {});
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET']);
});

test('a service with a database of a newer version is alive and not ready', async () => {
  const service = await testService();
  const db = connectDatabase(join(service.dataFolder, 'service.db'));
  db.pragma('user_version = 999');
  db.close();
  expect(await get(`${service.baseUrl}/readyz`)).toEqual({
    status: 503,
    text: '{"status":"not ready","reason":"the store belongs to a newer version"}',
  });
  expect((await get(`${service.baseUrl}/healthz`)).status).toBe(200);
});

test('a stopping service is immediately not ready and continues to serve for its delay', async () => {
  const service = await testService({ shutdownDelaySeconds: 0.5 });
  const stopped = service.stop(5_000);
  expect((await get(`${service.baseUrl}/readyz`)).status).toBe(503);
  expect((await service.ask('still served')).status).toBe(200);
  await stopped;
  await expect(fetch(`${service.baseUrl}/healthz`)).rejects.toThrow();
});

test('metrics cover requests, credits, slots, the queue and the store, and contain no customer data', async () => {
  const service = await testService({ metrics: true });
  const answer = await service.ask('a secret question');
  const created = await service.call('POST', '/v1/async/task', {
    taskType: 'ASSISTANT_A',
    payload: { prompt: 'a secret task', country: 'US' },
  });
  expect(created.status).toBe(200);
  await service.ended(created.body.task.id);
  await service.call('GET', '/no/such/address/of-a-customer');

  const { text } = await get(`${service.baseUrl}/metrics`);
  const value = (line: string): number =>
    Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.slice(line.length),
    );
  expect(
    value('parallax_http_requests_total{method="POST",route="/v1/monitor/assistant-a",status="200"}'),
  ).toBe(1);
  expect(value('parallax_http_requests_total{method="GET",route="unknown",status="404"}')).toBe(1);
  expect(value('parallax_http_request_duration_seconds_count{route="/v1/monitor/assistant-a"}')).toBe(1);
  const charged = Number(answer.headers.get('x-credits-charged'));
  expect(value('parallax_credits_charged_total')).toBe(charged * 2);
  expect(value('parallax_tasks_finished_total{state="COMPLETED"}')).toBe(1);
  expect(value('parallax_slots_busy')).toBe(0);
  expect(value('parallax_slots_total')).toBe(Number(answer.headers.get('x-concurrent-limit')));
  expect(value('parallax_tasks_queued')).toBe(0);
  expect(value('parallax_webhooks_due')).toBe(0);
  expect(value('parallax_store_operation_duration_seconds_count{operation="settleCall"}')).toBe(1);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  for (const told of ['secret', 'default', service.apiKey, created.body.task.id, 'of-a-customer']) {
    expect(text).not.toContain(told);
  }
});

test('every response is a line of the log with its id, if enabled', async () => {
  const lines: Record<string, unknown>[] = [];
  const log: Logger = (_level, message, fields) => void lines.push({ message, ...fields });
  const service = await testService({ logRequests: true, ports: { log } });
  await service.call('GET', '/v1/credits?secret=1', undefined, { 'X-Request-Id': 'my-request' });
  await expect
    .poll(() => lines.find(({ requestId }) => requestId === 'my-request'))
    .toMatchObject({
      message: 'request answered',
      method: 'GET',
      route: '/v1/credits',
      status: 200,
      account: 1,
    });
  expect(JSON.stringify(lines)).not.toContain('secret=1');
});
