import { Argument, type Command, Option } from 'commander';
import { type Engine, engines } from '#shared/interface/engines.ts';
import type {
  ServiceOperationInput,
  ServiceOperationName,
  ServiceOperationOutput,
} from '#shared/interface/operator/operations.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import { chargeGroups } from '#shared/tables/accountSheets.ts';
import { accountsSheet, driversSheet, keysSheet } from '#shared/tables/serviceSheets.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import type { CreditsOptions, QueueOptions } from './commands/account.ts';
import type { OperatorContext } from './commands/service.ts';
import type { MoveFlags } from './commands/serviceMove.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import {
  type ListFormat,
  listFormat,
  pathArgument,
  planArgument,
  sheetText,
  tableOrJson,
  wholeNumber,
} from './flags.ts';

// Help and wrong usage need none of the commands.
const loadAccount = () => import('./commands/account.ts');
const loadService = () => import('./commands/service.ts');

type Shared = { readonly account?: string; readonly format: ListFormat };

type RunOperator = (json: boolean, work: (context: OperatorContext) => Promise<ExitCode>) => void;
/** What a command says for a person, among the texts of all of them. */
type WordsFor<Name extends ServiceOperationName> = (
  texts: Awaited<ReturnType<typeof loadService>>,
) => (output: ServiceOperationOutput<Name>, columns: number) => string;
type Act = ReturnType<typeof actionBy>;

/** An action that is one operation of the service. */
const actionBy =
  (run: RunOperator) =>
  <Name extends ServiceOperationName>(
    { format }: Shared,
    operation: Name,
    input: ServiceOperationInput<Name>,
    words: WordsFor<Name>,
    toFile?: (output: ServiceOperationOutput<Name>) => string | null,
  ): void =>
    run(format === 'json', async (context) => {
      const service = await loadService();
      return service.operate(context, operation, input, words(service), toFile);
    });

/** Adds `parallax service ...`: what an operator does to a service, running or not. */
export function addServiceCommands(
  program: Command,
  run: RunOperator,
  move: (flags: MoveFlags) => void,
): void {
  const act = actionBy(run);
  const service = program
    .command('service')
    .description('Manage a service: keys, plan, credits, engines')
    .exitOverride();
  const group = (name: string, description: string): Command =>
    service.command(name).description(description).exitOverride();
  const leaf = (parent: Command, name: string, description: string, format = tableOrJson()): Command =>
    parent
      .command(name)
      .description(description)
      .option('--account <name>', 'Account (default: the default account)')
      .addOption(format);
  const on = (flags: Shared): { account?: string } =>
    flags.account === undefined ? {} : { account: flags.account };
  const list = <Name extends ServiceOperationName>(
    parent: Command,
    description: string,
    operation: Name,
    input: (flags: Shared) => ServiceOperationInput<Name>,
    words: WordsFor<Name>,
    sheet: (output: ServiceOperationOutput<Name>) => Sheet,
  ): void => {
    leaf(parent, 'list', description, listFormat()).action((flags: Shared) =>
      act(flags, operation, input(flags), words, (output) => sheetText(flags.format, () => sheet(output))),
    );
  };

  const keys = group('keys', 'Manage API keys');
  leaf(keys, 'create', 'Create a key; it is shown once')
    .option('--label <text>', 'Name of the key')
    .action((flags: Shared & { label?: string }) =>
      act(
        flags,
        'keys.create',
        { ...on(flags), ...(flags.label === undefined ? {} : { label: flags.label }) },
        ({ newKeyText }) => newKeyText,
      ),
    );
  list(keys, 'List keys', 'keys.list', on, ({ keysText }) => keysText, keysSheet);
  leaf(keys, 'revoke', 'Revoke a key by its ID, the key itself, or its last four characters')
    .argument('<key>')
    .action((key: string, flags: Shared) =>
      act(flags, 'keys.revoke', { ...on(flags), key }, ({ revokedText }) => revokedText),
    );

  leaf(group('plan', 'Manage the plan of an account'), 'set', 'Change the plan, also of a running service')
    .argument('<plan>', 'Plan name', planArgument)
    .action((plan: PlanId, flags: Shared) =>
      act(flags, 'plan.set', { ...on(flags), plan }, ({ accountLabel }) => accountLabel),
    );

  leaf(group('credits', 'Manage the credits of an account'), 'grant', 'Add credits')
    .argument('<credits>', 'Number of credits', wholeNumber(1, 1_000_000_000))
    .option('--note <text>', 'Note for the ledger')
    .action((credits: number, flags: Shared & { note?: string }) =>
      act(
        flags,
        'credits.grant',
        { ...on(flags), credits, ...(flags.note === undefined ? {} : { note: flags.note }) },
        ({ accountLabel }) => accountLabel,
      ),
    );

  const accounts = group('accounts', 'Manage accounts');
  leaf(accounts, 'create', 'Create an account')
    .argument('[name]')
    .addOption(new Option('--plan <name>', 'Plan (default: free)').argParser(planArgument))
    .action((name: string | undefined, flags: Shared & { plan?: PlanId }) =>
      act(
        flags,
        'accounts.create',
        { name: name ?? flags.account ?? '', ...(flags.plan === undefined ? {} : { plan: flags.plan }) },
        ({ accountLabel }) => accountLabel,
      ),
    );
  list(
    accounts,
    'List accounts',
    'accounts.list',
    () => ({}),
    ({ accountsText }) => accountsText,
    accountsSheet,
  );

  const secret = group('webhook-secret', 'Manage the signing secret of webhooks');
  leaf(secret, 'rotate', 'Create a new signing secret; it is shown once').action((flags: Shared) =>
    act(flags, 'webhook-secret.rotate', on(flags), ({ secretLabel }) => secretLabel),
  );
  leaf(secret, 'clear', 'Delete the signing secret').action((flags: Shared) =>
    act(flags, 'webhook-secret.clear', on(flags), ({ accountLabel }) => accountLabel),
  );

  const engineCommands = group('engines', 'Manage the providers of engines');
  list(
    engineCommands,
    'List providers with their engines, keys and supported data',
    'engines.drivers',
    () => ({}),
    ({ driversLabel }) => driversLabel,
    driversSheet,
  );
  addEngineCommands(engineCommands, leaf, run, act);

  service
    .command('move')
    .description(
      'Move a stopped service with all its data into a PostgreSQL database; an interrupted move continues',
    )
    .option('--to <url>', 'Empty PostgreSQL database (or PARALLAX_STORE)')
    .option('--from <file>', "Service database (default: the data folder's service.db)", pathArgument)
    .option('--dry-run', 'Check both sides and show what would be moved', false)
    .addOption(tableOrJson())
    .action(move);
}

function addEngineCommands(
  group: Command,
  leaf: (parent: Command, name: string, description: string) => Command,
  run: RunOperator,
  act: Act,
): void {
  leaf(group, 'bind', 'Set the provider of an engine; "none" makes the engine unavailable')
    .addArgument(new Argument('<engine>').choices(engines))
    .argument('<provider>')
    .option('--country <code>', 'Only for this country, such as DE; "none" as provider ends the exception')
    .action((engine: Engine, driver: string, flags: Shared & { country?: string }) =>
      act(
        flags,
        'engines.bind',
        {
          engine,
          driver: driver === 'none' ? null : driver,
          ...(flags.country === undefined ? {} : { country: flags.country.toUpperCase() }),
        },
        ({ bindingsText }) => bindingsText,
      ),
    );
  leaf(group, 'check', 'Check the key of a provider without sending a question')
    .argument('<provider>')
    .action((driver: string, flags: Shared) =>
      run(flags.format === 'json', async (context) => (await loadService()).checkDriver(context, driver)),
    );
  leaf(group, 'test', 'Send a test question to a provider')
    .argument('<provider>')
    .addOption(new Option('--engine <name>', 'Engine').choices(engines))
    .option('--question <text>', 'Test question')
    .option('--country <code>', 'Country, such as DE')
    .action((driver: string, flags: Shared & { engine?: Engine; question?: string; country?: string }) =>
      run(flags.format === 'json', async (context) =>
        (await loadService()).testDriver(context, {
          driver,
          ...(flags.engine === undefined ? {} : { engine: flags.engine }),
          ...(flags.question === undefined ? {} : { question: flags.question }),
          ...(flags.country === undefined ? {} : { country: flags.country.toUpperCase() }),
        }),
      ),
    );
}

/** Adds `parallax queue` and `parallax credits`. */
export function addAccountCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('queue')
    .description('Show or clear the queue of a service')
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .option('--clear', 'Remove all tasks of the account that have not started', false)
    .option('--yes', 'Confirm --clear, including tasks of other programs', false)
    .addOption(listFormat())
    .action((flags: QueueOptions) => run(async (context) => (await loadAccount()).showQueue(context, flags)));
  program
    .command('credits')
    .description('Show the balance and charges')
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .addOption(new Option('--by <group>', 'Group charges by').choices([...chargeGroups]).default('day'))
    .option('--all', 'All time, not only this cycle', false)
    .addOption(listFormat())
    .action((flags: CreditsOptions) =>
      run(async (context) => (await loadAccount()).showCredits(context, flags)),
    );
}
