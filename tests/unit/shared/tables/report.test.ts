import { csvParseRows } from 'd3-dsv';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSandboxDriver } from '#service/drivers/sandbox/sandboxDriver.ts';
import { htmlReport } from '#shared/documents/htmlReport.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { type CompareColumn, defaultOptions, noContent } from '#shared/model/comparison/samples.ts';
import { columnLabels } from '#shared/tables/columnLabels.ts';
import { comparisonSheets, comparisonTabs } from '#shared/tables/comparisonTables.ts';
import { dataQualitySentences, rateLabel } from '#shared/tables/figureLabels.ts';
import { safeHref } from '#shared/tables/markup.ts';
import { numberColumn, type Sheet, textColumn } from '#shared/tables/sheet.ts';
import {
  sheetToCsv,
  sheetToJsonLines,
  sheetToMarkdown,
  sheetToText,
  terminalWidth,
} from '#shared/tables/sheetFormats.ts';
import { samplesFromResult } from '#shared/text/samples.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';

const question = 'Which <b>folding</b> bike locks do people trust?';

async function column(country: string, failed = false): Promise<CompareColumn> {
  const driver = createSandboxDriver();
  const request = {
    prompt: `${question} [[sandbox latency=0]]`,
    country,
    include: { markdown: true, searchQueries: true, shopping: true, ads: true },
  };
  const outcome = await driver.answer({
    ...driverJob('assistant-a', request),
    jobId: `job-${country}`,
    nowMs: Date.UTC(2026, 10, 21),
  });
  const result = outcome.kind === 'answer' && !failed ? outcome.result : null;
  return {
    id: country,
    label: country,
    market: { country },
    engine: 'assistant-a',
    prompt: question,
    samples: [
      {
        ...(result === null ? noContent : samplesFromResult('assistant-a', result)),
        observationId: `o-${country}`,
        status: result === null ? 'failed' : 'completed',
        servedShape: 'default',
        driver: 'sandbox',
        surface: null,
        language: null,
        creditsCharged: 7,
        latencyMs: 1234,
        at: '2026-11-21T08:00:00.000Z',
        error: result === null ? { code: 'EXTERNAL_SERVICE_ERROR', message: 'the engine <failed>' } : null,
      },
    ],
  };
}

const head = {
  question,
  engine: 'assistant-a',
  askedAt: '2026-11-21T08:00:00.000Z',
  writtenAt: '2026-11-21T09:00:00.000Z',
  runId: 'run-1',
  program: 'Parallax 0.1.0',
};

let comparison: Comparison;

beforeAll(async () => {
  const columns = await Promise.all([
    column('US'),
    column('GB'),
    column('DE'),
    column('JP'),
    column('BR', true),
  ]);
  comparison = compareObservations(columns, { ...defaultOptions, baseline: 'US' });
});

describe('the sheets of a comparison', () => {
  it('have as many cells in every row as they have columns, on every tab', () => {
    for (const tab of comparisonTabs) {
      for (const sheet of comparisonSheets(comparison, tab)) {
        for (const row of sheet.rows) expect(row, sheet.id).toHaveLength(sheet.columns.length);
      }
    }
  });

  it('speak of markets nowhere when the columns are times', () => {
    const words = columnLabels.time;
    const said = comparisonTabs.flatMap((tab) =>
      comparisonSheets(comparison, tab, words).flatMap(({ id, title, note, columns }) => [
        ...[id, title, note],
        ...columns.map(({ label }) => label),
      ]),
    );
    for (const text of [...said, ...dataQualitySentences(comparison, words)])
      expect(text).not.toMatch(/market/i);
    expect(said).toEqual(
      expect.arrayContaining(['Runs', 'Source statistics by run', 'brands', 'time', 'times']),
    );
    const report = htmlReport(comparison, { ...head, words });
    expect(report).toContain('5 runs · asked');
    expect(report).toMatch(/\d of \d agree/);
    // Answers may speak of markets.
    expect(report).not.toMatch(/markets? (differ|stands)|<th[^>]*>markets?<|\d markets/i);
  });

  it('never show a failed market as one that lacks something', () => {
    const answer = comparisonSheets(comparison, 'answer').find((sheet) => sheet.id === 'answer');
    const failedAt = answer?.columns.findIndex((entry) => entry.label === 'BR') ?? -1;
    expect(new Set(answer?.rows.map((row) => row[failedAt]))).toEqual(new Set(['(failed)']));
  });

  it('say of a listed brand that no market names that it is in none, and not that it is only in one', async () => {
    const brands = [
      { id: 'own', name: 'Nevernamed', kind: 'own' as const, aliases: [], domains: [] },
      { id: 'rival', name: 'Neithernamed', kind: 'competitor' as const, aliases: [], domains: [] },
    ];
    const options = { ...defaultOptions, brands: { ...defaultOptions.brands, brands } };
    const [sheet] = comparisonSheets(compareObservations([await column('US')], options), 'brands');
    const row = sheet?.rows.find(([name]) => name === 'Nevernamed');
    expect(row?.slice(2, 4)).toEqual(['0 of 1', 'none']);
  });

  it('say what a share of voice is a share of, and the shares of all rows add up to it', async () => {
    const said = async (...names: string[]): Promise<string> => {
      const brands = names.map((name) => ({
        id: name,
        name,
        kind: 'own' as const,
        aliases: [],
        domains: [],
      }));
      const options = { ...defaultOptions, brands: { ...defaultOptions.brands, brands } };
      const compared = compareObservations([await column('US')], options);
      const shares = compared.brands.rows.map(({ shareOfVoice }) => shareOfVoice);
      expect(shares.reduce((sum, { numerator }) => sum + numerator, 0)).toBe(shares[0]?.denominator);
      return comparisonSheets(compared, 'brands')[0]?.note ?? '';
    };
    const detected = comparison.brands.rows.map(({ name }) => name);
    for (const names of [detected.slice(0, 2), []])
      expect(await said(...names)).toContain('of all brands named, listed or detected');
  });

  it('print how many answers of a market name a brand and where, and nothing only where no answer came', () => {
    const { brands } = comparison;
    const row = brands.rows.find(
      ({ name, cells }) => cells[0] != null && cells[2] === null && !name.includes('&'),
    );
    const position = row?.cells[0]?.meanRank.value?.toFixed(1);
    const table = htmlReport(comparison, head, ['brands']);
    const [, printed = ''] = new RegExp(`<tr><td[^>]*>${row?.name}</td>(.*?)</tr>`).exec(table) ?? [];
    const cells = [...printed.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell);
    expect(cells.slice(6, 7)).toEqual([`1 of 1 · ${position}`]);
    expect(cells.slice(8, 9)).toEqual(['0 of 1']);
    // BR failed.
    expect(cells.slice(10, 11)).toEqual(['<span class="no-data">–</span>']);
    expect(table).toContain('detected');
  });

  it('say "no data" for a share of nothing', () => {
    expect(rateLabel({ numerator: 0, denominator: 0, value: null, low: null, high: null })).toBe('no data');
    expect(rateLabel({ numerator: 8, denominator: 12, value: 2 / 3, low: 0.391, high: 0.862 })).toBe(
      '67 % (8 of 12, 39 to 86)',
    );
  });
});

describe('a sheet as text', () => {
  const sheet: Sheet = {
    id: 's',
    title: 'A|B',
    note: 'n',
    columns: [textColumn('name'), numberColumn('count')],
    rows: [
      ['=HYPERLINK("x")', 1],
      ['自転車の鍵, "quoted"', null],
      ['line\nbreak', -3],
    ],
  };

  it('survives a CSV reader whole, and holds no formula', () => {
    expect(csvParseRows(sheetToCsv(sheet))).toEqual([
      ['name', 'count'],
      [`'=HYPERLINK("x")`, '1'],
      ['自転車の鍵, "quoted"', ''],
      ['line\nbreak', '-3'],
    ]);
  });

  it('has no NUL in a CSV file, which ends it for many programs', () => {
    expect(sheetToCsv({ ...sheet, rows: [['a\0b', 1]] })).toContain('a\ufffdb,1');
  });

  it('is a line of JSON for each row, with numbers as numbers and no data as null', () => {
    const lines = sheetToJsonLines(sheet).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { name: '=HYPERLINK("x")', count: 1 },
      { name: '自転車の鍵, "quoted"', count: null },
      { name: 'line\nbreak', count: -3 },
    ]);
  });

  it('keeps its columns in line in a terminal, whatever the script', () => {
    const lines = sheetToText(sheet)
      .split('\n')
      .slice(3, 8)
      .filter((line) => line !== '');
    const ends = lines.filter((line) => /\d$/.test(line)).map(terminalWidth);
    expect(new Set(ends).size).toBe(1);
  });

  it('stays one table in Markdown', () => {
    const table = sheetToMarkdown(sheet)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(table).toHaveLength(5);
    expect(sheetToMarkdown(sheet)).toContain('A\\|B');
  });
});

describe('the HTML report', () => {
  it('has no script, fetches nothing, and shows hostile text as text', () => {
    const html = htmlReport(comparison, head);
    expect(/<script|javascript:|\son\w+=|<link|src=|@import|url\(http/i.exec(html)).toBeNull();
    expect(html).toContain('Which &lt;b&gt;folding&lt;/b&gt; bike locks');
    expect(html).toContain('the engine &lt;failed&gt;');
  });

  it('says in words how many markets differ and how far to trust it', () => {
    const html = htmlReport(comparison, head);
    expect(html).toMatch(/\d of 4 agree/);
    expect(html.includes('Failed requests are not counted as absence.')).toBe(true);
    expect(html.includes('dir="ltr"')).toBe(true);
  });

  it('links only to addresses a browser may follow', () => {
    expect(safeHref('javascript:alert(1)')).toBeNull();
    expect(safeHref('https://lab.example/?a=1&b="')).toBe('https://lab.example/?a=1&amp;b=%22');
  });
});
