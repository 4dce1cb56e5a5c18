import type { ConnectionView } from '#shared/model/connection.ts';
import { useRoute } from './BridgeContext.tsx';

const none: readonly ConnectionView[] = [];

/** The connections as the core knows them. No key ever passes through here but on its way in. */
export function useConnections(): readonly ConnectionView[] {
  return useRoute('connections.list', {}).data?.connections ?? none;
}

export function selectedConnection(connections: readonly ConnectionView[]): ConnectionView | null {
  return connections.find((connection) => connection.selected) ?? connections[0] ?? null;
}

/** Nothing but the service inside the program: nobody shares its slots, and its queue is one person's. */
export function onlyBuiltIn(connections: readonly ConnectionView[]): boolean {
  return connections.every(({ embedded }) => embedded);
}
