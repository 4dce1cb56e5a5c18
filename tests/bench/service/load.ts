// A small HTTP/1.1 load generator over keep-alive sockets, in a process of its own so that it does not share the
// server's thread. Each connection sends its next request when the answer to the last one is complete.
// Prints {"requests","failures","seconds","latencyP50Ms","latencyP99Ms"} as one JSON line.
import { connect } from 'node:net';

export type LoadPlan = {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
};

export type LoadResult = {
  readonly requests: number;
  /** Requests of the warm-up too. */
  readonly everyRequest: number;
  readonly failures: number;
  readonly seconds: number;
  readonly latencyP50Ms: number;
  readonly latencyP99Ms: number;
};

const plan = JSON.parse(process.argv[2] ?? '{}') as LoadPlan;
const request = Buffer.from(
  [
    `POST ${plan.path} HTTP/1.1`,
    `Host: ${plan.host}:${plan.port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(plan.body)}`,
    ...Object.entries(plan.headers).map(([name, value]) => `${name}: ${value}`),
    '',
    plan.body,
  ].join('\r\n'),
);

const headEnd = Buffer.from('\r\n\r\n');
const latencies: number[] = [];
let everyRequest = 0;
let requests = 0;
let failures = 0;
let measuring = false;
let over = false;
let open = plan.connections;
let startedAt = 0;
let endedAt = 0;

function run(): void {
  const socket = connect({ host: plan.host, port: plan.port, noDelay: true });
  let missing = -1;
  let head: Buffer | null = null;
  let sentAt = 0;
  const send = (): void => {
    sentAt = performance.now();
    socket.write(request);
  };
  const done = (): void => {
    everyRequest += 1;
    if (measuring) {
      requests += 1;
      latencies.push(performance.now() - sentAt);
    }
    missing = -1;
    if (over) socket.end();
    else send();
  };
  socket.once('connect', send);
  socket.on('data', (chunk) => {
    if (missing > 0) {
      missing -= chunk.length;
      if (missing <= 0) done();
      return;
    }
    const data = head === null ? chunk : Buffer.concat([head, chunk]);
    const end = data.indexOf(headEnd);
    if (end === -1) {
      head = data;
      return;
    }
    head = null;
    const text = data.toString('latin1', 0, end);
    if (!text.startsWith('HTTP/1.1 200')) failures += 1;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    missing = length - (data.length - end - 4);
    if (missing <= 0) done();
  });
  socket.on('close', () => {
    open -= 1;
    if (open === 0) report();
  });
  socket.on('error', (error) => {
    failures += 1;
    process.stderr.write(`${error.message}\n`);
  });
}

function report(): void {
  latencies.sort((a, b) => a - b);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  const result: LoadResult = {
    requests,
    everyRequest,
    failures,
    seconds: (endedAt - startedAt) / 1_000,
    latencyP50Ms: at(0.5),
    latencyP99Ms: at(0.99),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

for (let index = 0; index < plan.connections; index += 1) run();
setTimeout(() => {
  measuring = true;
  startedAt = performance.now();
  setTimeout(() => {
    measuring = false;
    over = true;
    endedAt = performance.now();
  }, plan.durationMs);
}, plan.warmUpMs);
