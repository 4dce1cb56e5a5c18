import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { startCore } from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import {
  failure,
  monitorHeaders,
  type Received,
  type Reply,
  startFaultyService,
} from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const program = new URL('../../../support/core/askingProgram.ts', import.meta.url).pathname;
const cells = 200;
const kills = 6;

/** Park and Miller's minimal generator: the same storm every time. */
function storm(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

async function begin(
  args: readonly string[],
): Promise<{ child: ChildProcess; said: Record<string, string> }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  return { child, said: JSON.parse(line) };
}

it('with refusals, failures, dropped connections and repeated kills of the program, every request ends in one correct state and none runs twice', async () => {
  const random = storm(20261121);
  /** How often a cell really ran at the service, by its idempotency key; a refused call did not run. */
  const ran = new Map<string, number>();
  const answered = new Map<string, number>();
  const service = await startFaultyService(async (request: Received): Promise<Reply> => {
    if (!request.path.startsWith('/v1/monitor/')) return { status: 503, body: 'busy' };
    const key = String(request.headers['x-request-id']).replace(/\.\d+$/, '');
    const luck = random();
    if (luck < 0.15) return failure('CONCURRENT_LIMIT_EXCEEDED', 429, { limit: 10 });
    if (luck < 0.2) return failure('RATE_LIMIT_EXCEEDED', 429);
    ran.set(key, (ran.get(key) ?? 0) + 1);
    await realClock.wait(random() * 30);
    if (luck < 0.25) return failure('INTERNAL_SERVER_ERROR', 500);
    if (luck < 0.3) return failure('EXTERNAL_SERVICE_ERROR', 502);
    if (luck < 0.36) return 'drop';
    answered.set(key, (answered.get(key) ?? 0) + 1);
    return {
      status: 200,
      body: JSON.parse(sampleBody(JSON.parse(request.body).country)),
      headers: monitorHeaders(),
    };
  });
  const data = temporaryFolder();
  const first = await begin([data, service.baseUrl, String(cells)]);
  const runId = first.said.runId ?? '';
  const connectionId = first.said.connectionId ?? '';
  let running = first.child;
  for (let kill = 0; kill < kills; kill++) {
    await Promise.race([
      service.reached(service.received.length + 10 + Math.floor(random() * 25)),
      once(running, 'exit'),
    ]);
    running.kill('SIGKILL');
    if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
    running = (await begin([data, service.baseUrl, '0', runId, connectionId])).child;
  }
  if (running.exitCode === null) await once(running, 'exit');

  const core = await startCore({ paths: { data } });
  const { run, cells: ended } = await core.router.invoke('runs.get', { runId });
  expect(run).toMatchObject({
    state: 'finished',
    counts: { total: cells, planned: 0, running: 0, cancelled: 0 },
  });
  expect(Math.max(...ran.values())).toBe(1);
  expect(ran.size).toBeGreaterThanOrEqual(run.counts.completed + run.counts.failed);
  const keyOf = (ordinal: number) => `${runId}-${ordinal}-1`;
  for (const cell of ended) {
    const key = keyOf(cell.ordinal);
    if (cell.state === 'completed')
      expect([cell.observationId !== null, answered.get(key), cell.creditsCharged]).toEqual([true, 1, 5]);
    if (cell.state === 'failed')
      expect([cell.error?.code, answered.get(key)]).toEqual([
        expect.stringMatching(/^(INTERNAL|EXTERNAL)/),
        undefined,
      ]);
    if (cell.state === 'unknown') expect(cell.error?.code).toMatch(/^(CONNECTION_LOST|OUTCOME_UNKNOWN)$/);
  }
  expect(run.creditsCharged).toBe(5 * run.counts.completed);
  expect(run.counts.completed).toBeGreaterThan(cells / 2);
  expect(await core.use.history.call('maintenance.integrity', {})).toEqual([]);
}, 300_000);
