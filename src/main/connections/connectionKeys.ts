import type { SecretStore } from '#main/ports.ts';
import { apiKeyPattern } from '#shared/interface/headers.ts';
import { AppError } from '#shared/model/appError.ts';

/** Keys of connections in the host's secret store, each read once per start. */
export type ConnectionKeys = {
  readonly get: (uid: string) => Promise<string | null>;
  /** Returns the last four characters. @throws AppError INVALID_KEY_FORMAT, KEYCHAIN_UNAVAILABLE */
  readonly set: (uid: string, key: string) => Promise<string>;
  readonly remove: (uid: string) => Promise<boolean>;
};

export function createConnectionKeys(secrets: SecretStore): ConnectionKeys {
  const known = new Map<string, Promise<string | null>>();
  const nameOf = (uid: string) => `connection:${uid}`;
  return {
    get(uid) {
      const cached = known.get(uid);
      if (cached) return cached;
      const read = secrets.get(nameOf(uid));
      known.set(uid, read);
      // A keychain that was locked may be open the next time.
      read.catch(() => known.delete(uid));
      return read;
    },
    async set(uid, key) {
      const trimmed = key.trim();
      if (!apiKeyPattern.test(trimmed)) {
        const message =
          'The key must be "sk_" followed by 40 letters and digits: copy it again from the keys page of the service.';
        throw new AppError('INVALID_KEY_FORMAT', message, { fields: [{ field: 'key', message }] });
      }
      await secrets.set(nameOf(uid), trimmed);
      known.set(uid, Promise.resolve(trimmed));
      return trimmed.slice(-4);
    },
    async remove(uid) {
      known.delete(uid);
      return secrets.remove(nameOf(uid));
    },
  };
}
