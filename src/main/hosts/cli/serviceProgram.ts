import { Argument, type Command, Option } from 'commander';
import { chargeGroups } from '#shared/exports/accountSheets.ts';
import { accountsSheet, driversSheet, keysSheet } from '#shared/exports/serviceSheets.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import type { Sheet } from '#shared/report/sheet.ts';
import type {
  ServiceOperationInput,
  ServiceOperationName,
  ServiceOperationOutput,
} from '#shared/service/operations.ts';
import { type CreditsOptions, type QueueOptions, showCredits, showQueue } from './commands/account.ts';
import {
  accountLabel,
  accountsText,
  bindingsText,
  checkDriver,
  driversLabel,
  keysText,
  newKeyText,
  type OperatorContext,
  operate,
  revokedText,
  secretLabel,
  testDriver,
} from './commands/service.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { type ListFormat, listFormat, planArgument, sheetText, tableOrJson, wholeNumber } from './flags.ts';

type Shared = { readonly account?: string; readonly format: ListFormat };

/** Adds `parallax service ...`: what an operator does to a service, running or not. */
export function addServiceCommands(
  program: Command,
  run: (json: boolean, work: (context: OperatorContext) => Promise<ExitCode>) => void,
): void {
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
    words: (output: ServiceOperationOutput<Name>, columns: number) => string,
    sheet: (output: ServiceOperationOutput<Name>) => Sheet,
  ): void => {
    leaf(parent, 'list', description, listFormat()).action((flags: Shared) =>
      run(flags.format === 'json', (context) =>
        operate(context, operation, input(flags), words, (output) =>
          sheetText(flags.format, () => sheet(output)),
        ),
      ),
    );
  };

  const keys = group('keys', 'Manage API keys');
  leaf(keys, 'create', 'Create a key; it is shown once')
    .option('--label <text>', 'Name of the key')
    .action((flags: Shared & { label?: string }) =>
      run(flags.format === 'json', (context) =>
        operate(
          context,
          'keys.create',
          { ...on(flags), ...(flags.label === undefined ? {} : { label: flags.label }) },
          newKeyText,
        ),
      ),
    );
  list(keys, 'List keys', 'keys.list', on, keysText, keysSheet);
  leaf(keys, 'revoke', 'Revoke a key by its ID, the key itself, or its last four characters')
    .argument('<key>')
    .action((key: string, flags: Shared) =>
      run(flags.format === 'json', (context) =>
        operate(context, 'keys.revoke', { ...on(flags), key }, revokedText),
      ),
    );

  leaf(group('plan', 'Manage the plan of an account'), 'set', 'Change the plan, also of a running service')
    .argument('<plan>', 'Plan name', planArgument)
    .action((plan: PlanId, flags: Shared) =>
      run(flags.format === 'json', (context) =>
        operate(context, 'plan.set', { ...on(flags), plan }, accountLabel),
      ),
    );

  leaf(group('credits', 'Manage the credits of an account'), 'grant', 'Add credits')
    .argument('<credits>', 'Number of credits', wholeNumber(1, 1_000_000_000))
    .option('--note <text>', 'Note for the ledger')
    .action((credits: number, flags: Shared & { note?: string }) =>
      run(flags.format === 'json', (context) =>
        operate(
          context,
          'credits.grant',
          { ...on(flags), credits, ...(flags.note === undefined ? {} : { note: flags.note }) },
          accountLabel,
        ),
      ),
    );

  const accounts = group('accounts', 'Manage accounts');
  leaf(accounts, 'create', 'Create an account')
    .argument('[name]')
    .addOption(new Option('--plan <name>', 'Plan (default: free)').argParser(planArgument))
    .action((name: string | undefined, flags: Shared & { plan?: PlanId }) =>
      run(flags.format === 'json', (context) =>
        operate(
          context,
          'accounts.create',
          { name: name ?? flags.account ?? '', ...(flags.plan === undefined ? {} : { plan: flags.plan }) },
          accountLabel,
        ),
      ),
    );
  list(accounts, 'List accounts', 'accounts.list', () => ({}), accountsText, accountsSheet);

  const secret = group('webhook-secret', 'Manage the signing secret of webhooks');
  leaf(secret, 'rotate', 'Create a new signing secret; it is shown once').action((flags: Shared) =>
    run(flags.format === 'json', (context) =>
      operate(context, 'webhook-secret.rotate', on(flags), secretLabel),
    ),
  );
  leaf(secret, 'clear', 'Delete the signing secret').action((flags: Shared) =>
    run(flags.format === 'json', (context) =>
      operate(context, 'webhook-secret.clear', on(flags), accountLabel),
    ),
  );

  const engineCommands = group('engines', 'Manage the providers of engines');
  list(
    engineCommands,
    'List providers with their engines, keys and supported data',
    'engines.drivers',
    () => ({}),
    driversLabel,
    driversSheet,
  );
  addEngineCommands(engineCommands, leaf, run);
}

function addEngineCommands(
  group: Command,
  leaf: (parent: Command, name: string, description: string) => Command,
  run: Parameters<typeof addServiceCommands>[1],
): void {
  leaf(group, 'bind', 'Set the provider of an engine; "none" makes the engine unavailable')
    .addArgument(new Argument('<engine>').choices(engines))
    .argument('<provider>')
    .option('--country <code>', 'Only for this country, such as DE; "none" as provider ends the exception')
    .action((engine: Engine, driver: string, flags: Shared & { country?: string }) =>
      run(flags.format === 'json', (context) =>
        operate(
          context,
          'engines.bind',
          {
            engine,
            driver: driver === 'none' ? null : driver,
            ...(flags.country === undefined ? {} : { country: flags.country.toUpperCase() }),
          },
          bindingsText,
        ),
      ),
    );
  leaf(group, 'check', 'Check the key of a provider without sending a question')
    .argument('<provider>')
    .action((driver: string, flags: Shared) =>
      run(flags.format === 'json', (context) => checkDriver(context, driver)),
    );
  leaf(group, 'test', 'Send a test question to a provider')
    .argument('<provider>')
    .addOption(new Option('--engine <name>', 'Engine').choices(engines))
    .option('--question <text>', 'Test question')
    .option('--country <code>', 'Country, such as DE')
    .action((driver: string, flags: Shared & { engine?: Engine; question?: string; country?: string }) =>
      run(flags.format === 'json', (context) =>
        testDriver(context, {
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
    .action((flags: QueueOptions) => run((context) => showQueue(context, flags)));
  program
    .command('credits')
    .description('Show the balance and charges')
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .addOption(new Option('--by <group>', 'Group charges by').choices([...chargeGroups]).default('day'))
    .option('--all', 'All time, not only this cycle', false)
    .addOption(listFormat())
    .action((flags: CreditsOptions) => run((context) => showCredits(context, flags)));
}
