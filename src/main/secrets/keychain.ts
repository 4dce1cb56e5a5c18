import { AsyncEntry } from '@napi-rs/keyring';

/** Under which the keychain lists the keys; the same in every host, so that they share them. */
export const keychainService = 'Parallax';

/** One secret in the operating system's keychain. Rejects when the keychain cannot be reached or stays locked. */
export type KeychainEntry = {
  /** Null when there is no such secret. */
  readonly read: (signal: AbortSignal) => Promise<string | null>;
  readonly write: (secret: string, signal: AbortSignal) => Promise<void>;
  /** True when something was removed. */
  readonly remove: (signal: AbortSignal) => Promise<boolean>;
};

export type Keychain = {
  /** How the keychain is called on this system, for sentences a person reads. */
  readonly backend: string;
  /** Throws when this system has no keychain at all. */
  readonly entry: (name: string) => KeychainEntry;
};

const backends: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager',
};

/**
 * The operating system's keychain, under one service name.
 *
 * On Linux the entry is pinned to the Secret Service: left alone, the library falls back to the kernel keyring
 * without a word, and that one forgets at the next boot.
 */
export function systemKeychain(service: string, platform: NodeJS.Platform): Keychain {
  return {
    backend: backends[platform] ?? 'Secret Service',
    entry: (name) => {
      const entry = new AsyncEntry(service, name, { linux: { store: 'secret-service' } });
      return {
        read: (signal) => entry.getPassword(signal),
        write: (secret, signal) => entry.setPassword(secret, signal),
        remove: (signal) => entry.deleteCredential(signal),
      };
    },
  };
}
