import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { bodyOf } from '#tests/support/providers/fixtures.ts';
import {
  type Reply,
  type SeenRequest,
  startProviderServer,
} from '#tests/support/providers/providerServer.ts';

const questions = Array.from({ length: 100 }, (_, index) => `Schuhe ${String(index).padStart(3, '0')}?`);

/** Bright Data's snapshots: taken at once, ready when it is told, each answering the question it was taken for. */
function snapshots() {
  const asked: string[] = [];
  let ready = false;
  const respond = ({ path, body }: SeenRequest): Reply => {
    if (path.endsWith('/trigger')) {
      const [{ prompt }] = body as [{ prompt: string }];
      return { body: { snapshot_id: `sd_${asked.push(prompt) - 1}` } };
    }
    if (!ready) return { status: 202, body: { status: 'running' } };
    const prompt = asked[Number(path.split('sd_')[1])];
    const [page] = bodyOf<object[]>('brightdata_page');
    return { body: [{ ...page, answer_text_markdown: `Antwort auf ${prompt}` }] };
  };
  const finish = (): void => {
    ready = true;
  };
  return { asked, respond, finish };
}

it('a queued run of 100 questions survives SIGKILL with its snapshots outstanding: none is asked twice or lost', {
  timeout: 120_000,
}, async () => {
  const provider = snapshots();
  const server = await startProviderServer(provider.respond);
  onTestFinished(() => server.close());
  const dataFolder = temporaryFolder();
  mkdirSync(join(dataFolder, 'service'));
  writeFileSync(
    join(dataFolder, 'service', 'service.json'),
    JSON.stringify({ bindings: { 'search-ai': 'brightdata' } }),
  );
  const file = join(dataFolder, 'questions.csv');
  writeFileSync(file, `question\n${questions.join('\n')}\n`);
  const created = await runParallax(
    ['plan', 'create', 'shoes', '--questions', file, '--engines', 'search-ai', '--countries', 'DE'],
    { dataFolder },
  );
  expect(created).toMatchObject({ code: 0 });

  const env = { BRIGHTDATA_API_KEY: 'a-key-of-brightdata', BRIGHTDATA_BASE_URL: server.origin };
  const first = startParallax(['run', 'start', 'shoes', '--mode', 'queued'], { dataFolder, env });
  const runId = /Run (\w+): 100 requests, queued/.exec(await first.said('queued.'))?.[1] ?? '';
  await server.seen(100);
  const tasks = new Database(join(dataFolder, 'service', 'service.db'), { readonly: true });
  onTestFinished(() => void tasks.close());
  const outstanding = tasks
    .prepare<[], number>(`SELECT count(*) FROM tasks WHERE receipt LIKE '%"snapshot"%'`)
    .pluck();
  await expect.poll(() => outstanding.get(), { timeout: 30_000 }).toBe(100);
  first.child.kill('SIGKILL');
  expect((await first.finished).signal).toBe('SIGKILL');
  provider.finish();

  const resumed = await startParallax(['run', 'resume', runId, '--json'], { dataFolder, env }).finished;
  expect(jsonLines(resumed.stdout)).toMatchObject([
    { state: 'finished', counts: { completed: 100, total: 100 }, creditsCharged: 400, failures: [] },
  ]);
  expect(resumed.code).toBe(0);
  expect([...provider.asked].sort()).toEqual(questions);
  const shown = await runParallax(['show', runId, '--format', 'json'], { dataFolder });
  const answers = jsonLines(shown.stdout);
  for (const { question, text } of answers) expect(text).toBe(`Antwort auf ${question}`);
  expect(answers).toHaveLength(100);
});
