import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it } from 'vitest';
import { TrendTable } from '#renderer/features/trends/TrendTable.tsx';
import { RateText } from '#renderer/ui/RateText.tsx';
import { catalogue } from '#shared/figures/definitions/catalogue.ts';
import { type FigureDefinition, isOn } from '#shared/figures/definitions/figure.ts';
import { trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import type { Comparison, Rate } from '#shared/model/comparison/comparison.ts';
import type { QuestionList, SourceList } from '#shared/model/projectLists.ts';
import type { Trend } from '#shared/model/trendLines.ts';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { openCommands } from '#tests/support/cli/commandsOnCore.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { openArchive } from '#tests/support/exports/openArchive.ts';
import { pdfText } from '#tests/support/exports/pdfText.ts';
import { sheetRows } from '#tests/support/exports/sheetRows.ts';
import { listedBrands, storeFigureHistory } from '#tests/support/figures/figureHistory.ts';
import { parquetAnswers, workbookAnswers } from '#tests/support/figures/fileAnswers.ts';
import {
  type PlainAnswer,
  type PlainFigure,
  plainBrandFigures,
  plainPageFigures,
  plainSourceFigures,
} from '#tests/support/figures/plainFigures.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { rowsOf, startAssistant } from '#tests/support/mcp/assistant.ts';

/**
 * Every figure over a generated history: computed once by a plain formula over answers that are known word by word, and
 * compared with what each place shows. `npm run figures` prints the table.
 */

const brand = 'Acme';
const domain = 'tests.example';
const type = 'social';
const typeDomain = 'reddit.com';

/** Without Chromium there is no PDF. */
const { skip } = requirement(chromiumMissing());

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

/** Places in the order of the printed table. */
const places = [
  ...['window', 'text', 'JSON', 'CSV', 'assistants', 'plan', 'ranking', 'comparison', 'report', 'PDF'],
  ...['questions', 'sources', 'brands', 'XLSX', 'Parquet'],
] as const;
type Place = (typeof places)[number];

const checked = new Map<string, Set<Place>>();
function equal(id: string, place: Place, shown: unknown, expected: unknown): void {
  expect([id, place, shown]).toEqual([id, place, expected]);
  checked.set(id, (checked.get(id) ?? new Set()).add(place));
}

/** Where a figure must have been compared, by where its record says that it is shown. */
function wantedOf({ id, on, of }: FigureDefinition): readonly Place[] {
  const computed = plainBrandFigures[id] !== undefined || plainSourceFigures[id] !== undefined;
  return [
    ...(on.includes('trend') ? (['window', 'text', 'JSON', 'CSV', 'assistants'] as const) : []),
    ...(on.includes('plan') ? (['plan'] as const) : []),
    ...(on.includes('ranking') && of === 'brand' ? (['ranking'] as const) : []),
    ...(on.includes('comparison') ? (['comparison'] as const) : []),
    ...(on.includes('report') ? (['report', ...(skip ? [] : (['PDF'] as const))] as const) : []),
    // Files hold answers with their brands and citations: what is computed from these is what the program shows.
    ...(computed ? (['XLSX', 'Parquet'] as const) : []),
  ];
}

afterAll(() => {
  if (process.env.npm_lifecycle_event !== 'figures') return;
  const lines = catalogue.map(({ id }) => {
    const found = checked.get(id);
    if (found === undefined) return `${id.padEnd(21)} ${elsewhere[id]}`;
    return `${id.padEnd(21)} ${places.map((place) => (found.has(place) ? '=' : '·').padEnd(place.length)).join(' ')}`;
  });
  const head = `${'Figure'.padEnd(21)} ${places.join(' ')}`;
  process.stdout.write(`\n${head}\n${lines.join('\n')}\n= equal to the plain formula, · not shown there\n`);
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
const near = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 3));
/** As every place writes it for a person. */
const percent = (value: number): string => `${Math.round(value * 100)} %`;
const digits: Readonly<Partial<Record<FigureDefinition['format'], number>>> = { index: 3, position: 1 };

const subjectFlags = (id: string): readonly string[] =>
  plainSourceFigures[id] === undefined || id === 'concentration' || id === 'stability'
    ? []
    : id === 'type-mix'
      ? ['--type', type]
      : ['--domain', domain];

it('shows over time what the plain formula gives: in the window, on the command line, in files and to assistants', async () => {
  const { dataFolder, facts } = await stored();
  const { print, call } = await openCommands(dataFolder);
  for (const metric of trendMetrics) {
    const { id } = metric;
    const { value, denominator, low, high } = reference(id, facts.all);
    const shown = (format: string): Promise<string> =>
      print('trend', id, ...subjectFlags(id), '--every', 'month', '--format', format);
    const { series }: Pick<Trend, 'series'> = JSON.parse(await shown('json'));
    const point = series[0]?.points[0];
    equal(id, 'JSON', [point?.value ?? null, point?.denominator], [near(value), denominator]);
    if (low !== null) equal(id, 'JSON', [point?.low, point?.high], [near(low), near(high)]);
    const [head = '', row = ''] = (await shown('csv')).split('\r\n');
    const at = (name: string): number | null => {
      const cell = row.split(',')[head.split(',').indexOf(name)];
      return cell === '' || cell === undefined ? null : Number(cell);
    };
    equal(id, 'CSV', [at('value'), at('denominator')], [near(value), denominator]);

    const { trend } = await call('trends.get', { metric: id, every: 'month', ...subjectOf(id) });
    const drawn = renderToStaticMarkup(
      <TrendTable trend={trend} metric={metric} lines={trend.series} onOpen={() => {}} />,
    );
    const written =
      value === null
        ? 'no data'
        : metric.format === 'share'
          ? percent(value)
          : value.toFixed(digits[metric.format] ?? 2);
    equal(id, 'window', drawn.includes(`>${written}`), true);
    equal(id, 'text', (await shown('table')).includes(` ${written} `), true);
  }
});

it('tells assistants over time what the plain formula gives', async () => {
  const { dataFolder, facts } = await stored();
  const { ask } = await startAssistant(dataFolder);
  for (const { id } of trendMetrics) {
    const { value, denominator, low, high } = reference(id, facts.all);
    const [given] = rowsOf((await ask('get_trend', { metric: id, every: 'month', ...subjectOf(id) })).points);
    equal(id, 'assistants', [given?.value ?? null, given?.denominator], [near(value), denominator]);
    if (low !== null) equal(id, 'assistants', [given?.low, given?.high], [near(low), near(high)]);
  }
  const { tables } = await ask('compare_run', { runId: facts.comparedRun, maxRows: 500 });
  const { value, denominator } = reference('visibility', facts.compared);
  const written = `${Math.round((value ?? 0) * 100)} % (${Math.round((value ?? 0) * denominator)} of ${denominator}`;
  equal('visibility', 'assistants', JSON.stringify(tables).includes(written), true);
});

it('pools by run what the plain formula gives, as a matrix and as a ranking', async () => {
  const { dataFolder, facts } = await stored();
  const { call } = await openCommands(dataFolder);
  for (const metric of trendMetrics) {
    const { id } = metric;
    if (!isOn(metric, 'plan')) continue;
    const [runId, answers] =
      metric.of === 'answers' && id === 'overview-rate'
        ? [facts.searchRun, facts.searched]
        : [facts.comparedRun, facts.compared];
    const matrix = await call('rollups.matrix', { runId, metric: id, ...subjectOf(id) });
    equal(id, 'plan', pooled(matrix.total), pooledPlain(reference(id, answers)));
    for (const [at, { id: market }] of matrix.columns.entries()) {
      const here = reference(
        id,
        answers.filter(({ country }) => country === market),
      );
      equal(id, 'plan', pooled(matrix.cells[0]?.[at]), pooledPlain(here));
    }
  }
  const { league } = await call('rollups.league', { runId: facts.comparedRun });
  const row = league.brands.find(({ name }) => name === brand);
  const ranked = {
    visibility: row?.visibility,
    'share-of-voice': row?.shareOfVoice,
    'mean-rank': row?.position,
    'prompt-coverage': row?.questions,
    'country-reach': row?.countries,
  };
  for (const [id, shown] of Object.entries(ranked))
    equal(id, 'ranking', pooled(shown), pooledPlain(reference(id, facts.compared)));
});

const subjectOf = (id: string): Readonly<Record<string, string>> => {
  const [flag, value] = subjectFlags(id);
  return flag === undefined || value === undefined ? {} : { [flag.slice(2)]: value };
};

type Shown = Pick<PlainFigure, 'value' | 'denominator'>;
const pooled = (figure: Shown | null | undefined) => [figure?.value ?? null, figure?.denominator ?? 0];
const pooledPlain = ({ value, denominator }: Shown) => [near(value), denominator];

it('shows in a comparison and its report what the plain formula gives', async () => {
  const { dataFolder, facts } = await stored();
  const { print } = await openCommands(dataFolder);
  const compared = (run: string, format: string): Promise<string> =>
    print('compare', run, '--format', format);
  const comparison: Comparison = JSON.parse(await compared(facts.comparedRun, 'json'));
  const row = comparison.brands.rows.find(({ name }) => name === brand);
  const source = comparison.sources.rows.find((each) => each.domain === domain);
  const named = reference('visibility', facts.compared);
  const position = reference('mean-rank', facts.compared);
  const cited = reference('source-presence', facts.compared);
  const share = reference('citation-share', facts.compared);
  equal('visibility', 'comparison', shareOf(row?.visibility), sharePlain(named));
  equal('mean-rank', 'comparison', row?.meanRank.value, near(position.value));
  equal('source-presence', 'comparison', shareOf(source?.presence), sharePlain(cited));
  equal('citation-share', 'comparison', source?.citationShare.value, near(share.value));
  // One base for all rows: what is shown adds up to the whole.
  const voices = comparison.brands.rows.map(({ shareOfVoice }) => shareOfVoice);
  const mentions = voices.reduce((sum, { numerator }) => sum + numerator, 0);
  const bases = [...new Set(voices.map(({ denominator }) => denominator))];
  equal('share-of-voice', 'comparison', bases, [mentions]);

  const written = `${Math.round((named.value ?? 0) * 100)} % (${row?.visibility.numerator} of ${named.denominator}`;
  for (const format of ['csv', 'table', 'md', 'html'])
    equal('visibility', 'comparison', (await compared(facts.comparedRun, format)).includes(written), true);
  const pages: Comparison = JSON.parse(await compared(facts.searchRun, 'json'));
  const shown = reference('overview-rate', facts.searched);
  equal('overview-rate', 'comparison', shareOf(pages.search.overviewRate), sharePlain(shown));
  const sentence = `shown on ${pages.search.overviewRate.numerator} of ${shown.denominator} result pages (${Math.round((shown.value ?? 0) * 100)} %`;
  equal('overview-rate', 'comparison', (await print('overview', facts.searchRun)).includes(sentence), true);

  const voice = row?.shareOfVoice;
  const wanted = {
    visibility: `${row?.visibility.numerator} of ${named.denominator}, ${percent(named.value ?? 0)}`,
    'mean-rank': position.value?.toFixed(1) ?? '',
    'share-of-voice': percent((voice?.numerator ?? 0) / (voice?.denominator ?? 1)),
    'source-presence': `${source?.presence.numerator} of ${cited.denominator}, ${percent(cited.value ?? 0)}`,
  };
  const report = async (run: string, ending: string): Promise<Buffer> => {
    const out = join(dataFolder, `${run}.${ending}`);
    await print('report', run, '--out', out);
    return readFileSync(out);
  };
  const html = (await report(facts.comparedRun, 'html')).toString();
  const text = html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ').replaceAll(/\s+/g, '');
  const pdf = skip ? null : pdfText(await report(facts.comparedRun, 'pdf'));
  const searched = (await report(facts.searchRun, 'html')).toString();
  equal('overview-rate', 'report', searched.includes(sentence), true);
  if (!skip) {
    const printed = pdfText(await report(facts.searchRun, 'pdf'));
    equal('overview-rate', 'PDF', printed.includes(sentence.replaceAll(/\s/g, '')), true);
  }
  for (const [id, each] of Object.entries(wanted)) {
    const letters = each.replaceAll(/\s/g, '');
    equal(id, 'report', text.includes(letters), true);
    if (pdf !== null) equal(id, 'PDF', pdf.includes(letters), true);
  }
});

it('lists questions and sources with what the plain formula gives', async () => {
  const { dataFolder, facts } = await stored();
  const { print, call } = await openCommands(dataFolder);
  const { questions }: QuestionList = JSON.parse(await print('questions', '--format', 'json'));
  for (const row of questions) {
    const answers = facts.all.filter(({ question }) => question === row.question);
    equal('visibility', 'questions', shareOf(row.visibility), sharePlain(reference('visibility', answers)));
    equal('mean-rank', 'questions', row.position?.value, near(reference('mean-rank', answers).value));
    const cell = renderToStaticMarkup(<RateText rate={row.visibility} />);
    const { value, denominator } = reference('visibility', answers);
    const drawn = [`>${percent(value ?? 0)}<`, ` of ${denominator}<`];
    equal(
      'visibility',
      'questions',
      drawn.filter((part) => !cell.includes(part)),
      [],
    );
  }
  const { brands } = await call('trends.brands', {});
  const ours = brands.find(({ name }) => name === brand);
  equal('visibility', 'brands', shareOf(ours?.visibility), sharePlain(reference('visibility', facts.all)));
  equal('mean-rank', 'brands', ours?.position.value, near(reference('mean-rank', facts.all).value));
  const { value: voice, denominator: mentions } = reference('share-of-voice', facts.all);
  const said = [ours?.shareOfVoice.value, ours?.shareOfVoice.denominator];
  equal('share-of-voice', 'brands', said, [near(voice), mentions]);
  const { sources }: SourceList = JSON.parse(await print('sources', '--format', 'json'));
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

it('writes answers into Parquet and Excel files that give the same by the plain formula', async () => {
  const { dataFolder, facts } = await stored();
  const { print } = await openCommands(dataFolder);
  const [tables, workbook] = [join(dataFolder, 'tables'), join(dataFolder, 'answers.xlsx')];
  await print('export', '--format', 'parquet', '--out', tables);
  await print('export', '--format', 'xlsx', '--out', workbook);
  const files = { Parquet: await parquetAnswers(tables), XLSX: workbookAnswers(workbook) } as const;
  for (const place of ['Parquet', 'XLSX'] as const)
    for (const id of [...Object.keys(plainBrandFigures), ...Object.keys(plainSourceFigures)])
      equal(id, place, reference(id, files[place]), closeTo(reference(id, facts.all)));

  const summary = sheetRows(openArchive(readFileSync(workbook)), 'Summary');
  const lines = summary.filter((line) => line.figure === 'visibility' && line.brand === brand);
  expect(new Set(lines.map(({ engine }) => engine))).toEqual(new Set(['assistant-a', 'search']));
  for (const { engine, market, count, of } of lines) {
    const here = facts.all.filter(
      ({ country, citations }) => country === market && (citations === null) === (engine === 'search'),
    );
    const shown = { value: Number(count) / Number(of), denominator: Number(of) };
    equal('visibility', 'XLSX', pooled(shown), pooledPlain(reference('visibility', here)));
  }
});

/** Files round depths to four decimals. */
const closeTo = ({ value, denominator, low, high }: PlainFigure) => ({
  ...{ value: near(value), denominator },
  ...{ low: near(low), high: near(high) },
});

it('covers every figure of the catalogue in every place that shows it', () => {
  for (const figure of catalogue) {
    const { id } = figure;
    const suite = elsewhere[id];
    if (suite !== undefined) expect([id, suite, existsSync(suite)]).toEqual([id, suite, true]);
    else {
      const found = checked.get(id) ?? new Set();
      expect([id, wantedOf(figure).filter((place) => !found.has(place))]).toEqual([id, []]);
      expect([id, found.size > 0]).toEqual([id, true]);
    }
  }
});
