import { Argument, type Command, Option } from 'commander';
import { accountsSheet, driversSheet, keysSheet } from '#shared/exports/serviceSheets.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import type { Sheet } from '#shared/report/sheet.ts';
import type {
  ServiceOperationInput,
  ServiceOperationName,
  ServiceOperationOutput,
} from '#shared/service/operations.ts';
import {
  accountLabel,
  accountsWords,
  bindingsWords,
  driversLabel,
  keysWords,
  newKeyWords,
  type OperatorContext,
  operate,
  revokedWords,
  secretLabel,
  testDriver,
} from './commands/service.ts';
import type { ExitCode } from './exitCodes.ts';
import { planArgument, wholeNumber } from './flags.ts';
import { type ListFormat, listFormat, sheetText } from './listFormats.ts';

type Shared = { readonly account?: string; readonly json?: boolean };
type ListFlags = Shared & { readonly format: ListFormat };

/** Adds `parallax service ...`: what an operator does to a service, running or not. */
export function addServiceCommands(
  program: Command,
  run: (json: boolean, work: (context: OperatorContext) => Promise<ExitCode>) => void,
): void {
  const service = program
    .command('service')
    .description('operate a service: keys, plan, credits, engines')
    .exitOverride();
  const group = (name: string, description: string): Command =>
    service.command(name).description(description).exitOverride();
  const leaf = (parent: Command, name: string, description: string): Command =>
    parent
      .command(name)
      .description(description)
      .option('--account <name>', 'account it is about (default: the default account)')
      .option('--json', 'print JSON');
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
    leaf(parent, 'list', description)
      .addOption(listFormat().conflicts('json'))
      .action((flags: ListFlags) =>
        run(flags.json ?? flags.format === 'json', (context) =>
          operate(context, operation, input(flags), words, (output) =>
            sheetText(flags.format, () => sheet(output)),
          ),
        ),
      );
  };

  const keys = group('keys', 'API keys of an account');
  leaf(keys, 'create', 'make a key; it is shown once')
    .option('--label <text>', 'a name to know it by')
    .action((flags: Shared & { label?: string }) =>
      run(flags.json ?? false, (context) =>
        operate(
          context,
          'keys.create',
          { ...on(flags), ...(flags.label === undefined ? {} : { label: flags.label }) },
          newKeyWords,
        ),
      ),
    );
  list(keys, 'list keys', 'keys.list', on, keysWords, keysSheet);
  leaf(keys, 'revoke', 'revoke a key by its id, itself, or its last four characters')
    .argument('<key>')
    .action((key: string, flags: Shared) =>
      run(flags.json ?? false, (context) =>
        operate(context, 'keys.revoke', { ...on(flags), key }, revokedWords),
      ),
    );

  leaf(group('plan', 'plan of an account'), 'set', 'change the plan, also of a running service')
    .argument('<plan>', 'plan name', planArgument)
    .action((plan: PlanId, flags: Shared) =>
      run(flags.json ?? false, (context) =>
        operate(context, 'plan.set', { ...on(flags), plan }, accountLabel),
      ),
    );

  leaf(group('credits', 'credits of an account'), 'grant', 'add credits')
    .argument('<credits>', 'how many', wholeNumber(1, 1_000_000_000))
    .option('--note <text>', 'why')
    .action((credits: number, flags: Shared & { note?: string }) =>
      run(flags.json ?? false, (context) =>
        operate(
          context,
          'credits.grant',
          { ...on(flags), credits, ...(flags.note === undefined ? {} : { note: flags.note }) },
          accountLabel,
        ),
      ),
    );

  const accounts = group('accounts', 'accounts of the service');
  leaf(accounts, 'create', 'make an account named by --account or the argument')
    .argument('[name]')
    .addOption(new Option('--plan <name>', 'its plan (default: free)').argParser(planArgument))
    .action((name: string | undefined, flags: Shared & { plan?: PlanId }) =>
      run(flags.json ?? false, (context) =>
        operate(
          context,
          'accounts.create',
          { name: name ?? flags.account ?? '', ...(flags.plan === undefined ? {} : { plan: flags.plan }) },
          accountLabel,
        ),
      ),
    );
  list(accounts, 'list accounts', 'accounts.list', () => ({}), accountsWords, accountsSheet);

  const secret = group('webhook-secret', 'secret that signs webhooks of an account');
  leaf(secret, 'rotate', 'make a new secret; it is shown once').action((flags: Shared) =>
    run(flags.json ?? false, (context) => operate(context, 'webhook-secret.rotate', on(flags), secretLabel)),
  );
  leaf(secret, 'clear', 'stop signing').action((flags: Shared) =>
    run(flags.json ?? false, (context) => operate(context, 'webhook-secret.clear', on(flags), accountLabel)),
  );

  const driven = group('engines', 'which driver answers for which engine');
  list(
    driven,
    'drivers, the engines they answer for, keys and capabilities',
    'engines.drivers',
    () => ({}),
    driversLabel,
    driversSheet,
  );
  addEngineCommands(driven, leaf, run);
}

function addEngineCommands(
  group: Command,
  leaf: (parent: Command, name: string, description: string) => Command,
  run: Parameters<typeof addServiceCommands>[1],
): void {
  leaf(group, 'bind', 'let a driver answer for an engine; "none" makes the engine unavailable')
    .addArgument(new Argument('<engine>').choices(engines))
    .argument('<driver>')
    .action((engine: Engine, driver: string, flags: Shared) =>
      run(flags.json ?? false, (context) =>
        operate(
          context,
          'engines.bind',
          { engine, driver: driver === 'none' ? null : driver },
          bindingsWords,
        ),
      ),
    );
  leaf(group, 'test', 'ask a driver one question and say what came of it')
    .argument('<driver>')
    .addOption(new Option('--engine <name>', 'engine to ask as').choices(engines))
    .option('--question <text>', 'what to ask')
    .option('--country <code>', 'where to ask from, such as DE')
    .action((driver: string, flags: Shared & { engine?: Engine; question?: string; country?: string }) =>
      run(flags.json ?? false, (context) =>
        testDriver(context, {
          driver,
          ...(flags.engine === undefined ? {} : { engine: flags.engine }),
          ...(flags.question === undefined ? {} : { question: flags.question }),
          ...(flags.country === undefined ? {} : { country: flags.country.toUpperCase() }),
        }),
      ),
    );
}
