import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { timeOrderedId } from '#platform/identifiers.ts';
import { openPostgresStore } from '#service/store/postgres/postgresStore.ts';
import type { NewTask } from '#service/store/serviceStore.ts';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import { type BenchChild, startChild } from '../service/child.ts';

/** What every part of the bench gets: a new database each time, on one server that commits to its disk. */
export type Ground = { readonly newDatabase: () => Promise<string> };

export type BenchNode = { readonly child: BenchChild; readonly port: number; readonly apiKey: string };

/** Nodes in processes of their own on one database; ended, with their folders, when the work is done. */
export async function withNodes<T>(
  store: string,
  count: number,
  work: (nodes: readonly BenchNode[]) => Promise<T>,
  options: Partial<ServiceOptions> = {},
  mode?: 'watched' | 'held',
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-'));
  const children: BenchChild[] = [];
  try {
    const nodes: BenchNode[] = [];
    for (let index = 0; index < count; index += 1) {
      const serviceOptions = {
        dataFolder: join(folder, String(index)),
        host: '127.0.0.1',
        port: 0,
        store,
        plan: 'enterprise-5k',
        rateLimitPerSecond: 1_000_000,
        queueLimit: 10_000_000,
        ...options,
      };
      const words = [JSON.stringify(serviceOptions), ...(mode === undefined ? [] : [mode])];
      const child = startChild('./serviceServer.ts', ...words);
      children.push(child);
      const { port, apiKey } = (await child.line()) as { port: number; apiKey: string };
      nodes.push({ child, port, apiKey });
    }
    return await work(nodes);
  } finally {
    await Promise.all(children.map((child) => child.kill()));
    await rm(folder, { recursive: true, force: true });
  }
}

export async function onDatabase<T>(store: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: store });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const prompt = 'Which folding bike locks do people trust? [[sandbox latency=0 words=20]]';
const batchSize = 500;

/** Accounts with a queue each, put there through the store. Gives the tasks it took in per second. */
export async function fillQueues(
  store: string,
  { accounts, tasks, plan }: { readonly accounts: number; readonly tasks: number; readonly plan: PlanId },
): Promise<number> {
  const opened = await openPostgresStore({ address: store, node: null });
  try {
    const now = Date.now();
    const ids: number[] = [];
    for (let nth = 0; nth < accounts; nth += 1) {
      const made = await opened.store.ensureAccount({ name: `account-${nth}`, plan, now });
      ids.push(made.id);
    }
    const batches = Array.from({ length: Math.ceil(tasks / batchSize) }, (_, nth) => ({
      accountId: ids[nth % accounts] ?? 0,
      tasks: Array.from({ length: batchSize }, newTask),
    }));
    const startedAt = performance.now();
    const sender = async (): Promise<void> => {
      for (let next = batches.pop(); next !== undefined; next = batches.pop()) {
        await opened.store.createTasks({ ...next, batchSize, queueLimit: 10_000_000, now });
      }
    };
    await Promise.all(Array.from({ length: 8 }, sender));
    return tasks / ((performance.now() - startedAt) / 1_000);
  } finally {
    await opened.store.close();
  }
}

function newTask(): NewTask {
  return {
    id: timeOrderedId(Date.now()),
    requestId: 'bench',
    engine: 'assistant-a',
    payload: JSON.stringify({ prompt, country: 'US', include: {} }),
    priority: 1,
    idempotencyKey: null,
    webhookUrl: null,
    creditsToCharge: 5,
    maximumCost: 5,
  };
}

/** Before this share is done every process compiles its code, and every connection plans its statements, anew. */
const warm = 0.3;
const almostAll = 0.95;

/** How many a second are done once all are warm, and what `sample` counts meanwhile for each of them. */
export async function steadyRate(
  total: number,
  done: () => Promise<number>,
  sample: () => Promise<readonly number[]> = async () => [],
): Promise<{ readonly rate: number; readonly each: readonly number[] }> {
  const reached = async (share: number) => {
    for (;;) {
      const count = await done();
      if (count >= total * share) return { at: performance.now(), count };
      await delay(10);
    }
  };
  const from = await reached(warm);
  const before = await sample();
  const to = await reached(almostAll);
  const after = await sample();
  if (to.count === from.count) throw new Error('too few tasks to measure');
  return {
    rate: ((to.count - from.count) * 1_000) / (to.at - from.at),
    each: after.map((value, index) => (value - (before[index] ?? 0)) / (to.count - from.count)),
  };
}

const msOfTick = 10;

/** Processor time that the server of a connection has used, its ended processes included, in milliseconds. */
export async function processorTimeOfServer(client: Client): Promise<number> {
  const statOf = (pid: number | string): readonly number[] => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  };
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const [, postmaster = 0] = statOf(Number(rows[0]?.pid));
  let ticks = statOf(postmaster)
    .slice(11, 15)
    .reduce((sum, each) => sum + each, 0);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent, ...rest] = statOf(pid);
      if (parent === postmaster) ticks += (rest[9] ?? 0) + (rest[10] ?? 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks * msOfTick;
}
