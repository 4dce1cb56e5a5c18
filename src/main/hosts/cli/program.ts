import { Command, CommanderError, Option } from 'commander';
import { systemClock } from '#platform/clock.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { planIds } from '#shared/interface/plans.ts';
import { type ComparisonPart, comparisonParts } from '#shared/model/comparison/comparisonParts.ts';
import type { HistoryTasks } from '../../history/maintenance/taskClient.ts';
import { addAlertCommands } from './alertProgram.ts';
import { addAnnotationCommands } from './annotationProgram.ts';
import { addBrandCommands } from './brandsProgram.ts';
import { completeOptions, helpWithoutFormerNames } from './commandOptions.ts';
import type { AskOptions } from './commands/ask.ts';
import type { ClaimsOptions } from './commands/claims.ts';
import type { CompareOptions } from './commands/compare.ts';
import type { OverviewOptions } from './commands/overview.ts';
import type { SearchOptions } from './commands/searchHistory.ts';
import type { SeriesOptions } from './commands/seriesHistory.ts';
import type { ServeFlags } from './commands/serve.ts';
import type { OperatorContext } from './commands/service.ts';
import type { MoveFlags } from './commands/serviceMove.ts';
import type { ShowOptions } from './commands/show.ts';
import type { WebOptions } from './commands/web.ts';
import { addConnectionCommands } from './connectionProgram.ts';
import type { CommandContext, EnvironmentKeyUse, FileUse, ReadingContext } from './context.ts';
import { addDataCommands, type DataRunner } from './dataProgram.ts';
import { addDerivedCommands } from './derivedProgram.ts';
import { type ExitCode, exitCode, explainFailure, UsageError } from './exitCodes.ts';
import {
  collect,
  format,
  listFormat,
  pathArgument,
  planArgument,
  positiveNumber,
  surfaceOption,
  tableOrJson,
  wholeNumber,
} from './flags.ts';
import { addGapCommand } from './gapProgram.ts';
import { addMaintenanceCommands } from './maintenanceProgram.ts';
import type { McpOptions } from './mcpCore.ts';
import { addMonitorCommands } from './monitorProgram.ts';
import { addPlanCommands } from './planProgram.ts';
import { addProjectCommands } from './projectProgram.ts';
import { addReportCommand } from './reportProgram.ts';
import { addAccountCommands, addServiceCommands } from './serviceProgram.ts';
import type { Terminal } from './terminal.ts';
import { addTrendCommand } from './trendProgram.ts';

// Help and wrong usage need none of the commands.
const loadAsk = () => import('./commands/ask.ts');
const loadClaims = () => import('./commands/claims.ts');
const loadCompare = () => import('./commands/compare.ts');
const loadHistory = () => import('./commands/history.ts');
const loadOverview = () => import('./commands/overview.ts');
const loadSearchHistory = () => import('./commands/searchHistory.ts');
const loadSeriesHistory = () => import('./commands/seriesHistory.ts');
const loadShow = () => import('./commands/show.ts');

/** How commands reach their dependencies; created by the entry, so that the program itself only parses. */
export type Runtime = {
  readonly terminal: Terminal;
  readonly version: string;
  /** Runs a command with a started core and stops the core afterwards. */
  readonly withCore: (
    data: string | undefined,
    environmentKey: EnvironmentKeyUse,
    command: (context: CommandContext) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  /** Runs a command that reads the history, with a core only if it needs more. */
  readonly withHistory: (
    data: string | undefined,
    command: (context: ReadingContext) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  readonly serve: (data: string | undefined, flags: ServeFlags) => Promise<ExitCode>;
  /** Runs a command on the history's file itself, without a core. */
  readonly withHistoryFile: (
    data: string | undefined,
    use: FileUse,
    command: (tasks: HistoryTasks, interrupted: AbortSignal) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  /** Runs an operator command on the service's folder below the data folder. */
  readonly withOperator: (
    data: string | undefined,
    json: boolean,
    work: (context: OperatorContext) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  /** Moves the service's file into a database. */
  readonly moveService: (data: string | undefined, flags: MoveFlags) => Promise<ExitCode>;
  readonly web: (data: string | undefined, options: WebOptions) => Promise<ExitCode>;
  readonly mcp: (data: string | undefined, options: McpOptions) => Promise<ExitCode>;
  readonly doctor: (data: string | undefined, format: 'table' | 'json') => Promise<ExitCode>;
};

/**
 * Parses the arguments (without program and script) and runs the command they name.
 *
 * 0: every request has an answer, or the command did what was asked. 1: some failed. 2: wrong usage.
 */
export async function runProgram(args: readonly string[], runtime: Runtime): Promise<ExitCode> {
  const { terminal } = runtime;
  let outcome: ExitCode = exitCode.everyAnswer;
  const finish = async (running: Promise<ExitCode>): Promise<void> => {
    outcome = await running;
  };
  try {
    await buildProgram(runtime, finish).parseAsync([...args], { from: 'user' });
    return outcome;
  } catch (error) {
    // Commander has already printed its message; help and version are not failures.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCode.everyAnswer : exitCode.wrongUsage;
    const { code, lines } = explainFailure(error);
    for (const line of lines) terminal.stderr(`${line}\n`);
    return code;
  }
}

const allowSpending = (): Option =>
  new Option(
    '--allow-spending <credits>',
    'Let assistants ask, for at most this many credits per month (UTC); without it they only read',
  ).argParser(wholeNumber(1, 1_000_000_000));

function buildProgram(host: Runtime, finish: (running: Promise<ExitCode>) => Promise<void>): Command {
  const { terminal } = host;
  /** Calls without a project are for the one of --project. */
  const inProject = async <Context extends ReadingContext>(context: Context): Promise<Context> => {
    const { project } = program.opts<{ project?: string }>();
    if (project === undefined) return context;
    const { callInProject } = await import('./projectCaller.ts');
    return { ...context, call: callInProject(context.call, project) };
  };
  const runtime: Runtime = {
    ...host,
    withCore: (folder, keys, command) =>
      host.withCore(folder, keys, async (context) => command(await inProject(context))),
    withHistory: (folder, command) =>
      host.withHistory(folder, async (context) => command(await inProject(context))),
  };
  const program = new Command('parallax')
    .description('Ask AI answer engines and web search the same question from many countries.')
    .version(runtime.version, '-V, --version', 'Print the version')
    .option(
      '--data <dir>',
      "Data folder (default: the system's application-data folder), or a project file to open read-only",
    )
    .option('--project <name>', 'Project, by name or ID (default: the current one); lists accept "all"')
    .exitOverride()
    .configureOutput({ writeOut: terminal.stdout, writeErr: terminal.stderr })
    .configureHelp(helpWithoutFormerNames);
  const data = (): string | undefined => program.opts<{ data?: string }>().data;

  program
    .command('ask')
    .description('Ask a question in many countries')
    .argument('<question>')
    .option('--countries <list>', 'Codes, names or groups, such as US,DE,JP or G7')
    .option('--engine <name>', 'Engine', 'assistant-a')
    .option('--state <code>', 'US state, such as CA')
    .option('--include <list>', 'Extra data, such as markdown,searchQueries')
    .option('--wording <market=text>', 'Wording for a country or language (repeatable)', collect, [])
    .option('--wordings <file>', 'Wordings: country or language, and text, in each line')
    .option('--repeats <n>', 'Repeats per market', wholeNumber(1, 50), 1)
    .option('--credit-limit <n>', 'Send nothing if the run can cost more', wholeNumber(0, 1_000_000_000))
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .addOption(format('table', 'json', 'jsonl', 'csv', 'md'))
    .action((question: string, flags: AskFlags) =>
      finish(
        runtime.withCore(data(), 'for-this-command', async (context) =>
          (await loadAsk()).ask(context, { question, ...flags }),
        ),
      ),
    );

  program
    .command('history')
    .description('List runs, or search answers')
    .option('--limit <n>', 'Number of runs or answers', wholeNumber(1, 500), 20)
    .option('--search <query>', 'Words, "a phrase", begin*, -without, and filters such as before:2026-10')
    .option('--engine <list>', 'Only these engines')
    .option('--country <list>', 'Only these countries, such as DE,FR')
    .option('--language <list>', 'Only these languages, such as de,ja')
    .option('--domain <list>', 'Only answers that cite these domains')
    .option('--brand <list>', 'Only answers that name these brands, by the current rules')
    .option('--tag <list>', 'Only questions with these tags')
    .option('--status <name>', 'completed or failed')
    .option('--from <date>', 'First day, month or year, such as 2026-10-01')
    .option('--to <date>', 'Last day, month or year')
    .option('--series <answer>', 'Show the change history of this answer')
    .option('--monitor <name>', 'With --series: only runs of this monitor')
    .addOption(listFormat())
    .action((flags: SearchOptions & Partial<SeriesOptions>) =>
      finish(
        runtime.withHistory(data(), async (context) => {
          if (flags.series !== undefined)
            return (await loadSeriesHistory()).seriesHistory(context, { ...flags, series: flags.series });
          const { isSearch, searchHistory } = await loadSearchHistory();
          return isSearch(flags)
            ? searchHistory(context, flags)
            : (await loadHistory()).history(context, flags);
        }),
      ),
    );

  program
    .command('show')
    .description('Print a stored answer, or all answers of a run')
    .argument('<id>')
    .addOption(format('md', 'table', 'json', 'jsonl', 'csv'))
    .action((id: string, flags: Pick<ShowOptions, 'format'>) =>
      finish(
        runtime.withHistory(data(), async (context) => (await loadShow()).show(context, { id, ...flags })),
      ),
    );

  program
    .command('compare')
    .description('Compare the markets of a run and test differences for significance')
    .argument('<run>')
    .option('--question <n>', 'Question of a plan run, counted from 1', wholeNumber(1, 100_000))
    .addOption(new Option('--engine <name>', 'Engine of a plan run').choices(engines))
    .option('--baseline <market>', 'Market to compare with, such as US (default: consensus)')
    .option('--markets <list>', 'Markets, in display order (default: all of the run)')
    .addOption(surfaceOption())
    .addOption(new Option('--tab <name>', 'Only one tab').choices(comparisonParts))
    .addOption(format('table', 'md', 'json', 'jsonl', 'csv', 'html'))
    .action((run: string, flags: CompareFlags) =>
      finish(
        runtime.withCore(data(), 'for-this-command', async (context) =>
          (await loadCompare()).compare(context, { run, version: runtime.version, ...flags }),
        ),
      ),
    );

  program
    .command('claims')
    .description('List what the answers of a run say of brands, by aspect and tone, with quotes')
    .argument('<run>')
    .option('--question <n>', 'Question of a plan run, counted from 1', wholeNumber(1, 100_000))
    .addOption(new Option('--engine <name>', 'Engine of a plan run').choices(engines))
    .option('--brand <name>', 'Only one brand')
    .addOption(format('text', 'json'))
    .action((run: string, flags: Omit<ClaimsOptions, 'run'>) =>
      finish(
        runtime.withCore(data(), 'for-this-command', async (context) =>
          (await loadClaims()).claims(context, { run, ...flags }),
        ),
      ),
    );

  program
    .command('overview')
    .description(
      'Summarize a run: your brand by market, who leads, what differs and what to do next; without a run, what changed in the project',
    )
    .argument('[run]', 'Run ID; of a plan run all questions, unless --question or --engine chooses')
    .addOption(
      new Option('--days <n>', 'Without a run: days of the period, compared with as many before').choices([
        '7',
        '28',
        '90',
      ]),
    )
    .option('--question <n>', 'Question of a plan run, counted from 1', wholeNumber(1, 100_000))
    .addOption(new Option('--engine <name>', 'Engine of a plan run').choices(engines))
    .option('--metric <name>', 'Metric by question and market of a plan run (default: visibility)')
    .option('--brand <name>', 'Listed brand the metric is of (default: your first one)')
    .option('--domain <name>', 'Domain, for source metrics')
    .addOption(format('text', 'md', 'json'))
    .action((run: string | undefined, flags: Omit<OverviewOptions, 'run'>) =>
      finish(
        runtime.withCore(data(), 'for-this-command', async (context) =>
          (await loadOverview()).overview(context, {
            ...(run === undefined ? program.opts<{ project?: string }>() : { run }),
            ...flags,
          }),
        ),
      ),
    );

  program
    .command('serve')
    .description('Run the service stand-alone; print {"baseUrl","apiKey"} when ready')
    .option('--port <n>', 'Port; 0 selects a free one', wholeNumber(0, 65_535))
    .option('--host <address>', 'Address to listen on', '127.0.0.1')
    .option('--store <url>', 'PostgreSQL database to share with other nodes (or PARALLAX_STORE)')
    .option('--plan <name>', `Plan of a new account: ${planIds.join(', ')}`, planArgument)
    .option('--workers <n>', 'Concurrent jobs over all accounts', wholeNumber(1, 100_000))
    .option('--rate-limit <n>', 'Requests per second and account', wholeNumber(1, 1_000_000))
    .option('--queue-limit <n>', 'Queued tasks per account', wholeNumber(1, 10_000_000))
    .option('--retention-hours <n>', 'Retention of finished tasks and files', positiveNumber(100_000))
    .option('--attempt-window-seconds <n>', 'Time limit for new attempts at a job', positiveNumber(86_400))
    .option('--retry-base-ms <n>', 'First wait between attempts', wholeNumber(0, 3_600_000))
    .option('--webhook-base-ms <n>', 'First wait between webhook attempts', wholeNumber(0, 86_400_000))
    .option('--allow-private-webhooks', 'Allow webhooks to private and loopback addresses')
    .option('--public-url <url>', 'Public URL behind a proxy')
    .option('--metrics', 'Serve figures for Prometheus at /metrics, without a key')
    .addOption(
      new Option('--log-to <target>', 'Where the log goes').choices(['file', 'stderr']).default('file'),
    )
    .option('--log-requests', 'Log every request with its ID, route, status and time')
    .option(
      '--shutdown-delay-seconds <n>',
      'Keep serving after a stop signal, not ready',
      wholeNumber(0, 3_600),
    )
    .option('--mcp [folder]', 'Serve AI assistants at /mcp: the history of the data folder or of this one')
    .option('--openapi <file>', 'Write the OpenAPI description to a file and exit')
    .action((flags: ServeFlags) => {
      if (flags.port === undefined && flags.openapi === undefined)
        throw new UsageError('Set a port with --port, such as --port 8080, or --port 0 for a free one.');
      const { project } = program.opts<{ project?: string }>();
      return finish(runtime.serve(data(), { ...flags, ...(project === undefined ? {} : { project }) }));
    });

  const onData: DataRunner = {
    terminal,
    version: runtime.version,
    nowMs: systemClock.now,
    finish,
    withHistoryFile: (use, command) => finish(runtime.withHistoryFile(data(), use, command)),
    withCore: (command) => finish(runtime.withCore(data(), 'for-this-command', command)),
  };
  addDataCommands(program, onData);
  addMaintenanceCommands(program, onData);
  addBrandCommands(program, (command) => finish(runtime.withCore(data(), 'for-this-command', command)));
  addDerivedCommands(program, (command) => finish(runtime.withCore(data(), 'for-this-command', command)));
  addProjectCommands(program, {
    terminal,
    nowMs: systemClock.now,
    withHistoryFile: (use, command) => finish(runtime.withHistoryFile(data(), use, command)),
    withCore: (command) => finish(runtime.withCore(data(), 'for-this-command', command)),
  });

  addPlanCommands(program, (work) => finish(runtime.withCore(data(), 'for-this-command', work)));
  addAccountCommands(program, (work) => finish(runtime.withCore(data(), 'for-this-command', work)));
  addMonitorCommands(program, (work) => finish(runtime.withCore(data(), 'for-this-command', work)));
  addAlertCommands(program, (work) => finish(runtime.withCore(data(), 'for-this-command', work)));
  addReportCommand(program, (work) => finish(runtime.withCore(data(), 'for-this-command', work)));
  addGapCommand(program, (work) => finish(runtime.withCore(data(), 'for-this-command', work)));
  addTrendCommand(program, (work) => finish(runtime.withCore(data(), 'for-this-command', work)));
  addAnnotationCommands(program, (work) => finish(runtime.withCore(data(), 'for-this-command', work)));

  addServiceCommands(
    program,
    (json, work) => finish(runtime.withOperator(data(), json, work)),
    (flags) => finish(runtime.moveService(data(), flags)),
  );

  // Two flags are called open, and as one option the later would override the other.
  let file: string | undefined;
  let open = true;
  program
    .command('web')
    .description('Open Parallax in the browser')
    .option('--port <n>', 'Port on 127.0.0.1; 0 selects a free one', wholeNumber(0, 65_535), 0)
    .option('--open <file>', 'Open a project file read-only')
    .option('--no-open', 'Print the link only')
    .on('option:open', (path: string) => {
      file = path;
    })
    .on('option:no-open', () => {
      open = false;
    })
    .option('--mcp', 'Serve AI assistants at /mcp, with the token printed or in PARALLAX_MCP_TOKEN')
    .addOption(allowSpending())
    .action((flags: Pick<WebOptions, 'port' | 'mcp' | 'allowSpending'>) => {
      if (flags.allowSpending !== undefined && flags.mcp !== true)
        throw new UsageError('--allow-spending is for assistants: add --mcp.');
      return finish(runtime.web(data(), { ...flags, open, ...(file === undefined ? {} : { file }) }));
    });

  program
    .command('mcp')
    .description('Let an AI assistant read the history (MCP), over stdin and stdout or over HTTP')
    .option(
      '--port <n>',
      'Serve over HTTP on 127.0.0.1 at /mcp; 0 selects a free port',
      wholeNumber(0, 65_535),
    )
    .addOption(allowSpending())
    .option(
      '--bundle <file>',
      'Write a bundle (.mcpb) that Claude installs with one click, and exit',
      pathArgument,
    )
    .action((flags: Omit<McpOptions, 'project'>) => {
      const { project } = program.opts<{ project?: string }>();
      return finish(runtime.mcp(data(), { ...flags, ...(project === undefined ? {} : { project }) }));
    });

  program
    .command('doctor')
    .description(
      'Check the installation: access to files, history, keychain (exit code 1 if a problem is left)',
    )
    .addOption(tableOrJson())
    .action((flags: { format: 'table' | 'json' }) => finish(runtime.doctor(data(), flags.format)));

  addConnectionCommands(program, (keyUse, work) => finish(runtime.withCore(data(), keyUse, work)));
  complete(program, 'parallax');
  return program;
}

/** Completes the options of every command, and adds to errors of a command where its help is. */
function complete(command: Command, path: string): void {
  completeOptions(command);
  const says = command.commands.length > 0 ? 'lists its commands' : 'shows its options';
  command.showHelpAfterError(`(${path} --help ${says})`);
  for (const each of command.commands) complete(each, `${path} ${each.name()}`);
}

type AskFlags = {
  readonly countries?: string;
  readonly engine: string;
  readonly state?: string;
  readonly include?: string;
  readonly repeats: number;
  readonly creditLimit?: number;
  readonly connection?: string;
  readonly format: AskOptions['format'];
};

type CompareFlags = {
  readonly question?: number;
  readonly engine?: Engine;
  readonly baseline?: string;
  readonly markets?: string;
  readonly tab?: ComparisonPart;
  readonly format: CompareOptions['format'];
};
