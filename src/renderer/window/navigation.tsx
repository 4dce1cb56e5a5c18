import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { type Address, formatAddress, type GivenParams, parseAddress, type Screen } from './address.ts';

export type Navigation = {
  readonly go: (screen: Screen, params?: GivenParams) => void;
  /** Changes parameters of the current screen without a new history entry. */
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
};

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
};
const currentHash = (): string => window.location.hash;

const AddressContext = createContext<Address>({ screen: { name: 'ask' }, params: {} });

export const AddressProvider = AddressContext.Provider;

/** The current address of the window. Used once, at the root. */
export function useWindowAddress(): Address {
  const hash = useSyncExternalStore(subscribe, currentHash);
  return useMemo(() => parseAddress(hash), [hash]);
}

export function useAddress(): Address {
  return useContext(AddressContext);
}

/** Navigates by changing the address, so that back, forward and copied addresses work. */
export const navigation: Navigation = {
  go: (screen, params = {}) => {
    const hash = formatAddress(screen, params);
    if (hash !== window.location.hash) window.location.hash = hash;
  },
  setParams: (changes) => {
    const { screen, params } = parseAddress(window.location.hash);
    const hash = formatAddress(screen, { ...params, ...changes });
    if (hash === window.location.hash) return;
    window.history.replaceState(window.history.state, '', hash);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  },
};
