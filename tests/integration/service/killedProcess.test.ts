import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { directOperator } from '#tests/support/service/directOperator.ts';
import { type ServiceProcess, startServiceProcess } from '#tests/support/service/serviceProcess.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/service/webhookReceiver.ts';

// PARALLAX_LONG=1 kills 50 times; PARALLAX_SEED repeats the random choices.
const kills = process.env.PARALLAX_LONG === '1' ? 50 : 5;
const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000_000);
const startCredits = 2_800_000;

let dataFolder: string;
let hooks: WebhookReceiver;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'parallax-killed-'));
  hooks = await startWebhookReceiver();
});
afterAll(async () => {
  await hooks.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const start = (): Promise<ServiceProcess> =>
  startServiceProcess({
    dataFolder,
    host: '127.0.0.1',
    port: 0,
    plan: 'business',
    retryBaseMs: 5,
    webhookBaseMs: 20,
    allowPrivateWebhooks: true,
    rateLimitPerSecond: 100_000,
  });

describe('a service killed with SIGKILL under load', () => {
  it('loses no accepted task, charge or webhook, and charges nothing twice', {
    timeout: 1_800_000,
  }, async () => {
    const random = seededRandom(seed);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const accepted = new Set<string>();
    const answered: string[] = [];
    let submitted = 0;
    let cleared = 0;
    // Calls have an account of their own: with a backlog, tasks take every slot of theirs as it gets free.
    let callerKey = '';
    /** Batches whose answer never came: they are sent again, keys and all. */
    let unsure: { idempotencyKey: string }[][] = [];

    const call = async (
      service: ServiceProcess,
      method: string,
      path: string,
      body?: unknown,
      id?: string,
    ) => {
      const response = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${id === undefined ? service.apiKey : callerKey}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(id === undefined ? {} : { 'X-Request-Id': id }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
      return { status: response.status, body: (await response.json()) as any };
    };
    const submit = async (service: ServiceProcess, tasks: { idempotencyKey: string }[]): Promise<void> => {
      unsure.push(tasks);
      const { body } = await call(service, 'POST', '/v1/async/task/batch', tasks);
      for (const result of body.results) {
        const key = tasks[result.index]?.idempotencyKey ?? '';
        if (result.success || result.error.code === 'RESOURCE_ALREADY_EXISTS') accepted.add(key);
        else throw new Error(`a task was refused: ${JSON.stringify(result)}`);
      }
      unsure = unsure.filter((each) => each !== tasks);
    };
    const prompt = (): string => {
      const latency = Math.floor(random() * 60);
      const errors = pick([0, 0, 0, 1, 2, 9]);
      return `Which locks? [[sandbox latency=${latency} words=20 errors=${errors} outcome=${pick(['answer', 'answer', 'answer', 'fatal'])}]]`;
    };
    const newTasks = () =>
      Array.from({ length: 1 + Math.floor(random() * 60) }, () => {
        submitted += 1;
        return {
          taskType: pick(['ASSISTANT_A', 'SEARCH_AI']),
          priority: 1 + Math.floor(random() * 10),
          idempotencyKey: `key-${submitted}`,
          webhook: { url: hooks.url('/done') },
          payload: { prompt: prompt(), country: 'US' },
        };
      });
    const untilGone = async (work: () => Promise<void>): Promise<void> => {
      try {
        for (;;) await work();
      } catch (error) {
        // Only a broken connection ends the load.
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
      }
    };

    for (let round = 0; round < kills; round += 1) {
      const service = await start();
      if (callerKey === '') {
        callerKey = await directOperator(dataFolder).createAccount('caller', 'business');
        await expect
          .poll(async () => (await call(service, 'GET', '/v1/credits', undefined, 'first')).status)
          .toBe(200);
      }
      for (const tasks of [...unsure]) {
        unsure = unsure.filter((each) => each !== tasks);
        await submit(service, tasks);
      }
      if (round % 3 === 1)
        cleared += (await call(service, 'DELETE', '/v1/async/queue')).body.cleared as number;
      let calls = 0;
      const load = Promise.all([
        untilGone(() => submit(service, newTasks())),
        untilGone(() => submit(service, newTasks())),
        ...Array.from({ length: 6 }, () =>
          untilGone(async () => {
            calls += 1;
            const id = `call-${round}-${calls}`;
            const { status } = await call(
              service,
              'POST',
              '/v1/monitor/assistant-a',
              { prompt: prompt(), country: 'US' },
              id,
            );
            if (status === 200) answered.push(id);
          }),
        ),
      ]);
      await delay(50 + random() * 900);
      await service.kill();
      await load;
    }

    const last = await start();
    for (const tasks of [...unsure]) {
      unsure = unsure.filter((each) => each !== tasks);
      await submit(last, tasks);
    }
    const db = new Database(join(dataFolder, 'service.db'), { readonly: true });
    const number = (sql: string): number => Number(db.prepare(sql).pluck().get());
    await expect
      .poll(
        () =>
          number("SELECT count(*) FROM tasks WHERE state IN ('QUEUED', 'PROCESSING')") +
          number("SELECT count(*) FROM webhook_deliveries WHERE state = 'pending'"),
        { timeout: 300_000, interval: 200 },
      )
      .toBe(0);

    const completed = number("SELECT count(*) FROM tasks WHERE state = 'COMPLETED'");
    const failed = number("SELECT count(*) FROM tasks WHERE state = 'FAILED'");
    const charges = -number("SELECT coalesce(sum(delta), 0) FROM ledger WHERE kind = 'charge'");
    const taskCharges = number(
      "SELECT coalesce(sum(credits_charged), 0) FROM tasks WHERE state = 'COMPLETED'",
    );
    const callCharges = number('SELECT coalesce(sum(credits_charged), 0) FROM calls');
    const ended = db
      .prepare("SELECT id FROM tasks WHERE state IN ('COMPLETED', 'FAILED')")
      .pluck()
      .all() as string[];
    const arrived = new Set(
      hooks.deliveriesTo('/done').map(({ body }) => (body as { task: { id: string } }).task.id),
    );
    const charged = new Set(
      db.prepare('SELECT request_id FROM calls WHERE credits_charged > 0').pluck().all(),
    );
    const sheet = {
      seed,
      kills,
      accepted: accepted.size,
      completed,
      failed,
      cleared,
      ledgerCharges: charges,
      taskCharges,
      callCharges,
      balances: number('SELECT sum(balance) FROM accounts'),
      endedTasks: ended.length,
      webhooksArrived: ended.filter((id) => arrived.has(id)).length,
      webhookPosts: hooks.deliveriesTo('/done').length,
      answeredCalls: answered.length,
    };
    console.log(`balance sheet ${JSON.stringify(sheet)}`);
    expect(sheet.completed + sheet.failed + sheet.cleared).toBe(sheet.accepted);
    expect(sheet.taskCharges + sheet.callCharges).toBe(sheet.ledgerCharges);
    expect(sheet.balances).toBe(2 * startCredits - sheet.ledgerCharges);
    if (kills === 50) expect(sheet.answeredCalls).toBeGreaterThan(0);
    expect(number('SELECT count(*) FROM accounts WHERE balance < 0')).toBe(0);
    expect(sheet.webhooksArrived).toBe(sheet.endedTasks);
    for (const id of answered) expect(charged.has(id)).toBe(true);
    expect(number("SELECT count(*) FROM tasks WHERE state = 'FAILED' AND credits_charged <> 0")).toBe(0);
    expect(number('SELECT count(*) - count(DISTINCT job_id) FROM ledger WHERE job_id IS NOT NULL')).toBe(0);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    await last.kill();
  });
});
