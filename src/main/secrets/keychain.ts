import { AsyncEntry } from '@napi-rs/keyring';

/** Service name of the keys in the keychain; the same in every host, so that they share them. */
export const keychainService = 'Parallax';

/** One secret in the operating system's keychain. Rejects if the keychain is unavailable or stays locked. */
export type KeychainEntry = {
  /** Null if there is no such secret. */
  readonly read: (signal: AbortSignal) => Promise<string | null>;
  readonly write: (secret: string, signal: AbortSignal) => Promise<void>;
  /** True if something was removed. */
  readonly remove: (signal: AbortSignal) => Promise<boolean>;
};

export type Keychain = {
  /** The system's name for its keychain, for messages. */
  readonly backend: string;
  /** Throws if this system has no keychain. */
  readonly entry: (name: string) => KeychainEntry;
};

const backends: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager',
};

/**
 * The operating system's keychain, under one service name.
 * On Linux the entry is pinned to the Secret Service: otherwise the library silently falls back to the kernel
 * keyring, which loses its keys at the next boot.
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
