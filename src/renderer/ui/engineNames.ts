import { createContext, useContext } from 'react';
import type { Engine } from '#shared/interface/engines.ts';

/** Id of the connection to the embedded service. */
export const embeddedConnectionId = 'embedded';

/** The alias of an engine on a connection; the name of the interface without an alias. */
export type EngineNames = (engine: Engine, connectionId?: string) => string;

const Context = createContext<EngineNames>((engine) => engine);

export const EngineNamesProvider = Context.Provider;

export function useEngineNames(): EngineNames {
  return useContext(Context);
}
