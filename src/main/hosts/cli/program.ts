import { Command, CommanderError, Option } from 'commander';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { planIds } from '#shared/interface/plans.ts';
import { type ComparisonTab, comparisonTabs } from '#shared/report/comparisonSheets.ts';
import type { HistoryTasks } from '../../history/maintenance/taskClient.ts';
import { systemClock } from '../common/systemClock.ts';
import { addAccountCommands } from './accountProgram.ts';
import { addAlertCommands } from './alertProgram.ts';
import { addBrandCommands } from './brandsProgram.ts';
import { ask } from './commands/ask.ts';
import { compare } from './commands/compare.ts';
import { addConnection, listConnections, removeConnection, testConnection } from './commands/connection.ts';
import { history } from './commands/history.ts';
import { isSearch, type SearchOptions, searchHistory } from './commands/searchHistory.ts';
import { type SeriesOptions, seriesHistory } from './commands/seriesHistory.ts';
import type { ServeFlags } from './commands/serve.ts';
import type { OperatorContext } from './commands/service.ts';
import { show } from './commands/show.ts';
import type { WebOptions } from './commands/web.ts';
import type { CommandContext, EnvironmentKeyUse, FileUse } from './context.ts';
import { addDataCommands, type DataRunner } from './dataProgram.ts';
import { addDerivedCommands } from './derivedProgram.ts';
import { type ExitCode, exitCode, explainFailure, UsageError } from './exitCodes.ts';
import { planArgument, positiveNumber, wholeNumber } from './flags.ts';
import { type ListFormat, listFormat } from './listFormats.ts';
import { addMaintenanceCommands } from './maintenanceProgram.ts';
import { addMonitorCommands } from './monitorProgram.ts';
import { addPlanCommands } from './planProgram.ts';
import { callInProject } from './projectCaller.ts';
import { addProjectCommands } from './projectProgram.ts';
import { addServiceCommands } from './serviceProgram.ts';
import type { Terminal } from './terminal.ts';
import { addTrendCommand } from './trendProgram.ts';

/** How commands reach what they need; made by the entry, so that the program itself is plain parsing. */
export type Runtime = {
  readonly terminal: Terminal;
  readonly version: string;
  /** Runs a command over a started core and stops the core afterwards. */
  readonly withCore: (
    data: string | undefined,
    environmentKey: EnvironmentKeyUse,
    command: (context: CommandContext) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  readonly serve: (data: string | undefined, flags: ServeFlags) => Promise<ExitCode>;
  /** Runs a command on the history's file itself, without a core. */
  readonly withHistoryFile: (
    data: string | undefined,
    use: FileUse,
    command: (tasks: HistoryTasks) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  /** Runs an operator's command on the service's folder below the data folder. */
  readonly withOperator: (
    data: string | undefined,
    json: boolean,
    work: (context: OperatorContext) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  readonly web: (data: string | undefined, options: WebOptions) => Promise<ExitCode>;
};

/**
 * Parses the arguments (without program and script) and runs the command they name.
 *
 * 0: every cell has an answer, or the command did what was asked. 1: some failed. 2: wrong usage.
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
    // Commander has printed its own message, and help and version are no failures.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCode.everyAnswer : exitCode.wrongUsage;
    const { code, lines } = explainFailure(error);
    for (const line of lines) terminal.stderr(`${line}\n`);
    return code;
  }
}

function buildProgram(host: Runtime, finish: (running: Promise<ExitCode>) => Promise<void>): Command {
  const { terminal } = host;
  const runtime: Runtime = {
    ...host,
    withCore: (folder, keys, command) =>
      host.withCore(folder, keys, (context) =>
        command({
          ...context,
          call: callInProject(context.call, program.opts<{ project?: string }>().project),
        }),
      ),
  };
  const program = new Command('parallax')
    .description('Ask AI answer engines and web search the same question from many countries.')
    .version(runtime.version)
    .option(
      '--data <dir>',
      "folder for everything Parallax keeps (default: the system's application-data folder), or a project's file, to read",
    )
    .option('--project <name>', 'project to work in, by name or id (default: the one in use); lists take all')
    .exitOverride()
    .configureOutput({ writeOut: terminal.stdout, writeErr: terminal.stderr });
  const data = (): string | undefined => program.opts<{ data?: string }>().data;

  program
    .command('ask')
    .description('ask a question in many countries')
    .argument('<question>')
    .option('--countries <list>', 'codes, names or presets, such as US,DE,JP or G7')
    .option('--engine <name>', 'engine to ask', 'assistant-a')
    .option('--state <code>', 'US state, such as CA')
    .option('--include <list>', 'more to ask for, such as markdown,searchQueries')
    .option('--connection <name>', 'deployment to ask (default: the one in use)')
    .addOption(format('table', 'json', 'md'))
    .action((question: string, flags: AskFlags) =>
      finish(runtime.withCore(data(), 'for-this-command', (context) => ask(context, { question, ...flags }))),
    );

  program
    .command('history')
    .description('list what was asked, or search the answers')
    .option('--limit <n>', 'number of runs, or of answers found', wholeNumber(1, 500), 20)
    .option('--search <query>', 'words, "a phrase", begin*, -without, and filters such as before:2026-10')
    .option('--engine <list>', 'answers of these engines only')
    .option('--country <list>', 'answers from these countries only, such as DE,FR')
    .option('--language <list>', 'answers in these languages only, such as de,ja')
    .option('--domain <list>', 'answers that cite these domains only')
    .option('--brand <list>', 'answers that name these brands only, by the rules in force')
    .option('--tag <list>', 'answers to questions with these tags only')
    .option('--status <name>', 'completed or failed')
    .option('--from <date>', 'first day, month or year, such as 2026-10-01')
    .option('--to <date>', 'last day, month or year')
    .option('--series <answer>', 'the question, engine and market of this answer through time')
    .option('--monitor <name>', 'of a series, only what this monitor asked')
    .addOption(listFormat())
    .action((flags: SearchOptions & Partial<SeriesOptions>) =>
      finish(
        runtime.withCore(data(), 'for-this-command', (context) =>
          flags.series !== undefined
            ? seriesHistory(context, { ...flags, series: flags.series })
            : isSearch(flags)
              ? searchHistory(context, flags)
              : history(context, flags),
        ),
      ),
    );

  program
    .command('show')
    .description('print a stored answer, or all answers of a run')
    .argument('<id>')
    .addOption(format('md', 'json'))
    .action((id: string, flags: { format: 'md' | 'json' }) =>
      finish(runtime.withCore(data(), 'for-this-command', (context) => show(context, { id, ...flags }))),
    );

  program
    .command('compare')
    .description('say what differs between the markets of a run, and whether it is more than noise')
    .argument('<run>')
    .option('--question <n>', 'of a run of a plan: which question, counted from 1', wholeNumber(1, 100_000))
    .addOption(new Option('--engine <name>', 'of a run of a plan: which engine').choices(engines))
    .option('--baseline <market>', 'market to compare against, such as US (default: consensus)')
    .option('--markets <list>', 'markets in the order to show them (default: all of the run)')
    .addOption(new Option('--tab <name>', 'one tab only').choices(comparisonTabs))
    .addOption(format('table', 'md', 'json', 'csv', 'html'))
    .action((run: string, flags: CompareFlags) =>
      finish(
        runtime.withCore(data(), 'for-this-command', (context) =>
          compare(context, { run, version: runtime.version, ...flags }),
        ),
      ),
    );

  program
    .command('serve')
    .description('run the answer service alone; prints {"baseUrl","apiKey"} when ready')
    .option('--port <n>', 'port; 0 picks a free one', wholeNumber(0, 65_535))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--plan <name>', `plan of a new account: ${planIds.join(', ')}`, planArgument)
    .option('--workers <n>', 'jobs at once over all accounts', wholeNumber(1, 100_000))
    .option('--rate-limit <n>', 'requests a second for each account', wholeNumber(1, 1_000_000))
    .option('--queue-limit <n>', 'queued tasks for each account', wholeNumber(1, 10_000_000))
    .option('--retention-hours <n>', 'how long finished tasks and files are kept', positiveNumber(100_000))
    .option('--attempt-window-seconds <n>', 'no new attempt at a job after this', positiveNumber(86_400))
    .option('--retry-base-ms <n>', 'first wait between attempts', wholeNumber(0, 3_600_000))
    .option('--webhook-base-ms <n>', 'first wait between webhook attempts', wholeNumber(0, 86_400_000))
    .option('--allow-private-webhooks', 'let webhooks go to private and loopback addresses')
    .option('--public-url <url>', 'address callers reach it at behind a proxy')
    .option('--openapi <file>', 'write the OpenAPI description to a file and end')
    .action((flags: ServeFlags) => {
      if (flags.port === undefined && flags.openapi === undefined)
        throw new UsageError(
          'Say where to listen with --port, such as --port 8080, or --port 0 for a free one.',
        );
      return finish(runtime.serve(data(), flags));
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
  addTrendCommand(program, (work) => finish(runtime.withCore(data(), 'for-this-command', work)));

  addServiceCommands(program, (json, work) => finish(runtime.withOperator(data(), json, work)));

  // Two flags are called open, and as one option the later would win.
  let file: string | undefined;
  let open = true;
  program
    .command('web')
    .description('open Parallax in the browser')
    .option('--port <n>', 'port on 127.0.0.1; 0 picks a free one', wholeNumber(0, 65_535), 0)
    .option('--open <file>', "open a project's file, to read it")
    .option('--no-open', 'print the link only')
    .on('option:open', (path: string) => {
      file = path;
    })
    .on('option:no-open', () => {
      open = false;
    })
    .action(({ port }: { port: number }) =>
      finish(runtime.web(data(), { port, open, ...(file === undefined ? {} : { file }) })),
    );

  const connection = program.command('connection').description('deployments to ask').exitOverride();
  connection
    .command('add')
    .description('add a deployment; its key is read from PARALLAX_API_KEY or asked for')
    .argument('<name>')
    .argument('<address>', 'such as https://answers.example.org')
    .option(
      '--engine-path <engine=path>',
      'path of an engine named differently there (repeatable)',
      collect,
      [],
    )
    .option('--select', 'use it from now on', false)
    .action((name: string, baseUrl: string, flags: { enginePath: string[]; select: boolean }) =>
      finish(
        runtime.withCore(data(), 'to-be-stored', (context) =>
          addConnection(context, { name, baseUrl, ...flags }),
        ),
      ),
    );
  connection
    .command('list')
    .description('list connections')
    .addOption(listFormat())
    .action((flags: { format: ListFormat }) =>
      finish(
        runtime.withCore(data(), 'for-this-command', (context) => listConnections(context, flags.format)),
      ),
    );
  connection
    .command('test')
    .description('try a connection and name what is wrong')
    .argument('<name>')
    .action((name: string) =>
      finish(runtime.withCore(data(), 'for-this-command', (context) => testConnection(context, name))),
    );
  connection
    .command('remove')
    .description('remove a connection and its key; its answers stay')
    .argument('<name>')
    .action((name: string) =>
      finish(runtime.withCore(data(), 'for-this-command', (context) => removeConnection(context, name))),
    );
  sayOwnHelp(program, 'parallax');
  return program;
}

/** What is wrong with a command is followed by where its own words are. */
function sayOwnHelp(command: Command, path: string): void {
  const says = command.commands.length > 0 ? 'lists its commands' : 'says what it takes';
  command.showHelpAfterError(`(${path} --help ${says})`);
  for (const each of command.commands) sayOwnHelp(each, `${path} ${each.name()}`);
}

type AskFlags = {
  readonly countries?: string;
  readonly engine: string;
  readonly state?: string;
  readonly include?: string;
  readonly connection?: string;
  readonly format: 'table' | 'json' | 'md';
};

type CompareFlags = {
  readonly question?: number;
  readonly engine?: Engine;
  readonly baseline?: string;
  readonly markets?: string;
  readonly tab?: ComparisonTab;
  readonly format: 'table' | 'md' | 'json' | 'csv' | 'html';
};

/** The first name is the default. */
const format = (first: string, ...others: readonly string[]): Option =>
  new Option('--format <name>', 'how to print').choices([first, ...others]).default(first);

const collect = (entry: string, entries: readonly string[]): string[] => [...entries, entry];
