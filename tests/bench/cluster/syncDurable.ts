import { byForm } from '../form.ts';
import { type BenchChild, startChild } from '../service/child.ts';
import type { LoadPlan, LoadResult } from '../service/load.ts';
import { atLeast, type Row, whole } from '../service/row.ts';
import { type Ground, prompt, withNodes } from './nodes.ts';

const path = '/v1/monitor/assistant-a';
const body = JSON.stringify({ prompt, country: 'US' });

/** Synchronous calls, each charged durably, against a bare Fastify route with one INSERT by pg and as many connections. */
export async function syncDurable({ newDatabase }: Ground): Promise<readonly Row[]> {
  const rounds = byForm({ full: 3, quick: 1, smoke: 1 });
  const durationMs = byForm({ full: 5_000, quick: 2_000, smoke: 200 });
  return withNodes(await newDatabase(), 1, async ([node]) => {
    if (node === undefined) throw new Error('no node');
    const headers = { Authorization: `Bearer ${node.apiKey}` };
    const first = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body };
    const answer = await (await fetch(`http://127.0.0.1:${node.port}${path}`, first)).text();
    const bare = startChild(
      '../cluster/barePgServer.ts',
      JSON.stringify({ store: await newDatabase(), answer }),
    );
    const { port } = (await bare.line()) as { port: number };
    const best = { bare: 0, service: 0 };
    let latency = '';
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, target] of [
        ['bare', port],
        ['service', node.port],
      ] as const) {
        const plan = { host: '127.0.0.1', port: target, path, headers, body, connections: 64 };
        const result = await load({
          ...plan,
          warmUpMs: byForm({ full: 1_000, quick: 1_000, smoke: 100 }),
          durationMs,
        });
        if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests failed`);
        const rate = result.requests / result.seconds;
        if (rate <= best[name]) continue;
        best[name] = rate;
        if (name === 'service')
          latency = `${result.latencyP50Ms.toFixed(1)} / ${result.latencyP99Ms.toFixed(1)}`;
      }
    }
    await bare.kill();
    return [
      { figure: 'bare Fastify route with one INSERT, requests/s', value: whole(best.bare) },
      { figure: 'service, every charge durable, requests/s', value: whole(best.service) },
      { figure: 'service latency, p50 / p99 ms', value: latency },
      atLeast('service / bare route with one INSERT', best.service / best.bare, 0.8),
    ];
  });
}

async function load(plan: LoadPlan): Promise<LoadResult> {
  const child: BenchChild = startChild('./load.ts', JSON.stringify(plan));
  const result = (await child.line()) as LoadResult;
  await child.kill();
  return result;
}
