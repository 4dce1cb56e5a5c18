import type { ConnectionView } from '#shared/model/connection.ts';
import type { CommandContext } from './context.ts';
import { UsageError } from './exitCodes.ts';

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

/** The connection of that name, or the one in use; with the key of the environment for this command only. */
export async function withConnection(
  context: CommandContext,
  name: string | undefined,
): Promise<ConnectionView> {
  const connection = await connectionNamed(context, name);
  if (connection.embedded) return connection;
  if (context.keyFromEnvironment !== null) {
    await context.call('connections.setKey', { id: connection.id, key: context.keyFromEnvironment });
  } else if (connection.key.kind === 'none') {
    throw new UsageError(
      `The connection "${connection.name}" has no key. Set PARALLAX_API_KEY, or store a key with "parallax connection add".`,
    );
  }
  return connection;
}
