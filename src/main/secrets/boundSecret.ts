import { z } from 'zod';
import type { SecretStore } from '#main/ports.ts';
import { originsOf } from '#shared/model/origins.ts';

/**
 * A secret together with the origins it was entered for, stored where no file can change them: a history,
 * settings or a data folder may come from somebody else and name another server, which must not get the secret.
 */
export type BoundSecret = {
  readonly secret: string;
  /** Empty if an earlier version stored it without origins. */
  readonly addresses: readonly string[];
};

const boundSecretSchema = z.strictObject({ secret: z.string(), addresses: z.array(z.string()) });

export async function readBoundSecret(secrets: SecretStore, name: string): Promise<BoundSecret | null> {
  const stored = await secrets.get(name);
  if (stored === null) return null;
  try {
    return boundSecretSchema.parse(JSON.parse(stored));
  } catch {
    return { secret: stored, addresses: [] };
  }
}

export async function keepBoundSecret(
  secrets: SecretStore,
  name: string,
  secret: string,
  addresses: readonly string[],
): Promise<void> {
  await secrets.set(name, JSON.stringify({ secret, addresses: originsOf(addresses) }));
}
