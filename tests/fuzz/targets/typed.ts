import assert from 'node:assert/strict';
import { CommanderError } from 'commander';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { exitCode, explainFailure, UsageError } from '#main/hosts/cli/exitCodes.ts';
import { marketKeys } from '#main/hosts/cli/filterFlags.ts';
import { positiveNumber, wholeNumber } from '#main/hosts/cli/flags.ts';
import { readPlan } from '#main/hosts/cli/planInput.ts';
import { runProgram } from '#main/hosts/cli/program.ts';
import { fitted, textTable } from '#main/hosts/cli/textTable.ts';
import { daysOrMoment, periodOf } from '#main/hosts/cli/timeFlags.ts';
import { printable, visible } from '#main/hosts/common/visibleText.ts';
import { queryOf } from '#renderer/features/trends/trendAddress.ts';
import { formatAddress, parseAddress } from '#renderer/window/address.ts';
import { utcDays } from '#shared/figures/trends/zonedDays.ts';
import { isCountryCode } from '#shared/geo/countryCodes.ts';
import { canonicalTag, languageName, textDirection } from '#shared/geo/languages.ts';
import { parseMarketInput } from '#shared/geo/marketInput.ts';
import { isTimeZone } from '#shared/model/schedule.ts';
import { fillVariables, variablesIn } from '#shared/model/variables.ts';
import { wordingsSchema } from '#shared/model/wordings.ts';
import { readKeywordRows } from '#shared/planning/keywordFile.ts';
import { questionsFromLines, questionsFromTable } from '#shared/planning/questionList.ts';
import { nextTimes, scheduleLabel, scheduleProblem } from '#shared/planning/schedule.ts';
import { readWordings } from '#shared/planning/wordingTable.ts';
import { hasFilter, toggleFilter } from '#shared/search/editQuery.ts';
import { indexMatch } from '#shared/search/indexText.ts';
import { parseSearch } from '#shared/search/query.ts';
import { readSiteAddress } from '#shared/text/addresses/sites.ts';
import { readBrandList } from '#shared/text/brands/brandList.ts';
import { silentTerminal } from '#tests/support/cli/terminals.ts';
import { longText, mutatedText } from '../generators.ts';
import { boundedBy, onlyThrows, steersNothing } from '../guarantees.ts';
import { type FuzzTarget, target } from '../target.ts';

const usage = (error: unknown): boolean => error instanceof UsageError || error instanceof CommanderError;

const searches = [
  'folding bike -cheap "exact phrase" lock* NOT used',
  'country:G7 -engine:search brand:"Alpina GmbH" after:2026-01 status:failed https://a.example/',
  'on:2026-10-31 domain:www.example.com tag:a label:"b c"',
];

const search = target(
  'typed/search',
  'Every search is read: what cannot be used is a problem with its place, and the index gets words and no syntax.',
  longText(searches),
  (text) => {
    const { terms, filters, problems } = parseSearch(text);
    boundedBy(terms.length + filters.length, text.length, 1, 300);
    const { length } = text.normalize('NFC');
    for (const { at, message } of problems) {
      assert.ok(at >= 1 && at <= length + 1, `a problem at ${at} of ${length}`);
      assert.match(message, /\.$|\?$/);
    }
    indexMatch(terms);
  },
);

const editing = target(
  'typed/search-filter',
  'A filter that is put in is there, and taken out again is not there; nothing else is lost.',
  fc.record({
    text: mutatedText(searches),
    filter: fc.constantFrom(
      { field: 'country' as const, value: 'DE' },
      { field: 'brand' as const, value: 'Alpina GmbH' },
      { field: 'domain' as const, value: 'www.Example.com' },
      { field: 'tag' as const, value: 'größe' },
    ),
  }),
  ({ text, filter: { field, value } }) => {
    // A quotation mark that is still open, or a NOT that waits for its word, would take what follows with it.
    const before = parseSearch(text);
    if (before.problems.length > 0) return;
    const there = (query: string): boolean => hasFilter(parseSearch(query).filters, field, { value });
    const once = toggleFilter(text, field, { value });
    assert.equal(there(once), !there(text));
    assert.equal(there(toggleFilter(once, field, { value })), there(text));
    assert.deepEqual(parseSearch(once).terms, before.terms);
  },
);

const markets = target(
  'typed/markets',
  'Every part is a known market, once, or named as unknown; a list as long as a page is read while one types.',
  longText([
    'germany, at, G7, -us, US:CA',
    'new york\nDeutschland; 日本、 not france',
    'south africa germany',
    'us:all + !tx',
  ]),
  (text) => {
    const { markets: found, unknown } = parseMarketInput(text);
    const keys = found.map(({ country, state = '' }) => `${country}:${state}`);
    assert.equal(new Set(keys).size, keys.length);
    for (const { country } of found) assert.ok(isCountryCode(country));
    boundedBy(unknown.length, text.length, 1, 1);
    onlyThrows(() => marketKeys('--countries', text), usage);
  },
  // Fifty thousand words, each of which may begin a name of several.
  { cpuMs: 3_000 },
);

const questions = target(
  'typed/question-list',
  'Pasted or read from a table, every question is there once, at most 10,000 characters long, without blanks around it.',
  longText([
    'question;tags\nWhich lock?;a|b\n"With ""quotes""\nand lines";c\n',
    'one\ttwo\nthree\tfour',
    '\ufeffprompt,tags\r\na,b\r\n',
    'a\nb\n\na',
  ]),
  (text) => {
    for (const { questions: read, skipped } of [questionsFromLines(text), questionsFromTable(text)]) {
      const texts = read.map((each) => each.text);
      assert.equal(new Set(texts).size, texts.length);
      for (const each of texts) assert.ok(each !== '' && each.trim() === each && [...each].length <= 10_000);
      boundedBy(read.length + skipped.length, text.length, 1, 1);
    }
  },
);

const wordings = target(
  'typed/wordings',
  'Every line is a wording that a plan accepts, or a problem with its line.',
  longText([
    'market,wording\nDE\tWelche?\nJapanese: どれ？\nar=ما؟\n',
    'fr-CA;"Lesquelles; ""vraiment""?"\nDE,"a\nb"\n',
    '__proto__\tx\nconstructor,y\nxx: z',
  ]),
  (text) => {
    const { wordings: read, problems } = readWordings(text);
    assert.ok(wordingsSchema.safeParse(read).success || Object.keys(read).length > 500);
    boundedBy(Object.keys(read).length + problems.length, text.length, 1, 1);
    for (const { line, message } of problems) {
      assert.ok(line >= 1 && line <= text.length + 1);
      assert.match(message, /\.$/);
    }
  },
);

const brands = target(
  'typed/brand-list',
  'Every line is a brand or a problem that names the line.',
  longText(['Alpina; own; alpina.com; Alpina GmbH', 'Nordlauf, competitor, www.nordlauf.de', 'A\tB\tC|D']),
  (text) => {
    const { lines, problems } = readBrandList(text, 'other');
    const count = text.split(/\r\n|\r|\n/).length;
    for (const { line } of [...lines, ...problems]) assert.ok(line >= 1 && line <= count);
    for (const { draft } of lines) assert.ok(draft.name.trim() !== '');
  },
  // Each line is compared with the names before it.
  { cpuMs: 2_000 },
);

/** Signs of which there may be any number, between other text. */
const repeatedSigns = (signs: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...signs), fc.integer({ min: 0, max: 60_000 }), fc.constantFrom('', 'x', '.com'))
    .map(([sign, count, end]) => `a.com${sign.repeat(count)}${end}`);

const sites = target(
  'typed/site-address',
  'A site is its address without signs for "any", or a problem.',
  fc.oneof(
    longText(['*.acme.com/*', 'sc-domain:acme.com,', 'https://acme.com/a;b']),
    repeatedSigns([',', ',;', '/*', '*', '/', '.']),
  ),
  (text) => {
    const read = readSiteAddress(text);
    if (typeof read !== 'string') assert.match(read.address, /^[^\s*,;]+\.[^\s]+$/u);
  },
);

const volumes = target(
  'typed/keyword-volume',
  'The volume of a keyword is a whole number or none.',
  fc.oneof(
    longText(['1,300', '1.3 Mio', "1'300", '1K – 10K', '2.2e4']),
    repeatedSigns(['1,1', '1.', '1 ', '%']),
  ),
  (text) => {
    const { candidates } = readKeywordRows([
      ['Keyword', 'Volume'],
      ['bike lock', text],
    ]);
    for (const { volume } of candidates) assert.ok(volume === null || Number.isInteger(volume));
  },
);

const variables = target(
  'typed/variables',
  'Names in braces are filled with every combination of their values; those without a value are named.',
  fc.record({
    text: mutatedText(['Best {product} for {who} in {month}?', '{constructor} {a}', '{__proto__} {größe}']),
    values: fc.dictionary(
      fc.constantFrom('product', 'who', 'month', 'a', 'größe'),
      fc.array(fc.constantFrom('x', '{who}', '$&', '__proto__', ''), { maxLength: 60 }),
    ),
  }),
  ({ text, values }) => {
    const filled = fillVariables(text, values);
    const names = variablesIn(text);
    if (!filled.ok) {
      assert.ok(filled.missing.length > 0 && filled.missing.every((name) => names.includes(name)));
      return;
    }
    const expected = names.reduce((product, name) => product * (values[name]?.length ?? 0), 1);
    assert.equal(filled.questions.length, expected);
  },
);

const plan = target(
  'typed/plan-flags',
  'Flags become a plan or a UsageError; nothing else.',
  fc.record({
    question: fc.array(mutatedText(['Which {lock}?']), { maxLength: 2 }),
    var: fc.array(mutatedText(['lock=a,b', 'x=1|2', 'constructor=a', '__proto__=b']), { maxLength: 3 }),
    engines: mutatedText(['assistant-a,search', 'all']),
    countries: mutatedText(['de,us', 'G7', '*']),
    states: mutatedText(['CA,NY', '']),
    include: mutatedText(['html,ads', '']),
    exclude: fc.array(mutatedText(['assistant-a=DE', 'search=US=1', '==']), { maxLength: 2 }),
    file: mutatedText(['question,tags\na,b']),
  }),
  ({ file, ...flags }) => {
    const read = onlyThrows(
      () => readPlan({ ...flags, repeats: 1 }, { name: 'q.csv', list: questionsFromTable(file) }),
      usage,
    );
    if (read !== undefined)
      assert.ok(read.questions.length > 0 && read.engines.length > 0 && read.markets.length > 0);
  },
);

const times = target(
  'typed/times',
  'A written time is a span that does not end before it begins, or a UsageError.',
  fc.record({
    from: mutatedText(['2026', '2026-10', '2026-10-31', '2026-10-31T08:00:00Z']),
    to: mutatedText(['2027', '0000-01-01']),
  }),
  ({ from, to }) => {
    const period = onlyThrows(() => periodOf({ from, to }, utcDays, daysOrMoment), usage);
    if (period?.fromMs !== undefined && period.beforeMs !== undefined)
      assert.ok(period.beforeMs > period.fromMs);
    onlyThrows(() => wholeNumber(1, 100)(from), usage);
    onlyThrows(() => positiveNumber(100)(from), usage);
  },
);

const schedules = target(
  'typed/schedule',
  'A schedule has a problem, or times that rise and a label in words.',
  fc.record({
    cron: mutatedText([
      '0 7 * * 1',
      '*/15 8-18 * * 1-5',
      '0 0 29 2 *',
      '0 0 31 2 *',
      '5,10 0 1 */2 0#2',
      '0 0 L * *',
    ]),
    timeZone: mutatedText(['Europe/Berlin', 'UTC', 'America/New_York', 'Africa/Casablanca', '+01:00']),
  }),
  ({ cron, timeZone }) => {
    const problem = scheduleProblem({ cron, timeZone });
    if (problem !== null) {
      assert.ok(problem.field === 'timeZone' ? !isTimeZone(timeZone) : true);
      return;
    }
    const found = nextTimes({ cron, timeZone }, Date.UTC(2026, 9, 24), 5);
    for (const [index, time] of found.entries()) assert.ok(index === 0 || time > (found[index - 1] ?? 0));
    assert.ok(scheduleLabel(cron).trim() !== '');
  },
);

const languages = target(
  'typed/language',
  'A language tag of any kind has a direction, a code and a name, and its canonical form is its own.',
  mutatedText(['de', 'pt-BR', 'zh-Hant-TW', 'ar', 'sr-Latn', 'x-private', 'en-US-u-ca-gregory']),
  (text) => {
    const tag = canonicalTag(text);
    if (tag !== undefined) assert.equal(canonicalTag(tag), tag);
    assert.ok(['ltr', 'rtl'].includes(textDirection(text)));
    languageName(text, 'en');
  },
);

const addresses = target(
  'typed/window-address',
  'An address leads to a screen; written and read again it is the same; the query of a trend is read from any of them.',
  mutatedText([
    '#/run/abc?tab=answer&hide=DE,US',
    '#/selection/a,b',
    '#/settings/data',
    '#/trends?metric=presence&by=engine&period=dates&from=2026-01-01&to=x',
  ]),
  (hash) => {
    const { screen, params } = parseAddress(hash);
    const written = formatAddress(screen, params);
    assert.equal(formatAddress(parseAddress(written).screen, parseAddress(written).params), written);
    queryOf(params, Date.UTC(2026, 10, 22), utcDays);
  },
);

const terminal = target(
  'typed/terminal-text',
  'Printed text holds no control character and stays within its columns; a table keeps its lines.',
  longText(['\x1b]52;c;aGk=\x07 red \x1b[31m', 'Größe 日本 👩‍👩‍👧 \u202eabc', 'a\tb\r\nc']),
  (text) => {
    steersNothing(visible(text, true));
    const line = printable(text);
    steersNothing(line);
    assert.ok(!line.includes('\n'));
    assert.ok(stringWidth(fitted(text, 40)) <= 40);
    const table = textTable(['a', 'b'], [[text.slice(0, 200), text]], 80);
    steersNothing(table);
    assert.equal(table.split('\n').length, 3);
  },
);

const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'ask',
      'run',
      'plan',
      'create',
      'export',
      'history',
      '--search',
      '--format',
      'json',
      '--json',
      '--data',
      '--countries',
      'DE',
      '--engine',
      'search',
      '--from',
      '2026',
      '--help',
      '--',
      'sql',
      'SELECT 1',
      'trend',
      'import',
      'service',
      'key',
      'compare',
      'project',
      'brands',
      'alert',
      'web',
      '--port',
      '0',
    ),
  },
  { weight: 1, arbitrary: mutatedText(['--countries=DE,US', '-x', '--var', 'a=b']) },
);
const commandLine = target(
  'typed/command-line',
  'Arguments of any kind end with one of the exit codes, and what is wrong is said without an internal failure.',
  fc.array(word, { maxLength: 8 }),
  async (args) => {
    let said = '';
    const reached = async () => exitCode.everyAnswer;
    const code = await runProgram(args, {
      version: '1.2.3',
      terminal: {
        ...silentTerminal,
        stderr: (text) => {
          said += text;
        },
      },
      withCore: reached,
      withHistory: reached,
      serve: reached,
      withHistoryFile: reached,
      withOperator: reached,
      moveService: reached,
      web: reached,
      examination: async () => {
        throw new UsageError('Nothing is examined here.');
      },
      mcp: reached,
    });
    assert.ok(code === exitCode.everyAnswer || code === exitCode.wrongUsage, `${code}: ${said}`);
    steersNothing(visible(said, true));
    assert.deepEqual(explainFailure(new UsageError('x')).code, exitCode.wrongUsage);
  },
);

export const typedTargets: readonly FuzzTarget[] = [
  ...[
    search,
    editing,
    markets,
    questions,
    wordings,
    brands,
    sites,
    volumes,
    variables,
    plan,
    times,
    schedules,
    languages,
    addresses,
  ],
  ...[terminal, commandLine],
];
