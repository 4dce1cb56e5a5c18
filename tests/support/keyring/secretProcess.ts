/**
 * A program of its own that uses the secret store once: `get NAME`, `set NAME SECRET`, `remove NAME`,
 * `set-get NAME SECRET`. Prints the outcome and the store's status as one JSON line.
 */
import { systemKeychain } from '#main/secrets/keychain.ts';
import { createSecretStore } from '#main/secrets/secretStore.ts';

const [operation = '', name = '', secret = ''] = process.argv.slice(2);
const store = createSecretStore({ keychain: systemKeychain('Parallax test', process.platform) });

const operations: Record<string, () => Promise<unknown>> = {
  get: () => store.get(name),
  set: () => store.set(name, secret),
  remove: () => store.remove(name),
  'set-get': async () => {
    await store.set(name, secret);
    return store.get(name);
  },
};
const outcome = await operations[operation]?.();
process.stdout.write(`${JSON.stringify({ outcome: outcome ?? null, status: await store.status() })}\n`);
