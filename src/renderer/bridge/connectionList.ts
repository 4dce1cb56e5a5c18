import type { ConnectionView } from '#shared/model/connection.ts';
import { useRoute } from './BridgeContext.tsx';

const none: readonly ConnectionView[] = [];

/** The connections in the core. Keys are only sent, never received. */
export function useConnections(): readonly ConnectionView[] {
  return useRoute('connections.list', {}).data?.connections ?? none;
}

export function selectedConnection(connections: readonly ConnectionView[]): ConnectionView | null {
  return connections.find((connection) => connection.selected) ?? connections[0] ?? null;
}

/** Whether the embedded service is the only connection: then nobody shares its slots and queue. */
export function onlyBuiltIn(connections: readonly ConnectionView[]): boolean {
  return connections.every(({ embedded }) => embedded);
}
