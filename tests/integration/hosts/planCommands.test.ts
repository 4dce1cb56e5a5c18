import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

it('creates a plan, estimates it, runs it up to a credit limit, and resumes: JSON on stdout, exit codes for cron', async () => {
  const dataFolder = temporaryFolder();
  const run = (...args: string[]) => runParallax(args, { dataFolder });
  const file = join(dataFolder, 'questions.csv');
  writeFileSync(file, 'question,tags\n"Which {thing}? [[sandbox latency=5 words=20]]",a\n');

  const created = await run(
    ...['plan', 'create', 'locks', '--questions', file, '--var', 'thing=bike lock,door lock'],
    ...['--engines', 'assistant-a,search', '--countries', 'US,DE', '--states', 'CA', '--skip-refused'],
    ...['--include', 'searchQueries', '--format', 'json'],
  );
  expect(created.code).toBe(0);
  expect(created.stderr).toContain('2 requests would be rejected');
  expect(jsonLines(created.stdout)).toMatchObject([{ name: 'locks', version: 1, cells: 10, created: true }]);

  const priced = await run('plan', 'price', 'LOCKS', '--format', 'json');
  expect(jsonLines(priced.stdout)).toMatchObject([
    { cells: 10, maximumCredits: 6 * 7 + 4 * 3, refusedGroups: 0, balance: 2_800_000 },
  ]);
  const dry = await run('run', 'locks', '--dry-run', '--credit-limit', '50', '--json');
  expect(dry.code).toBe(1);
  expect(jsonLines(dry.stdout)).toMatchObject([{ fits: false, sent: 0 }]);

  const held = await run('run', 'locks', '--credit-limit', '30', '--mode', 'live', '--format', 'json');
  expect(held.code).toBe(3);
  const [stopped] = jsonLines(held.stdout);
  expect(stopped).toMatchObject({ state: 'paused', plan: { holdReason: 'ceiling-run', version: 1 } });
  const id = String(stopped?.id);
  expect((await run('run', 'status', id)).code).toBe(3);
  const resumed = await run('run', 'resume', id, '--ceiling', '54', '--format', 'json');
  expect(resumed.code).toBe(0);
  expect(jsonLines(resumed.stdout)).toMatchObject([
    { state: 'finished', creditsCharged: 54, counts: { completed: 10 } },
  ]);

  const answers = jsonLines((await run('show', id, '--format', 'json')).stdout);
  expect(answers).toHaveLength(10);
  expect(new Set(answers.map((line) => `${line.question} ${line.engine}`)).size).toBe(4);
  const second = await run('compare', id, '--question', '2', '--engine', 'search', '--format', 'md');
  expect(second.stdout).toContain('# Which door lock?');
  expect(second.stderr).toContain('Question 2 of 2 at search');
  const third = await run('compare', id, '--question', '3');
  expect(third).toMatchObject({ code: 2, stderr: expect.stringContaining('2 questions') });
  const ceiling = await run('plan', 'limits', '--day', '60', '--month', 'none', '--format', 'json');
  expect(jsonLines(ceiling.stdout)).toMatchObject([{ day: 60, month: null, spentToday: 54 }]);
  expect((await run('plan', 'show', 'gone')).code).toBe(2);
  expect((await run('plan', 'create', 'x', '--question', 'Q?', '--countries', 'atlantis')).code).toBe(2);
});
