// One run of a plan by a program of its own, watched from inside.
// Argument: ProgramOrders as JSON. Prints ProgramResult as one line when the run has ended.
import { subscribe } from 'node:diagnostics_channel';
import { statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PlanInput } from '#shared/planning/plan.ts';
import { createTestCore } from '#tests/support/core/testCore.ts';

export type ProgramConfig = {
  readonly data: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly plan: PlanInput;
  readonly mode: 'live' | 'queued';
  /** Resident memory is noted each time this many cells have ended. */
  readonly memoryEvery: number;
};

export type ProgramResult = {
  readonly ms: number;
  readonly completed: number;
  readonly total: number;
  /** Of the whole program, all threads, for one cell, once a tenth of them is done: what starting costs is left out. */
  readonly cpuMsOfCell: number;
  readonly wireBytes: number;
  readonly diskBytes: number;
  /** Longest time the main thread could do nothing else. */
  readonly maxBlockMs: number;
  readonly rssMb: readonly number[];
  /** Heap of the main thread after a collection: before the run, at its half, when it had ended. */
  readonly heapMb: readonly number[];
};

const orders: ProgramConfig = JSON.parse(process.argv[2] ?? '{}');
const sockets = new Set<Socket>();
subscribe('undici:client:connected', (message) => {
  sockets.add((message as { socket: Socket }).socket);
});
const rssMb: number[] = [];
const heapMb: number[] = [];
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const noteHeap = (): void => {
  collectGarbage();
  heapMb.push(megabytes(process.memoryUsage().heapUsed));
};
const { core } = await createTestCore({ paths: { data: orders.data } });
await core.start();
const { invoke } = core.router;
const { id: connectionId } = await invoke('connections.add', { name: 'Service', baseUrl: orders.baseUrl });
await invoke('connections.setKey', { id: connectionId, key: orders.apiKey });
await invoke('connections.refresh', { id: connectionId });
await invoke('plans.save', { name: 'Bench', plan: orders.plan });
let warm = null as { readonly completed: number; readonly cpu: NodeJS.CpuUsage } | null;
core.subscribe((event) => {
  if (event.name !== 'run.changed') return;
  const { completed, total } = event.payload.run.counts;
  // An overloaded program may report its first cells together with the last: then all count.
  if (warm === null && completed * 10 >= total && completed < total)
    warm = { completed, cpu: process.cpuUsage() };
  if (heapMb.length === 1 && completed * 2 >= total) noteHeap();
  if (completed >= orders.memoryEvery * (rssMb.length + 1)) rssMb.push(megabytes(process.memoryUsage.rss()));
});
noteHeap();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
const startedAt = performance.now();
const { runId } = await invoke('plans.run', { plan: 'Bench', connectionId, mode: orders.mode });
await core.use.runs.ended(runId);
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(warm?.cpu);
delay.disable();
noteHeap();
const { counts } = await invoke('runs.status', { runId });
const wireBytes = [...sockets].reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, 0);
await core.stop();
const result: ProgramResult = {
  ms,
  completed: counts.completed,
  total: counts.total,
  cpuMsOfCell: (user + system) / 1000 / (counts.completed - (warm?.completed ?? 0)),
  wireBytes,
  diskBytes: statSync(join(orders.data, 'history.db')).size,
  maxBlockMs: delay.max / 1e6,
  rssMb,
  heapMb,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
