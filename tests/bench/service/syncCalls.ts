import { byForm } from '../form.ts';
import { type BenchChild, startChild } from './child.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { atLeast, type Row, whole } from './row.ts';

const connections = 64;
const path = '/v1/monitor/assistant-a';
const body = JSON.stringify({
  prompt: 'Which folding bike locks do people trust? [[sandbox latency=0]]',
  country: 'US',
});

/** Synchronous calls with a durable charge each, against a bare route and one with a durable insert per request. */
export async function syncCalls(folder: string): Promise<readonly Row[]> {
  const rounds = byForm({ full: 3, quick: 1, smoke: 1 });
  const durationMs = byForm({ full: 5_000, quick: 2_000, smoke: 200 });
  const service = startChild(
    './serviceServer.ts',
    JSON.stringify({
      dataFolder: folder,
      host: '127.0.0.1',
      port: 0,
      plan: 'enterprise-5k',
      rateLimitPerSecond: 1e9,
    }),
  );
  const { port, apiKey } = (await service.line()) as { port: number; apiKey: string };
  const headers = { Authorization: `Bearer ${apiKey}` };
  const answer = await (
    await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    })
  ).text();
  const bareOptions = (durable: boolean) => JSON.stringify({ dataFolder: folder, answer, durable });
  const bare = startChild('./bareServer.ts', bareOptions(false));
  const durable = startChild('./bareServer.ts', bareOptions(true));
  const barePort = ((await bare.line()) as { port: number }).port;
  const durablePort = ((await durable.line()) as { port: number }).port;

  const targets = [
    { name: 'bare', child: bare, port: barePort, best: none(), cpu: Number.POSITIVE_INFINITY },
    { name: 'durable', child: durable, port: durablePort, best: none(), cpu: Number.POSITIVE_INFINITY },
    { name: 'service', child: service, port, best: none(), cpu: Number.POSITIVE_INFINITY },
  ];
  // In turns, so that a slow moment of the machine does not hit one of them only; the best round counts.
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) {
      const plan = {
        host: '127.0.0.1',
        port: target.port,
        path,
        headers,
        body,
        connections,
        warmUpMs: byForm({ full: 1_000, quick: 1_000, smoke: 100 }),
        durationMs,
      };
      const cpuBefore = await cpuMs(target.child);
      const result = await load(plan);
      target.cpu = Math.min(target.cpu, ((await cpuMs(target.child)) - cpuBefore) / result.everyRequest);
      if (result.failures > 0) throw new Error(`${target.name}: ${result.failures} requests failed`);
      if (rate(result) > rate(target.best)) target.best = result;
    }
  }
  await Promise.all([end(service), bare.kill(), durable.kill()]);
  const [bareBest = none(), durableBest = none(), serviceBest = none()] = targets.map(({ best }) => best);
  return [
    { figure: 'answer, bytes', value: whole(answer.length) },
    { figure: 'bare Fastify route, requests/s', value: whole(rate(bareBest)) },
    { figure: 'bare route with one durable insert, requests/s', value: whole(rate(durableBest)) },
    { figure: 'service, every charge durable, requests/s', value: whole(rate(serviceBest)) },
    {
      figure: 'processor time per request, bare / durable / service, us',
      value: targets.map(({ cpu }) => (cpu * 1_000).toFixed(0)).join(' / '),
    },
    {
      figure: 'service latency, p50 / p99 ms',
      value: `${serviceBest.latencyP50Ms.toFixed(1)} / ${serviceBest.latencyP99Ms.toFixed(1)}`,
    },
    atLeast('service / bare route with one durable insert', rate(serviceBest) / rate(durableBest), 2),
    atLeast('service / bare route', rate(serviceBest) / rate(bareBest), 0.55),
  ];
}

function none(): LoadResult {
  return { requests: 0, everyRequest: 0, failures: 0, seconds: 1, latencyP50Ms: 0, latencyP99Ms: 0 };
}

function rate({ requests, seconds }: LoadResult): number {
  return requests / seconds;
}

async function cpuMs(child: BenchChild): Promise<number> {
  child.say('figures');
  return ((await child.line()) as { cpuMs: number }).cpuMs;
}

async function load(plan: LoadPlan): Promise<LoadResult> {
  const child = startChild('./load.ts', JSON.stringify(plan));
  const result = (await child.line()) as LoadResult;
  await child.kill();
  return result;
}

async function end(child: BenchChild): Promise<void> {
  child.say('end');
  await child.kill();
}
