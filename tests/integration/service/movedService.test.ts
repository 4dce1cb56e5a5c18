import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStoreMove } from '#service/store/move/moveStore.ts';
import { movedTables } from '#service/store/move/moveTables.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { postgresMissing, psql } from '#tests/support/postgres/postgresServer.ts';
import { emptyDatabase } from '#tests/support/postgres/sharedPostgres.ts';
import { filledKeys, fillService } from '#tests/support/service/filledService.ts';
import { type TestService, testService } from '#tests/support/service/runningService.ts';

// PARALLAX_LONG=1 moves 100,000 tasks and kills the move 20 times; PARALLAX_SEED repeats the random moments.
const long = process.env.PARALLAX_LONG === '1';
const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000_000);
const { skip, note } = requirement(postgresMissing());

/** A data folder with a service in it that does not run. */
async function filledFolder(tasks: number): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = temporaryFolder();
  const service = join(folder, 'service');
  mkdirSync(service, { recursive: true });
  await fillService(service, tasks);
  return { folder, file: join(service, 'service.db') };
}

const move = (dataFolder: string, to: string, ...more: readonly string[]) =>
  runParallax(['service', 'move', '--to', to, ...more], { dataFolder });

/** Everything the interface and the operator tell of what is stored. */
async function everythingTold(service: TestService): Promise<Readonly<Record<string, unknown>>> {
  const told: Record<string, unknown> = {};
  for (const [account, key] of Object.entries(filledKeys)) {
    const headers = { Authorization: `Bearer ${key}` };
    for (const path of ['/v1/credits', '/v1/async/status', '/v1/countries', '/v1/states'])
      told[`${account} ${path}`] = (await service.call('GET', path, undefined, headers)).body;
    for (const operation of ['keys.list', 'ledger.page', 'ledger.charged', 'webhooks.recent']) {
      const input = operation === 'ledger.charged' ? { account, since: '2020-01-01T00:00:00Z' } : { account };
      told[`${account} ${operation}`] = await service.operator.call(operation, input);
    }
    const { output } = (await service.operator.call('overview', { account, limit: 500 })) as {
      readonly output: {
        readonly jobs: readonly { readonly id: string; readonly kind: string; readonly requestId: string }[];
      };
    };
    told[`${account} jobs`] = output.jobs;
    for (const { id, kind, requestId } of output.jobs) {
      told[requestId] = await service.operator.call('jobs.find', { account, requestId });
      if (kind !== 'task') continue;
      const { status, body } = await service.call('GET', `/v1/async/task/${id}`, undefined, headers);
      told[id] = { status, body };
      const { idempotencyKey } = body.task;
      if (idempotencyKey !== null && !idempotencyKey.includes('\0'))
        told[idempotencyKey] = (
          await service.call(
            'GET',
            `/v1/async/task/${encodeURIComponent(idempotencyKey)}`,
            undefined,
            headers,
          )
        ).body;
      const page: unknown = body.response?.html ?? body.response?.result?.html;
      if (typeof page === 'string') {
        const stored = await service.call('GET', new URL(page).pathname);
        told[page] = [stored.status, stored.body];
      }
    }
  }
  told.accounts = await service.operator.call('accounts.list', {});
  return told;
}

describe.skipIf(skip)(`a service migrated to PostgreSQL${note}`, () => {
  it('returns the same responses as before', async () => {
    const { folder, file } = await filledFolder(120);
    const options = { plan: 'business' as const, publicUrl: 'https://answers.example' };
    const before = await testService({ ...options, dataFolder: join(folder, 'service') });
    await expect
      .poll(() =>
        before.operator
          .call('overview', { account: 'other', limit: 500 })
          .then((overview) => JSON.stringify(overview).match(/"(QUEUED|PROCESSING)"/)),
      )
      .toBeNull();
    const told = await everythingTold(before);
    await before.stop(0);

    const to = await emptyDatabase();
    const moved = await move(folder, to);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.stdout).toContain('SHA-256 ON BOTH SIDES');
    expect(moved.stdout).not.toContain(new URL(to).password);
    expect(existsSync(file)).toBe(false);

    const after = await testService({ ...options, store: to });
    expect(await everythingTold(after)).toEqual(told);
    expect(Object.keys(told).length).toBeGreaterThan(200);
    const headers = { Authorization: `Bearer ${filledKeys.default}` };
    const task = { taskType: 'ASSISTANT_A', payload: { prompt: 'again', country: 'US' } };
    const repeated = { ...task, idempotencyKey: 'key 0\0\u{1F511}' };
    expect((await after.call('POST', '/v1/async/task', repeated, headers)).status).toBe(409);
    const accepted = await after.call('POST', '/v1/async/task', task, headers);
    const ended = await after.ended(accepted.body.task.id, headers);
    expect(ended.body.task.status).toBe('COMPLETED');
    expect((await after.ask('a call', {}, headers)).status).toBe(200);
  });

  it('loses and duplicates nothing if the migration is killed, and continues it', {
    timeout: 1_800_000,
  }, async () => {
    const tasks = long ? 100_000 : 2_000;
    const random = seededRandom(seed);
    const { folder, file } = await filledFolder(tasks);
    const to = await emptyDatabase();
    let continued = 0;
    for (let kill = 0; kill < (long ? 20 : 3) && existsSync(file); kill += 1) {
      const running = startParallax(['service', 'move', '--to', to], { dataFolder: folder });
      await running.said(`From ${file}`);
      await delay(random() * (long ? 4_000 : 250));
      running.child.kill('SIGKILL');
      const { stderr } = await running.finished;
      if (stderr.includes('continues where it stopped')) continued += 1;
    }
    if (existsSync(file)) expect(await move(folder, to)).toMatchObject({ code: 0 });
    const told = `seed ${seed}, ${continued} continued`;
    const [aside = ''] = readdirSync(join(folder, 'service')).filter((name) => name.includes('.moved-'));
    const source = new Database(join(folder, 'service', aside), { readonly: true });
    const rows = (sql: string): string => String(source.prepare(sql).pluck().get());
    for (const sql of [
      'SELECT count(*) FROM tasks',
      "SELECT count(*) FROM tasks WHERE state = 'COMPLETED'",
      'SELECT count(*) FROM ledger',
      'SELECT sum(delta) FROM ledger',
      'SELECT sum(balance) FROM accounts',
      'SELECT sum(length(body)) FROM results',
      'SELECT count(*) FROM result_pages',
      'SELECT count(*) FROM webhook_deliveries',
    ])
      expect(await psql(to, sql), `${sql}, ${told}`).toBe(rows(sql));
    const queued = rows("SELECT count(*) FROM tasks WHERE state IN ('QUEUED', 'PROCESSING')");
    source.close();
    expect(await psql(to, 'SELECT sum(queued), sum(slots_used), sum(slots) FROM accounts'), told).toBe(
      `${queued}|0|200`,
    );

    const after = await testService({ store: to, plan: 'business' });
    await expect
      .poll(() => psql(to, "SELECT count(*) FROM tasks WHERE state IN ('QUEUED', 'PROCESSING')"), {
        timeout: 120_000,
      })
      .toBe('0');
    await after.stop(0);
    const charged = "SELECT -sum(delta) FROM ledger WHERE kind = 'charge'";
    const shown =
      'SELECT (SELECT sum(credits_charged) FROM tasks) + (SELECT sum(credits_charged) FROM calls)';
    expect(await psql(to, shown), told).toBe(await psql(to, charged));
    expect(await psql(to, 'SELECT count(*) FROM tasks'), told).toBe(String(tasks));
  });

  it('refuses a running service, a database in use and an incomplete migration, and shows a dry run', async () => {
    const { folder, file } = await filledFolder(40);
    const to = await emptyDatabase();
    const dry = await move(folder, to, '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({ state: 'new', requeued: 1 });
    expect(await psql(to, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).toBe('0');

    const running = await testService({ dataFolder: join(folder, 'service') });
    expect(await move(folder, to)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A service is running'),
    });
    await running.stop(0);

    const used = await emptyDatabase();
    const other = await testService({ store: used });
    expect(await move(folder, used)).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') });
    await other.stop(0);
    expect(await move(folder, used)).toMatchObject({ code: 1 });

    const half = await openStoreMove(file, to, Date.now);
    await expect(
      half.move(({ table }) => {
        if (table === 'tasks') throw new Error('cut off');
      }),
    ).rejects.toThrow('cut off');
    await half.close();
    await expect(testService({ store: to })).rejects.toThrow('parallax service move');
    // What the file has become since is moved, and nothing of what it was.
    const again = await testService({ dataFolder: join(folder, 'service') });
    await again.stop(0);
    const moved = await move(folder, to);
    expect(moved.stderr).toContain('the move starts again');
    expect(moved.code).toBe(0);
    expect(await move(folder, to)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no service database'),
    });
  });

  it('covers every table and column of the file', async () => {
    const { file } = await filledFolder(1);
    const db = new Database(file, { readonly: true });
    const columns = db
      .prepare(
        `SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name <> 'notices'`,
      )
      .pluck()
      .all();
    db.close();
    const moved = movedTables.flatMap(({ name, columns: all }) => all.map(([column]) => `${name}.${column}`));
    expect(columns.filter((column) => !moved.includes(String(column)))).toEqual([]);
  });

  it('reports a row that differs', async () => {
    const { folder, file } = await filledFolder(40);
    const to = await emptyDatabase();
    const half = await openStoreMove(file, to, Date.now);
    await expect(
      half.move(({ step }) => {
        if (step === 'check') throw new Error('cut off');
      }),
    ).rejects.toThrow('cut off');
    await half.close();
    await psql(
      to,
      "UPDATE results SET body = body || ' ' WHERE job_id = (SELECT min(job_id::text)::uuid FROM results)",
    );
    const moved = await move(folder, to);
    expect(moved).toMatchObject({ code: 1, stderr: expect.stringMatching(/differs: row .* of results/) });
    expect(existsSync(file)).toBe(true);
  });
});

describe.skipIf(skip)(`operating a service that keeps its data in PostgreSQL${note}`, () => {
  it('finds the store of the same data folder, or says which variable is missing', async () => {
    const [dataFolder, store] = [temporaryFolder(), await emptyDatabase()];
    const serving = startParallax(['serve', '--port', '0', '--store', store], { dataFolder });
    onTestFinished(() => void serving.child.kill('SIGKILL'));
    await serving.line();
    const accounts = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
      runParallax(['service', ...args, 'accounts', 'list'], { dataFolder, env });
    for (const found of [await accounts(['--store', store]), await accounts([], { PARALLAX_STORE: store })]) {
      expect(found.code, found.stderr).toBe(0);
      expect(found.stdout).toContain('default');
    }
    const missing = await accounts([]);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(
      /keeps its data in the database \S+\. Set PARALLAX_STORE to its address, or add --store\./,
    );
    expect(missing.stderr).not.toContain(new URL(store).password || 'postgres:');
  });
});
