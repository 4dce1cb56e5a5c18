import { createContext, useContext } from 'react';
import type { Engine } from '#shared/interface/engines.ts';

/** Id of the connection to the service inside the program. */
export const embeddedConnectionId = 'embedded';

/** What a deployment calls an engine; the interface's own name without an alias. */
export type EngineNames = (engine: Engine, connectionId?: string) => string;

const Context = createContext<EngineNames>((engine) => engine);

export const EngineNamesProvider = Context.Provider;

export function useEngineNames(): EngineNames {
  return useContext(Context);
}
