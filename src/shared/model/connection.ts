import { z } from 'zod';
import { type DeploymentId, deploymentIds } from '../interface/deployments.ts';
import { lazySchema, strictSchema } from '../lazySchema.ts';
import { originsOf } from './origins.ts';
import { engineSchema } from './run.ts';

/** The connection to the embedded service; always exists and cannot be edited or removed. */
export const embeddedConnectionId = 'embedded';
/** Deployments use different engine names: a path segment and a display name per engine, both optional. */
export const engineAliasesSchema = lazySchema(() =>
  z.partialRecord(
    engineSchema,
    z.strictObject({
      path: z
        .string()
        .trim()
        .regex(
          /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/,
          'A path can have letters, digits, "-", "_", "." and "/", without a leading slash.',
        )
        .optional(),
      displayName: z.string().trim().min(1).max(60).optional(),
      taskType: z.string().trim().min(1).max(60).optional(),
    }),
  ),
);
export const engineNameSchema = strictSchema(() => ({
  id: z.string(),
  engine: engineSchema,
  displayName: z.string().trim().min(1).max(60).nullable(),
}));
export const connectionInputSchema = strictSchema(() => ({
  name: z.string().trim().min(1, 'Enter a name for the connection.').max(60),
  baseUrl: z.string().trim().max(2048),
  engineAliases: engineAliasesSchema.default({}),
  /** The known hosted service it leads to. Set when it is added; it cannot change later. */
  deployment: z.enum(deploymentIds).nullable().optional(),
}));
export type KeyState = {
  /**
   * `session`: there is no keychain, and the key is lost when the program ends. `elsewhere`: there is a key,
   * but it was stored for another address and is not sent to this one.
   */
  readonly kind: 'none' | 'keychain' | 'session' | 'internal' | 'elsewhere';
  readonly lastFour: string | null;
  /** The question to the user before the key of `elsewhere` is used. */
  readonly question?: string;
};
export type ConnectionView = {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly selected: boolean;
  readonly engineAliases: EngineAliases;
  /** The known hosted service it leads to; null for any other. */
  readonly deployment: DeploymentId | null;
  readonly key: KeyState;
  /** Whether its service responded to the last call; null before the first. */
  readonly reachable: boolean | null;
  /** Learned from response headers and the credits endpoint; null until known. */
  readonly slots: { readonly limit: number; readonly used: number } | null;
  readonly credits: {
    readonly remaining: number;
    readonly perCycle: number | null;
    readonly cycleResetsAt: string | null;
  } | null;
};
export type ConnectionTest = {
  readonly ok: boolean;
  /** One sentence: what works, or what is wrong and how to fix it. */
  readonly message: string;
  readonly code: string | null;
  readonly steps: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
};
export const byId = strictSchema(() => ({ id: z.string() }));
export type ConnectionInput = z.input<typeof connectionInputSchema>;
export type EngineAliases = z.infer<typeof engineAliasesSchema>;
export type EngineName = z.output<typeof engineNameSchema>;

/**
 * The question to the user when a key is not sent.
 * @param storedFor empty if an earlier version stored the key without an address
 */
export function askForKeyAgain(
  whose: string,
  storedFor: readonly string[],
  addresses: readonly string[],
): string {
  const stored =
    storedFor.length === 0
      ? `An earlier version stored the key of ${whose} without the address it is for.`
      : `The key of ${whose} was stored for ${storedFor.join(', ')}.`;
  return `${stored} The address is now ${originsOf(addresses).join(', ')}. Enter the key again to use it there.`;
}
