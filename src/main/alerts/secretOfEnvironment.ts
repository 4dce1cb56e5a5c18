import type { SecretStore } from '../ports.ts';
import { webhookSecretName } from './deliveries.ts';

/** The signing secret that came with this start, or null. */
export const environmentSecret = (env: NodeJS.ProcessEnv): string | null =>
  env.PARALLAX_WEBHOOK_SECRET?.trim() || null;

/** Where there is no keychain, such as on a server, the signing secret comes with every start and goes before the kept one. */
export function withEnvironmentSecret(secrets: SecretStore, env: NodeJS.ProcessEnv): SecretStore {
  const secret = environmentSecret(env);
  if (secret === null) return secrets;
  return {
    ...secrets,
    get: async (name) => (name === webhookSecretName ? secret : secrets.get(name)),
  };
}
