import { expect, it } from 'vitest';
import type { PeriodOverview } from '#shared/documents/periodOverview.ts';
import type { QuestionList, SourceList } from '#shared/model/projectLists.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { listedBrands, storeFigureHistory } from '#tests/support/figures/figureHistory.ts';
import {
  type PlainAnswer,
  plainBrandFigures,
  plainSourceFigures,
} from '#tests/support/figures/plainFigures.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';

/** Lists of questions and sources over a generated history, against plain formulas over answers known word by word. */

const stored = preparedFolder(async (folder) => {
  const history = await storeFigureHistory(folder);
  for (const { name, as, domain } of listedBrands)
    await runParallax(['brands', 'add', name, '--as', as, '--domain', domain], { dataFolder: folder });
  await runParallax(['recompute'], { dataFolder: folder });
  return history;
});

const near = (value: number | null | undefined): unknown => (value == null ? null : expect.closeTo(value, 3));

async function opened() {
  const { dataFolder, facts } = await stored();
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  const json = async <T>(...args: readonly string[]): Promise<T> =>
    jsonLines((await parallax(...args, '--format', 'json')).stdout)[0] as T;
  return { facts, parallax, json };
}

it('lists every question with the figures of the plain formula, in JSON, CSV and text alike', async () => {
  const { facts, parallax, json } = await opened();
  const list = await json<QuestionList>('questions');
  expect(list.questions).toHaveLength(2);
  const csv = (await parallax('questions', '--format', 'csv')).stdout.split('\r\n');
  const columns = csv[0]?.split(',') ?? [];
  const text = (await parallax('questions')).stdout;
  for (const row of list.questions) {
    const answers = facts.all.filter(({ question }) => question === row.question);
    const named = plainBrandFigures.visibility?.(answers, 'Acme');
    const position = plainBrandFigures['mean-rank']?.(answers, 'Acme');
    expect(row.visibility).toMatchObject({
      value: near(named?.value),
      denominator: named?.denominator,
      low: near(named?.low),
      high: near(named?.high),
    });
    expect(row.position?.value).toEqual(near(position?.value));
    const missing = [...new Set(answers.filter(isSearched).map(({ country }) => country))]
      .filter((country) => !answers.some((each) => each.country === country && names(each)))
      .sort();
    expect(row.missing).toEqual(missing);
    const line = csv.find((each) => each.startsWith(row.question))?.split(',') ?? [];
    expect(Number(line[columns.indexOf('visibility')])).toEqual(near(named?.value));
    expect(Number(line[columns.indexOf('average_position')])).toEqual(near(position?.value));
    expect(text).toContain(
      `${Math.round((named?.value ?? 0) * 100)} % (${row.visibility?.numerator} of ${named?.denominator}`,
    );
  }
});

it('narrows questions by market, engine, period and tag, and compares two periods', async () => {
  const { facts, parallax, json } = await opened();
  const inGermany = await json<QuestionList>('questions', '--country', 'DE', '--engine', 'assistant-a');
  for (const row of inGermany.questions) {
    const answers = facts.all.filter(
      (each) => each.question === row.question && each.country === 'DE' && each.overview === null,
    );
    const expected = plainBrandFigures.visibility?.(
      answers.filter(({ citations }) => citations !== null),
      'Acme',
    );
    expect(row.visibility).toMatchObject({
      value: near(expected?.value),
      denominator: expected?.denominator,
    });
  }
  const before = await json<QuestionList>('questions', '--to', '2026-08-31');
  expect(before.questions.map(({ answers, visibility }) => [answers, visibility?.value])).toEqual([
    [0, null],
    [0, null],
  ]);
  expect((await parallax('questions', '--to', '2026-08-31')).stdout).toContain('Up to 2026-08-31');
  const compared = await json<QuestionList>(
    ...['questions', '--from', '2026-09-02', '--to', '2026-09-02'],
    ...['--compare-from', '2026-09-02', '--compare-to', '2026-09-02'],
  );
  for (const { change, visibility } of compared.questions)
    expect([change?.before, change?.now, change?.delta]).toEqual([visibility?.value, visibility?.value, 0]);
  const tagged = await json<QuestionList>('questions', '--tag', 'nobody-has-this');
  expect(tagged.questions).toEqual([]);
  const half = await parallax('questions', '--compare-from', '2026-09-02');
  expect([half.code, half.stderr]).toEqual([2, expect.stringContaining('--compare-to')]);
});

it('lists domains and pages with the figures of the plain formula, and who is cited instead', async () => {
  const { facts, parallax, json } = await opened();
  const carrying = facts.all.filter(({ citations }) => citations !== null);
  const cites = (answer: PlainAnswer, domain: string): boolean =>
    answer.citations?.some((each) => each.domain === domain) ?? false;
  const list = await json<SourceList>('sources');
  expect(list.answers).toBe(carrying.length);
  const own = carrying.filter((each) => cites(each, 'acme.example')).length;
  expect(list.own).toMatchObject({ numerator: own, denominator: carrying.length });
  expect(list.sources.map(({ domain }) => domain).sort()).toEqual([
    'acme.example',
    'reddit.com',
    'tests.example',
  ]);
  const text = (await parallax('sources')).stdout;
  for (const row of list.sources) {
    const presence = plainSourceFigures['source-presence']?.(
      facts.all,
      ({ domain }) => domain === row.domain,
    );
    const share = plainSourceFigures['citation-share']?.(facts.all, ({ domain }) => domain === row.domain);
    expect(row.presence).toMatchObject({
      value: near(presence?.value),
      denominator: presence?.denominator,
      low: near(presence?.low),
      high: near(presence?.high),
    });
    expect(row.share).toMatchObject({ value: near(share?.value), denominator: share?.denominator });
    const citing = carrying.filter((each) => cites(each, row.domain));
    const instead = citing.filter((each) => !cites(each, 'acme.example')).length;
    expect(row.instead).toEqual(
      row.domain === 'acme.example'
        ? null
        : expect.objectContaining({ numerator: instead, denominator: citing.length }),
    );
    expect(text).toContain(`(${row.presence.numerator} of ${carrying.length}`);
  }
  const pages = await json<SourceList>('sources', '--domain', 'tests.example');
  expect(pages.sources.map(({ url }) => url).sort()).toEqual([
    'https://tests.example/a',
    'https://tests.example/b',
  ]);
  const both = pages.sources.reduce((sum, { share }) => sum + share.numerator, 0);
  expect(both).toBe(list.sources.find(({ domain }) => domain === 'tests.example')?.share.numerator);
});

const isSearched = ({ brands }: PlainAnswer): boolean => brands !== null;
const names = ({ brands }: PlainAnswer): boolean => brands !== null && 'Acme' in brands;

it('narrows the overview of the project and the gaps by the same filter, and names it', async () => {
  const { facts, parallax, json } = await opened();
  const flags = ['--country', 'DE', '--from', '2026-09', '--to', '2026-09'];
  const compared = ['--compare-from', '2026-09', '--compare-to', '2026-09'];
  const overview = await json<PeriodOverview & { readonly filter: string }>(
    'overview',
    ...flags,
    ...compared,
  );
  const expected = plainBrandFigures.visibility?.(
    facts.all.filter(({ country }) => country === 'DE'),
    'Acme',
  );
  const acme = overview.brands.find(({ label }) => label === 'Acme');
  expect([acme?.delta.now, acme?.delta.before]).toEqual([near(expected?.value), near(expected?.value)]);
  expect(overview.filter).toBe('2026-09-01 to 2026-09-30, compared with 2026-09-01 to 2026-09-30 · Germany');
  expect(overview.sentences[0]).toContain('in this period');
  const gaps = await parallax('gaps', ...flags);
  expect(gaps.stdout).toContain('2026-09-01 to 2026-09-30 · Germany');
  const refused = await parallax('overview', 'some-run', '--from', '2026-09');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--from is of a project')]);
});
