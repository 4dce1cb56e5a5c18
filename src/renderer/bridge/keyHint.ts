import { useRoute } from './BridgeContext.tsx';

/** Where a new key is stored. */
export function keyHint(keychain: string | undefined): string {
  const place =
    keychain === undefined || keychain === 'protected'
      ? 'Stored in this computer’s keychain.'
      : 'Kept in memory until Parallax ends: this computer has no keychain.';
  return `${place} Only its last four characters are shown afterwards.`;
}

export function useKeyHint(): string {
  return keyHint(useRoute('connections.list', {}).data?.keychain.kind);
}
