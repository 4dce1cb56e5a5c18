import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { requirement } from '#tests/support/keyring/requirement.ts';
import {
  createDatabase,
  postgresMissing,
  psql,
  startPostgres,
} from '#tests/support/postgres/postgresServer.ts';
import { emptyDatabase } from '#tests/support/postgres/sharedPostgres.ts';

const { skip, note } = requirement(postgresMissing());

describe.skipIf(skip)(`the PostgreSQL server of the tests${note}`, () => {
  test('databases of one server are separate', async () => {
    const [one, other] = [await emptyDatabase(), await emptyDatabase()];
    await psql(one, 'CREATE TABLE seen (a int)');
    expect(await psql(other, "SELECT count(*) FROM pg_tables WHERE tablename = 'seen'")).toBe('0');
  });

  test('a durable one keeps committed data after a power failure', async () => {
    const server = await startPostgres({ durable: true });
    onTestFinished(server.close);
    const url = await createDatabase(server.url);
    await psql(url, 'CREATE TABLE kept (a int); INSERT INTO kept VALUES (7)');
    await server.restart('crashed');
    expect(await psql(url, 'SELECT a FROM kept')).toBe('7');
  });

  test('nothing of it remains when the test process is killed', async () => {
    const script = fileURLToPath(new URL('../../support/postgres/abandonedServer.ts', import.meta.url));
    const suite = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [folder] = (await once(createInterface({ input: suite.stdout }), 'line')) as [string];
    expect(existsSync(folder)).toBe(true);
    suite.kill('SIGKILL');
    await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 20_000 });
  });
});
