import type { SecretStore, SecretStoreStatus } from '../ports.ts';
import type { Keychain, KeychainEntry } from './keychain.ts';

/** An unused name: reading it shows whether the keychain responds, without prompting the user. */
const probeName = 'probe';

export type SecretStoreOptions = {
  readonly keychain: Keychain;
  /** Time limit of one call in milliseconds: the user may have to type the keychain's password. */
  readonly callTimeoutMs?: number;
  /** Time limit of the first access, in milliseconds. */
  readonly probeTimeoutMs?: number;
};

/**
 * Secrets in the operating system's keychain. If it is unavailable, they stay in memory until the program ends
 * and `status` has the reason; never in a file.
 * A keychain that stops responding is not used for the rest of the session, so that keys are not split between
 * two places: new ones stay in memory.
 */
export function createSecretStore({
  keychain,
  callTimeoutMs = 60_000,
  probeTimeoutMs = 10_000,
}: SecretStoreOptions): SecretStore {
  const memory = new Map<string, string>();
  let status: Promise<SecretStoreStatus> | undefined;

  const giveUp = (error: unknown): void => {
    status = Promise.resolve({ kind: 'memory-only', reason: reasonFor(keychain.backend, error) });
  };

  const attempt = async <T>(
    name: string,
    timeoutMs: number,
    use: (entry: KeychainEntry, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => withDeadline(timeoutMs, (signal) => use(keychain.entry(name), signal));

  const currentStatus = (): Promise<SecretStoreStatus> => {
    status ??= attempt(probeName, probeTimeoutMs, (entry, signal) => entry.read(signal)).then(
      (): SecretStoreStatus => ({ kind: 'protected', backend: keychain.backend }),
      (error): SecretStoreStatus => ({ kind: 'memory-only', reason: reasonFor(keychain.backend, error) }),
    );
    return status;
  };

  const usable = async (): Promise<boolean> => (await currentStatus()).kind === 'protected';

  return {
    status: currentStatus,

    get: async (name) => {
      const held = memory.get(name);
      if (held !== undefined) return held;
      if (!(await usable())) return null;
      try {
        return await attempt(name, callTimeoutMs, (entry, signal) => entry.read(signal));
      } catch (error) {
        giveUp(error);
        return null;
      }
    },

    set: async (name, secret) => {
      if (await usable()) {
        try {
          await attempt(name, callTimeoutMs, (entry, signal) => entry.write(secret, signal));
          memory.delete(name);
          return;
        } catch (error) {
          giveUp(error);
        }
      }
      memory.set(name, secret);
    },

    remove: async (name) => {
      const held = memory.delete(name);
      if (!(await usable())) return held;
      try {
        return (await attempt(name, callTimeoutMs, (entry, signal) => entry.remove(signal))) || held;
      } catch (error) {
        giveUp(error);
        throw new Error(
          `The key could not be removed from the ${keychain.backend}. Unlock it and try again.`,
          { cause: error },
        );
      }
    },
  };
}

/** Secrets that never leave the process: `reason` is a sentence. */
export function createMemorySecretStore(reason: string): SecretStore {
  const memory = new Map<string, string>();
  return {
    status: async () => ({ kind: 'memory-only', reason }),
    get: async (name) => memory.get(name) ?? null,
    set: async (name, secret) => {
      memory.set(name, secret);
    },
    remove: async (name) => memory.delete(name),
  };
}

/**
 * A store whose changes last for this process: new values override those in `store`, which is never written.
 * For a key from the environment that must not end up in the keychain.
 */
export function createSessionOverlay(store: SecretStore, reason: string): SecretStore {
  const session = createMemorySecretStore(reason);
  return {
    status: session.status,
    get: async (name) => (await session.get(name)) ?? (await store.get(name)),
    set: session.set,
    remove: session.remove,
  };
}

class KeychainSilent extends Error {}

/** Rejects with `KeychainSilent` after `timeoutMs` even if the native call ignores its signal. */
async function withDeadline<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const silent = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    silent.reject(new KeychainSilent());
    controller.abort();
  }, timeoutMs);
  try {
    return await Promise.race([call(controller.signal), silent.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function reasonFor(backend: string, error: unknown): string {
  const outcome = 'keys are stored in memory until Parallax ends';
  if (error instanceof KeychainSilent)
    return `The keychain (${backend}) did not respond in time: ${outcome}.`;
  return backend === 'Secret Service'
    ? `No keychain (Secret Service, such as GNOME Keyring or KWallet) is available: ${outcome}.`
    : `The keychain (${backend}) denied access: ${outcome}.`;
}
