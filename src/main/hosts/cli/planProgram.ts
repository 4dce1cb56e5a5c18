import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PowerComparison, WantedMode } from '#shared/model/plan.ts';
import { powerComparisons } from '#shared/model/powerComparisons.ts';
import type { LimitFlag } from './commands/plan.ts';
import type { FindQuestionsOptions } from './commands/planQuestions.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { collect, type ListFormat, listFormat, pathArgument, tableOrJson, wholeNumber } from './flags.ts';
import type { PlanFlags } from './planInput.ts';

// Help and wrong usage need none of the commands.
const loadPlan = () => import('./commands/plan.ts');
const loadPlanQuestions = () => import('./commands/planQuestions.ts');
const loadRun = () => import('./commands/run.ts');

type Format = 'table' | 'json';
type Shared = { readonly format: Format };
type Listed = { readonly format: ListFormat };
type Run = (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>;

const maxCredits = 1_000_000_000;
const limitFlag = (text: string): LimitFlag => {
  if (text === 'none') return text;
  try {
    return wholeNumber(0, maxCredits)(text);
  } catch {
    throw new InvalidArgumentError(`Enter credits from 0 to ${maxCredits}, or none.`);
  }
};

/** What is looked up before a plan is run. */
function addPlanningCommands(plan: Command, run: Run): void {
  plan
    .command('questions')
    .description('List questions from a keyword file, from stored answers or from templates; asks nothing')
    .argument(
      '[file]',
      'Export of Search Console, Ahrefs, Semrush or Keyword Planner, or any list',
      pathArgument,
    )
    .addOption(new Option('--from <source>', 'Source without a file').choices(['answers', 'templates']))
    .option('--questions-only', 'Leave out what is no question', false)
    .addOption(listFormat())
    .action((file: string | undefined, flags: Omit<FindQuestionsOptions, 'file'>) =>
      run(async (context) =>
        (await loadPlanQuestions()).findQuestions(context, {
          ...flags,
          ...(file === undefined ? {} : { file }),
        }),
      ),
    );
  plan
    .command('power')
    .description('Estimate the repeats that are needed to see a change, and their price')
    .argument('<name>')
    .option('--change <points>', 'Change of visibility in percentage points', wholeNumber(1, 100), 10)
    .option('--power <percent>', 'How often it is to be seen when it is there', wholeNumber(50, 99), 80)
    .addOption(
      new Option(
        '--compare <sides>',
        'periods: all markets together, before and after; market-periods: each market, before and after; markets: two markets',
      )
        .choices(powerComparisons)
        .default('periods'),
    )
    .option('--brand <name>', 'Brand (default: your brand)')
    .option('--version <n>', 'Earlier version', wholeNumber(1, 1_000_000))
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .addOption(tableOrJson())
    .action((name: string, flags: PowerFlags) =>
      run(async (context) => (await loadPlan()).planPower(context, { plan: name, ...flags })),
    );
}

/** Adds `parallax plan ...` and `parallax run ...`. */
export function addPlanCommands(program: Command, run: Run): void {
  const plan = program
    .command('plan')
    .description('Manage plans: saved questions, engines and markets')
    .exitOverride();
  plan
    .command('create')
    .description('Save a plan; an existing name gets a new version')
    .argument('<name>')
    .option(
      '--questions <file>',
      'One question per line, or a .csv/.tsv with columns "question", "wording DE"',
    )
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
    .option('--var <name=values>', 'Values of a variable, separated by , or | (repeatable)', collect, [])
    .option(
      '--exclude <engine=market>',
      'Exclude requests; add =3 for question 3 only (repeatable)',
      collect,
      [],
    )
    .option('--skip-rejected', 'Exclude requests that an engine would reject', false)
    .addOption(tableOrJson())
    .action((name: string, flags: PlanFlags & Shared & { questions?: string; skipRejected: boolean }) =>
      run(async (context) => (await loadPlan()).createPlan(context, { name, ...flags })),
    );
  plan
    .command('list')
    .description('List plans')
    .addOption(listFormat())
    .action((flags: Listed) => run(async (context) => (await loadPlan()).listPlans(context, flags.format)));
  plan
    .command('show')
    .description('Print a plan')
    .argument('<name>')
    .option('--version <n>', 'Earlier version', wholeNumber(1, 1_000_000))
    .addOption(listFormat())
    .action((name: string, flags: Listed & { version?: number }) =>
      run(async (context) => (await loadPlan()).showPlan(context, { plan: name, ...flags })),
    );
  plan
    .command('price')
    .description('Estimate the maximum price and duration of a run')
    .argument('<name>')
    .option('--version <n>', 'Earlier version', wholeNumber(1, 1_000_000))
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .addOption(listFormat())
    .action((name: string, flags: Listed & { version?: number; connection?: string }) =>
      run(async (context) => (await loadPlan()).pricePlan(context, { plan: name, ...flags })),
    );
  addPlanningCommands(plan, run);
  plan
    .command('limits')
    .alias('ceiling')
    .description('Show or set the daily and monthly credit limits of a connection')
    .option('--day <credits>', 'Daily limit (UTC), or none', limitFlag)
    .option('--month <credits>', 'Monthly limit (UTC), or none', limitFlag)
    .option('--connection <name>', 'Connection (default: the current one)')
    .addOption(tableOrJson())
    .action((flags: Shared & { day?: LimitFlag; month?: LimitFlag; connection?: string }) =>
      run(async (context) => (await loadPlan()).planLimits(context, flags)),
    );
  plan
    .command('delete')
    .alias('remove')
    .description('Delete a plan; its runs are kept')
    .argument('<name>')
    .addOption(tableOrJson())
    .action((name: string, { format }: Shared) =>
      run(async (context) => (await loadPlan()).deletePlan(context, name, format)),
    );
  addRunCommands(program, run);
}

function addRunCommands(program: Command, run: Run): void {
  const group = program
    .command('run')
    .description('Run plans (exit code 0: all answered, 1: some failed, 3: stopped early)')
    .exitOverride();
  group
    .command('start', { isDefault: true })
    .description('Run a plan and wait until it ends')
    .argument('<plan>')
    .option('--plan-version <n>', 'Earlier version', wholeNumber(1, 1_000_000))
    .addOption(
      new Option('--mode <name>', 'live: from this computer; queued: at the service; auto: by size')
        .choices(['live', 'queued', 'auto'])
        .default('auto'),
    )
    .option('--credit-limit <n>', 'Credit limit of this run', wholeNumber(0, maxCredits))
    .option('--priority <n>', 'Priority of queued tasks, 10 starts first', wholeNumber(1, 10), 1)
    .option('--dry-run', 'Show the price estimate and send nothing', false)
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .addOption(tableOrJson())
    .action((name: string, { planVersion, ...flags }: RunFlags) =>
      run(async (context) =>
        (await loadRun()).runPlan(context, {
          plan: name,
          ...flags,
          ...(planVersion === undefined ? {} : { version: planVersion }),
        }),
      ),
    );
  group
    .command('resume')
    .description('Resume a run, or retry parts of it')
    .argument('<run>')
    .option('--retry-failed', 'Retry failed requests', false)
    .option('--include-unknown', 'Retry requests with unknown outcome (may be charged twice)', false)
    .option('--cause <code>', 'Retry only requests with this error code (repeatable)', collect, [])
    .option('--credit-limit <n>', 'New credit limit of the run', wholeNumber(0, maxCredits))
    .addOption(tableOrJson())
    .action(
      (
        id: string,
        flags: Shared & {
          retryFailed: boolean;
          includeUnknown: boolean;
          cause: string[];
          creditLimit?: number;
        },
      ) => run(async (context) => (await loadRun()).resumeRun(context, { run: id, ...flags })),
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
    .description('Show the progress of a run; the exit code is that of the run')
    .argument('<run>')
    .addOption(listFormat())
    .action((id: string, flags: Listed) =>
      run(async (context) => (await loadRun()).runStatus(context, { run: id, ...flags })),
    );
  onRun('pause', 'Pause a run', async (...call) => (await loadRun()).pauseRun(...call));
  onRun('cancel', 'Cancel a run; running requests are still collected', async (...call) =>
    (await loadRun()).cancelRun(...call),
  );
}

type PowerFlags = Shared & {
  readonly version?: number;
  readonly brand?: string;
  readonly change: number;
  readonly power: number;
  readonly compare: PowerComparison;
  readonly connection?: string;
};

type RunFlags = Shared & {
  readonly planVersion?: number;
  readonly mode: WantedMode;
  readonly creditLimit?: number;
  readonly priority: number;
  readonly dryRun: boolean;
  readonly connection?: string;
};
