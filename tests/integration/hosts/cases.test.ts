import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvParse } from 'd3-dsv';
import { afterAll, describe, expect, it } from 'vitest';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import type { Trend } from '#shared/model/trendLines.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';

/** Small files that were read wrongly once, each through the whole program. */
const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/cases/${name}`, import.meta.url));

const dataFolder = mkdtempSync(join(tmpdir(), 'parallax-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const parallax = (...args: string[]) => runParallax(args, { dataFolder });

describe('a list of questions', () => {
  it.each([
    [
      'excel-unicode.txt',
      ['Welches Schloss für E-Bikes?', 'どの自転車ロックがいい？'],
      'column "question", encoding UTF-16',
    ],
    [
      'excel-ansi.csv',
      ['Welches Schloss für E-Bikes hält länger?', 'Wie öffne ich ein Fahrradschloß ohne Schlüssel?'],
      'column "question", encoding Windows-1252',
    ],
    ['questions.xlsx', null, 'sheet "'],
    [
      'commas-no-header.csv',
      [
        'Which lock is best, Abus or Kryptonite?',
        'Is a folding lock safe, and for how long?',
        'How heavy is it?',
      ],
      '3 questions, encoding UTF-8',
    ],
    [
      'excel-sep.csv',
      ['Welches Faltschloss ist das beste?', 'Was kostet ein Fahrradschloss?'],
      'column "question"',
    ],
    ['lines-mac.txt', ['Best bike lock?', 'Is a U lock safe?', 'Which lock is light?'], '3 questions'],
    ['keyword-as-questions.csv', ['bike lock'], '1 question from column "Keyword"'],
  ])('%s is read as a person reads it, and nothing is saved', async (name, questions, said) => {
    const read = await parallax(
      ...[
        'plan',
        'create',
        'p',
        '--questions',
        fileOf(name),
        '--countries',
        'US',
        '--dry-run',
        '--format',
        'json',
      ],
    );
    expect(read.stderr).toContain(said);
    expect(read.code).toBe(0);
    const [printed] = jsonLines(read.stdout) as [{ questions: string[]; saved: boolean }];
    expect(printed.saved).toBe(false);
    if (questions !== null) expect(printed.questions).toEqual(questions);
    // A ZIP read as text has control characters.
    for (const text of printed.questions) expect(text).toMatch(/^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]+$/u);
    const { plans } = { plans: jsonLines((await parallax('plan', 'list', '--format', 'json')).stdout) };
    expect(plans).toEqual([]);
  });

  it.each([
    ['gsc-compare.csv', [4300, 2500, 1200]],
    ['gsc-pl.csv', [4300, 2500, 1200]],
    ['pandas.csv', [1300, 22200, 91]],
  ])('%s is an export with volumes', async (name, volumes) => {
    const read = await parallax('plan', 'questions', fileOf(name), '--format', 'json');
    expect((jsonLines(read.stdout) as { volume: number }[]).map(({ volume }) => volume)).toEqual(volumes);
  });

  it('is refused where it would not be saved, also when it is only tried', async () => {
    const file = join(dataFolder, 'many.txt');
    writeFileSync(file, Array.from({ length: 100_001 }, (_, at) => `Is lock ${at} safe?`).join('\n'));
    const tried = await parallax(
      'plan',
      'create',
      'p',
      '--questions',
      file,
      '--countries',
      'US',
      '--dry-run',
    );
    expect([tried.code, tried.stdout]).toEqual([2, '']);
    expect(tried.stderr).toContain('A plan takes at most 100,000 questions. Split the list into two plans.');
  });

  it('a line with braces is left out and named, unless they are written twice', async () => {
    const asked = await parallax(
      ...['plan', 'create', 'p', '--question', 'What does {{name}} mean?', '--countries', 'US', '--dry-run'],
    );
    expect(asked.stdout).toContain('What does {{name}} mean?');
    expect(
      (await parallax('plan', 'create', 'p', '--question', 'What is {name}?', '--countries', 'US')).stderr,
    ).toContain('or write {{name}} to ask it in braces');
  });
});

it('brands-ansi.csv: umlauts, and a domain', async () => {
  expect((await parallax('brands', 'import', fileOf('brands-ansi.csv'))).code).toBe(0);
  const { stdout } = await parallax('brands', 'list', '--format', 'json');
  expect(stdout).toContain('Müller');
  expect(stdout).toContain('Große Firma');
  expect(stdout).not.toContain('\ufffd');
});

describe('results', () => {
  it('import-date-german.json: a date that has several meanings is refused with its place', async () => {
    const refused = await parallax('import', fileOf('import-date-german.json'));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('"receivedAt" is "02.11.2026 08:00", which is not a date.');
    expect(refused.stderr).toContain('0 imported');
  });

  it('search-words.jsonl: a word is found as people write it, and symbols alone are an error with their place', async () => {
    expect((await parallax('import', fileOf('search-words.jsonl'))).code).toBe(0);
    const countries = async (search: string) => {
      const { stdout } = await parallax('history', '--search', search, '--format', 'json');
      return (jsonLines(stdout) as { country: string }[]).map(({ country }) => country).sort();
    };
    expect(await countries('자물쇠')).toEqual(['KR']);
    expect(await countries('C++')).toEqual(['US']);
    expect(await countries('usa wifi')).toEqual(['US']);
    expect(await countries('mueller')).toEqual(['DE']);
    expect(await countries('مكتبة')).toEqual(['SA']);
    expect(await countries('₽')).toEqual(['RU']);
    expect(await countries('🔒')).toEqual(['US']);
    expect(await countries('€')).toEqual([]);
    const plain = await parallax('export', '--format', 'csv');
    const excel = await parallax('export', '--format', 'csv-excel');
    expect(plain.stdout.startsWith('\ufeff')).toBe(false);
    expect(excel.stdout.startsWith('\ufeff')).toBe(true);
    const symbols = await parallax('history', '--search', 'lock ?!', '--format', 'json');
    expect([symbols.code, symbols.stdout]).toEqual([2, '']);
    expect(symbols.stderr).toContain('"?!" has no letter, digit, currency sign or emoji');
  });
});

/** Imports a case into a history of its own and returns the run ids. */
async function imported(name: string, brands: readonly (readonly string[])[] = []) {
  const folder = mkdtempSync(join(dataFolder, 'case-'));
  const run = (...args: string[]) => runParallax(args, { dataFolder: folder });
  for (const brand of brands) expect((await run('brands', 'add', ...brand)).code).toBe(0);
  const { stderr, code } = await run('import', fileOf(name));
  expect(code).toBe(0);
  const runs = /Runs: (.*)/.exec(stderr)?.[1]?.trim().split(' ') ?? [];
  const comparison = async (tab: string, runId = runs[0] ?? '') =>
    jsonLines((await run('compare', runId, '--tab', tab, '--format', 'json')).stdout)[0] as Comparison;
  return { run, runs, comparison };
}

describe('addresses of brands', () => {
  it('shared-host.jsonl: a page of a rival on a shared host is a gap, and yours is yours', async () => {
    const { run, comparison } = await imported('shared-host.jsonl', [
      ['Acme', '--as', 'own', '--domain', 'acme.github.io'],
      ['Rival Notes', '--as', 'competitor', '--domain', 'rivalnotes.github.io'],
    ]);
    expect((await run('recompute')).code).toBe(0);
    const gaps = jsonLines((await run('gaps', '--kind', 'citation', '--format', 'json')).stdout)[0] as {
      gaps: { key: { domain: string }; brand: { name: string } }[];
    };
    expect(gaps.gaps.map(({ key, brand }) => [key.domain, brand.name])).toEqual([
      ['rivalnotes.github.io', 'Rival Notes'],
      ['rivalnotes.github.io', 'Rival Notes'],
    ]);
    const { sources } = await comparison('sources');
    expect(sources.rows.map(({ domain, owner }) => [domain, owner])).toEqual([
      ['rivalnotes.github.io', 'competitor'],
    ]);
  });

  it('shared-host.jsonl: a path is a site in Sources, trends, gaps and the search', async () => {
    const { run, comparison } = await imported('shared-host.jsonl', [
      ['Acme', '--as', 'own', '--domain', 'acme.com'],
      ['Rival Pricing', '--as', 'competitor', '--domain', 'https://rivalnotes.github.io/Pricing/'],
    ]);
    expect((await run('recompute')).code).toBe(0);
    const { sources } = await comparison('sources');
    expect(sources.rows.map(({ domain, owner }) => [domain, owner])).toEqual([
      ['rivalnotes.github.io/pricing', 'competitor'],
    ]);
    const share = async (domain: string) => {
      const { stdout } = await run(
        ...['trend', 'source-presence', '--domain', domain, '--every', 'month', '--format', 'json'],
      );
      const [{ series }] = jsonLines(stdout) as [Trend];
      return series[0]?.points.map(({ numerator, denominator }) => [numerator, denominator]);
    };
    expect(await share('rivalnotes.github.io/pricing')).toEqual([[2, 2]]);
    expect(await share('rivalnotes.github.io/about')).toEqual([[0, 2]]);
    // Its only pages belong to the listed address.
    expect(await share('github.io')).toEqual([[0, 2]]);
    const gaps = await run('gaps', '--domain', 'rivalnotes.github.io/pricing', '--format', 'json');
    expect((jsonLines(gaps.stdout)[0] as { total: number }).total).toBe(2);
    const cited = async (domain: string) =>
      jsonLines((await run('history', '--search', `domain:${domain}`, '--format', 'json')).stdout).length;
    expect(await cited('rivalnotes.github.io/pricing')).toBe(2);
    expect(await cited('rivalnotes.github.io/price')).toBe(0);
    expect(await cited('github.io')).toBe(2);
  });

  it('an address that many share is added only when confirmed', async () => {
    const folder = mkdtempSync(join(dataFolder, 'case-'));
    const run = (...args: string[]) => runParallax(args, { dataFolder: folder });
    const refused = await run('brands', 'add', 'Acme', '--domain', 'youtube.com');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'youtube.com is shared by many: every page on it would count for Acme. Enter the part that belongs to Acme, such as youtube.com/acme.\nNothing was changed. Add --yes to confirm.\n',
    ]);
    expect(jsonLines((await run('brands', 'list', '--format', 'json')).stdout)).toEqual([]);
    expect((await run('brands', 'add', 'Acme', '--domain', 'youtube.com', '--yes')).code).toBe(0);
    // A later change of the brand does not ask again.
    expect((await run('brands', 'add', 'Acme', '--domain', 'youtube.com/@acme')).code).toBe(0);
  });

  it('wrapped-links.jsonl: the pages behind redirects, caches and short links are the sources', async () => {
    const { comparison } = await imported('wrapped-links.jsonl');
    const { sources } = await comparison('sources');
    expect(sources.rows.map(({ domain }) => domain)).toEqual(['rd.nl', 'example.de', 'youtube.com']);
    expect(sources.urls.map(({ normalized }) => normalized).sort()).toEqual([
      'example.de',
      'rd.nl/artikel/1',
      'rd.nl/artikel/2',
      'rd.nl/artikel/3',
      'youtube.com/watch?v=dQw4w9WgXcQ',
    ]);
  });
});

it('brand-spellings.jsonl: both markets name all three brands', async () => {
  const { comparison } = await imported('brand-spellings.jsonl', [
    ["McDonald's"],
    ['Yahoo!'],
    ['Marks & Spencer'],
  ]);
  const { brands } = await comparison('brands');
  expect(brands.rows.map(({ name, visibility }) => [name, visibility.numerator])).toEqual([
    ["McDonald's", 2],
    ['Yahoo!', 2],
    ['Marks & Spencer', 2],
  ]);
});

it('prices.jsonl: the same amount in two notations is the same, and another amount is not', async () => {
  const { runs, comparison } = await imported('prices.jsonl');
  const facts = [];
  for (const runId of runs) {
    const { answer } = await comparison('answer', runId);
    facts.push(answer.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.verdict?.facts ?? [])));
  }
  expect(facts).toEqual([[], [{ kind: 'price', here: '$3.5B', there: '$3.5M' }], [], []]);
});

it('tokyo-monthly.jsonl: months and days are those of the project, in every command', async () => {
  const { run } = await imported('tokyo-monthly.jsonl', [['Acme', '--as', 'own']]);
  const [project] = jsonLines((await run('project', 'list', '--format', 'json')).stdout) as [
    { name: string },
  ];
  const monthly = async (...flags: string[]) => {
    const { stdout } = await run('trend', 'visibility', '--every', 'month', '--format', 'json', ...flags);
    const [{ buckets, series }] = jsonLines(stdout) as [Trend];
    return series[0]?.points.map(({ bucket, numerator, denominator }) => [
      buckets[bucket]?.label,
      numerator,
      denominator,
    ]);
  };
  expect((await run('project', 'time-zone', project.name, 'Asia/Tokyo')).code).toBe(0);
  expect((await run('recompute')).code).toBe(0);
  expect(await monthly()).toEqual([
    ['2026-09', 1, 1],
    ['2026-10', 0, 1],
    ['2026-11', 1, 1],
  ]);
  expect(await monthly('--from', '2026-11', '--to', '2026-11-01')).toEqual([['2026-11', 1, 1]]);
  expect(await monthly('--to', '2026-08')).toEqual([]);
  const exported = async (...flags: string[]) => jsonLines((await run('export', ...flags)).stdout).length;
  expect(await exported('--from', '2026-11-01', '--to', '2026-11-01')).toBe(1);
  expect(await exported('--from', '2026-10-31', '--to', '2026-10-31')).toBe(0);
  expect((await run('annotation', 'add', '2026-11-01', 'Relaunch')).code).toBe(0);
  const { stdout } = await run('trend', 'visibility', '--every', 'day', '--format', 'json');
  const [daily] = jsonLines(stdout) as [Trend];
  expect(daily.markers.map(({ bucket, words }) => [daily.buckets[bucket]?.label, words])).toEqual([
    ['2026-11-01', 'Relaunch'],
  ]);
  // So is a search, by its filters and by its flags.
  const found = async (...args: readonly string[]) =>
    jsonLines((await run('history', ...args, '--format', 'json')).stdout).length;
  const all = await found('--search', 'on:2026');
  expect(all).toBeGreaterThan(0);
  expect(await found('--search', 'on:2026-11-01')).toBeGreaterThan(0);
  expect(await found('--from', '2026-11-01')).toBe(all - (await found('--to', '2026-10')));
  expect(await found('--search', 'on:2026-11')).toBe(await found('--from', '2026-11-01'));
  const changed = await run('trend', 'visibility', '--why', '2026-10', '2026-11', '--format', 'json');
  expect(jsonLines(changed.stdout)[0]).toMatchObject({ from: { value: 0 }, to: { value: 1 } });
});

it('inflected.jsonl: brands are found in the forms of each language', async () => {
  const { comparison } = await imported('inflected.jsonl', [
    ...['Miele', 'Żabka', 'Nokia', 'Fiskars', 'Яндекс', 'Авито', 'Tesco', 'Lidl', 'Κωτσόβολος'].map(
      (name) => [name],
    ),
  ]);
  const { brands } = await comparison('brands');
  expect(brands.rows.filter(({ columns }) => columns === 0).map(({ name }) => name)).toEqual([]);
});

it('inflected forms are shown when a brand is added, and one that is switched off is not found', async () => {
  const { run, runs } = await imported('inflected.jsonl');
  const added = await run('brands', 'add', 'Lidl');
  expect(added.stderr).toContain('Inflected forms that count: ');
  const rows = async () => csvParse((await run('brands', 'forms', 'Lidl', '--format', 'csv')).stdout);
  expect(await rows()).toContainEqual(expect.objectContaining({ form: 'Lidlben', counts: 'yes' }));
  const named = async () => {
    expect((await run('recompute')).code).toBe(0);
    const brands = csvParse(
      (await run('compare', runs[0] ?? '', '--tab', 'brands', '--format', 'csv')).stdout,
    );
    return brands.some(({ brand, HU }) => brand === 'Lidl' && HU === '1');
  };
  expect(await named()).toBe(true);
  const off = ['Lidlben', 'Lidlnél', 'Lidlből'].flatMap((form) => ['--off', form]);
  expect((await run('brands', 'forms', 'Lidl', ...off)).code).toBe(0);
  expect(await rows()).toContainEqual(expect.objectContaining({ form: 'Lidlben', counts: 'no' }));
  expect(await named()).toBe(false);
  // More aliases leave it as it is; a form that the name does not have is refused.
  expect((await run('brands', 'add', 'Lidl', '--alias', 'Lidl Plus')).code).toBe(0);
  expect(await rows()).toContainEqual(expect.objectContaining({ form: 'Lidlben', counts: 'no' }));
  expect((await run('brands', 'forms', 'Lidl', '--off', 'Tesco')).code).toBe(2);
  expect((await run('brands', 'forms', 'Lidl', '--on', 'lidlben')).code).toBe(0);
  expect(await rows()).toContainEqual(expect.objectContaining({ form: 'Lidlben', counts: 'yes' }));
});

it('marking a host that many share as yours asks first', async () => {
  const { run } = await imported('shared-host.jsonl');
  const asked = await run('brands', 'domain', 'github.io', 'own');
  expect([asked.code === 0, asked.stderr]).toEqual([
    false,
    expect.stringContaining('github.io is shared by many'),
  ]);
  expect((await run('brands', 'domain', 'github.io', 'own', '--yes')).code).toBe(0);
  expect((await run('brands', 'domain', 'github.io', 'none')).code).toBe(0);
  expect((await run('brands', 'domain', 'acme.github.io', 'own')).code).toBe(0);
});

it('a name that is an ordinary word is said so when it is added, with its lower-case uses', async () => {
  const { run } = await imported('ordinary-words.jsonl');
  const added = await run('brands', 'add', 'Apple');
  expect(added.stderr).toBe(
    '“Apple” is also an ordinary word: 2 lower-case uses in 1 of the latest 2 stored answers that contain it. To count this exact case only: parallax brands add Apple --exact Apple\n',
  );
  // Once the exact case is chosen, and for a name of its own, there is nothing to say.
  expect((await run('brands', 'add', 'Apple', '--exact', 'Apple')).stderr).toBe('');
  expect((await run('brands', 'add', 'Foldmaster')).stderr).toBe('');
  expect((await run('brands', 'add', 'Monday')).stderr).toContain('no stored answer contains it yet');
});

describe('marks of citations', () => {
  it.each([
    ['chatgpt-markers.jsonl', 3, 8],
    ['glued-citation.jsonl', 2, 10],
  ])('%s: are no words, and answers that differ only in them are the same', async (name, markets, words) => {
    const { comparison } = await imported(name);
    const { columns } = await comparison('answer');
    expect(columns.map((column) => [column.words, column.counts.same, column.counts.changed])).toEqual(
      Array.from({ length: markets }, () => [words, 1, 0]),
    );
  });

  it('glued-citation.jsonl: a price and a brand before a mark are whole', async () => {
    const { run, runs } = await imported('glued-citation.jsonl', [['Vellimo', '--as', 'own']]);
    expect((await run('recompute')).code).toBe(0);
    const [runId = ''] = runs;
    const brands = csvParse((await run('compare', runId, '--tab', 'brands', '--format', 'csv')).stdout);
    expect(brands[0]).toMatchObject({ brand: 'Vellimo', US: '1', GB: '1' });
    const { stdout } = await run('export', '--format', 'csv');
    expect(csvParse(stdout).map(({ text }) => text)).toEqual(
      Array(2).fill('The best plan is Vellimo. It costs $29 a month.'),
    );
  });
});
