import { z } from 'zod';
import {
  byId,
  type ConnectionTest,
  type ConnectionView,
  connectionInputSchema,
  engineNameSchema,
  type KeyState,
} from '../../model/connection.ts';
import { mutation, nothing, query } from '../route.ts';

const keySchema = () => z.string().max(1000);

export const connectionRoutes = {
  'connections.list': query(nothing).returns<{
    readonly connections: readonly ConnectionView[];
    readonly keychain: { readonly kind: string; readonly message: string };
  }>(),
  /** With a key, neither is stored unless both can be. */
  'connections.add': mutation(() =>
    connectionInputSchema.unwrap().extend({ key: keySchema().optional() }),
  ).returns<{ readonly id: string; readonly key: KeyState }>(),
  'connections.update': mutation(() => connectionInputSchema.unwrap().extend({ id: z.string() })).returns<{
    readonly id: string;
  }>(),
  /** Display name of an engine here, also at the embedded service; null for the engine's own name. */
  'connections.nameEngine': mutation(() => engineNameSchema).returns<{ readonly id: string }>(),
  'connections.remove': mutation(() => byId).returns<{ readonly removed: boolean }>(),
  'connections.select': mutation(() => byId).returns<{ readonly id: string }>(),
  /** No route returns a key. */
  'connections.setKey': mutation(() => ({ id: z.string(), key: keySchema() })).returns<KeyState>(),
  'connections.removeKey': mutation(() => byId).returns<KeyState>(),
  'connections.test': query(() => byId).returns<ConnectionTest>(),
  /** Reloads balance and slots. */
  'connections.refresh': query(() => byId).returns<ConnectionView>(),
};
