import type {
  ServiceCall,
  ServiceEngineBinding,
  ServiceOperationInput,
  ServiceOperationName,
  ServiceOperationOutput,
} from '#shared/interface/operator/operations.ts';
import { withNextStep } from '#shared/interface/providerFailure.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import type { Terminal } from '../terminal.ts';
import { textTable } from '../textTable.ts';

/** What an operator command works with. */
export type OperatorContext = {
  readonly call: ServiceCall;
  readonly terminal: Terminal;
  readonly json: boolean;
};

/**
 * One operation, printed as one JSON value or as lines for a person.
 * @param toFile the output as a file holds it; null where it is to be printed in another way
 */
export async function operate<Name extends ServiceOperationName>(
  { call, terminal, json }: OperatorContext,
  operation: Name,
  input: ServiceOperationInput<Name>,
  words: (output: ServiceOperationOutput<Name>, columns: number) => string,
  toFile: (output: ServiceOperationOutput<Name>) => string | null = () => null,
): Promise<ExitCode> {
  const output = await call(operation, input);
  const text = (): string => (json ? jsonLine(output) : `${words(output, terminal.columns()).trimEnd()}\n`);
  terminal.stdout(toFile(output) ?? text());
  return exitCode.everyAnswer;
}

export const accountLabel = (account: ServiceOperationOutput<'plan.set'>): string =>
  `Account ${account.name}: plan ${account.plan}, ${account.slots} slots, balance ${account.balance} of ${account.creditsPerCycle} credits per cycle, cycle ends ${account.cycleEndsAt}${account.hasWebhookSecret ? ', webhooks signed' : ''}.`;

export const newKeyText = (key: ServiceOperationOutput<'keys.create'>): string =>
  `${key.apiKey}\nKey ${key.id} of account ${key.account}. Shown once only: the service stores only its hash.`;

export const revokedText = (key: ServiceOperationOutput<'keys.revoke'>): string =>
  `Key ${key.id} ending in ${key.lastFour} revoked; a running service rejects it within a second.`;

export const keysText = (keys: ServiceOperationOutput<'keys.list'>, columns: number): string =>
  keys.length === 0
    ? 'No keys yet. Create one with "parallax service keys create".'
    : textTable(
        ['KEY', 'ENDS IN', 'LABEL', 'CREATED', 'REVOKED'],
        keys.map((key) => [key.id, key.lastFour, key.label ?? '', key.createdAt, key.revokedAt ?? '']),
        columns,
      );

export const accountsText = (accounts: ServiceOperationOutput<'accounts.list'>, columns: number): string =>
  textTable(
    ['ACCOUNT', 'PLAN', 'SLOTS', 'BALANCE', 'CYCLE ENDS'],
    accounts.map((account) => [
      account.name,
      account.plan,
      String(account.slots),
      String(account.balance),
      account.cycleEndsAt,
    ]),
    columns,
  );

export const secretLabel = ({ secret }: ServiceOperationOutput<'webhook-secret.rotate'>): string =>
  `${secret}\nWebhooks are signed with this secret from now on; the previous secret is no longer valid. Shown once only.`;

export const bindingsText = (bindings: ServiceOperationOutput<'engines.bind'>, columns: number): string =>
  textTable(
    ['ENGINE', 'COUNTRY', 'PROVIDER', 'ANSWERED BY', 'PRICE PER QUESTION', 'AVAILABLE', 'REASON'],
    bindings.flatMap((binding) => [
      bindingRow(binding.engine, 'all', binding),
      ...binding.countries.map((exception) => bindingRow(binding.engine, exception.country, exception)),
    ]),
    columns,
  );

const bindingRow = (
  engine: string,
  country: string,
  bound: Pick<ServiceEngineBinding, 'driver' | 'answeredBy' | 'available' | 'reason'> & {
    readonly price?: string | null;
  },
): string[] => [
  engine,
  country,
  bound.driver ?? '-',
  bound.answeredBy ?? '-',
  bound.price ?? '-',
  bound.available ? 'yes' : 'no',
  bound.reason ?? '',
];

/** Providers with their engines, whether a key is there, and the engines they support. */
export const driversLabel = (drivers: ServiceOperationOutput<'engines.drivers'>, columns: number): string =>
  textTable(
    ['PROVIDER', 'NAME', 'KEY', 'READY', 'ENGINES', 'SUPPORTED ENGINES'],
    drivers.map((driver) => [
      driver.id,
      driver.displayName,
      driver.hasKey
        ? 'present'
        : driver.keyRequired
          ? `missing${driver.keyVariable ? ` (${driver.keyVariable})` : ''}`
          : 'not needed',
      driver.ready ? 'yes' : `no: ${driver.message ?? driver.missing ?? ''}`,
      driver.boundTo.join(' ') || '-',
      driver.capabilities.map(({ engine }) => engine).join(' '),
    ]),
    columns,
  );

/** Checks a provider's key without a question; 1 when something is wrong. */
export async function checkDriver(
  { call, terminal, json }: OperatorContext,
  driver: string,
): Promise<ExitCode> {
  const outcome = await call('engines.check', { driver });
  const lines = [
    withNextStep(outcome.message, outcome.nextStep),
    ...outcome.prices.map(({ engine, price }) => `${engine}: ${price} per question`),
    ...(outcome.price === null ? [] : [`Cost of 1,000 questions: ${outcome.price}`]),
  ];
  terminal.stdout(json ? jsonLine(outcome) : `${lines.join('\n')}\n`);
  return outcome.ok === false ? exitCode.someFailed : exitCode.everyAnswer;
}

/** Sends a test question to a provider; 1 when it did not answer. */
export async function testDriver(
  { call, terminal, json }: OperatorContext,
  input: ServiceOperationInput<'engines.test'>,
): Promise<ExitCode> {
  const outcome = await call('engines.test', input);
  terminal.stdout(json ? jsonLine(outcome) : `${outcome.message}\n`);
  return outcome.ok ? exitCode.everyAnswer : exitCode.someFailed;
}
