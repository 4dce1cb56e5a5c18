import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceMessage, ServiceOptions, ServiceRequest } from '#shared/service/control.ts';

/**
 * A service worker that speaks the control protocol and answers every question at once; operator operations let a
 * test make it die, count or report what it was started with.
 */
const port = parentPort;
if (!port) throw new Error('Started as a worker only.');
const options = workerData as ServiceOptions;
const apiKey = `sk_${'d0uB'.repeat(10)}`;
const send = (message: ServiceMessage) => port.postMessage(message);

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

port.on('message', (request: ServiceRequest) => {
  if (request.type === 'stop') {
    server.close();
    server.closeAllConnections();
    rmSync(lockFile, { force: true });
    port.close();
    return;
  }
  const { id } = request;
  if (request.operation === 'die') {
    rmSync(lockFile, { force: true });
    process.exit(3);
  } else if (request.operation === 'options') send({ type: 'result', id, ok: true, output: options });
  else if (request.operation === 'wait') return;
  else send({ type: 'result', id, ok: false, code: 'NOT_FOUND', message: 'No such operation.' });
});

const lockFile = join(options.dataFolder, 'double.lock');
function isTaken(): boolean {
  mkdirSync(options.dataFolder, { recursive: true });
  try {
    closeSync(openSync(lockFile, 'wx'));
    return false;
  } catch {
    return true;
  }
}

if (options.plan !== 'free' && isTaken()) {
  send({ type: 'failed', code: 'STORE_LOCKED', message: 'another service runs on this folder' });
  port.close();
} else if (options.plan === 'free') {
  send({ type: 'failed', code: 'DISK_FULL', message: 'the disk is full' });
  port.close();
} else {
  // A real one opens its database in between; on the plan "lite" this one takes its time as well.
  const openingMs = options.plan === 'lite' ? 300 : 0;
  setTimeout(listen, openingMs);
}

function listen(): void {
  server.listen(0, '127.0.0.1', () => {
    const { port: number } = server.address() as AddressInfo;
    send({ type: 'ready', baseUrl: `http://127.0.0.1:${number}`, apiKey });
  });
}
