import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import type { Plan } from '#shared/planning/plan.ts';
import { startDroppingProxy } from '#tests/support/faults/droppingProxy.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { directOperator } from '#tests/support/service/directOperator.ts';
import { type ServiceProcess, startServiceProcess } from '#tests/support/service/serviceProcess.ts';

// PARALLAX_LONG=1: 2,000 cells and 50 kills; PARALLAX_SEED repeats the random choices.
const long = process.env.PARALLAX_LONG === '1';
const kills = long ? 50 : 4;
const questions = long ? 25 : 4;
const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000_000);
const program = new URL('../../../support/core/planningProgram.ts', import.meta.url).pathname;

type CellRow = {
  readonly mode: 'live' | 'queued';
  readonly state: string;
  readonly idempotency_key: string;
  readonly credits_charged: number | null;
  readonly error_code: string | null;
};

/** What the service says of the work done under one key. */
type ServiceRow = { readonly key: string; readonly jobs: number; readonly charged: number };

it('after kills of the program and the service, errors, 429 and broken lines, every request is completed, failed or unknown, and the ledger agrees', {
  timeout: 3_600_000,
}, async () => {
  const random = seededRandom(seed);
  const data = temporaryFolder();
  const dataFolder = temporaryFolder();
  const start = (): Promise<ServiceProcess> =>
    startServiceProcess({
      dataFolder,
      host: '127.0.0.1',
      port: 0,
      retryBaseMs: 5,
      attemptWindowSeconds: 3,
      rateLimitPerSecond: 400,
    });
  let service = await start();
  const apiKey = await directOperator(dataFolder).createAccount('analyst', 'lite');
  const proxy = await startDroppingProxy(random);
  onTestFinished(async () => {
    await proxy.close();
    await service.kill();
  });
  proxy.lead(service.baseUrl);
  proxy.drop(long ? 0.002 : 0.004);

  const plan: Plan = {
    questions: Array.from({ length: questions }, (_, index) => ({
      text: questionOf(index, random),
      tags: [],
    })),
    variables: {},
    engines: [
      { engine: 'assistant-a', options: {} },
      { engine: 'search', options: {} },
    ],
    markets: ['US', 'DE', 'FR', 'JP', 'BR', 'IN', 'GB', 'ES', 'IT', 'CA'].map((country) => ({ country })),
    samples: 2,
    excluded: [],
  };
  const launch = async (orders: object) => {
    const child = spawn(process.execPath, [program, JSON.stringify({ data, apiKey, ...orders })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const [line] = await once(createInterface(child.stdout), 'line');
    const begun: { runs: string[]; connectionId: string } = JSON.parse(line);
    return { child, exited, begun };
  };
  // Somebody else takes slots of the same account, so that calls are refused with 429.
  let noisy = true;
  const noise = Array.from({ length: 6 }, async (_, place) => {
    for (let call = 0; noisy; call += 1) {
      await fetch(`${service.baseUrl}/v1/monitor/assistant-a`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${apiKey}`,
          'Content-Type': 'application/json',
          'X-Request-Id': `noise-${place}-${call}`,
        },
        body: JSON.stringify({ prompt: 'Noise [[sandbox latency=150 words=10]]', country: 'US' }),
      })
        .then((response) => response.arrayBuffer())
        .catch(() => {});
      await delay(50);
    }
  });

  let running = await launch({ begin: { baseUrl: proxy.baseUrl, plan } });
  const { begun } = running;
  let serviceKills = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await Promise.race([delay(200 + random() * 1_000), running.exited]);
    if (kill % 3 === 1) {
      serviceKills += 1;
      proxy.lead(null);
      await service.kill();
      service = await start();
      proxy.lead(service.baseUrl);
      await delay(random() * 500);
    }
    running.child.kill('SIGKILL');
    await running.exited;
    running = await launch({ goOn: begun });
  }
  noisy = false;
  await Promise.all(noise);
  proxy.drop(0);
  await running.exited;
  const db = new Database(join(data, 'history.db'), { readonly: true });
  onTestFinished(() => {
    db.close();
  });
  const open = db.prepare("SELECT count(*) FROM cells WHERE state IN ('planned', 'running')").pluck();
  // A program that lost its service for too long leaves the rest to be resumed, as a person would.
  for (let again = 0; again < 5 && Number(open.get()) > 0; again += 1) {
    running = await launch({ goOn: begun });
    await running.exited;
  }

  const cells = db
    .prepare<[], CellRow>(
      `SELECT r.mode, x.state, x.idempotency_key, x.credits_charged, x.error_code
       FROM cells x JOIN runs r ON r.id = x.run_id`,
    )
    .all();
  const ledger = new Database(join(dataFolder, 'service.db'), { readonly: true });
  onTestFinished(() => {
    ledger.close();
  });
  const jobs = ledger
    .prepare<[], ServiceRow>(
      `SELECT key, count(*) AS jobs, sum(charged) AS charged FROM (
         SELECT substr(request_id, 1, instr(request_id, '.') - 1) AS key, credits_charged AS charged FROM calls
         WHERE request_id NOT LIKE 'noise-%'
         UNION ALL
         SELECT idempotency_key, ifnull(credits_charged, 0) FROM tasks
       ) GROUP BY key`,
    )
    .all();
  const served = new Map(jobs.map((row) => [row.key, row]));
  const chargedFor = (cell: CellRow): number => served.get(cell.idempotency_key)?.charged ?? 0;
  const count = (mode: string, state: string): number =>
    cells.filter((cell) => cell.mode === mode && cell.state === state).length;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, next) => total + next, 0);
  const unknown = cells.filter(({ state }) => state === 'unknown');
  const sheet = {
    seed,
    kills,
    serviceKills,
    brokenLines: proxy.dropped(),
    cells: cells.length,
    live: {
      completed: count('live', 'completed'),
      failed: count('live', 'failed'),
      unknown: count('live', 'unknown'),
    },
    queued: {
      completed: count('queued', 'completed'),
      failed: count('queued', 'failed'),
      unknown: count('queued', 'unknown'),
    },
    storedCharges: sum(cells.map((cell) => cell.credits_charged ?? 0)),
    chargedBehindUnknown: sum(unknown.map(chargedFor)),
    ledgerCharges: sum(jobs.map(({ charged }) => charged)),
    sentTwice: jobs.filter(({ jobs: times }) => times > 1).length,
  };
  console.log(`balance sheet ${JSON.stringify(sheet)}`);

  expect(cells).toHaveLength(questions * 2 * 10 * 2 * 2);
  expect(cells.filter(({ state }) => !['completed', 'failed', 'unknown'].includes(state))).toEqual([]);
  expect(cells.filter(({ state, error_code }) => state === 'failed' && error_code === null)).toEqual([]);
  expect(sheet.sentTwice).toBe(0);
  const disagreeing = cells.filter(
    (cell) => cell.state !== 'unknown' && (cell.credits_charged ?? 0) !== chargedFor(cell),
  );
  expect(disagreeing).toEqual([]);
  expect(sheet.storedCharges + sheet.chargedBehindUnknown).toBe(sheet.ledgerCharges);
  const held = Number(db.prepare('SELECT sum(held) FROM spending').pluck().get());
  const worst = Number(
    db.prepare("SELECT coalesce(sum(maximum_credits), 0) FROM cells WHERE state = 'unknown'").pluck().get(),
  );
  expect(held).toBe(worst);
  expect(Number(db.prepare('SELECT sum(charged) FROM spending').pluck().get())).toBe(sheet.storedCharges);
});

function questionOf(index: number, random: () => number): string {
  const latency = Math.floor(20 + random() * 150);
  const outcome = index % 8 === 3 ? 'fatal' : index % 8 === 6 ? 'hang' : 'answer';
  const errors = index % 4 === 1 ? 2 : 0;
  return `Which locks, ${index}? [[sandbox latency=${latency} words=20 errors=${errors} outcome=${outcome}]]`;
}
