import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { commandOperator, parallaxCommand, projectRoot, startsCommand } from './operator.ts';
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

/** Starts `parallax serve` on a free port and resolves when it says that it is ready. */
export async function startService(options: StartOptions = {}): Promise<StartedService> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(parent, 'parallax-service-')));
  if (startsCommand) {
    for (const engine of options.unavailable ?? []) await commandOperator(dataFolder).unbind(engine);
  }
  const child = spawn(process.execPath, serveArguments(dataFolder, options), {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const removeFolder = async (): Promise<void> => {
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
  const halt = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => end(child, signal);
  try {
    const { baseUrl, apiKey } = await ready(child);
    return {
      baseUrl,
      apiKey,
      dataFolder,
      halt,
      stop: async () => {
        await halt('SIGKILL');
        await removeFolder();
      },
    };
  } catch (error) {
    await halt('SIGKILL');
    await removeFolder();
    throw error;
  }
}

function serveArguments(dataFolder: string, options: StartOptions): string[] {
  if (startsCommand) {
    return [parallaxCommand(), 'serve', '--port', '0', '--data', dataFolder, ...serveFlags(options)];
  }
  const workerData = { host: '127.0.0.1', port: 0, ...threadOptions(options), dataFolder };
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
