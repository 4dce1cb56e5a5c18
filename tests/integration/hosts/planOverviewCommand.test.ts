import { expect, it } from 'vitest';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import type { LeagueView, RollupMatrix } from '#shared/model/rollup.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

type Overview = LeagueView & { readonly byBrand: RollupMatrix; readonly byQuestion: RollupMatrix };
type Trend = { readonly series: readonly { readonly key: string; readonly points: readonly unknown[] }[] };

const question = 'Which {thing} should I buy? [[sandbox latency=1]]';

it('summarizes a run of a plan with the figures of compare and of trend', async () => {
  const dataFolder = temporaryFolder();
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  const json = async <T>(...args: readonly string[]): Promise<T> =>
    jsonLines((await parallax(...args, '--json')).stdout)[0] as T;
  await parallax('brands', 'add', 'Halewick', '--as', 'own');
  await parallax('brands', 'add', 'Brivanto', '--as', 'competitor');
  await parallax(
    ...['plan', 'create', 'locks', '--question', question, '--var', 'thing=bike lock,coffee machine'],
    ...['--engines', 'assistant-a,assistant-b', '--countries', 'US,DE,JP', '--repeats', '2'],
  );
  const { id } = await json<{ readonly id: string }>('run', 'locks', '--mode', 'live');
  await parallax('recompute');

  const overview = await json<Overview>('overview', id);
  expect(overview).toMatchObject({ planned: 24, answers: 24, failed: 0, unsearched: 0 });
  const byEngine = await Promise.all(
    ['assistant-a', 'assistant-b'].map((engine) =>
      json<Comparison>('compare', id, '--question', '1', '--engine', engine),
    ),
  );
  const countsOf = ({ brands, columns }: Comparison, name: string): readonly number[] =>
    columns.map(
      (_, at) => brands.rows.find((row) => row.name === name)?.cells[at]?.visibility.numerator ?? 0,
    );
  const compared = byEngine.map((comparison) => countsOf(comparison, 'Halewick'));
  expect(overview.byQuestion.cells[0]?.map((cell) => cell?.numerator)).toEqual(
    overview.byQuestion.columns.map((_, at) => (compared[0]?.[at] ?? 0) + (compared[1]?.[at] ?? 0)),
  );
  expect(Math.max(...compared.flat())).toBeGreaterThan(0);

  for (const brand of overview.league.brands)
    for (const [metric, figure] of [
      ['visibility', brand.visibility],
      ['share-of-voice', brand.shareOfVoice],
      ['mean-rank', brand.position],
    ] as const) {
      const flags = ['--brand', brand.name, '--every', 'month', '--branded', 'with', '--by', 'market'];
      const { series } = await json<Trend>('trend', metric, ...flags);
      const { value, numerator, denominator } = figure;
      expect(series.find(({ key }) => key === '')?.points).toMatchObject([{ value, numerator, denominator }]);
      if (metric !== 'visibility') continue;
      const row = overview.byBrand.rows.findIndex(({ label }) => label === brand.name);
      overview.byBrand.columns.forEach((column, at) => {
        const cell = overview.byBrand.cells[row]?.[at];
        expect(series.find(({ key }) => key === column.id)?.points).toMatchObject([
          { value: cell?.value, low: cell?.low, high: cell?.high },
        ]);
      });
    }

  const text = await parallax('overview', id, '--metric', 'source-presence', '--domain', 'example.com');
  expect(text.stdout).toMatch(/Halewick is named in \d+ of 24 answers \(\d+ %, 95 % interval/);
  expect(text.stdout).toContain('Source presence of example.com');
  expect(await parallax('overview', id, '--metric', 'nothing')).toMatchObject({ code: 2 });
  expect(await parallax('overview', id, '--brand', 'Nobody')).toMatchObject({ code: 2 });
});

it('offers the brands that answers name, and counts a brand that was listed after them', async () => {
  const dataFolder = temporaryFolder();
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  await parallax(
    ...['plan', 'create', 'locks', '--question', question, '--var', 'thing=bike lock'],
    ...['--engines', 'assistant-a', '--countries', 'US,DE', '--repeats', '2'],
  );
  const [run] = jsonLines((await parallax('run', 'locks', '--mode', 'live', '--json')).stdout);
  const { id } = run as { readonly id: string };
  const before = await parallax('overview', id);
  expect(before.stdout).toContain(
    'Brivanto is named most often of the brands that are not in your list: in 4 of 4 answers.',
  );
  expect(before.stdout).toContain('Your brand is not set');
  await parallax('brands', 'add', 'Brivanto', '--as', 'own');
  const after = await parallax('overview', id);
  expect(after.stdout).toContain('Brivanto is named in 4 of 4 answers');
  expect(after.stdout).not.toContain('not in your list');
  await parallax('brands', 'add', 'Halewick', '--as', 'competitor');
  const gaps = await parallax('gaps');
  expect(`${gaps.stdout}${gaps.stderr}`).not.toContain('without computed brands');
  const trend = await parallax('trend', 'visibility', '--brand', 'Halewick', '--json');
  expect(jsonLines(trend.stdout)[0]).toMatchObject({ unsearched: 0 });
});

it('searches the answers of the project that is asked about', async () => {
  const dataFolder = temporaryFolder();
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  await parallax('project', 'create', 'Other');
  await parallax('ask', question.replace('{thing}', 'lock'), '--countries', 'US', '--project', 'Other');
  await parallax('brands', 'add', 'Brivanto', '--as', 'own', '--project', 'Other');
  const [trend] = jsonLines((await parallax('trend', 'visibility', '--project', 'Other', '--json')).stdout);
  expect(trend).toMatchObject({ unsearched: 0, answers: 1 });
});
