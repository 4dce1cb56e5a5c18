import { createContext, useContext } from 'react';

/**
 * Container of floating elements. A modal dialog is in the browser's top layer, so elements above it must be inside
 * it.
 */
export const PortalContainer = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return useContext(PortalContainer);
}
