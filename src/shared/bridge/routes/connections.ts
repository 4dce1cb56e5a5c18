import { z } from 'zod';
import {
  byId,
  connectionInputSchema,
  connectionTestSchema,
  connectionViewSchema,
  engineNameSchema,
  keyStateSchema,
} from '../../model/connection.ts';
import { mutation, query } from '../route.ts';

export const connectionRoutes = {
  'connections.list': query(
    () => z.strictObject({}),
    () =>
      z.object({
        connections: z.array(connectionViewSchema),
        keychain: z.object({ kind: z.string(), message: z.string() }),
      }),
  ),
  'connections.add': mutation(
    () => connectionInputSchema,
    () => z.object({ id: z.string() }),
  ),
  'connections.update': mutation(
    () => connectionInputSchema.unwrap().extend({ id: z.string() }),
    () => z.object({ id: z.string() }),
  ),
  /** Display name of an engine here, also at the embedded service; null for the engine's own name. */
  'connections.nameEngine': mutation(
    () => engineNameSchema,
    () => z.object({ id: z.string() }),
  ),
  'connections.remove': mutation(
    () => byId,
    () => z.object({ removed: z.boolean() }),
  ),
  'connections.select': mutation(
    () => byId,
    () => z.object({ id: z.string() }),
  ),
  /** The only way to enter a key; no route returns one. */
  'connections.setKey': mutation(
    () => z.strictObject({ id: z.string(), key: z.string().max(1000) }),
    () => keyStateSchema,
  ),
  'connections.removeKey': mutation(
    () => byId,
    () => keyStateSchema,
  ),
  'connections.test': query(
    () => byId,
    () => connectionTestSchema,
  ),
  /** Reloads balance and slots. */
  'connections.refresh': query(
    () => byId,
    () => connectionViewSchema,
  ),
};
