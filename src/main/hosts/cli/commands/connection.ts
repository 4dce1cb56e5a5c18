import { engines } from '#shared/interface/engines.ts';
import type { ConnectionView, EngineAliases } from '#shared/model/connection.ts';
import { connectionsSheet } from '#shared/tables/accountSheets.ts';
import { connectionNamed, withConnection } from '../connections.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';

type Format = 'table' | 'json';

export type AddConnectionOptions = {
  readonly name: string;
  readonly baseUrl: string;
  /** `ENGINE=PATH` entries. */
  readonly enginePath: readonly string[];
  readonly select: boolean;
  readonly format: Format;
};

/** Adds a connection with its key, and leaves nothing behind when one of the two is refused. */
export async function addConnection(
  context: CommandContext,
  options: AddConnectionOptions,
): Promise<ExitCode> {
  const { call, terminal } = context;
  const engineAliases = readAliases(options.enginePath);
  const { connections } = await call('connections.list', {});
  if (connections.some(({ name }) => name === options.name.trim())) {
    throw new UsageError(
      `Connection "${options.name}" already exists. Choose another name, or delete it first.`,
    );
  }
  const key = context.keyFromEnvironment ?? (await terminal.readSecret(`API key for ${options.name}: `));
  if (key === '')
    throw new UsageError('An API key is required. Set PARALLAX_API_KEY, or enter it when prompted.');
  const { id } = await call('connections.add', {
    name: options.name,
    baseUrl: options.baseUrl,
    engineAliases,
  });
  try {
    const state = await call('connections.setKey', { id, key });
    if (options.select) await call('connections.select', { id });
    if (options.format === 'json') terminal.stdout(jsonLine({ id, name: options.name, key: state }));
    terminal.stderr(
      state.kind === 'keychain'
        ? `Added "${options.name}"; its key ending in ${state.lastFour} is in the keychain.\n`
        : `Added "${options.name}". ${await notKept(context)}\n`,
    );
  } catch (error) {
    await call('connections.remove', { id });
    throw error;
  }
  return exitCode.everyAnswer;
}

/** Stores the key of a connection for its address as it is now. */
export async function replaceKey(context: CommandContext, name: string, format: Format): Promise<ExitCode> {
  const { call, terminal } = context;
  const { id, baseUrl, embedded } = await connectionNamed(context, name);
  if (embedded) throw new UsageError(`"${name}" is part of Parallax and needs no key.`);
  const key =
    context.keyFromEnvironment ?? (await terminal.readSecret(`API key for ${name} at ${baseUrl}: `));
  if (key === '')
    throw new UsageError('An API key is required. Set PARALLAX_API_KEY, or enter it when prompted.');
  const state = await call('connections.setKey', { id, key });
  if (format === 'json') terminal.stdout(jsonLine({ id, name, key: state }));
  terminal.stderr(
    state.kind === 'keychain'
      ? `The key of "${name}" ending in ${state.lastFour} is in the keychain, for ${baseUrl}.\n`
      : `${await notKept(context)}\n`,
  );
  return exitCode.everyAnswer;
}

async function notKept({ call }: CommandContext): Promise<string> {
  const { keychain } = await call('connections.list', {});
  return `${keychain.message} Set PARALLAX_API_KEY when you use this connection in a terminal.`;
}

export async function listConnections(
  { call, terminal }: CommandContext,
  format: ListFormat,
): Promise<ExitCode> {
  const { connections } = await call('connections.list', {});
  const file = sheetText(format, () => connectionsSheet(connections));
  if (file !== null) terminal.stdout(file);
  else if (format === 'json') {
    for (const connection of connections) terminal.stdout(jsonLine(connectionLine(connection)));
  } else {
    const rows = connections.map((connection) => [
      connection.selected ? '*' : '',
      connection.name,
      keyText(connection),
      connection.baseUrl,
    ]);
    terminal.stdout(textTable(['', 'NAME', 'KEY', 'ADDRESS'], rows, terminal.columns()));
  }
  return exitCode.everyAnswer;
}

const connectionLine = ({ id, name, baseUrl, embedded, selected, key }: ConnectionView): unknown => ({
  id,
  name,
  baseUrl,
  embedded,
  selected,
  key,
});

function keyText({ key }: ConnectionView): string {
  if (key.kind === 'internal') return 'not needed';
  if (key.kind === 'elsewhere') return 'for another address';
  return key.lastFour === null ? 'none' : `…${key.lastFour}`;
}

export async function testConnection(
  context: CommandContext,
  name: string,
  format: Format,
): Promise<ExitCode> {
  const connection = await withConnection(context, name);
  const test = await context.call('connections.test', { id: connection.id }, context.interrupted);
  if (format === 'json') {
    context.terminal.stdout(jsonLine(test));
    return test.ok ? exitCode.everyAnswer : exitCode.someFailed;
  }
  for (const step of test.steps)
    context.terminal.stderr(`${step.ok ? 'ok   ' : 'FAIL '} ${step.name}: ${step.detail}\n`);
  context.terminal.stdout(`${test.message}\n`);
  return test.ok ? exitCode.everyAnswer : exitCode.someFailed;
}

/** Deletes a connection and its key; its answers stay in the history. */
export async function deleteConnection(
  { call, terminal }: CommandContext,
  name: string,
  format: Format,
): Promise<ExitCode> {
  const { connections } = await call('connections.list', {});
  const connection = connections.find((known) => known.name === name || known.id === name);
  if (!connection)
    throw new UsageError(`No connection "${name}". List connections with "parallax connection list".`);
  if (connection.embedded)
    throw new UsageError(`"${connection.name}" is part of Parallax and cannot be deleted.`);
  await call('connections.remove', { id: connection.id });
  if (format === 'json') terminal.stdout(jsonLine({ id: connection.id, deleted: true }));
  terminal.stderr(`Connection "${connection.name}" and its key deleted. Its answers stay in the history.\n`);
  return exitCode.everyAnswer;
}

function readAliases(entries: readonly string[]): EngineAliases {
  const aliases: Record<string, { path: string }> = {};
  for (const entry of entries) {
    const [, name, path] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    const engine = engines.find((known) => known === name);
    if (engine === undefined || path === undefined) {
      throw new UsageError(`"${entry}" in --engine-path is not ENGINE=PATH. Engines: ${engines.join(', ')}.`);
    }
    aliases[engine] = { path };
  }
  return aliases;
}
