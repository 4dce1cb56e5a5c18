import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildVariable } from '#tests/support/programs.ts';

const run = promisify(execFile);
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** The `parallax` command's script: of the copy that the suites run, or of the checkout. */
export const parallaxCommand = (): string =>
  join(process.env[buildVariable] ?? projectRoot, 'bin/parallax.js');

/** `PARALLAX_SERVICE=worker` starts the thread from its sources, without the command line and its build. */
export const startsCommand = process.env.PARALLAX_SERVICE !== 'worker';

/** Where the service keeps its database below the folder given to `parallax --data`. */
export const serviceFolderOf = (dataFolder: string): string =>
  startsCommand ? join(dataFolder, 'service') : dataFolder;

/** What an operator does to a service, running or not, with `parallax service`. */
export type Operator = {
  /** A new account with a key; gives the key. Without a plan the account is what a new account is. */
  readonly createAccount: (name: string, plan?: string) => Promise<string>;
  readonly createKey: (account: string) => Promise<{ readonly id: string; readonly apiKey: string }>;
  readonly revokeKey: (account: string, id: string) => Promise<void>;
  readonly setPlan: (account: string, plan: string) => Promise<void>;
  /** Gives the new secret. */
  readonly rotateWebhookSecret: (account: string) => Promise<string>;
  readonly clearWebhookSecret: (account: string) => Promise<void>;
};

/** Leaves an engine without a driver, so that it is not yet available. */
type Unbind = (engine: string) => Promise<void>;

/** The operator's command line. */
export function commandOperator(dataFolder: string): Operator & { readonly unbind: Unbind } {
  const command = async (account: string, ...words: string[]): Promise<Record<string, unknown>> => {
    const args = ['service', ...words, '--account', account, '--data', dataFolder, '--json'];
    const { stdout } = await run(process.execPath, [parallaxCommand(), ...args]);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const createKey: Operator['createKey'] = async (account) => {
    const { id, apiKey } = await command(account, 'keys', 'create');
    return { id: String(id), apiKey: String(apiKey) };
  };
  return {
    createKey,
    unbind: async (engine) => void (await command('default', 'engines', 'bind', engine, 'none')),
    createAccount: async (name, plan) => {
      await command(name, 'accounts', 'create', ...(plan === undefined ? [] : ['--plan', plan]));
      return (await createKey(name)).apiKey;
    },
    revokeKey: async (account, id) => void (await command(account, 'keys', 'revoke', id)),
    setPlan: async (account, plan) => void (await command(account, 'plan', 'set', plan)),
    rotateWebhookSecret: async (account) =>
      String((await command(account, 'webhook-secret', 'rotate')).secret),
    clearWebhookSecret: async (account) => void (await command(account, 'webhook-secret', 'clear')),
  };
}
