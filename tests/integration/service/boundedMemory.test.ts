import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '#tests/support/service/rawHttp.ts';
import { type ServiceProcess, startServiceProcess } from '#tests/support/service/serviceProcess.ts';

const megabyte = 1024 * 1024;
/** What the process may ever have taken. Read all at once, the bodies alone would take twice what is sent. */
const limitMb = 1_024;
const rounds = 10;

/** Memory of the process in MB, as the system counts it: the most so far, or now. */
function memoryMb(process: ServiceProcess, which: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${process.child.pid}/status`, 'latin1');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

let dataFolder: string;
let service: ServiceProcess;
let port: number;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'parallax-memory-'));
  service = await startServiceProcess({
    dataFolder,
    host: '127.0.0.1',
    port: 0,
    plan: 'enterprise-5k',
    rateLimitPerSecond: 100_000,
  });
  port = Number(new URL(service.baseUrl).port);
});
afterAll(async () => {
  await service.kill();
  await rm(dataFolder, { recursive: true, force: true });
});

/** What the service says of itself, to be read when it refuses what it should take. */
function serviceLog(): string {
  const file = join(dataFolder, 'service.log');
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-4_000) : '';
}

function request(path: string, body: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${service.apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

// The peak is read where Linux keeps it; the other systems run the same code.
describe.skipIf(!existsSync('/proc/self/status'))('the memory of the service', () => {
  it('stays bounded with many concurrent bodies of maximum size', { timeout: 300_000 }, async () => {
    const task = { taskType: 'ASSISTANT_A', payload: { prompt: 'x'.repeat(9_000), country: 'US' } };
    const bodies: readonly (readonly [body: string, status: number])[] = [
      // As many values as fit, as many objects as are read, the largest tasks, unknown fields to complain about.
      [`[${'1,'.repeat(7 * megabyte)}1]`, 422],
      [`[${'1,'.repeat(1_900_000)}1]`, 422],
      [`[${'{},'.repeat(390_000)}{}]`, 422],
      [JSON.stringify(Array(500).fill({ ...task, extra: 'y'.repeat(20_000) })), 200],
      [JSON.stringify(Array(500).fill({ ...task, payload: { ...task.payload, z: [] } })), 200],
      [`{"a":"${'z'.repeat(15 * megabyte)}"}`, 422],
      [`["${'\\u0041'.repeat(2.5 * megabyte)}"]`, 200],
    ];
    const requests = bodies.map(([body, status]) => [request('/v1/async/task/batch', body), status] as const);
    const sent = requests.reduce((sum, [bytes]) => sum + (bytes.length * rounds) / megabyte, 0);
    await Promise.all(
      Array.from({ length: rounds }, () => requests).flatMap((round) =>
        round.map(async ([bytes, status]) => {
          const answer = await sendRaw(port, bytes, 120_000);
          expect(answer?.status, answer?.status === status ? '' : serviceLog()).toBe(status);
        }),
      ),
    );
    const small = '{"prompt":"x [[sandbox latency=0]]","country":"US"}';
    expect((await sendRaw(port, request('/v1/monitor/assistant-a', small)))?.status).toBe(200);
    const peak = memoryMb(service, 'VmHWM');
    console.log(`${Math.round(sent)} MB sent in large bodies at once: peak ${Math.round(peak)} MB`);
    expect(peak).toBeLessThan(limitMb);
  });

  it('returns to the system when no request comes', { timeout: 120_000 }, async () => {
    await expect
      .poll(() => memoryMb(service, 'VmRSS'), { timeout: 60_000, interval: 500 })
      .toBeLessThan(memoryMb(service, 'VmHWM') / 2);
    console.log(`then ${Math.round(memoryMb(service, 'VmRSS'))} MB`);
  });
});
