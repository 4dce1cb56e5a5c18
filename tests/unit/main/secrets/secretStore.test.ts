import { describe, expect, it } from 'vitest';
import type { Keychain } from '#main/secrets/keychain.ts';
import { createMemorySecretStore, createSecretStore } from '#main/secrets/secretStore.ts';

type Behaviour = { locked: boolean; silent: boolean };

function keychainInMemory(): { keychain: Keychain; stored: Map<string, string>; behaviour: Behaviour } {
  const stored = new Map<string, string>();
  const behaviour: Behaviour = { locked: false, silent: false };
  const answer = async <T>(give: () => T): Promise<T> => {
    if (behaviour.silent) await new Promise(() => {});
    if (behaviour.locked) throw new Error('locked');
    return give();
  };
  const keychain: Keychain = {
    backend: 'Test Keychain',
    entry: (name) => ({
      read: () => answer(() => stored.get(name) ?? null),
      write: (secret) =>
        answer(() => {
          stored.set(name, secret);
        }),
      remove: () => answer(() => stored.delete(name)),
    }),
  };
  return { keychain, stored, behaviour };
}

describe('the secret store over a keychain', () => {
  it('leaves no trace in the keychain by looking whether it works', async () => {
    const { keychain, stored } = keychainInMemory();
    const store = createSecretStore({ keychain });
    expect(await store.status()).toEqual({ kind: 'protected', backend: 'Test Keychain' });
    expect(stored.size).toBe(0);
  });

  it('falls back to memory when writing is refused, keeps the secret for the session and says so', async () => {
    const { keychain, stored, behaviour } = keychainInMemory();
    const store = createSecretStore({ keychain });
    await store.status();
    behaviour.locked = true;
    await store.set('a', 'secret');
    expect(await store.get('a')).toBe('secret');
    expect(stored.size).toBe(0);
    expect(await store.status()).toEqual({
      kind: 'memory-only',
      reason: 'The keychain (Test Keychain) denied access: keys are stored in memory until Parallax ends.',
    });
  });

  it('does not wait for a keychain that never answers', async () => {
    const { keychain, behaviour } = keychainInMemory();
    behaviour.silent = true;
    const store = createSecretStore({ keychain, probeTimeoutMs: 5 });
    expect(await store.status()).toMatchObject({
      kind: 'memory-only',
      reason: expect.stringContaining('did not respond in time'),
    });
    await store.set('a', 'secret');
    expect(await store.get('a')).toBe('secret');
  });

  it('names the way out when a stored secret cannot be removed', async () => {
    const { keychain, stored, behaviour } = keychainInMemory();
    const store = createSecretStore({ keychain });
    await store.set('a', 'secret');
    behaviour.locked = true;
    await expect(store.remove('a')).rejects.toThrow(
      'The key could not be removed from the Test Keychain. Unlock it and try again.',
    );
    expect(stored.get('a')).toBe('secret');
  });
});

describe('the secret store in memory', () => {
  it('gives back, removes and forgets', async () => {
    const store = createMemorySecretStore('Only for this call.');
    await store.set('a', 'secret');
    expect(await store.get('a')).toBe('secret');
    expect(await store.remove('a')).toBe(true);
    expect(await store.remove('a')).toBe(false);
    expect(await store.get('a')).toBeNull();
    expect(await store.status()).toEqual({ kind: 'memory-only', reason: 'Only for this call.' });
  });
});
