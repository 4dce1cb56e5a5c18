import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { serveThread } from '#platform/threads/serveThread.ts';
import type { ServiceContract, ServiceOptions } from '#shared/interface/operator/control.ts';

/**
 * A service worker that answers every question at once; operator operations let a test make it die, count or report
 * what it was started with.
 */
const port = parentPort;
if (!port) throw new Error('Started as a worker only.');
const options = workerData as ServiceOptions;
const apiKey = `sk_${'d0uB'.repeat(10)}`;
const lockFile = join(options.dataFolder, 'double.lock');

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const json = (status: number, body: unknown) =>
      response
        .writeHead(status, {
          'Content-Type': 'application/json',
          'X-Request-Id': String(request.headers['x-request-id']),
          'X-Concurrent-Limit': '100',
          'X-Concurrent-Current': '1',
          'X-Credits-Remaining': '2799995',
          'X-Credits-Charged': '5',
        })
        .end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return json(401, { error: { code: 'INVALID_OR_EXPIRED_API_KEY', message: 'no', timestamp: '' } });
    if (request.url === '/v1/credits')
      return json(200, {
        remaining: 2_800_000,
        perCycle: 2_800_000,
        cycleResetsAt: '2026-12-01T00:00:00.000Z',
      });
    if (request.url === '/v1/async/status')
      return json(200, {
        queuedTasks: 0,
        processingTasks: 0,
        priorityBreakdown: [],
        concurrency: { used: 0, max: 100 },
      });
    return json(200, {
      success: true,
      result: { text: 'A double answers.', sources: [], provenance: { driver: 'double' } },
    });
  });
});

function isTaken(): boolean {
  mkdirSync(options.dataFolder, { recursive: true });
  try {
    closeSync(openSync(lockFile, 'wx'));
    return false;
  } catch {
    return true;
  }
}

async function listen(): Promise<string> {
  if (options.plan === 'free') throw new StartError('DISK_FULL', 'the disk is full');
  if (isTaken()) throw new StartError('STORE_LOCKED', 'another service runs on this folder');
  // On the plan "starter" it starts for ever.
  if (options.plan === 'starter') await new Promise(() => setInterval(() => undefined, 60_000));
  // A real one opens its database in between; on the plan "lite" this one takes its time as well.
  await new Promise((resolve) => setTimeout(resolve, options.plan === 'lite' ? 300 : 0));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: number } = server.address() as AddressInfo;
  return `http://127.0.0.1:${number}`;
}

class StartError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const refusalOf = (error: unknown): ServiceContract['refusal'] =>
  error instanceof StartError ? error : { code: 'FAILED', message: String(error) };

serveThread<ServiceContract>(
  port,
  (error) => ({ code: refusalOf(error).code, message: refusalOf(error).message }),
  async (channel) => {
    const baseUrl = await listen();
    return {
      opened: { baseUrl, apiKey },
      take(calls) {
        // Operations only tests know are none of the contract's.
        for (const { id, name } of calls as readonly { readonly id: number; readonly name: string }[]) {
          if (name === 'die') {
            rmSync(lockFile, { force: true });
            process.exit(3);
          } else if (name === 'options') channel.reply(id, options);
          else if (name === 'stop') channel.reply(id, null);
          else if (name !== 'wait') channel.refuse(id, { code: 'NOT_FOUND', message: 'No such operation.' });
        }
      },
      close() {
        server.close();
        server.closeAllConnections();
        rmSync(lockFile, { force: true });
      },
    };
  },
);
