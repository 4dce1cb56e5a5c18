import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';
import { emptyDatabase } from '../postgres/sharedPostgres.ts';
import { commandOperator, parallaxCommand, projectRoot, startsCommand } from './operator.ts';
import { rememberStore, startRoundRobin, storeOf } from './roundRobin.ts';
import { type StartOptions, serveFlags } from './serviceFlags.ts';
import type { ServiceAddress } from './serviceProfiles.ts';

/** A disk in memory where the system has one: the suite measures rules, not how fast a disk commits. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const startBudgetMs = 60_000;

/** A service running in a process of its own, as an operator would have started it. */
export type StartedService = ServiceAddress & {
  /** Stops the process and leaves the data folder, so that another one can be started on it. */
  readonly halt: (signal?: NodeJS.Signals) => Promise<void>;
  /** Ends the process at once and removes the data folder if this start made it. */
  readonly stop: () => Promise<void>;
};

/** `PARALLAX_NODES=2` starts two nodes on a PostgreSQL database, behind a balancer, in the place of one service. */
const nodesOfTheRun = Number(process.env.PARALLAX_NODES ?? 1);
/** What a killed node held is free again after this. */
const leaseSeconds = 5;

/** Starts `parallax serve` on a free port, or several of them as nodes, and resolves when it says that it is ready. */
export async function startService(
  options: StartOptions = {},
  nodes: number = nodesOfTheRun,
): Promise<StartedService> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(parent, 'parallax-service-')));
  const removeFolder = async (): Promise<void> => {
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const { halt, ...address } =
      nodes > 1 ? await startNodes(dataFolder, options, nodes) : await startOne(dataFolder, options);
    const stop = async (): Promise<void> => {
      await halt('SIGKILL');
      await removeFolder();
    };
    return { ...address, dataFolder, halt, stop };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

type Started = Pick<StartedService, 'baseUrl' | 'apiKey' | 'halt'>;

async function startOne(dataFolder: string, options: StartOptions): Promise<Started> {
  if (startsCommand) {
    for (const engine of options.unavailable ?? []) await commandOperator(dataFolder).unbind(engine);
  }
  return run(serveArguments(dataFolder, options));
}

/** Each with a folder of its own below the data folder, which also remembers the database they share. */
async function startNodes(dataFolder: string, options: StartOptions, nodes: number): Promise<Started> {
  const store = storeOf(dataFolder) ?? (await emptyDatabase());
  rememberStore(dataFolder, store);
  const balancer = await startRoundRobin();
  const shared = { store, leaseSeconds, publicUrl: balancer.baseUrl };
  // Workers count for each node: together they are as many as one service would have.
  const workers = options.workers === undefined ? {} : { workers: Math.ceil(options.workers / nodes) };
  const starting = Array.from({ length: nodes }, (_, index) =>
    run(threadArguments(join(dataFolder, `node-${index}`), { ...options, ...workers }, shared)),
  );
  const halt = async (signal?: NodeJS.Signals): Promise<void> => {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map((node) => (node.status === 'fulfilled' ? node.value.halt(signal) : null)));
    await balancer.close();
  };
  try {
    const started = await Promise.all(starting);
    balancer.leadTo(started.map(({ baseUrl }) => baseUrl));
    const [{ apiKey } = { apiKey: '' }] = started;
    return { baseUrl: balancer.baseUrl, apiKey, halt };
  } catch (error) {
    await halt('SIGKILL');
    throw error;
  }
}

async function run(serving: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, serving, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
  const halt = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => end(child, signal);
  try {
    return { ...(await ready(child)), halt };
  } catch (error) {
    await halt('SIGKILL');
    throw error;
  }
}

function serveArguments(dataFolder: string, options: StartOptions): readonly string[] {
  if (startsCommand) {
    return [parallaxCommand(), 'serve', '--port', '0', '--data', dataFolder, ...serveFlags(options)];
  }
  return threadArguments(dataFolder, options, {});
}

function threadArguments(
  dataFolder: string,
  options: StartOptions,
  more: Pick<ServiceOptions, 'store' | 'leaseSeconds' | 'publicUrl'>,
): readonly string[] {
  const workerData = { host: '127.0.0.1', port: 0, ...threadOptions(options), ...more, dataFolder };
  return [fileURLToPath(new URL('serveWorker.ts', import.meta.url)), JSON.stringify(workerData)];
}

/** The same options as the service's thread names them. */
function threadOptions({ rateLimit, unavailable, ...options }: StartOptions): Record<string, unknown> {
  return {
    ...options,
    ...(rateLimit === undefined ? {} : { rateLimitPerSecond: rateLimit }),
    ...(unavailable === undefined
      ? {}
      : { bindings: Object.fromEntries(unavailable.map((engine) => [engine, null])) }),
  };
}

/** Reads the JSON line; what the process wrote to stderr until then is the message when it never comes. */
function ready(child: ChildProcess): Promise<{ baseUrl: string; apiKey: string }> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the service was started without pipes');
  return new Promise((resolve, reject) => {
    let complaint = '';
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`The service did not start: ${why}\n${complaint}`));
    };
    const timer = setTimeout(() => fail('no answer in time'), startBudgetMs);
    stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-4_000);
    });
    child.once('error', (error) => fail(String(error)));
    child.once('exit', (code) => fail(`it ended with code ${code}`));
    createInterface({ input: stdout }).once('line', (line) => {
      clearTimeout(timer);
      const said: unknown = JSON.parse(line);
      if (isReady(said)) resolve(said);
      else fail(`unexpected first line ${line}`);
    });
  });
}

function isReady(value: unknown): value is { baseUrl: string; apiKey: string } {
  return typeof value === 'object' && value !== null && 'baseUrl' in value && 'apiKey' in value;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const stubborn = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(stubborn);
}
