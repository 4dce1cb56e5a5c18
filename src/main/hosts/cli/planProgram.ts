import { type Command, InvalidArgumentError, Option } from 'commander';
import type { WantedMode } from '#shared/model/plan.ts';
import {
  type CeilingFlag,
  createPlan,
  listPlans,
  planCeiling,
  pricePlan,
  removePlan,
  showPlan,
} from './commands/plan.ts';
import { cancelRun, pauseRun, resumeRun, runPlan, runStatus } from './commands/run.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { wholeNumber } from './flags.ts';
import { type ListFormat, listFormat, tableOrJson } from './listFormats.ts';
import type { PlanFlags } from './planInput.ts';

type Format = 'table' | 'json';
type Shared = { readonly format: Format };
type Listed = { readonly format: ListFormat };
type Run = (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>;

const maxCredits = 1_000_000_000;
const collect = (entry: string, entries: readonly string[]): string[] => [...entries, entry];
const ceilingFlag = (text: string): CeilingFlag => {
  if (text === 'none') return text;
  try {
    return wholeNumber(0, maxCredits)(text);
  } catch {
    throw new InvalidArgumentError(`Use credits from 0 to ${maxCredits}, or none.`);
  }
};

/** Adds `parallax plan ...` and `parallax run ...`. */
export function addPlanCommands(program: Command, run: Run): void {
  const plan = program.command('plan').description('what to ask, written down in versions').exitOverride();
  plan
    .command('create')
    .description('store a plan; under a known name, its next version')
    .argument('<name>')
    .option('--questions <file>', 'one question a line, or a .csv/.tsv with a column "question"')
    .option('--question <text>', 'a question, with variables such as {brand} (repeatable)', collect, [])
    .option('--engines <list>', 'engines to ask, or all', 'assistant-a')
    .option('--countries <list>', 'codes, names or presets, such as US,DE,JP or G7; "*" for no country')
    .option('--states <list>', 'US states, such as CA,NY')
    .option('--language <code>', 'language of the answers, where an engine takes one')
    .option('--location <name>', 'place inside the country, where an engine takes one')
    .addOption(new Option('--device <name>', 'device').choices(['desktop', 'mobile', 'ios', 'android']))
    .option('--samples <n>', 'how often each cell is asked', wholeNumber(1, 50), 1)
    .option('--include <list>', 'more to ask for, such as markdown,searchQueries, of engines that know it')
    .option('--var <name=values>', 'values of a variable, separated by , or | (repeatable)', collect, [])
    .option(
      '--off <engine=market>',
      'switch a cell off; =3 at the end for question 3 only (repeatable)',
      collect,
      [],
    )
    .option('--skip-refused', 'switch off what an engine would refuse', false)
    .addOption(tableOrJson())
    .action((name: string, flags: PlanFlags & Shared & { questions?: string; skipRefused: boolean }) =>
      run((context) => createPlan(context, { name, ...flags })),
    );
  plan
    .command('list')
    .description('list plans')
    .addOption(listFormat())
    .action((flags: Listed) => run((context) => listPlans(context, flags.format)));
  plan
    .command('show')
    .description('print a plan')
    .argument('<name>')
    .option('--version <n>', 'an earlier version', wholeNumber(1, 1_000_000))
    .addOption(tableOrJson())
    .action((name: string, flags: Shared & { version?: number }) =>
      run((context) => showPlan(context, { plan: name, ...flags })),
    );
  plan
    .command('price')
    .description('say what a run costs at most, against the balance, and how long it takes')
    .argument('<name>')
    .option('--version <n>', 'an earlier version', wholeNumber(1, 1_000_000))
    .option('--connection <name>', 'deployment to ask (default: the one in use)')
    .addOption(listFormat())
    .action((name: string, flags: Listed & { version?: number; connection?: string }) =>
      run((context) => pricePlan(context, { plan: name, ...flags })),
    );
  plan
    .command('ceiling')
    .description('show or set the credits that a day and a month may not pass')
    .option('--day <credits>', 'for a UTC day, or none', ceilingFlag)
    .option('--month <credits>', 'for a UTC month, or none', ceilingFlag)
    .option('--connection <name>', 'connection it holds for (default: the one in use)')
    .addOption(tableOrJson())
    .action((flags: Shared & { day?: CeilingFlag; month?: CeilingFlag; connection?: string }) =>
      run((context) => planCeiling(context, flags)),
    );
  plan
    .command('remove')
    .description('remove a plan; its runs stay')
    .argument('<name>')
    .action((name: string) => run((context) => removePlan(context, name)));
  addRunCommands(program, run);
}

function addRunCommands(program: Command, run: Run): void {
  const group = program
    .command('run')
    .description('run a plan: 0 all answered, 1 some failed, 3 stopped before its end')
    .exitOverride();
  group
    .command('start', { isDefault: true })
    .description('run a plan and wait for its end')
    .argument('<plan>')
    .option('--plan-version <n>', 'an earlier version', wholeNumber(1, 1_000_000))
    .addOption(
      new Option('--mode <name>', 'live: calls from here; queued: tasks at the service; auto: by size')
        .choices(['live', 'queued', 'auto'])
        .default('auto'),
    )
    .option('--ceiling <n>', 'credits this run may not pass', wholeNumber(0, maxCredits))
    .option('--priority <n>', 'of queued tasks, 10 goes first', wholeNumber(1, 10), 1)
    .option('--dry-run', 'say the price and send nothing', false)
    .option('--connection <name>', 'deployment to ask (default: the one in use)')
    .addOption(tableOrJson())
    .action((name: string, { planVersion, ...flags }: RunFlags) =>
      run((context) =>
        runPlan(context, {
          plan: name,
          ...flags,
          ...(planVersion === undefined ? {} : { version: planVersion }),
        }),
      ),
    );
  group
    .command('resume')
    .description('go on with a run, or ask some of it again')
    .argument('<run>')
    .option('--retry-failed', 'ask what failed again', false)
    .option('--include-unknown', 'ask again what may have been charged already', false)
    .option('--cause <code>', 'ask again only what ended with this code (repeatable)', collect, [])
    .option('--ceiling <n>', 'a new ceiling for the run', wholeNumber(0, maxCredits))
    .addOption(tableOrJson())
    .action(
      (
        id: string,
        flags: Shared & { retryFailed: boolean; includeUnknown: boolean; cause: string[]; ceiling?: number },
      ) => run((context) => resumeRun(context, { run: id, ...flags })),
    );
  const onRun = (
    name: string,
    description: string,
    work: (context: CommandContext, options: { run: string; format: Format }) => Promise<ExitCode>,
  ): Command =>
    group
      .command(name)
      .description(description)
      .argument('<run>')
      .addOption(tableOrJson())
      .action((id: string, flags: Shared) => run((context) => work(context, { run: id, ...flags })));
  group
    .command('status')
    .description('say how far a run is; the exit code is that of the run')
    .argument('<run>')
    .addOption(listFormat())
    .action((id: string, flags: Listed) => run((context) => runStatus(context, { run: id, ...flags })));
  onRun('pause', 'send nothing more until it is resumed', pauseRun);
  onRun(
    'cancel',
    'end a run; queued tasks are removed where they are all ours, and collected otherwise',
    cancelRun,
  );
}

type RunFlags = Shared & {
  readonly planVersion?: number;
  readonly mode: WantedMode;
  readonly ceiling?: number;
  readonly priority: number;
  readonly dryRun: boolean;
  readonly connection?: string;
};
