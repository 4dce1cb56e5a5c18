import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { csvParse } from 'd3-dsv';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jsonLines, type RunningCommand, runParallax, startParallax } from '#tests/support/cli/parallax.ts';

const question = 'Which folding bike locks do people trust? [[sandbox latency=1]]';
const fields = [
  'id',
  'runId',
  'engine',
  'country',
  'state',
  'status',
  'text',
  'sources',
  'creditsCharged',
  'latencyMs',
  'requestId',
  'error',
];

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'parallax-cli-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));

describe('parallax ask', () => {
  it('prints one JSON line per country and stores them for history and show', async () => {
    const asked = await runParallax(['ask', question, '--countries', 'US,DE,JP,BR', '--format', 'json'], {
      dataFolder,
    });
    expect(asked).toMatchObject({ code: 0 });
    const lines = jsonLines(asked.stdout);
    expect(lines.map(({ country }) => country).sort()).toEqual(['BR', 'DE', 'JP', 'US']);
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(fields);
      expect(line).toMatchObject({ status: 'completed', engine: 'assistant-a', state: null, error: null });
      expect(line.text).toEqual(expect.stringMatching(/\S/));
      for (const source of line.sources as object[])
        expect(Object.keys(source)).toEqual(['position', 'url', 'label']);
    }
    expect(new Set(lines.map(({ sources }) => JSON.stringify(sources))).size).toBe(4);
    expect(asked.stderr.split('\n').filter((line) => line.includes(' of 4)'))).toHaveLength(4);

    const history = await runParallax(['history', '--format', 'json'], { dataFolder });
    const byId = (known: Record<string, unknown>[]) => new Map(known.map((line) => [line.id, line]));
    expect(byId(jsonLines(history.stdout))).toEqual(byId(lines));
    const table = await runParallax(['history'], { dataFolder });
    expect(table.stdout).toContain('4/4');
    expect(table.stdout).toContain('Which folding bike locks do people trust?');

    const [first] = lines;
    const one = await runParallax(['show', String(first?.id), '--format', 'json'], { dataFolder });
    expect(jsonLines(one.stdout)).toEqual([first]);
    const whole = await runParallax(['show', String(first?.runId)], { dataFolder });
    const rows = await runParallax(['show', String(first?.runId), '--format', 'csv'], { dataFolder });
    expect(rows.stdout).toMatch(/^id,run,question,engine,country,/);
    expect(
      csvParse(rows.stdout)
        .map(({ country }) => country)
        .sort(),
    ).toEqual(['BR', 'DE', 'JP', 'US']);
    const listed = await runParallax(['show', String(first?.runId), '--format', 'jsonl'], { dataFolder });
    expect(listed.stdout.trim().split('\n')).toHaveLength(lines.length);
    expect(whole.stdout).toMatch(/^# Which folding bike locks/);
    expect(whole.stdout.match(/^## /gm)).toHaveLength(4);
  });

  it('repeats the question in every market, states the cost first and respects the limits', async () => {
    const ask = (...flags: readonly string[]) =>
      runParallax(['ask', question, '--countries', 'US,DE', '--repeats', '3', '--json', ...flags], {
        dataFolder,
      });
    expect(await ask('--credit-limit', '29')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('The run can cost up to 30 credits'),
    });
    const asked = await ask('--credit-limit', '30');
    expect(asked.stderr).toMatch(/^2 markets, 3 repeats each: 6 requests, up to 30 credits\.\n/);
    const lines = jsonLines(asked.stdout);
    expect(lines.map(({ country }) => country).sort()).toEqual(['DE', 'DE', 'DE', 'US', 'US', 'US']);

    await runParallax(['plan', 'limits', '--day', '45'], { dataFolder });
    const stopped = await ask();
    expect(stopped).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        'A credit limit of the connection is reached: 3 of 6 answered, 15 credits charged.',
      ),
    });
    expect(
      jsonLines((await runParallax(['history', '--json'], { dataFolder })).stdout).filter(
        ({ status }) => status === 'completed',
      ),
    ).toHaveLength(9);
  });

  it('exits with 1 if a country got no answer, and states why in its line', async () => {
    const asked = await runParallax(
      ['ask', 'Which locks? [[sandbox latency=1 outcome=fatal]]', '--countries', 'US', '--format', 'json'],
      { dataFolder },
    );
    expect(asked.code).toBe(1);
    const [line] = jsonLines(asked.stdout);
    expect(line).toMatchObject({ status: 'failed', text: null, sources: [] });
    expect(line?.error).toEqual({ code: expect.any(String), message: expect.stringMatching(/\S/) });
  });

  it('stops at Ctrl+C and prints the answers so far', async () => {
    const asking = startParallax(
      ['ask', 'Which locks? [[sandbox outcome=hang]]', '--countries', 'US,DE', '--format', 'json'],
      { dataFolder },
    );
    await untilSent(asking, dataFolder);
    asking.child.kill('SIGINT');
    const asked = await asking.finished;
    expect(asked.code).toBe(1);
    expect(jsonLines(asked.stdout).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  it.each<[what: string, args: string[], sentence: string]>([
    ['a question too long', ['ask', 'x'.repeat(10_001), '--countries', 'US'], '10,000'],
    [
      'an unknown connection',
      ['ask', 'x', '--countries', 'US', '--connection', 'nowhere'],
      'No connection "nowhere"',
    ],
    ['an unknown inclusion', ['ask', 'x', '--countries', 'US', '--include', 'nonsense'], 'nonsense'],
    ['an unknown id', ['show', 'nothing'], 'No answer or run "nothing"'],
    ['an unknown connection to test', ['connection', 'test', 'nowhere'], 'No connection "nowhere"'],
    ['an unknown connection to remove', ['connection', 'remove', 'nowhere'], 'No connection "nowhere"'],
  ])('treats %s as wrong usage', async (_, args, sentence) => {
    const ended = await runParallax(args, { dataFolder });
    expect(ended.stderr).toContain(sentence);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
  });

  it('reports in one sentence that the data folder cannot be used', async () => {
    const file = join(dataFolder, 'a file');
    await writeFile(file, '');
    const ended = await runParallax(['history'], { dataFolder: file });
    expect(ended.code).toBe(1);
    expect(ended.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/the data folder .*a file cannot be used .*: choose another with --data\.$/),
    ]);
  });
});

describe('parallax serve, and a connection to it', () => {
  let serving: RunningCommand;
  let serviceFolder: string;
  let ready: { baseUrl: string; apiKey: string };
  beforeAll(async () => {
    serviceFolder = await mkdtemp(join(tmpdir(), 'parallax-serve-'));
    serving = startParallax(['serve', '--port', '0', '--plan', 'starter'], { dataFolder: serviceFolder });
    ready = JSON.parse(await serving.line());
  });
  afterAll(async () => {
    serving.child.kill('SIGTERM');
    const ended = await serving.finished;
    await rm(serviceFolder, { recursive: true, force: true, maxRetries: 5 });
    expect([ended.code, ended.stdout.trim().split('\n').length]).toEqual([0, 1]);
  });

  it('prints its URL and key when it is ready', async () => {
    expect(Object.keys(ready)).toEqual(['baseUrl', 'apiKey']);
    const answer = await fetch(`${ready.baseUrl}/v1/credits`, {
      headers: { Authorization: `Bearer ${ready.apiKey}` },
    });
    expect(answer.status).toBe(200);
  });

  it('is tested and asked with the key of the environment, which is stored nowhere', async () => {
    const env = { PARALLAX_API_KEY: ready.apiKey };
    const added = await runParallax(['connection', 'add', 'team', ready.baseUrl], { dataFolder, env });
    expect(added).toMatchObject({ code: 0, stdout: '' });
    expect(added.stderr).toContain('Set PARALLAX_API_KEY');

    const listed = await runParallax(['connection', 'list', '--format', 'json'], { dataFolder });
    expect(jsonLines(listed.stdout)).toContainEqual(
      expect.objectContaining({ name: 'team', key: { kind: 'none', lastFour: null } }),
    );
    expect(await runParallax(['connection', 'test', 'team'], { dataFolder, env })).toMatchObject({ code: 0 });
    const asked = await runParallax(
      ['ask', question, '--countries', 'FR', '--connection', 'team', '--format', 'json'],
      { dataFolder, env },
    );
    expect(asked).toMatchObject({ code: 0 });

    const keyless = await runParallax(['ask', question, '--countries', 'FR', '--connection', 'team'], {
      dataFolder,
    });
    expect(keyless.code).toBe(2);
    expect(keyless.stderr).toContain('has no key. Set PARALLAX_API_KEY');
  });

  it('reports an unknown key on the test', async () => {
    const wrong = `sk_${'a'.repeat(40)}`;
    const env = { PARALLAX_API_KEY: wrong };
    await runParallax(['connection', 'add', 'team', ready.baseUrl], { dataFolder, env });
    const tested = await runParallax(['connection', 'test', 'team'], { dataFolder, env });
    expect(tested.code).toBe(1);
    expect(tested.stdout).toMatch(/key/);
    expect(tested.stdout).not.toContain(wrong);
  });

  it('refuses a malformed key and creates no connection', async () => {
    const added = await runParallax(['connection', 'add', 'team', ready.baseUrl], {
      dataFolder,
      input: 'not a key\n',
    });
    expect(added.code).toBe(2);
    expect(added.stderr).toContain('without spaces');
    const listed = await runParallax(['connection', 'list', '--format', 'json'], { dataFolder });
    expect(jsonLines(listed.stdout).map(({ name }) => name)).not.toContain('team');
  });

  it('names a URL that does not respond', async () => {
    const env = { PARALLAX_API_KEY: ready.apiKey };
    await runParallax(['connection', 'add', 'gone', 'http://127.0.0.1:9'], { dataFolder, env });
    const tested = await runParallax(['connection', 'test', 'gone'], { dataFolder, env });
    expect(tested.code).toBe(1);
    expect(tested.stdout.trim().split('\n')).toHaveLength(1);
  });

  it('reports that its port is in use', async () => {
    const { port } = new URL(ready.baseUrl);
    const ended = await runParallax(['serve', '--port', port], { dataFolder });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/port/i);
  });
});

/** Resolves when both questions are on their way: the program stores that before it sends them. */
async function untilSent(asking: RunningCommand, folder: string): Promise<void> {
  const { default: Database } = await import('better-sqlite3');
  const file = join(folder, 'history.db');
  while (asking.child.exitCode === null) {
    if (existsSync(file) && running(new Database(file, { readonly: true })) === 2) return;
    await pause(20);
  }
  throw new Error('parallax ended before it asked');
}

function running(history: { prepare: (sql: string) => { get: () => unknown }; close: () => void }): number {
  try {
    return (
      history.prepare("select count(*) as cells from cells where state = 'running'").get() as {
        cells: number;
      }
    ).cells;
  } catch {
    // The tables are not made yet.
    return 0;
  } finally {
    history.close();
  }
}
