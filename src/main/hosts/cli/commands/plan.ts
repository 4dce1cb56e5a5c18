import { Option } from 'commander';
import type { RouteOutput } from '#shared/bridge/routeTable.ts';
import { powerSentences } from '#shared/documents/powerSentences.ts';
import { wordingLines } from '#shared/documents/wordingSentences.ts';
import { parseInput, problemText } from '#shared/interface/parseInput.ts';
import { powerComparisons } from '#shared/model/powerComparisons.ts';
import {
  isKeywordHead,
  isQuestion,
  type QuestionCandidate,
  readKeywordRows,
} from '#shared/planning/keywordFile.ts';
import { isQuestionHead, questionsFromRows } from '#shared/planning/questionList.ts';
import { templateQuestions } from '#shared/planning/questionTemplates.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { planQuestionsSheet, plansTable, questionsTable, quoteSheet } from '#shared/tables/planTables.ts';
import { connectionNamed, withConnection } from '../connections.ts';
import type { CommandContext, Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import {
  acting,
  collect,
  connectionOption,
  groupOf,
  leaf,
  listFormat,
  listing,
  maxCredits,
  modeOption,
  numberOrNone,
  pathArgument,
  tableOrJson,
  wholeNumber,
} from '../flags.ts';
import { type QuestionFile, readPlan, withValuesOf } from '../planInput.ts';
import { quoteLabel, quoteOf } from '../planQuote.ts';
import { lines, listFrom, number, print, printList, shellWord, utcDay } from '../print.ts';
import { readLine, readTableFile } from '../tableInput.ts';
import { readWordingFlags } from '../wordingInput.ts';
import { searchForBrands } from './recompute.ts';

/** Rows that are left out and named. */
const maxReasons = 10;

const versionOption = () =>
  new Option('--version <n>', 'Earlier version').argParser(wholeNumber(1, 1_000_000));

/** Saves a plan, or the next version of one, and prints what was saved. */
const create: Declare = (group, { withCore }) =>
  leaf(group, 'create', 'Save a plan; an existing name gets a new version')
    .argument('<name>')
    .option(
      '--questions <file>',
      'List, table (.csv, .tsv, .txt) or workbook (.xlsx), with columns such as "question", "tags", "wording DE"',
    )
    .option('--sheet <name>', 'Sheet of a workbook (default: the first with questions)')
    .option('--question <text>', 'Question, with variables such as {brand} (repeatable)', collect, [])
    .option('--wording <market=text>', 'Wording for a country or language (repeatable)', collect, [])
    .option('--wordings <file>', 'Wordings: country or language, and text, in each line')
    .option('--engines <list>', 'Engines, or all', 'assistant-a')
    .option('--countries <list>', 'Codes, names or groups, such as US,DE,JP or G7; "*" for no country')
    .option('--states <list>', 'US states, such as CA,NY')
    .option('--language <code>', 'Language (where supported)')
    .option('--location <name>', 'Location in the country (where supported)')
    .addOption(
      new Option('--device <name>', 'Device (where supported)').choices([
        'desktop',
        'mobile',
        'ios',
        'android',
      ]),
    )
    .option('--repeats <n>', 'Repeats per question', wholeNumber(1, 50), 1)
    .option('--include <list>', 'Extra data (where supported), such as markdown,searchQueries')
    .option('--legacy', 'Ask for the legacy version of the answer (assistant-a)')
    .option('--pages <n>', 'Pages of results (search, search/news)', wholeNumber(1, 10))
    .option('--var <name=values>', 'Values of a variable, separated by , or | (repeatable)', collect, [])
    .option(
      '--exclude <engine=market>',
      'Exclude requests; add =3 for question 3 only (repeatable)',
      collect,
      [],
    )
    .option('--skip-rejected', 'Exclude requests that an engine would reject', false)
    .option('--dry-run', 'Print the questions that were read and save nothing', false)
    .addOption(tableOrJson())
    .action(
      withCore(async (context, name, { questions: file, skipRejected, dryRun, format, ...flags }) => {
        const { call, terminal } = context;
        const listed = file === undefined ? null : await readQuestionFile(context, file, flags);
        let plan = readPlan(flags, listed, await readWordingFlags(flags, terminal));
        if (skipRejected) {
          const { id: connectionId } = await connectionNamed(context, undefined);
          const quote = await call('plans.price', { plan, connectionId });
          plan = { ...plan, excluded: [...plan.excluded, ...quote.refusedCells] };
          if (quote.refusedGroups > 0)
            terminal.stderr(
              `${counted(quote.refusedGroups, 'request')} would be rejected and ${quote.refusedGroups === 1 ? 'is' : 'are'} excluded.\n`,
            );
        }
        if (dryRun) {
          // What saving would refuse is refused here.
          const { planSchema } = await import('#shared/planning/plan.ts');
          const checked = parseInput(planSchema, plan);
          if (!checked.success) throw new UsageError(problemText(checked.problems));
          const texts = plan.questions.map(({ text }) => text);
          return print(
            context,
            format,
            { questions: texts, saved: false },
            lines([...texts, 'Nothing was saved.']),
          );
        }
        const saved = await call('plans.save', { name, plan });
        const what = saved.created ? 'saved as version' : 'unchanged in version';
        const said = `"${saved.name}" ${what} ${saved.version}: ${number(saved.cells)} ${saved.cells === 1 ? 'request' : 'requests'}. Estimate the price with "parallax plan price ${shellWord(saved.name)}".\n`;
        return print(context, format, saved, said);
      }),
    );

const list: Declare = (group, { withCore }) =>
  listing(group, 'list', 'List plans').action(
    withCore(async (context, { format }) => {
      const { plans } = await context.call('plans.list', {});
      const none = 'No plans yet. Create one with "parallax plan create".';
      return printList(context, format, listFrom(plansTable), plans, { none });
    }),
  );

const show: Declare = (group, { withCore }) =>
  leaf(group, 'show', 'Print a plan')
    .argument('<name>')
    .addOption(versionOption())
    .addOption(listFormat())
    .action(
      withCore(async (context, name, { version, format }) => {
        const detail = await context.call('plans.get', { plan: name, version });
        const sheet = () => planQuestionsSheet(detail.plan.questions);
        return print(context, format, detail, () => planText(detail), sheet);
      }),
    );

function planText({ plan, ...detail }: RouteOutput<'plans.get'>): string {
  const excluded = plan.excluded.length > 0 ? `, ${plan.excluded.length} excluded` : '';
  return lines([
    `${detail.name}, version ${detail.version} of ${utcDay(detail.changedAtMs)}`,
    `${number(detail.cells)} requests: ${detail.questions} questions x ${detail.engines.join(', ')} x ${detail.markets} markets x ${detail.samples} repeats${excluded}`,
    '',
    ...plan.questions.flatMap(({ text, tags, wordings = {} }) => [
      `  ${text}${tags.length > 0 ? `  [${tags.join(', ')}]` : ''}`,
      ...Object.entries(wordings).map(([key, wording]) => `    ${key}: ${wording}`),
    ]),
    ...wordingLines(plan.questions, plan.markets).map((line) => `  ${line}`),
    ...Object.entries(plan.variables).map(([name, values]) => `  {${name}}: ${values.join(', ')}`),
  ]);
}

/** What a run of the plan costs at most, before anything is sent. */
const price: Declare = (group, { withCore }) =>
  leaf(group, 'price', 'Estimate the maximum price and duration of a run')
    .argument('<name>')
    .addOption(versionOption())
    .addOption(connectionOption())
    .addOption(modeOption())
    .addOption(listFormat())
    .action(
      withCore(async (context, plan, { version, connection, mode, format }) => {
        const priced = await quoteOf(context, plan, version, connection, mode);
        const { quote } = priced;
        const text = () => quoteLabel(quote, priced.connection, context.terminal.columns());
        return print(context, format, quote, text, () => quoteSheet(quote));
      }),
    );

/** How many repeats a plan needs to see a change, from how much the project's own answers vary. */
const power: Declare = (group, { withCore }) =>
  leaf(group, 'power', 'Estimate the repeats that are needed to see a change, and their price')
    .argument('<name>')
    .option('--change <points>', 'Change of visibility in percentage points', wholeNumber(1, 100), 10)
    .option('--power <percent>', 'How often it is to be seen when it is there', wholeNumber(50, 99), 80)
    .addOption(
      new Option(
        '--compare <sides>',
        'periods: all markets together, before and after; market-periods: each market, before and after; markets: two markets',
      )
        .choices(powerComparisons)
        .default('periods' as (typeof powerComparisons)[number]),
    )
    .option('--brand <name>', 'Brand (default: your brand)')
    .addOption(versionOption())
    .addOption(connectionOption())
    .addOption(tableOrJson())
    .action(
      withCore(async (context, name, { version, brand, compare, connection, format, ...percent }) => {
        const { call, interrupted } = context;
        const { plan, ...stored } = await call('plans.get', { plan: name, version });
        await searchForBrands(context);
        const { id: connectionId } = await withConnection(context, connection);
        const [change, power] = [percent.change / 100, percent.power / 100];
        const found = await call(
          'plans.power',
          { plan, connectionId, change, power, compare, brand },
          interrupted,
        );
        const asked = { change, power, compare, markets: stored.markets, samples: stored.samples };
        const value = { plan: stored.name, version: stored.version, ...asked, ...found };
        return print(context, format, value, () => lines(powerSentences(found, asked)));
      }),
    );

const limit = numberOrNone(0, maxCredits, `Enter credits from 0 to ${maxCredits}, or none.`);

/** Shows, and with values sets, what a connection may spend in a day and in a month. */
const limits: Declare = (group, { withCore }) =>
  leaf(group, 'limits', 'Show or set the daily and monthly credit limits of a connection')
    .alias('ceiling')
    .option('--day <credits>', 'Daily limit (UTC), or none', limit)
    .option('--month <credits>', 'Monthly limit (UTC), or none', limit)
    .addOption(connectionOption('Connection (default: the current one)'))
    .addOption(tableOrJson())
    .action(
      withCore(async (context, { day, month, connection: wanted, format }) => {
        const { connections } = await context.call('connections.list', {});
        const connection = connections.find(({ id, name, selected }) =>
          wanted === undefined ? selected : name === wanted || id === wanted,
        );
        if (!connection)
          throw new UsageError(
            `No connection "${wanted ?? ''}". List connections with "parallax connection list".`,
          );
        const ceilings = await context.call('plans.setCeilings', {
          connectionId: connection.id,
          day: day === 'none' ? null : day,
          month: month === 'none' ? null : month,
        });
        const words = (ceiling: number | null, spent: number): string =>
          ceiling === null ? `${number(spent)}, no limit` : `${number(spent)} of ${number(ceiling)}`;
        const said = `${connection.name}: today ${words(ceilings.day, ceilings.spentToday)}; this month ${words(ceilings.month, ceilings.spentThisMonth)} (credits, UTC, reserved credits included).\n`;
        return print(context, format, ceilings, said);
      }),
    );

const rename: Declare = (group, { withCore }) =>
  acting(group, 'rename', 'Rename a plan; its versions and runs are kept')
    .argument('<name>')
    .argument('<new-name>')
    .action(
      withCore(async (context, plan, name, { format }) => {
        const renamed = await context.call('plans.rename', { plan, name });
        return print(context, format, renamed, `Plan "${plan}" is now "${renamed.name}".\n`);
      }),
    );

const remove: Declare = (group, { withCore }) =>
  acting(group, 'delete', 'Delete a plan; its runs are kept')
    .alias('remove')
    .argument('<name>')
    .action(
      withCore(async (context, plan, { format }) => {
        await context.call('plans.remove', { plan });
        const said = `Plan "${plan}" deleted. Its runs and answers are kept.\n`;
        return print(context, format, { plan, deleted: true }, said);
      }),
    );

async function readQuestionFile(
  { terminal }: Pick<CommandContext, 'terminal'>,
  name: string,
  flags: { readonly sheet?: string; readonly var: readonly string[] },
): Promise<QuestionFile> {
  const { rows, source, sheets } = await readTableFile(name, isQuestionHead, flags.sheet);
  const { file, left } = withValuesOf({ name, list: questionsFromRows(rows) }, flags);
  const { questions, column, skipped } = file.list;
  const others = sheets.length < 2 ? '' : ` of ${sheets.length} (choose with --sheet)`;
  terminal.stderr(`${readLine(questions.length, 'question', column, `${source}${others}`)}\n`);
  const reasons = [...skipped.map(({ line, reason }) => `Line ${line} ${reason} and is left out.`), ...left];
  for (const reason of reasons.slice(0, maxReasons)) terminal.stderr(`${reason}\n`);
  if (reasons.length > maxReasons)
    terminal.stderr(`${number(reasons.length - maxReasons)} more rows are left out.\n`);
  return file;
}

/** Lists questions to choose from; as CSV they are what `plan create --questions` reads. */
const questions: Declare = (group, { withCore }) =>
  leaf(
    group,
    'questions',
    'List questions from a keyword file, from stored answers or from templates; asks nothing',
  )
    .argument(
      '[file]',
      'Export of Search Console, Ahrefs, Semrush or Keyword Planner, or any list',
      pathArgument,
    )
    .addOption(new Option('--from <source>', 'Source without a file').choices(['answers', 'templates']))
    .option('--sheet <name>', 'Sheet of a workbook (default: the first with a heading)')
    .option('--questions-only', 'Leave out what is no question', false)
    .addOption(listFormat())
    .action(
      withCore(async (context, file, { from, sheet, questionsOnly, format }) => {
        const all = await candidates(context, file, from, sheet);
        const found = questionsOnly ? all.filter(({ text }) => isQuestion(text)) : all;
        return printList(context, format, listFrom(questionsTable), found, { none: 'No questions found.' });
      }),
    );

async function candidates(
  { call, terminal }: CommandContext,
  file: string | undefined,
  from: 'answers' | 'templates' | undefined,
  sheet: string | undefined,
): Promise<readonly QuestionCandidate[]> {
  if ((file === undefined) === (from === undefined))
    throw new UsageError('Enter a file, or --from answers, or --from templates.');
  if (from === 'templates') return templateQuestions;
  if (file === undefined) return (await call('plans.observedQuestions', {})).questions;
  const { rows, source } = await readTableFile(file, isKeywordHead, sheet);
  const read = readKeywordRows(rows);
  const columns = [read.columns.question, read.columns.volume].filter((column) => column !== null);
  terminal.stderr(
    `${read.tool}${columns.length === 0 ? '' : `, columns ${columns.map((column) => `"${column}"`).join(' and ')}`}: ${counted(read.candidates.length, 'question')}, ${number(read.left)} left out, ${source}.\n`,
  );
  return read.candidates;
}

/** Saved questions, engines and markets. */
export const plan = groupOf(create, list, show, price, questions, power, limits, rename, remove);
