import { createContext, useContext } from 'react';

/**
 * Where floating parts are put. A modal dialog lies in the browser's top layer: what floats above it has to
 * live inside it.
 */
export const PortalContainer = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return useContext(PortalContainer);
}
