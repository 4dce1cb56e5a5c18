import type { CorePorts } from '../../ports.ts';
import type { BridgeTarget } from './bridgeTarget.ts';

/** A core as its windows' hosts see it: started once, stopped once, spoken to through the bridge in between. */
export type HostedCore = BridgeTarget & {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type CoreFactory = (ports: CorePorts) => Promise<HostedCore>;
