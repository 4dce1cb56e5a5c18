import type { Engine } from '../interface/engines.ts';
import type { PlanId } from '../interface/plans.ts';
import type { ServiceOperationInput, ServiceOperationName, ServiceOperationOutput } from './operations.ts';

/**
 * How the embedded service is started (as the worker's `workerData`) and what its thread answers.
 * The core never imports the service: this file is all it knows of it.
 */
export type ServiceOptions = {
  /** Folder of the service's own database and result files. */
  readonly dataFolder: string;
  /** Address of a PostgreSQL database that several processes share in place of the folder's own. */
  readonly store?: string;
  /** How long a process that shares a database counts as alive without a sign of life. */
  readonly leaseSeconds?: number;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Address callers reach the service at when it stands behind a proxy; result files are given out under it. */
  readonly publicUrl?: string;
  /** Plan of the default account when it is first made; an existing account keeps its plan. */
  readonly plan?: PlanId;
  readonly workers?: number;
  readonly rateLimitPerSecond?: number;
  readonly queueLimit?: number;
  readonly retentionHours?: number;
  readonly attemptWindowSeconds?: number;
  readonly retryBaseMs?: number;
  readonly webhookBaseMs?: number;
  readonly allowPrivateWebhooks?: boolean;
  /** Serves figures in Prometheus' form at `/metrics`, to everyone who reaches the port. */
  readonly metrics?: boolean;
  /** Port of 127.0.0.1 whose `/mcp` is also this service's: the host answers assistants there. */
  readonly assistants?: number;
  /** Logs every request that was answered: its id, route, status and time; nothing of its content. */
  readonly logRequests?: boolean;
  /** Where the log goes: a file in the data folder unless told otherwise. */
  readonly logTo?: 'file' | 'stderr';
  /** After a stop was asked for, `/readyz` answers 503 that long while everything else is served as before. */
  readonly shutdownDelaySeconds?: number;
  /** Proxy of the system for the providers, where the environment names none. */
  readonly proxy?: string | null;
  /** Hosts whose redirect links may be resolved and whose `/search` URLs are accepted. */
  readonly searchHosts?: readonly string[];
  /** Engine to driver; what is absent keeps its default (the sandbox), null unbinds. */
  readonly bindings?: Readonly<Partial<Record<Engine, string | null>>>;
  /** Driver settings by driver id: base address, model and so on; never a key. */
  readonly driverSettings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Driver keys by driver id; live in memory only. */
  readonly driverKeys?: Readonly<Record<string, string>>;
  /** Origins a driver's key was stored for, and is sent to; to any of the driver's where a driver is absent. */
  readonly driverKeyAddresses?: Readonly<Record<string, readonly string[]>>;
};

/**
 * What a worker is started with. In `operator` mode it opens the data folder without listening, beside a service
 * that may be running on it in another process, answers calls, and ends after `stop`.
 */
export type ServiceWorkerData =
  | (ServiceOptions & { readonly mode?: 'service' })
  | { readonly mode: 'operator'; readonly dataFolder: string; readonly store?: string }
  /** Only gives the OpenAPI description and ends; needs no data folder. */
  | { readonly mode: 'describe' }
  /** Moves a service that does not run, from its file into a PostgreSQL database. */
  | { readonly mode: 'move'; readonly file: string; readonly to: string };

/** `apiKey` is minted for this start and valid until it stops. */
export type ServiceReady = { readonly baseUrl: string; readonly apiKey: string };

type ServiceCalls = {
  readonly [Name in ServiceOperationName]: (
    input: ServiceOperationInput<Name>,
  ) => ServiceOperationOutput<Name>;
} & {
  /** Takes no new work and lets running jobs finish within the budget. */
  readonly stop: (input: { readonly budgetMs: number }) => null;
};

/** `code` is an OperationErrorCode for a call; for a start that failed STORE_LOCKED, EADDRINUSE and so on, or FAILED. */
type ServiceRefusal = { readonly code: string; readonly message: string };

export type ServiceContract = {
  readonly opened: ServiceReady;
  readonly calls: ServiceCalls;
  readonly refusal: ServiceRefusal;
  readonly event: never;
};

export type OperatorContract = Omit<ServiceContract, 'opened'> & { readonly opened: null };

export type DescribeContract = Omit<ServiceContract, 'opened' | 'calls'> & {
  /** OpenAPI 3.1 as JSON text. */
  readonly opened: string;
  readonly calls: Readonly<Record<string, never>>;
};

/** What is to be moved. `state`: a new move, one that goes on, one that begins again since the file has changed, or one that was finished. */
export type MovePlan = {
  readonly file: string;
  /** The database, without user and password. */
  readonly target: string;
  readonly state: 'new' | 'continued' | 'changed' | 'finished';
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  /** Tasks that were being carried out and go back into the queue. */
  readonly requeued: number;
};

export type MoveProgress = {
  readonly step: 'copy' | 'check';
  readonly table: string;
  readonly rows: number;
  readonly of: number;
};

export type MoveReport = {
  readonly kind: 'moved';
  /** Rows that are the same on both sides, with a checksum over them; none where an earlier call has checked them. */
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly sha256: string }[];
  readonly sums: {
    readonly balance: number;
    readonly charged: number;
    readonly tasks: number;
    readonly ended: number;
  };
  /** The file's new name. */
  readonly movedTo: string;
};

export type MoveContract = Omit<ServiceContract, 'opened' | 'calls' | 'event'> & {
  readonly opened: MovePlan;
  readonly calls: {
    readonly move: (
      input: null,
    ) =>
      | MoveReport /** What of the database is not as it was copied. */
      | { readonly kind: 'differs'; readonly what: string };
  };
  readonly event: MoveProgress;
};
