import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it } from 'vitest';
import { TrendTable } from '#renderer/features/trends/TrendTable.tsx';
import { RateText } from '#renderer/ui/RateText.tsx';
import { catalogue } from '#shared/figures/definitions/catalogue.ts';
import { trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import type { Comparison, Rate } from '#shared/model/comparison/comparison.ts';
import type { QuestionList, SourceList } from '#shared/model/projectLists.ts';
import type { Trend } from '#shared/model/trendLines.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { listedBrands, storeFigureHistory } from '#tests/support/figures/figureHistory.ts';
import {
  type PlainAnswer,
  type PlainFigure,
  plainBrandFigures,
  plainPageFigures,
  plainSourceFigures,
} from '#tests/support/figures/plainFigures.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { rowsOf, startAssistant } from '#tests/support/mcp/assistant.ts';

/**
 * Every figure over a generated history: computed once by a plain formula over answers that are known word by word, and
 * compared with what each place shows. `npm run figures` prints the table.
 */

const brand = 'Acme';
const domain = 'tests.example';
const type = 'social';
const typeDomain = 'reddit.com';

/** Figures that have no plain formula over answers, by the suite that compares them with theirs. */
const elsewhere: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['country-effect', 'adjusted-p', 'cell-verdict', 'headline-verdict'].map((id) => [
      id,
      'tests/unit/shared/figures/truth.test.ts',
    ]),
  ),
  ...Object.fromEntries(
    ['neighbour-verdict', 'rate-verdict'].map((id) => [
      id,
      'tests/unit/shared/figures/statistics/significance.test.ts',
    ]),
  ),
  'alert-verdict': 'tests/unit/shared/figures/nullWorlds.test.ts',
  'sample-size': 'tests/unit/shared/figures/statistics/power.test.ts',
  delta: 'tests/unit/shared/figures/trends/trend.test.ts',
  'trend-point': 'tests/unit/shared/figures/trends/trend.test.ts',
  movement: 'tests/unit/shared/figures/trends/movement.test.ts',
  ...Object.fromEntries(
    [
      ...['jaccard', 'weighted-overlap', 'rank-biased-overlap', 'text-similarity', 'anchor-similarity'],
      ...['source-similarity', 'brand-similarity', 'query-similarity', 'result-similarity', 'divergence'],
    ].map((id) => [id, 'tests/unit/shared/figures/statistics/measures.test.ts']),
  ),
  ...Object.fromEntries(
    [
      ...['median-rank', 'citations', 'source-domains', 'answers-with-sources', 'local-share', 'top-5-share'],
      ...['fan-out', 'distinct-queries', 'answers-with-queries', 'consensus'],
      ...['product-presence', 'ad-rate', 'advertiser-share'],
    ].map((id) => [id, 'tests/unit/shared/figures/comparison/tabs.test.ts']),
  ),
  claims: 'tests/unit/shared/figures/comparison/claims.test.ts',
  'claim-agreement': 'tests/unit/shared/figures/comparison/claims.test.ts',
};

const stored = preparedFolder(async (folder) => {
  const history = await storeFigureHistory(folder);
  for (const { name, as, domain: owned } of listedBrands)
    await runParallax(['brands', 'add', name, '--as', as, '--domain', owned], { dataFolder: folder });
  await runParallax(['recompute'], { dataFolder: folder });
  return history;
});

const checked = new Map<string, Set<string>>();
function equal(id: string, place: string, shown: unknown, expected: unknown): void {
  expect([id, place, shown]).toEqual([id, place, expected]);
  checked.set(id, (checked.get(id) ?? new Set()).add(place));
}

afterAll(() => {
  if (process.env.npm_lifecycle_event !== 'figures') return;
  const lines = [...checked].map(([id, places]) => `${id.padEnd(24)} ${[...places].join(', ')}`);
  process.stdout.write(`\nFigure                   equal in\n${lines.join('\n')}\n`);
});

const reference = (id: string, answers: readonly PlainAnswer[]): PlainFigure => {
  const wanted = id === 'type-mix' ? typeDomain : domain;
  const found =
    plainBrandFigures[id]?.(answers, brand) ??
    plainSourceFigures[id]?.(answers, (citation) => citation.domain === wanted) ??
    plainPageFigures[id]?.(answers);
  if (found === undefined) throw new Error(`plainFigures.ts has no formula of ${id}`);
  return found;
};
const four = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10_000) / 10_000;
const near = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 3));
/** As each place writes a share, with its own number of decimals. */
const percent = (value: number, digits: number): string => `${(value * 100).toFixed(digits)} %`;

const subjectFlags = (id: string): readonly string[] =>
  plainSourceFigures[id] === undefined || id === 'concentration' || id === 'stability'
    ? []
    : id === 'type-mix'
      ? ['--type', type]
      : ['--domain', domain];

/** The figures in front: every format of the command line is read for these, one program after the other. */
const front = ['visibility', 'share-of-voice', 'mean-rank', 'citation-share', 'overview-rate'];

it('shows over time what the plain formula gives: on the command line, in files, in the window and to assistants', async () => {
  const { dataFolder, facts } = await stored();
  const { ask } = await startAssistant(dataFolder);
  for (const metric of trendMetrics) {
    const { id } = metric;
    const expected = reference(id, facts.all);
    const { value, denominator, low, high } = expected;
    const [given] = rowsOf((await ask('get_trend', { metric: id, every: 'month', ...subjectOf(id) })).points);
    equal(id, 'assistants', [given?.value ?? null, given?.denominator], [near(value), denominator]);
    if (low !== null) equal(id, 'interval', [given?.low, given?.high], [near(low), near(high)]);

    const none = { numerator: 0, denominator: 0 };
    const delta = { before: null, now: null, delta: null, verdict: null, commonCells: 0 };
    const point = { bucket: 0, value: four(value), numerator: 0, denominator, low, high, cells: 1, rules: 1 };
    const line = {
      key: '',
      label: 'All',
      points: [point],
      delta: { ...delta, counts: { before: none, now: none } },
    };
    const drawn = renderToStaticMarkup(
      <TrendTable
        trend={{
          ...{ metric: id, ruleVersion: '', markers: [], surfaces: [], series: [line] },
          buckets: [{ label: '2026-09', fromMs: 0, beforeMs: 1 }],
        }}
        metric={metric}
        lines={[line]}
        onOpen={() => {}}
      />,
    );
    const written =
      value === null
        ? 'no data'
        : metric.format === 'share'
          ? percent(value, 1)
          : value.toFixed(metric.format === 'index' ? 3 : 2);
    equal(id, 'window', drawn.includes(`>${written}`), true);
  }
});

it('prints over time what the plain formula gives, in every format', async () => {
  const { dataFolder, facts } = await stored();
  for (const id of front) {
    const { value, denominator, low, high } = reference(id, facts.all);
    const print = async (format: string): Promise<string> => {
      const flags = [...subjectFlags(id), '--every', 'month', '--format', format];
      return (await runParallax(['trend', id, ...flags], { dataFolder })).stdout;
    };
    const { series }: Pick<Trend, 'series'> = JSON.parse(await print('json'));
    const point = series[0]?.points[0];
    equal(id, 'JSON', [point?.value ?? null, point?.denominator], [near(value), denominator]);
    if (low !== null) equal(id, 'JSON', [point?.low, point?.high], [near(low), near(high)]);
    const [head = '', row = ''] = (await print('csv')).split('\r\n');
    const at = (name: string): number => Number(row.split(',')[head.split(',').indexOf(name)]);
    equal(id, 'CSV', [at('value'), at('denominator')], [near(value), denominator]);
    equal(id, 'text', (await print('table')).includes(String(four(value))), true);
  }
});

const subjectOf = (id: string): Readonly<Record<string, string>> => {
  const [flag, value] = subjectFlags(id);
  return flag === undefined || value === undefined ? {} : { [flag.slice(2)]: value };
};

it('shows in a comparison what the plain formula gives: JSON, CSV, terminal, report and assistants', async () => {
  const { dataFolder, facts } = await stored();
  const { ask } = await startAssistant(dataFolder);
  const print = async (run: string, ...flags: readonly string[]): Promise<string> =>
    (await runParallax(['compare', run, ...flags], { dataFolder })).stdout;
  const comparison: Comparison = JSON.parse(await print(facts.comparedRun, '--format', 'json'));
  const row = comparison.brands.rows.find(({ name }) => name === brand);
  const source = comparison.sources.rows.find((each) => each.domain === domain);
  const named = reference('visibility', facts.compared);
  const position = reference('mean-rank', facts.compared);
  const cited = reference('source-presence', facts.compared);
  equal('visibility', 'comparison', shareOf(row?.visibility), sharePlain(named));
  equal('mean-rank', 'comparison', row?.meanRank.value, near(position.value));
  equal('source-presence', 'comparison', shareOf(source?.presence), sharePlain(cited));
  // One base for all rows: what is shown adds up to the whole.
  const voices = comparison.brands.rows.map(({ shareOfVoice }) => shareOfVoice);
  const mentions = voices.reduce((sum, { numerator }) => sum + numerator, 0);
  equal(
    'share-of-voice',
    'comparison',
    [...new Set(voices.map(({ denominator }) => denominator))],
    [mentions],
  );

  const written = `${Math.round((named.value ?? 0) * 100)} % (${row?.visibility.numerator} of ${named.denominator}`;
  for (const format of ['csv', 'table', 'md', 'html'])
    equal(
      'visibility',
      `comparison ${format}`,
      (await print(facts.comparedRun, '--format', format)).includes(written),
      true,
    );
  const { tables } = await ask('compare_run', { runId: facts.comparedRun, maxRows: 500 });
  equal('visibility', 'comparison for assistants', JSON.stringify(tables).includes(written), true);

  const out = join(dataFolder, 'report.html');
  await runParallax(['report', facts.comparedRun, '--out', out], { dataFolder });
  const report = readFileSync(out, 'utf8');
  const counts = `${row?.visibility.numerator} of ${named.denominator}`;
  equal(
    'visibility',
    'report',
    report.includes(`${counts}, ${Math.round((named.value ?? 0) * 100)} %`),
    true,
  );
  equal('mean-rank', 'report', report.includes(`>${position.value?.toFixed(1)}<`), true);

  const pages: Comparison = JSON.parse(await print(facts.searchRun, '--format', 'json'));
  const shown = reference('overview-rate', facts.searched);
  equal('overview-rate', 'comparison', shareOf(pages.search.overviewRate), sharePlain(shown));
  const overview = (await runParallax(['overview', facts.searchRun], { dataFolder })).stdout;
  const sentence = `shown on ${pages.search.overviewRate.numerator} of ${shown.denominator} result pages (${Math.round((shown.value ?? 0) * 100)} %`;
  equal('overview-rate', 'overview', overview.includes(sentence), true);
});

it('lists questions and sources with what the plain formula gives', async () => {
  const { dataFolder, facts } = await stored();
  const print = async (command: string): Promise<string> =>
    (await runParallax([command, '--format', 'json'], { dataFolder })).stdout;
  const { questions }: QuestionList = JSON.parse(await print('questions'));
  for (const row of questions) {
    const answers = facts.all.filter(({ question }) => question === row.question);
    equal('visibility', 'questions', shareOf(row.visibility), sharePlain(reference('visibility', answers)));
    equal('mean-rank', 'questions', row.position?.value, near(reference('mean-rank', answers).value));
    const cell = renderToStaticMarkup(<RateText rate={row.visibility} />);
    const { value, denominator } = reference('visibility', answers);
    const drawn = [`>${percent(value ?? 0, 0)}<`, ` of ${denominator}<`];
    equal(
      'visibility',
      'questions in the window',
      drawn.filter((part) => !cell.includes(part)),
      [],
    );
  }
  const core = await startCore({ paths: { data: dataFolder } });
  const { brands } = await core.router.invoke('trends.brands', {});
  const ours = brands.find(({ name }) => name === brand);
  equal(
    'visibility',
    'brands in the window',
    shareOf(ours?.visibility),
    sharePlain(reference('visibility', facts.all)),
  );
  equal(
    'mean-rank',
    'brands in the window',
    ours?.position.value,
    near(reference('mean-rank', facts.all).value),
  );
  const { value: voice, denominator: mentions } = reference('share-of-voice', facts.all);
  const said = [ours?.shareOfVoice.value, ours?.shareOfVoice.denominator];
  equal('share-of-voice', 'brands in the window', said, [near(voice), mentions]);
  const { sources }: SourceList = JSON.parse(await print('sources'));
  const row = sources.find((each) => each.domain === domain);
  const [cited, share] = ['source-presence', 'citation-share'].map((id) => reference(id, facts.all));
  equal('source-presence', 'sources', shareOf(row?.presence), cited && sharePlain(cited));
  const given = [row?.share.value, row?.share.denominator];
  equal('citation-share', 'sources', given, [near(share?.value ?? null), share?.denominator]);
});

const shareOf = (rate: Rate | null | undefined) => [rate?.value, rate?.denominator, rate?.low, rate?.high];
const sharePlain = ({ value, denominator, low, high }: PlainFigure) => [
  near(value),
  denominator,
  near(low),
  near(high),
];

it('writes into Parquet what the plain formula gives', async () => {
  const { dataFolder, facts } = await stored();
  const out = join(dataFolder, 'tables');
  await runParallax(['export', '--format', 'parquet', '--out', out], { dataFolder });
  const mentions = await parquetReadObjects({
    file: await asyncBufferFromFile(join(out, 'mentions.parquet')),
  });
  const ranks = mentions.filter((row) => row.brand === brand).map((row) => Number(row.rank));
  const named = reference('visibility', facts.all);
  equal('visibility', 'Parquet', four(ranks.length / named.denominator), four(named.value));
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
  equal('mean-rank', 'Parquet', mean, near(reference('mean-rank', facts.all).value));
});

it('covers every figure of the catalogue', () => {
  for (const { id } of catalogue) {
    const suite = elsewhere[id];
    if (suite === undefined) expect([id, checked.has(id)]).toEqual([id, true]);
    else expect([id, suite, existsSync(suite)]).toEqual([id, suite, true]);
  }
});
