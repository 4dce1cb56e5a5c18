import { type DeploymentId, deploymentIds, deploymentOf } from '#shared/interface/deployments.ts';
import { engines } from '#shared/interface/engines.ts';
import type { ConnectionView, EngineAliases } from '#shared/model/connection.ts';
import { connectionsSheet } from '#shared/tables/accountTables.ts';
import { connectionNamed, withConnection } from '../connections.ts';
import type { CommandContext, Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { acting, collect, groupOf, leaf, listing, tableOrJson } from '../flags.ts';
import { jsonLine, type ListTable, print, printList } from '../print.ts';

/** Adds a connection with its key, and leaves nothing behind when one of the two is refused. */
const add: Declare = (group, { withCoreStoringKey }) =>
  leaf(group, 'add', 'Add a connection; its key is read from PARALLAX_API_KEY or prompted for')
    .argument('<name>', `Name; alone, a known service: ${deploymentIds.join(', ')}`)
    .argument('[address]', 'Address, such as https://answers.example.org')
    .option('--name <name>', 'Name of the connection to a known service (default: its own)')
    .option('--base-url <url>', 'Address of a known service behind a proxy')
    .option(
      '--engine-path <engine=path>',
      'Path of an engine with another name there (repeatable)',
      collect,
      [],
    )
    .option('--select', 'Make it the current connection', false)
    .addOption(tableOrJson())
    // Before anything is started for it.
    .hook(
      'preAction',
      ({ processedArgs: [first, address] }, command) => void target(first, address, command.opts()),
    )
    .action(
      withCoreStoringKey(async (context, first, address, { enginePath, select, format, ...flags }) => {
        const { call, terminal } = context;
        const engineAliases = readAliases(enginePath);
        const { name, baseUrl, deployment } = target(first, address, flags);
        const { connections } = await call('connections.list', {});
        if (connections.some((known) => known.name === name.trim()))
          throw new UsageError(
            `Connection "${name}" already exists. Choose another name, or delete it first.`,
          );
        const key = await keyFor(context, `API key for ${name}: `);
        const added = { name, baseUrl, engineAliases, deployment, key };
        const { id, key: state } = await call('connections.add', added);
        if (select) await call('connections.select', { id });
        if (format === 'json') terminal.stdout(jsonLine({ id, name, key: state }));
        terminal.stderr(
          state.kind === 'keychain'
            ? `Added "${name}"; its key ending in ${state.lastFour} is in the keychain.\n`
            : `Added "${name}". ${await notKept(context)}\n`,
        );
        return exitCode.everyAnswer;
      }),
    );

/** A service of one's own by name and address, or a known one by its name alone. */
function target(
  first: string,
  address: string | undefined,
  flags: { readonly name?: string; readonly baseUrl?: string },
): { readonly name: string; readonly baseUrl: string; readonly deployment: DeploymentId | null } {
  if (address !== undefined) {
    if (flags.name === undefined && flags.baseUrl === undefined)
      return { name: first, baseUrl: address, deployment: null };
    throw new UsageError(
      `--name and --base-url belong to a known service, such as "parallax connection add ${deploymentIds[0]}". Leave out the address or the flags.`,
    );
  }
  const known = deploymentOf(first.toLowerCase());
  if (known === null)
    throw new UsageError(
      `Enter the address of "${first}" after its name. Known services need none: ${deploymentIds.join(', ')}.`,
    );
  return {
    name: flags.name ?? known.name,
    baseUrl: flags.baseUrl ?? known.baseUrl,
    deployment: known.id,
  };
}

/** Stores the key of a connection for its address as it is now. */
const replaceKey: Declare = (group, { withCoreStoringKey }) =>
  acting(group, 'key', 'Replace the key of a connection; read from PARALLAX_API_KEY or prompted for')
    .argument('<name>')
    .action(
      withCoreStoringKey(async (context, name, { format }) => {
        const { id, baseUrl, embedded } = await connectionNamed(context, name);
        if (embedded) throw new UsageError(`"${name}" is part of Parallax and needs no key.`);
        const key = await keyFor(context, `API key for ${name} at ${baseUrl}: `);
        const state = await context.call('connections.setKey', { id, key });
        if (format === 'json') context.terminal.stdout(jsonLine({ id, name, key: state }));
        context.terminal.stderr(
          state.kind === 'keychain'
            ? `The key of "${name}" ending in ${state.lastFour} is in the keychain, for ${baseUrl}.\n`
            : `${await notKept(context)}\n`,
        );
        return exitCode.everyAnswer;
      }),
    );

/** @throws UsageError without a key */
async function keyFor({ keyFromEnvironment, terminal }: CommandContext, question: string): Promise<string> {
  const key = keyFromEnvironment ?? (await terminal.readSecret(question));
  if (key !== '') return key;
  throw new UsageError('An API key is required. Set PARALLAX_API_KEY, or enter it when prompted.');
}

async function notKept({ call }: CommandContext): Promise<string> {
  const { keychain } = await call('connections.list', {});
  return `${keychain.message} Set PARALLAX_API_KEY when you use this connection in a terminal.`;
}

const connectionsTable: ListTable<ConnectionView> = {
  columns: {
    '': ({ selected }) => (selected ? '*' : ''),
    NAME: ({ name }) => name,
    KEY: keyText,
    ADDRESS: ({ baseUrl }) => baseUrl,
  },
  sheet: connectionsSheet,
};

const list: Declare = (group, { withCore }) =>
  listing(group, 'list', 'List connections').action(
    withCore(async (context, { format }) => {
      const { connections } = await context.call('connections.list', {});
      return printList(context, format, connectionsTable, connections, {
        json: ({ id, name, baseUrl, embedded, selected, key }) => ({
          id,
          name,
          baseUrl,
          embedded,
          selected,
          key,
        }),
      });
    }),
  );

function keyText({ key }: ConnectionView): string {
  if (key.kind === 'internal') return 'not needed';
  if (key.kind === 'elsewhere') return 'for another address';
  return key.lastFour === null ? 'none' : `…${key.lastFour}`;
}

const test: Declare = (group, { withCore }) =>
  acting(group, 'test', 'Test a connection')
    .argument('<name>')
    .action(
      withCore(async (context, name, { format }) => {
        const { id } = await withConnection(context, name);
        const tested = await context.call('connections.test', { id }, context.interrupted);
        print(context, format, tested, () => {
          for (const { ok, name: step, detail } of tested.steps)
            context.terminal.stderr(`${ok ? 'ok   ' : 'FAIL '} ${step}: ${detail}\n`);
          return `${tested.message}\n`;
        });
        return tested.ok ? exitCode.everyAnswer : exitCode.someFailed;
      }),
    );

/** Deletes a connection and its key; its answers stay in the history. */
const remove: Declare = (group, { withCore }) =>
  acting(group, 'delete', 'Delete a connection and its key; answers are kept')
    .alias('remove')
    .argument('<name>')
    .action(
      withCore(async ({ call, terminal }, wanted, { format }) => {
        const { connections } = await call('connections.list', {});
        const found = connections.find(({ id, name }) => name === wanted || id === wanted);
        if (!found)
          throw new UsageError(
            `No connection "${wanted}". List connections with "parallax connection list".`,
          );
        const { id, name, embedded } = found;
        if (embedded) throw new UsageError(`"${name}" is part of Parallax and cannot be deleted.`);
        await call('connections.remove', { id });
        if (format === 'json') terminal.stdout(jsonLine({ id, deleted: true }));
        terminal.stderr(`Connection "${name}" and its key deleted. Its answers stay in the history.\n`);
        return exitCode.everyAnswer;
      }),
    );

/** Services and their keys. */
export const connection = groupOf(add, replaceKey, list, test, remove);

function readAliases(entries: readonly string[]): EngineAliases {
  const aliases: Record<string, { path: string }> = {};
  for (const entry of entries) {
    const [, name, path] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    const engine = engines.find((known) => known === name);
    if (engine === undefined || path === undefined)
      throw new UsageError(`"${entry}" in --engine-path is not ENGINE=PATH. Engines: ${engines.join(', ')}.`);
    aliases[engine] = { path };
  }
  return aliases;
}
