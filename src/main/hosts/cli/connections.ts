import { engineNameAt } from '#shared/interface/deployments.ts';
import type { ConnectionView } from '#shared/model/connection.ts';
import type { RunSummary } from '#shared/model/run.ts';
import type { CommandContext } from './context.ts';
import { UsageError } from './exitCodes.ts';
import { shellWord } from './print.ts';

/** The connection of that name, or the one in use. */
export async function connectionNamed(
  context: CommandContext,
  name: string | undefined,
): Promise<ConnectionView> {
  const { connections } = await context.call('connections.list', {});
  const connection =
    name === undefined
      ? connections.find(({ selected }) => selected)
      : connections.find((known) => known.name === name || known.id === name);
  if (!connection) {
    const names = connections.map((known) => `"${known.name}"`).join(', ');
    throw new UsageError(
      `No connection "${name ?? ''}". Connections: ${names}. Add one with "parallax connection add".`,
    );
  }
  return connection;
}

/** Only a person can say that the key is meant for the address as it is now. */
async function askForKey(
  { call, terminal }: CommandContext,
  { id, name }: ConnectionView,
  question: string,
): Promise<void> {
  const key = terminal.live ? await terminal.readSecret(`${question}\nAPI key for ${name}: `) : '';
  if (key === '')
    throw new UsageError(`${question} Run "parallax connection key ${shellWord(name)}" for that.`);
  await call('connections.setKey', { id, key });
}

/** The connection of that name, or the one in use; with the key of the environment for this command only. */
export async function withConnection(
  context: CommandContext,
  name: string | undefined,
): Promise<ConnectionView> {
  const connection = await connectionNamed(context, name);
  if (connection.embedded) return connection;
  if (context.keyFromEnvironment !== null) {
    await context.call('connections.setKey', { id: connection.id, key: context.keyFromEnvironment });
  } else if (connection.key.question !== undefined) {
    await askForKey(context, connection, connection.key.question);
  } else if (connection.key.kind === 'none') {
    throw new UsageError(
      `The connection "${connection.name}" has no key. Set PARALLAX_API_KEY, or store a key with "parallax connection add".`,
    );
  }
  return connection;
}

/** What a person calls the engines of a run, on its connection. */
export async function engineNamesOf(
  { call }: CommandContext,
  { connectionId, engine, plan }: Pick<RunSummary, 'connectionId' | 'engine' | 'plan'>,
): Promise<readonly string[]> {
  const { connections } = await call('connections.list', {});
  const connection = connections.find(({ id }) => id === connectionId);
  return (plan?.engines ?? [engine]).map((each) => engineNameAt(connection, each));
}
