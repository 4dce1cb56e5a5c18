import type { BridgeTarget } from '../hosting/bridgeTarget.ts';
import type { Clock } from '../ports/ports.ts';
import type { Caller } from './caller.ts';
import type { Terminal } from './terminal.ts';

/** What a command that uses the core works with. */
export type CommandContext = {
  readonly call: Caller;
  readonly subscribe: BridgeTarget['subscribe'];
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** Aborts at the first Ctrl+C: the command ends what it began and shows what it has. */
  readonly interrupted: AbortSignal;
  /** The key of PARALLAX_API_KEY, or null. */
  readonly keyFromEnvironment: string | null;
  /** The secret of PARALLAX_WEBHOOK_SECRET, or null. */
  readonly webhookSecret: string | null;
};
