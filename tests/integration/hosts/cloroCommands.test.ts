import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { type CloroService, startCloro } from '#tests/support/cloro/cloroService.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

// One key and the command line: without a keychain, so that every command takes the key of the environment.
const env = { PARALLAX_API_KEY: 'clo-9f2.A_test~key' };
const countries = 'US,DE,FR,JP,BR,IN,GB,ES';

async function connected(options: Parameters<typeof startCloro>[0] = {}) {
  const service = await startCloro(options);
  const dataFolder = temporaryFolder();
  const command = (...args: readonly string[]) => runParallax(args, { dataFolder, env });
  const added = await command('connection', 'add', 'cloro', '--base-url', service.baseUrl, '--select');
  expect(added, added.stderr).toMatchObject({ code: 0 });
  return { service, dataFolder, command };
}

/** The plan of one question in eight countries on all engines. */
const planned = async ({ command }: Pick<Awaited<ReturnType<typeof connected>>, 'command'>) =>
  expect(
    await command(
      ...['plan', 'create', 'locks', '--question', 'Which lock is best?', '--engines', 'all'],
      ...['--countries', countries],
    ),
  ).toMatchObject({ code: 0 });

const posts = ({ received }: CloroService) => received.filter(({ method }) => method === 'POST');

describe('parallax connection add cloro', () => {
  it('needs the key only, refuses a name that is taken, and sends nothing before it', async () => {
    const { service, command } = await connected();
    expect(service.received).toEqual([]);
    const listed = await command('connection', 'list', '--format', 'json');
    expect(listed.stdout).toContain('"name":"cloro"');
    for (const words of [
      ['cloro', '--base-url', service.baseUrl],
      ['own'],
      ['own', service.baseUrl, '--name', 'Other'],
    ]) {
      const refused = await command('connection', 'add', ...words);
      expect(refused.code, words.join(' ')).toBe(2);
    }
    expect(await command('connection', 'add', 'cloro', '--name', 'Second')).toMatchObject({ code: 0 });
    const second = jsonLines((await command('connection', 'list', '--format', 'json')).stdout);
    expect(JSON.stringify(second)).toContain('https://api.cloro.dev');
    expect(service.received).toEqual([]);
    expect(await command('connection', 'test', 'cloro')).toMatchObject({ code: 0 });
  });

  it('calls its engines by their own names: when they are asked, priced and exported', async () => {
    const { service, command } = await connected();
    expect(
      await command('ask', 'Which lock?', '--engine', 'ai mode', '--countries', 'DE', '--repeats', '2'),
    ).toMatchObject({ code: 0 });
    expect(service.ran).toEqual(['aimode DE Which lock?', 'aimode DE Which lock?']);
    const plan = ['plan', 'create', 'locks', '--question', 'Which?', '--countries', 'DE'];
    expect(await command(...plan, '--engines', 'ChatGPT,google/news,GROK')).toMatchObject({ code: 0 });
    const price = (mode: string) => command('plan', 'price', 'locks', '--mode', mode);
    const live = (await price('live')).stdout;
    expect(live.match(/^(\S.*?) {2,}1 +(\d+)$/gm)?.map((line) => line.split(/ {2,}/))).toEqual([
      ['ChatGPT', '1', '7'],
      ['Google News', '1', '5'],
      ['Grok', '1', '6'],
    ]);
    expect(live).toContain('Grok is temporarily unavailable');
    expect((await price('queued')).stdout).toMatch(/^total +3 +12$/m);
    const csv = (await command('export', '--format', 'csv')).stdout.split('\n');
    expect(csv[0]).toMatch(/,engine_name\r?$/);
    expect(csv[1]).toMatch(/,AI Mode\r?$/);
  });

  it('asks its desktop page where ads or shopping need it', async () => {
    const { service, command } = await connected();
    const asked = ['ask', 'Which lock?', '--countries', 'DE', '--include'];
    expect(await command(...asked, 'shopping')).toMatchObject({ code: 0 });
    expect(await command(...asked, 'markdown', '--legacy')).toMatchObject({ code: 0 });
    expect(await command(...asked, 'markdown')).toMatchObject({ code: 0 });
    expect(posts(service).map(({ body }) => (JSON.parse(body) as { legacy?: boolean }).legacy)).toEqual([
      true,
      true,
      undefined,
    ]);
  });

  it.each(['live', 'queued'])('keeps the credit limit of a run to the credit: %s', async (mode) => {
    const { service, command } = await connected();
    await planned({ command });
    const run = await command('run', 'start', 'locks', '--mode', mode, '--credit-limit', '20', '--json');
    expect(jsonLines(run.stdout)).toMatchObject([{ state: 'paused', creditsCharged: service.charged() }]);
    expect(service.charged()).toBeLessThanOrEqual(20);
    expect(service.charged()).toBeGreaterThan(0);
    const over = await command('ask', 'Which lock?', '--countries', countries, '--credit-limit', '20');
    expect(over).toMatchObject({ code: 2 });
    expect(over.stderr).toContain('up to 56 credits');
  });

  it('keeps the limit of a question where the service charges more than its list', async () => {
    const { service, command } = await connected({ dearer: 14 });
    const over = await command('ask', 'Which lock?', '--countries', countries, '--credit-limit', '60');
    expect(over).toMatchObject({ code: 3 });
    expect(service.charged()).toBe(42);
    expect(over.stderr).toContain('2 of 8 answered, 42 credits charged');
    const [, runId = ''] = /run resume (\w+)" and a higher --credit-limit/.exec(over.stderr) ?? [];
    expect((await command('run', 'status', runId)).stdout).toContain(
      '42 credits charged of at most 56 planned, credit limit 60.',
    );
    const resumed = await command('run', 'resume', runId, '--credit-limit', '168');
    expect(resumed.stdout).toContain('168 credits charged of at most 56 planned, 112 more than estimated');
    expect(new Set(service.ran).size).toBe(8);
    expect(service.ran).toHaveLength(8);
  });

  it('asks without a country where "*" says so, never in every country', async () => {
    const { service, command } = await connected();
    const asked = await command('ask', 'Which lock?', '--countries', '*', '--engine', 'google/news');
    expect(asked.stderr).toContain('Google News at cloro needs a country.');
    expect((await command('ask', 'Which lock?', '--countries', '*')).code).toBe(2);
    expect(posts(service)).toEqual([]);
  });

  it('asks for pages of results, at their price', async () => {
    const { service, command } = await connected();
    const asked = ['ask', 'Which lock?', '--countries', 'DE', '--pages', '3', '--engine'];
    expect(await command(...asked, 'google', '--credit-limit', '8')).toMatchObject({ code: 2 });
    expect(await command(...asked, 'google', '--credit-limit', '9')).toMatchObject({ code: 0 });
    expect(service.charged()).toBe(9);
    expect((await command(...asked, 'chatgpt')).stderr).toContain('--pages needs search or search/news');
    const plan = ['plan', 'create', 'pages', '--question', 'Which?', '--countries', 'DE', '--pages', '2'];
    expect(await command(...plan, '--engines', 'all')).toMatchObject({ code: 0 });
    expect((await command('plan', 'price', 'pages', '--mode', 'queued')).stdout).toMatch(/^total +8 +36$/m);
    expect((await command(...plan, '--engines', 'gemini')).code).toBe(2);
  });

  it('says before a queued run that the balance does not cover it', async () => {
    const { command } = await connected();
    const plan = ['plan', 'create', 'long', '--question', 'Which?', '--countries', countries];
    expect(await command(...plan, '--engines', 'all', '--repeats', '4')).toMatchObject({ code: 0 });
    const quoted = (await command('plan', 'price', 'long', '--mode', 'queued')).stdout;
    expect(quoted).toContain('Balance: 500 credits.\nThe balance does not cover the maximum cost.');
  });

  it('shows estimate, charge and difference of a service that charges more than its list', async () => {
    const { command } = await connected({ dearer: 3 });
    await command('plan', 'create', 'locks', '--question', 'Which?', '--countries', 'DE,FR');
    for (const [mode, words] of [
      ['live', '20 credits charged of at most 14 planned, 6 more than estimated.'],
      ['queued', '16 credits charged of at most 10 planned, 6 more than estimated.'],
    ] as const)
      expect((await command('run', 'start', 'locks', '--mode', mode)).stdout).toContain(words);
  });

  it('resolves redirects with the key of the environment', async () => {
    const { command } = await connected();
    expect(await command('redirects', '--json')).toMatchObject({ code: 0 });
  });
});

describe('a run at cloro', () => {
  it('live: killed in the middle and resumed, asks and charges everything once', {
    timeout: 60_000,
  }, async () => {
    let hangs = true;
    const { service, dataFolder, command } = await connected({
      instead: ({ method }) => (hangs && method === 'POST' && service.ran.length >= 20 ? 'hang' : undefined),
    });
    await planned({ command });
    const first = startParallax(['run', 'start', 'locks', '--mode', 'live'], { dataFolder, env });
    const runId = /Run (\w+): 64/.exec(await first.said('live.'))?.[1] ?? '';
    await expect.poll(() => posts(service).length, { timeout: 30_000 }).toBeGreaterThan(service.ran.length);
    await expect.poll(() => service.ran.length).toBe(20);
    first.child.kill('SIGKILL');
    await first.finished;
    hangs = false;
    const resumed = await command('run', 'resume', runId, '--json');
    const [run] = jsonLines(resumed.stdout) as [
      { counts: { completed: number; unknown: number }; creditsCharged: number },
    ];
    expect(run.counts.completed + run.counts.unknown).toBe(64);
    expect(run.counts.unknown).toBeLessThanOrEqual(2);
    // What was charged as the program was killed is known only as that: a request whose outcome is unknown.
    const missing = service.charged() - run.creditsCharged;
    expect(missing).toBeGreaterThanOrEqual(0);
    expect(missing).toBeLessThanOrEqual((run.counts.unknown * service.charged()) / service.ran.length);
    expect(new Set(service.ran).size).toBe(service.ran.length);
  });

  it('queued: killed while its tasks run and resumed, creates and charges every task once', {
    timeout: 60_000,
  }, async () => {
    let ready = false;
    const { service, dataFolder, command } = await connected({ ready: () => ready });
    await planned({ command });
    const first = startParallax(['run', 'start', 'locks', '--mode', 'queued'], { dataFolder, env });
    const runId = /Run (\w+): 64/.exec(await first.said('queued.'))?.[1] ?? '';
    const history = new Database(join(dataFolder, 'history.db'), { readonly: true });
    onTestFinished(() => void history.close());
    const noted = history.prepare<[], number>('SELECT count(task_id) FROM cells').pluck();
    await expect.poll(() => noted.get(), { timeout: 30_000 }).toBe(64);
    first.child.kill('SIGKILL');
    await first.finished;
    ready = true;
    const resumed = await command('run', 'resume', runId, '--json');
    expect(jsonLines(resumed.stdout)).toMatchObject([
      { state: 'finished', counts: { completed: 64 }, creditsCharged: service.charged() },
    ]);
    expect(service.ran).toHaveLength(64);
    expect(new Set(service.ran).size).toBe(64);
  });

  it.each(['live', 'queued'])(
    'keeps a limit at a dearer service, killed and resumed: %s',
    {
      timeout: 60_000,
    },
    async (mode) => {
      let held = true;
      const { service, dataFolder, command } = await connected({
        dearer: 3,
        ready: () => !held,
        instead: ({ path }) =>
          held && path.startsWith('/v1/monitor/') && service.ran.length >= 3 ? 'hang' : undefined,
      });
      await planned({ command });
      const run = ['run', 'start', 'locks', '--mode', mode, '--credit-limit', '60'];
      const first = startParallax(run, { dataFolder, env });
      const runId = /Run (\w+): 64/.exec(await first.said(`${mode}.`))?.[1] ?? '';
      await expect.poll(() => service.ran.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
      const calls = () => posts(service).length;
      if (mode === 'live') await expect.poll(calls, { timeout: 30_000 }).toBeGreaterThan(3);
      first.child.kill('SIGKILL');
      await first.finished;
      held = false;
      await command('run', 'resume', runId);
      expect(service.charged()).toBeLessThanOrEqual(60);
      expect(service.charged()).toBeGreaterThan(20);
      expect(new Set(service.ran).size).toBe(service.ran.length);
    },
  );

  it('collects the answers of a lost batch by task and by webhook file, without asking again', async () => {
    const { service, dataFolder, command } = await connected({ loseBatches: 1 });
    await command('plan', 'create', 'locks', '--question', 'Which lock is best?', '--countries', 'US,DE,FR');
    const run = await command('run', 'start', 'locks', '--mode', 'queued', '--json');
    const [lost] = jsonLines(run.stdout) as [{ id: string }];
    expect(lost).toMatchObject({ counts: { unknown: 3 }, creditsCharged: 0 });
    expect((await command('run', 'status', lost.id)).stdout).toContain(
      '0 credits charged of at most 15 planned, up to 15 more for requests with unknown outcome.',
    );
    const [first, ...others] = service.webhooks() as { task: { id: string } }[];
    const file = join(dataFolder, 'webhooks.jsonl');
    const stranger = { ...first, task: { ...first?.task, idempotencyKey: 'of-somebody-else' } };
    writeFileSync(file, [...others, stranger].map((body) => JSON.stringify(body)).join('\n'));
    const byId = await command('run', 'collect', lost.id, '--task', first?.task.id ?? '');
    expect(byId).toMatchObject({ code: 0 });
    const byFile = await command('run', 'collect', lost.id, '--file', file, '--json');
    expect(byFile.code).toBe(1);
    expect(jsonLines(byFile.stdout)).toMatchObject([
      { outcomes: [{ state: 'completed' }, { state: 'completed' }, { state: 'refused' }] },
    ]);
    const status = await command('run', 'status', lost.id, '--format', 'json');
    expect(jsonLines(status.stdout)).toMatchObject([
      { counts: { completed: 3, unknown: 0 }, creditsCharged: service.charged() },
    ]);
    expect(service.ran).toHaveLength(3);
  });
});

it('plan create --countries "*" plans one request without a country', async () => {
  const { command } = await connected();
  const created = await command(
    ...['plan', 'create', 'anywhere', '--question', 'News?', '--engines', 'search/news'],
    ...['--countries', '*', '--json'],
  );
  expect(jsonLines(created.stdout)).toMatchObject([{ cells: 1 }]);
});

it('a credit limit at a service without a price list needs the price of a request', async () => {
  const { service, command } = await connected();
  await command('connection', 'add', 'own', service.baseUrl, '--engine-path', 'assistant-a=chatgpt');
  const asked = ['ask', 'Which lock?', '--countries', 'US,DE', '--connection', 'own', '--credit-limit', '15'];
  const unpriced = await command(...asked);
  expect(unpriced).toMatchObject({ code: 2 });
  expect(unpriced.stderr).toContain('--credits-per-request');
  expect((await command(...asked, '--credits-per-request', '8')).code).toBe(2);
  expect(posts(service)).toEqual([]);
  expect((await command(...asked, '--credits-per-request', '7')).code).toBe(0);
});
