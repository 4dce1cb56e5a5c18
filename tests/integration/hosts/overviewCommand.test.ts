import { expect, it } from 'vitest';
import type { Overview } from '#shared/figures/comparison/overview.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { storeStory } from '#tests/support/history/overviewStories.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

type Trend = {
  readonly series: readonly { readonly key: string; readonly points: readonly unknown[] }[];
};

async function storedStory(name: Parameters<typeof storeStory>[1]) {
  const dataFolder = temporaryFolder();
  const runId = await storeStory(dataFolder, name);
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  await parallax('brands', 'add', 'Acme', '--as', 'own');
  await parallax('brands', 'add', 'Rival', '--as', 'competitor');
  return { runId, parallax };
}

it('shows the figures of compare and of trend', async () => {
  const { runId, parallax } = await storedStory('noiseWithFailures');
  const [overview] = jsonLines((await parallax('overview', runId, '--json')).stdout) as unknown as [
    Overview & { readonly columns: readonly string[] },
  ];
  const [compared] = jsonLines((await parallax('compare', runId, '--json')).stdout) as unknown as [
    Comparison,
  ];
  const row = compared.brands.rows.find(({ name }) => name === 'Acme');
  expect(overview.columns).toEqual(compared.columns.map(({ id }) => id));
  expect(overview.own).toMatchObject({
    visibility: row?.visibility,
    position: row?.meanRank,
    test: row?.test,
  });
  overview.markets.forEach(({ column, own }) => {
    const cell = row?.cells[column];
    if (cell != null) expect(own).toEqual({ visibility: cell.visibility, position: cell.meanRank });
  });
  expect(overview.failed.map(({ column, failed }) => [column, failed])).toEqual(
    compared.dataQuality.failed.map(({ column, failed }) => [column, failed]),
  );
  expect(overview.verdict).toBe(compared.dataQuality.verdict);

  await parallax('recompute');
  const flags = ['--brand', 'Acme', '--by', 'market', '--every', 'month', '--json'];
  const [trend] = jsonLines((await parallax('trend', 'visibility', ...flags)).stdout) as unknown as [Trend];
  const lines = new Map(trend.series.map(({ key, points }) => [key, points[0]]));
  for (const { column, own } of overview.markets.filter((market) => market.own !== null))
    expect(lines.get(overview.columns[column] ?? '')).toMatchObject(own?.visibility ?? {});
  // All markets together are pooled by market in a trend: the same answers, another mean.
  expect(lines.get('')).toMatchObject({
    numerator: overview.own?.visibility.numerator,
    denominator: overview.own?.visibility.denominator,
  });
});

it('is text, Markdown or JSON, and refuses an unknown run', async () => {
  const { runId, parallax } = await storedStory('missingInBrazil');
  const { code, stdout } = await parallax('overview', runId);
  expect(code).toBe(0);
  expect(stdout).toContain(
    'Acme is named in 3 of 4 countries: 9 of 12 answers, 75 %, 95 % interval 47 to 91 %.',
  );
  expect(stdout).toContain('Missing in Brazil, where Rival leads.');
  expect(stdout).toMatch(/^cadeados\.example +other +Brazil +3 of 3 answers$/m);
  const markdown = await parallax('overview', runId, '--format', 'md');
  expect(markdown.stdout).toMatch(/^# Which bicycle lock should I buy\?\n\nAcme is named/);
  expect(await parallax('overview', 'none')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No run "none"'),
  });
});

it('uses display names of engines in a report and ids in data', async () => {
  const dataFolder = temporaryFolder();
  await runParallax(['ask', 'Which lock? [[sandbox latency=1]]', '--countries', 'US,DE'], { dataFolder });
  const core = await startCore({ paths: { data: dataFolder } });
  await core.router.invoke('connections.nameEngine', {
    id: 'embedded',
    engine: 'assistant-a',
    displayName: 'ChatGPT & friends',
  });
  const { runs } = await core.router.invoke('runs.list', {});
  await core.stop();
  const compare = (format: string) =>
    runParallax(['compare', runs[0]?.id ?? '', '--format', format], { dataFolder });
  expect((await compare('html')).stdout).toContain('<p>ChatGPT &amp; friends · 2 markets');
  expect((await compare('json')).stdout).not.toContain('ChatGPT');
});
