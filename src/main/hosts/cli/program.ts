import { Command, CommanderError } from 'commander';
import { systemClock } from '#platform/clock.ts';
import { commandFiles } from './commandFiles.ts';
import { completeOptions, helpWith } from './commandOptions.ts';
import type { Actions, ReadingContext, Runtime } from './context.ts';
import { type ExitCode, exitCode, explainFailure } from './exitCodes.ts';

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
    const program = await buildProgram(args, runtime, finish);
    await program.parseAsync([...args], { from: 'user' });
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

/** The program with all commands; those that the arguments may name with their options, from their files. */
async function buildProgram(
  args: readonly string[],
  runtime: Runtime,
  finish: (running: Promise<ExitCode>) => Promise<void>,
) {
  const { terminal, version } = runtime;
  const program = new Command('parallax')
    .description('Ask AI answer engines and web search the same question from many countries.')
    .version(version, '-V, --version', 'Print the version')
    .option(
      '--data <dir>',
      "Data folder (default: the system's application-data folder), or a project file to open read-only",
    )
    .option('--project <name>', 'Project, by name or ID (default: the current one); lists accept "all"')
    .exitOverride()
    .configureOutput({ writeOut: terminal.stdout, writeErr: terminal.stderr })
    .configureHelp(helpWith(commandFiles.map(({ usage }) => usage)))
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help for a command');
  const actions = actionsOn(runtime, finish, () => program.opts());
  for (const { usage, about, formerly, load } of commandFiles) {
    const [name = ''] = usage.split(' ');
    const command = program.command(name).description(about);
    if (formerly !== undefined) command.alias(formerly);
    // Also one that is only a word of a question: no harm, but for the time of loading it.
    if (args.includes(name) || (formerly !== undefined && args.includes(formerly)))
      (await load())(command as Command, actions);
  }
  completeOptions(program, 'parallax');
  return program;
}

/** The value of `service --store`, wherever it stands: commander passes the command as the last argument. */
function storeOf(given: readonly unknown[]): string | undefined {
  const command = given.at(-1);
  const store: unknown = command instanceof Command ? command.optsWithGlobals().store : undefined;
  return typeof store === 'string' ? store : undefined;
}

function actionsOn(
  runtime: Runtime,
  finish: (running: Promise<ExitCode>) => Promise<void>,
  opts: () => { readonly data?: string; readonly project?: string },
): Actions {
  const { terminal, version } = runtime;
  const data = (): string | undefined => opts().data;
  /** Calls without a project are for the one of --project. */
  const inProject = async <Context extends ReadingContext>(context: Context) => {
    const { project } = opts();
    if (project === undefined) return { ...context, project };
    const { callInProject } = await import('./projectCaller.ts');
    return { ...context, project, call: callInProject(context.call, project) };
  };
  return {
    version,
    withCore:
      (work) =>
      (...given) =>
        finish(
          runtime.withCore(data(), 'for-this-command', async (context) =>
            work(await inProject(context), ...given),
          ),
        ),
    withCoreStoringKey:
      (work) =>
      (...given) =>
        finish(runtime.withCore(data(), 'to-be-stored', (context) => work(context, ...given))),
    withHistory:
      (work) =>
      (...given) =>
        finish(runtime.withHistory(data(), async (context) => work(await inProject(context), ...given))),
    withHistoryFile:
      (use) =>
      (work) =>
      (...given) =>
        finish(
          runtime.withHistoryFile(data(), use, (tasks, interrupted) =>
            work({ tasks, interrupted, terminal, clock: systemClock }, ...given),
          ),
        ),
    withOperator:
      (work) =>
      (...given) =>
        finish(runtime.withOperator(data(), storeOf(given), (context) => work(context, ...given))),
    onHost:
      (work) =>
      (...given) =>
        finish(work({ ...runtime, ...opts(), project: opts().project, data: data() }, ...given)),
  };
}
