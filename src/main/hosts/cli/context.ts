import type { Command } from 'commander';
import type { Clock } from '#platform/clock.ts';
import type { ServiceCall } from '#shared/interface/operator/operations.ts';
import type { Examination } from '../../diagnostics/checks.ts';
import type { HistoryTasks } from '../../history/maintenance/taskClient.ts';
import type { BridgeTarget } from '../common/bridgeTarget.ts';
import type { ExitCode } from './exitCodes.ts';
import type { McpOptions, MoveFlags, ServeFlags, WebOptions } from './hostOptions.ts';
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
  /** Aborts when answers cannot be stored and it is no use to wait for them any longer. */
  readonly unstorable: AbortSignal;
  /** The key of PARALLAX_API_KEY, or null. */
  readonly keyFromEnvironment: string | null;
  /** The secret of PARALLAX_WEBHOOK_SECRET, or null. */
  readonly webhookSecret: string | null;
};

/** Dependencies of a command that only reads the history. */
export type ReadingContext = Pick<CommandContext, 'call' | 'terminal'>;

/** Dependencies of a command on the history's file itself, without a core. */
export type FileContext = Pick<CommandContext, 'terminal' | 'clock' | 'interrupted'> & {
  readonly tasks: HistoryTasks;
};

/** Dependencies of an operator command. */
export type OperatorContext = { readonly call: ServiceCall; readonly terminal: Terminal };

/** Whether the key of PARALLAX_API_KEY is used for one command only, or stored in the keychain. */
export type EnvironmentKeyUse = 'for-this-command' | 'to-be-stored';

/**
 * How a command uses the history's file: a project file is only read or copied. Ctrl+C ends a command that reads at once, and
 * the others when what they wrote is deleted.
 */
export type FileUse = 'reads' | 'copies' | 'changes';

/** How commands reach their dependencies; created by the entry, so that the program itself only parses. */
export type Runtime = {
  readonly terminal: Terminal;
  readonly version: string;
  /** Runs a command with a started core and stops the core afterwards. */
  readonly withCore: (
    data: string | undefined,
    environmentKey: EnvironmentKeyUse,
    command: (context: CommandContext) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  /** Runs a command that reads the history, with a core only if it needs more. */
  readonly withHistory: (
    data: string | undefined,
    command: (context: ReadingContext) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  readonly withHistoryFile: (
    data: string | undefined,
    use: FileUse,
    command: (tasks: HistoryTasks, interrupted: AbortSignal) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  /** Runs an operator command on the service's folder below the data folder. */
  readonly withOperator: (
    data: string | undefined,
    store: string | undefined,
    command: (context: OperatorContext) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
  readonly serve: (data: string | undefined, flags: ServeFlags) => Promise<ExitCode>;
  /** Moves the service's file into a database. */
  readonly moveService: (data: string | undefined, flags: MoveFlags) => Promise<ExitCode>;
  readonly web: (data: string | undefined, options: WebOptions) => Promise<ExitCode>;
  readonly mcp: (data: string | undefined, options: McpOptions) => Promise<ExitCode>;
  /** What `parallax doctor` looks at. */
  readonly examination: (data: string | undefined) => Promise<Examination>;
};

/** The action of a command, made from its work: context, arguments, options. */
type ActionIn<Context> = <Given extends unknown[]>(
  work: (context: Context, ...given: Given) => Promise<ExitCode>,
) => (...given: Given) => Promise<void>;

/** The value of `--project`, wherever it stands; undefined for the current project. */
type InProject = { readonly project: string | undefined };

/** What the file of a command declares its actions with. */
export type Actions = {
  readonly version: string;
  readonly withCore: ActionIn<CommandContext & InProject>;
  /** A connection is added: PARALLAX_API_KEY is its key. */
  readonly withCoreStoringKey: ActionIn<CommandContext>;
  readonly withHistory: ActionIn<ReadingContext>;
  readonly withHistoryFile: (use: FileUse) => ActionIn<FileContext>;
  readonly withOperator: ActionIn<OperatorContext>;
  /** What runs in another way; `data` is the value of `--data`. */
  readonly onHost: ActionIn<Runtime & InProject & { readonly data: string | undefined }>;
};

/** Adds a command to a group, or arguments, options and action to a command. */
export type Declare = (command: Command, actions: Actions) => unknown;
