import { byForm } from '../form.ts';
import { type BenchChild, startChild } from '../service/child.ts';
import type { LoadPlan, LoadResult } from '../service/load.ts';
import { atLeast, type Row, whole } from '../service/row.ts';
import { type Ground, onDatabase, processorTimeOfServer, prompt, withNodes } from './nodes.ts';

const path = '/v1/monitor/assistant-a';
const body = JSON.stringify({ prompt, country: 'US' });

type Best = { rate: number; latency: string; nodeMicros: number; databaseMicros: number };

/** Synchronous calls, each charged durably, against a bare Fastify route with one INSERT by pg and as many connections. */
export async function syncDurable({ newDatabase }: Ground): Promise<readonly Row[]> {
  const rounds = byForm({ full: 3, quick: 1, smoke: 1 });
  const durationMs = byForm({ full: 5_000, quick: 2_000, smoke: 200 });
  const store = await newDatabase();
  return onDatabase(store, (database) =>
    withNodes(store, 1, async ([node]) => {
      if (node === undefined) throw new Error('no node');
      const headers = { Authorization: `Bearer ${node.apiKey}` };
      const first = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body };
      const answer = await (await fetch(`http://127.0.0.1:${node.port}${path}`, first)).text();
      const bare = startChild(
        '../cluster/barePgServer.ts',
        JSON.stringify({ store: await newDatabase(), answer }),
      );
      const { port } = (await bare.line()) as { port: number };
      const spent = async (child: BenchChild): Promise<readonly [node: number, database: number]> => {
        child.say('figures');
        return [((await child.line()) as { cpuMs: number }).cpuMs, await processorTimeOfServer(database)];
      };
      const targets = { bare: { child: bare, port }, service: { child: node.child, port: node.port } };
      const best: Record<keyof typeof targets, Best> = { bare: nothing, service: nothing };
      for (let round = 0; round < rounds; round += 1) {
        for (const name of ['bare', 'service'] as const) {
          const { child, port: target } = targets[name];
          const before = await spent(child);
          const result = await load({
            ...{ host: '127.0.0.1', port: target, path, headers, body, connections: 64, durationMs },
            warmUpMs: byForm({ full: 1_000, quick: 1_000, smoke: 100 }),
          });
          const after = await spent(child);
          if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests failed`);
          best[name] = better(best[name], {
            rate: result.requests / result.seconds,
            latency: `${result.latencyP50Ms.toFixed(1)} / ${result.latencyP99Ms.toFixed(1)}`,
            nodeMicros: ((after[0] - before[0]) * 1_000) / result.everyRequest,
            databaseMicros: ((after[1] - before[1]) * 1_000) / result.everyRequest,
          });
        }
      }
      await bare.kill();
      return rowsOf(best.bare, best.service);
    }),
  );
}

const nothing: Best = { rate: 0, latency: '', nodeMicros: 1e9, databaseMicros: 1e9 };

/** Rate and latency of the quicker round; the least processor time of any. */
function better(one: Best, other: Best): Best {
  const { rate, latency } = other.rate > one.rate ? other : one;
  const least = one.nodeMicros + one.databaseMicros < other.nodeMicros + other.databaseMicros ? one : other;
  return { ...least, rate, latency };
}

function rowsOf(bare: Best, service: Best): readonly Row[] {
  const time = ({ nodeMicros, databaseMicros }: Best): string =>
    `${whole(nodeMicros)} + ${whole(databaseMicros)}`;
  return [
    { figure: 'bare Fastify route with one INSERT, requests/s', value: whole(bare.rate) },
    { figure: 'service, every charge durable, requests/s', value: whole(service.rate) },
    { figure: 'service latency, p50 / p99 ms', value: service.latency },
    { figure: 'processor time of a bare request, node + database, us', value: time(bare) },
    { figure: 'processor time of a call, node + database, us', value: time(service) },
    atLeast('service / bare route with one INSERT', service.rate / bare.rate, 0.8),
  ];
}

async function load(plan: LoadPlan): Promise<LoadResult> {
  const child: BenchChild = startChild('./load.ts', JSON.stringify(plan));
  const result = (await child.line()) as LoadResult;
  await child.kill();
  return result;
}
