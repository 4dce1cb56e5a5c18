import { Argument, Option } from 'commander';
import { engines } from '#shared/interface/engines.ts';
import type { ServiceEngineBinding, ServiceOperationOutput } from '#shared/interface/operator/operations.ts';
import { withNextStep } from '#shared/interface/providerFailure.ts';
import { accountsTable, driversTable, keysTable } from '#shared/tables/serviceTables.ts';
import { sheetOf, terminalColumns } from '#shared/tables/table.ts';
import type { Declare } from '../context.ts';
import { exitCode } from '../exitCodes.ts';
import {
  engineOption,
  groupOf,
  leaf,
  listFormat,
  pathArgument,
  planArgument,
  tableOrJson,
  wholeNumber,
} from '../flags.ts';
import { type ListTable, lines, print, tableText } from '../print.ts';

const accountOption = () => new Option('--account <name>', 'Account (default: the default account)');
const actingFor = (...named: Parameters<typeof leaf>) =>
  leaf(...named)
    .addOption(accountOption())
    .addOption(tableOrJson());
const listingFor = (...named: Parameters<typeof leaf>) =>
  leaf(...named)
    .addOption(accountOption())
    .addOption(listFormat());

type Account = ServiceOperationOutput<'plan.set'>;

const accountLabel = (account: Account): string =>
  `Account ${account.name}: tier ${account.plan}, ${account.slots} slots, balance ${account.balance} of ${account.creditsPerCycle} credits per cycle, cycle ends ${account.cycleEndsAt}${account.hasWebhookSecret ? ', webhooks signed' : ''}.\n`;

const createKey: Declare = (group, { withOperator }) =>
  actingFor(group, 'create', 'Create a key; it is shown once')
    .option('--label <text>', 'Name of the key')
    .action(
      withOperator(async (context, { account, label, format }) => {
        const key = await context.call('keys.create', { account, label });
        const said = `Key ${key.id} of account ${key.account}. Shown once only: the service stores only its hash.`;
        return print(context, format, key, lines([key.apiKey, said]));
      }),
    );

const listKeys: Declare = (group, { withOperator }) =>
  listingFor(group, 'list', 'List keys').action(
    withOperator(async (context, { account, format }) => {
      const keys = await context.call('keys.list', { account });
      const none = 'No keys yet. Create one with "parallax service keys create".\n';
      const text = () => (keys.length === 0 ? none : tableText(context, terminalColumns(keysTable), keys));
      return print(context, format, keys, text, () => sheetOf(keysTable, keys));
    }),
  );

const revokeKey: Declare = (group, { withOperator }) =>
  actingFor(group, 'revoke', 'Revoke a key by its ID, the key itself, or its last four characters')
    .argument('<key>')
    .action(
      withOperator(async (context, key, { account, format }) => {
        const revoked = await context.call('keys.revoke', { account, key });
        const { id, lastFour } = revoked;
        const said = `Key ${id} ending in ${lastFour} revoked; a running service rejects it within a second.\n`;
        return print(context, format, revoked, said);
      }),
    );

const keys: Declare = (service, actions) =>
  groupOf(createKey, listKeys, revokeKey)(service.command('keys').description('Manage API keys'), actions);

const plan: Declare = (service, { withOperator }) =>
  leaf(service, 'tier', 'Manage the tier of an account')
    .alias('plan')
    .command('set')
    .description('Change the tier, also of a running service')
    .addOption(accountOption())
    .addOption(tableOrJson())
    .argument('<tier>', 'Tier name', planArgument)
    .action(
      withOperator(async (context, wanted, { account, format }) => {
        const changed = await context.call('plan.set', { account, plan: wanted });
        return print(context, format, changed, accountLabel(changed));
      }),
    );

const credits: Declare = (service, { withOperator }) =>
  leaf(service, 'credits', 'Manage the credits of an account')
    .command('grant')
    .description('Add credits')
    .addOption(accountOption())
    .addOption(tableOrJson())
    .argument('<credits>', 'Number of credits', wholeNumber(1, 1_000_000_000))
    .option('--note <text>', 'Note for the ledger')
    .action(
      withOperator(async (context, granted, { account, note, format }) => {
        const changed = await context.call('credits.grant', { account, credits: granted, note });
        return print(context, format, changed, accountLabel(changed));
      }),
    );

const createAccount: Declare = (group, { withOperator }) =>
  actingFor(group, 'create', 'Create an account')
    .argument('[name]')
    .addOption(new Option('--plan <name>', 'Tier (default: free)').argParser(planArgument))
    .action(
      withOperator(async (context, name, { account = '', plan: wanted, format }) => {
        const made = await context.call('accounts.create', { name: name ?? account, plan: wanted });
        return print(context, format, made, accountLabel(made));
      }),
    );

const listAccounts: Declare = (group, { withOperator }) =>
  listingFor(group, 'list', 'List accounts').action(
    withOperator(async (context, { format }) => {
      const accounts = await context.call('accounts.list', {});
      const text = () => tableText(context, terminalColumns(accountsTable), accounts);
      return print(context, format, accounts, text, () => sheetOf(accountsTable, accounts));
    }),
  );

const accounts: Declare = (service, actions) =>
  groupOf(createAccount, listAccounts)(service.command('accounts').description('Manage accounts'), actions);

const rotateSecret: Declare = (group, { withOperator }) =>
  actingFor(group, 'rotate', 'Create a new signing secret; it is shown once').action(
    withOperator(async (context, { account, format }) => {
      const made = await context.call('webhook-secret.rotate', { account });
      const said =
        'Webhooks are signed with this secret from now on; the previous secret is no longer valid. Shown once only.';
      return print(context, format, made, lines([made.secret, said]));
    }),
  );

const clearSecret: Declare = (group, { withOperator }) =>
  actingFor(group, 'clear', 'Delete the signing secret').action(
    withOperator(async (context, { account, format }) => {
      const changed = await context.call('webhook-secret.clear', { account });
      return print(context, format, changed, accountLabel(changed));
    }),
  );

const webhookSecret: Declare = (service, actions) =>
  groupOf(rotateSecret, clearSecret)(
    service.command('webhook-secret').description('Manage the signing secret of webhooks'),
    actions,
  );

/** With their engines, whether a key is there, and the engines they support. */
const listProviders: Declare = (group, { withOperator }) =>
  listingFor(group, 'list', 'List providers with their engines, keys and supported data').action(
    withOperator(async (context, { format }) => {
      const drivers = await context.call('engines.drivers', {});
      const text = () => tableText(context, terminalColumns(driversTable), drivers);
      return print(context, format, drivers, text, () => sheetOf(driversTable, drivers));
    }),
  );

/** Who answers for an engine, everywhere or in a country. */
type Binding = Pick<ServiceEngineBinding, 'engine' | 'driver' | 'answeredBy' | 'available' | 'reason'> & {
  readonly country: string;
  readonly price?: string | null;
};

const bindingColumns: ListTable<Binding>['columns'] = {
  ENGINE: ({ engine }) => engine,
  COUNTRY: ({ country }) => country,
  PROVIDER: ({ driver }) => driver ?? '-',
  'ANSWERED BY': ({ answeredBy }) => answeredBy ?? '-',
  'PRICE PER QUESTION': ({ price }) => price ?? '-',
  AVAILABLE: ({ available }) => (available ? 'yes' : 'no'),
  REASON: ({ reason }) => reason ?? '',
};

const bind: Declare = (group, { withOperator }) =>
  actingFor(group, 'bind', 'Set the provider of an engine; "none" makes the engine unavailable')
    .addArgument(new Argument('<engine>').choices(engines))
    .argument('<provider>')
    .option('--country <code>', 'Only for this country, such as DE; "none" as provider ends the exception')
    .action(
      withOperator(async (context, engine, provider, { country, format }) => {
        const bindings = await context.call('engines.bind', {
          engine,
          driver: provider === 'none' ? null : provider,
          country: country?.toUpperCase(),
        });
        const rows = bindings.flatMap((bound): Binding[] => [
          { ...bound, country: 'all' },
          ...bound.countries.map((exception) => ({ ...exception, engine: bound.engine })),
        ]);
        return print(context, format, bindings, () => tableText(context, bindingColumns, rows));
      }),
    );

/** Checks a provider's key without a question; 1 when something is wrong. */
const check: Declare = (group, { withOperator }) =>
  actingFor(group, 'check', 'Check the key of a provider without sending a question')
    .argument('<provider>')
    .action(
      withOperator(async (context, driver, { format }) => {
        const outcome = await context.call('engines.check', { driver });
        const said = [
          withNextStep(outcome.message, outcome.nextStep),
          ...outcome.prices.map(({ engine, price }) => `${engine}: ${price} per question`),
          ...(outcome.price === null ? [] : [`Cost of 1,000 questions: ${outcome.price}`]),
        ];
        print(context, format, outcome, lines(said));
        return outcome.ok === false ? exitCode.someFailed : exitCode.everyAnswer;
      }),
    );

/** Sends a test question to a provider; 1 when it did not answer. */
const test: Declare = (group, { withOperator }) =>
  actingFor(group, 'test', 'Send a test question to a provider')
    .argument('<provider>')
    .addOption(engineOption('Engine'))
    .option('--question <text>', 'Test question')
    .option('--country <code>', 'Country, such as DE')
    .action(
      withOperator(async (context, driver, { engine, question, country, format }) => {
        const input = { driver, engine, question, country: country?.toUpperCase() };
        const outcome = await context.call('engines.test', input);
        print(context, format, outcome, `${outcome.message}\n`);
        return outcome.ok ? exitCode.everyAnswer : exitCode.someFailed;
      }),
    );

const providers: Declare = (service, actions) =>
  groupOf(
    listProviders,
    bind,
    check,
    test,
  )(service.command('engines').description('Manage the providers of engines'), actions);

const move: Declare = (service, { onHost }) =>
  leaf(
    service,
    'move',
    'Move a stopped service with all its data into a PostgreSQL database; an interrupted move continues',
  )
    .option('--to <url>', 'Empty PostgreSQL database (or PARALLAX_STORE)')
    .option('--from <file>', "Service database (default: the data folder's service.db)", pathArgument)
    .option('--dry-run', 'Check both sides and show what would be moved', false)
    .addOption(tableOrJson())
    .action(onHost(({ data, moveService }, flags) => moveService(data, flags)));

/** What an operator does to a service, running or not. */
export const service: Declare = (command, actions) =>
  groupOf(
    keys,
    plan,
    credits,
    accounts,
    webhookSecret,
    providers,
    move,
  )(command.option('--store <url>', 'PostgreSQL database of the service (or PARALLAX_STORE)'), actions);
