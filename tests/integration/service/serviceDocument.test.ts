import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '#service/server.ts';
import { errorCodes, statusOfCode } from '#shared/interface/errors.ts';

const page = new URL('../../../docs/service.md', import.meta.url);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('the table of errors in docs/service.md', () => {
  it('has every code of the interface with its status, and no other', async () => {
    const text = await readFile(page, 'utf8');
    const rows = [...text.matchAll(/^\| (\d{3}) \| `([A-Z_]+)` \| [A-Z].+ \|$/gm)];
    expect(rows.map(([, status, code]) => [code, Number(status)])).toEqual(
      errorCodes.map((code) => [code, statusOfCode[code]]),
    );
  });
});

describe.runIf(hasCurl || process.env.CI === 'true')('the commands with curl in docs/service.md', () => {
  let folder: string;
  let service: RunningService;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parallax-curl-'));
    const options = { host: '127.0.0.1', port: 0, plan: 'growth' as const, dataFolder: folder };
    service = await startService(options, { environment: { SANDBOX_LATENCY_MS: '0' } });
  });
  afterAll(async () => {
    await service.stop(0);
    await rm(folder, { recursive: true, force: true });
  });

  it('are answered, each with its data', async () => {
    const text = await readFile(page, 'utf8');
    const commands = [...text.matchAll(/```sh\n(# [\s\S]*?)```/g)].map(([, command]) => command ?? '');
    const said: unknown[] = [];
    for (const command of commands) {
      const script = command.replaceAll('curl -sS', "curl -sS --fail-with-body -w '\\n'");
      const env = { ...process.env, SERVICE_URL: service.baseUrl, SERVICE_KEY: service.apiKey };
      const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env });
      for (const line of stdout.trim().split('\n')) said.push(JSON.parse(line));
    }
    expect(said).toMatchObject([
      { success: true, result: { markdown: expect.any(String), searchQueries: expect.any(Array) } },
      { success: true, result: { organicResults: expect.any(Array), aioverview: expect.anything() } },
      { success: true, task: { taskType: 'ASSISTANT_B', idempotencyKey: 'locks-JP' } },
      { success: true, summary: { total: 2, succeeded: 2 } },
      { task: { idempotencyKey: 'locks-JP' } },
      { concurrency: { max: 75 } },
      { success: true, cleared: expect.any(Number) },
      { remaining: expect.any(Number) },
      expect.arrayContaining(['DE', 'US']),
    ]);
  });
});
