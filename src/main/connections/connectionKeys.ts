import type { SecretStore } from '#main/ports.ts';
import { AppError } from '#shared/model/appError.ts';
import { originsOf } from '#shared/model/origins.ts';
import { type BoundSecret, keepBoundSecret, readBoundSecret } from '../secrets/boundSecret.ts';

/** `elsewhere`: there is a key, but it was stored for another address. */
export type ConnectionKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'usable'; readonly key: string }
  | { readonly kind: 'elsewhere'; readonly storedFor: readonly string[] };

/**
 * Keys of connections in the host's secret store; each is read once per start and used only for its own
 * address.
 */
export type ConnectionKeys = {
  readonly get: (id: string, baseUrl: string) => Promise<ConnectionKey>;
  /** Returns the last four characters. @throws AppError INVALID_KEY_FORMAT, KEYCHAIN_UNAVAILABLE */
  readonly set: (id: string, baseUrl: string, key: string) => Promise<string>;
  readonly remove: (id: string) => Promise<boolean>;
};

/** What can stand in an HTTP header: each service has a form of its own. */
const keyPattern = /^[\x21-\x7e]{1,512}$/;

/** Without the spaces around it. @throws AppError INVALID_KEY_FORMAT naming `key` */
export function checkedKey(key: string): string {
  const trimmed = key.trim();
  if (keyPattern.test(trimmed)) return trimmed;
  const message =
    'A key has 1 to 512 letters, digits and signs, without spaces or line breaks. Copy it again from the keys page of the service.';
  throw new AppError('INVALID_KEY_FORMAT', message, { fields: [{ field: 'key', message }] });
}

export function createConnectionKeys(secrets: SecretStore): ConnectionKeys {
  const known = new Map<string, Promise<BoundSecret | null>>();
  const nameOf = (id: string) => `connection:${id}`;
  const read = (id: string): Promise<BoundSecret | null> => {
    const cached = known.get(id);
    if (cached) return cached;
    const reading = readBoundSecret(secrets, nameOf(id));
    known.set(id, reading);
    // A keychain that was locked may be unlocked the next time.
    reading.catch(() => known.delete(id));
    return reading;
  };
  return {
    async get(id, baseUrl) {
      const stored = await read(id);
      if (stored === null) return { kind: 'none' };
      const [origin] = originsOf([baseUrl]);
      return stored.addresses.length === 1 && stored.addresses[0] === origin
        ? { kind: 'usable', key: stored.secret }
        : { kind: 'elsewhere', storedFor: stored.addresses };
    },
    async set(id, baseUrl, key) {
      const trimmed = checkedKey(key);
      await keepBoundSecret(secrets, nameOf(id), trimmed, [baseUrl]);
      known.delete(id);
      return trimmed.slice(-4);
    },
    async remove(id) {
      known.delete(id);
      return secrets.remove(nameOf(id));
    },
  };
}
