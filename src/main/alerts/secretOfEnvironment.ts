import { originsOf } from '#shared/model/origins.ts';
import type { SecretStore } from '../ports.ts';
import { passwordName, webhookNames, webhookSecretName } from '../secrets/secretNames.ts';

/** The signing secret from the environment, or null. */
export const environmentSecret = (env: NodeJS.ProcessEnv): string | null =>
  env.PARALLAX_WEBHOOK_SECRET?.trim() || null;

/** By the names of the secret store. A password belongs to one server, given as `host:port`. */
function secretsOf(env: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const password = env.PARALLAX_SMTP_PASSWORD?.trim();
  const server = env.PARALLAX_SMTP_SERVER?.trim();
  const mail =
    password && server
      ? JSON.stringify({ secret: password, addresses: originsOf([`https://${server}`]) })
      : undefined;
  const given = [
    [webhookSecretName, env.PARALLAX_WEBHOOK_SECRET?.trim()],
    [passwordName, mail],
    [webhookNames.slack, env.PARALLAX_SLACK_WEBHOOK?.trim()],
    [webhookNames.teams, env.PARALLAX_TEAMS_WEBHOOK?.trim()],
  ] as const;
  return new Map(given.flatMap(([name, secret]) => (secret ? [[name, secret] as const] : [])));
}

/**
 * Without a keychain, such as on a server, secrets come from the environment at every start and override stored
 * ones.
 */
export function withEnvironmentSecret(secrets: SecretStore, env: NodeJS.ProcessEnv): SecretStore {
  const given = secretsOf(env);
  return given.size === 0
    ? secrets
    : { ...secrets, get: async (name) => given.get(name) ?? secrets.get(name) };
}
