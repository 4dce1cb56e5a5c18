import type { Clock } from '#platform/clock.ts';
import type { HistoryTasks } from '../../history/maintenance/taskClient.ts';
import type { BridgeTarget } from '../common/bridgeTarget.ts';
import type { Caller } from './projectCaller.ts';
import type { Terminal } from './terminal.ts';

/** Dependencies of a command that uses the core. */
export type CommandContext = {
  readonly call: Caller;
  readonly subscribe: BridgeTarget['subscribe'];
  /** Into a folder of this computer, which a window must not name. */
  readonly exportTables: HistoryTasks['exportTables'];
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** Aborts at the first Ctrl+C: the command finishes its current work and prints what it has. */
  readonly interrupted: AbortSignal;
  /** The key of PARALLAX_API_KEY, or null. */
  readonly keyFromEnvironment: string | null;
  /** The secret of PARALLAX_WEBHOOK_SECRET, or null. */
  readonly webhookSecret: string | null;
};

/** Dependencies of a command that only reads the history. */
export type ReadingContext = Pick<CommandContext, 'call' | 'terminal'>;

/** Whether the key of PARALLAX_API_KEY is used for one command only, or stored in the keychain. */
export type EnvironmentKeyUse = 'for-this-command' | 'to-be-stored';

/** How a command uses the history's file: a project file is only read. */
export type FileUse = 'reads' | 'changes';

/** The process that runs a command. */
export type Process = {
  /** `import.meta.url` of the program's entry. */
  readonly program: string;
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** Aborts at the first Ctrl+C or termination. */
  readonly interrupted: AbortSignal;
};
