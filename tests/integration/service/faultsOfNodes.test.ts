import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '#shared/analysis/noise.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import {
  createDatabase,
  postgresMissing,
  psql,
  startPostgres,
} from '#tests/support/postgres/postgresServer.ts';
import { type ServiceProcess, startServiceProcess } from '#tests/support/service/serviceProcess.ts';
import { startWebhookReceiver } from '#tests/support/service/webhookReceiver.ts';

// PARALLAX_LONG=1 makes 50 faults; PARALLAX_SEED repeats the random choices.
const faults = process.env.PARALLAX_LONG === '1' ? 50 : 3;
const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000_000);
const leaseSeconds = 2;
const slots = 100;
const { skip, note } = requirement(postgresMissing());

describe.skipIf(skip)(`two nodes on PostgreSQL under faults${note}`, () => {
  it('lose no accepted task, charge each once, send each webhook and never exceed the slots', {
    timeout: 1_800_000,
  }, async () => {
    const random = seededRandom(seed);
    const folder = await mkdtemp(join(tmpdir(), 'parallax-nodes-'));
    const database = await startPostgres({ durable: true });
    const hooks = await startWebhookReceiver();
    const store = await createDatabase(database.url);
    const nodes: ServiceProcess[] = [];
    onTestFinished(async () => {
      await Promise.all(nodes.map((node) => node.kill().catch(() => undefined)));
      await hooks.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    });
    const start = (index: number): Promise<ServiceProcess> =>
      startServiceProcess({
        dataFolder: join(folder, String(index)),
        store,
        leaseSeconds,
        host: '127.0.0.1',
        port: 0,
        plan: 'business',
        retryBaseMs: 5,
        webhookBaseMs: 20,
        allowPrivateWebhooks: true,
      });
    nodes.push(await start(0), await start(1));

    let most = 0;
    const sample = async (): Promise<void> => {
      const used = await psql(
        store,
        "SELECT count(*) + (SELECT count(*) FROM running_calls) FROM tasks WHERE state = 'PROCESSING'",
      ).catch(() => '0');
      most = Math.max(most, Number(used));
    };
    /** Sends a batch, again with the same keys until it was answered: a fault may have eaten the answer. */
    const submit = async (round: number): Promise<void> => {
      const tasks = Array.from({ length: 150 }, (_, index) => ({
        taskType: 'ASSISTANT_A',
        idempotencyKey: `${round}-${index}`,
        webhook: { url: hooks.url('/ended') },
        payload: { prompt: `question ${round}-${index} [[sandbox latency=30]]`, country: 'US' },
      }));
      for (;;) {
        const node = nodes[Math.floor(random() * nodes.length)];
        const answer = await fetch(`${node?.baseUrl}/v1/async/task/batch`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${node?.apiKey}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(tasks),
          signal: AbortSignal.timeout(5_000),
        }).catch(() => null);
        if (answer?.status === 200) return;
        await delay(100);
      }
    };
    const meet = {
      kill: async (index: number) => {
        await nodes[index]?.kill();
        nodes[index] = await start(index);
      },
      pause: async (index: number) => {
        nodes[index]?.child.kill('SIGSTOP');
        await delay(leaseSeconds * 2_000);
        nodes[index]?.child.kill('SIGCONT');
      },
      crash: () => database.restart('crashed'),
    };
    const kinds = ['kill', 'pause', 'crash'] as const;

    for (let round = 0; round < faults; round += 1) {
      await submit(round);
      await delay(Math.floor(random() * 100));
      await sample();
      await meet[kinds[round % kinds.length] ?? 'kill'](Math.floor(random() * nodes.length));
      await sample();
    }
    const accepted = faults * 150;
    const ended = "SELECT count(*) FROM tasks WHERE state IN ('COMPLETED', 'FAILED')";
    await expect.poll(() => psql(store, ended), { timeout: 120_000, interval: 200 }).toBe(String(accepted));

    const seen = `seed ${seed}`;
    const charged = await psql(store, "SELECT coalesce(sum(-delta), 0) FROM ledger WHERE kind = 'charge'");
    expect(await psql(store, 'SELECT sum(credits_charged) FROM tasks'), seen).toBe(charged);
    const twice = "SELECT count(*) - count(DISTINCT job_id) FROM ledger WHERE kind = 'charge'";
    expect(await psql(store, twice), seen).toBe('0');
    expect(await psql(store, 'SELECT sum(delta) - (SELECT balance FROM accounts) FROM ledger'), seen).toBe(
      '0',
    );
    expect(await psql(store, 'SELECT slots_used, credits_held, queued FROM accounts'), seen).toBe('0|0|0');
    expect(most, seen).toBeLessThanOrEqual(slots);
    expect(most, seen).toBeGreaterThan(0);
    await expect
      .poll(
        () =>
          new Set(hooks.deliveriesTo('/ended').map(({ body }) => (body as { task: { id: string } }).task.id))
            .size,
        {
          timeout: 60_000,
        },
      )
      .toBe(accepted);
  });
});
