import type { Engine } from '../engines.ts';
import type { PlanId } from '../plans.ts';
import type { ServiceOperationInput, ServiceOperationName, ServiceOperationOutput } from './operations.ts';

/**
 * How the embedded service is started (`workerData` of the worker), and the messages of its thread. The core
 * never imports the service: this file is everything it knows about it.
 */
export type ServiceOptions = {
  /** Folder of the service's own database and result files. */
  readonly dataFolder: string;
  /** URL of a PostgreSQL database shared by several processes, instead of the folder's own. */
  readonly store?: string;
  /** How long a process on a shared database counts as alive without a heartbeat. */
  readonly leaseSeconds?: number;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** URL that callers use if it is behind a proxy; the base of URLs of result files. */
  readonly publicUrl?: string;
  /** Plan of the default account when it is created; an existing account keeps its plan. */
  readonly plan?: PlanId;
  readonly workers?: number;
  readonly rateLimitPerSecond?: number;
  readonly queueLimit?: number;
  readonly retentionHours?: number;
  readonly attemptWindowSeconds?: number;
  readonly retryBaseMs?: number;
  readonly webhookBaseMs?: number;
  readonly allowPrivateWebhooks?: boolean;
  /** Serves Prometheus metrics at `/metrics`, to everyone who can reach the port. */
  readonly metrics?: boolean;
  /** Port on 127.0.0.1 to which `/mcp` of this service is forwarded: the host serves assistants there. */
  readonly assistants?: number;
  /** Logs every answered request: id, route, status and time, but no content. */
  readonly logRequests?: boolean;
  /** Destination of the log: by default a file in the data folder. */
  readonly logTo?: 'file' | 'stderr';
  /** After a stop signal, `/readyz` returns 503 for this long while everything else is served. */
  readonly shutdownDelaySeconds?: number;
  /** The system's proxy for providers, if the environment names none. */
  readonly proxy?: string | null;
  /** Hosts whose redirect links may be resolved and whose `/search` URLs are accepted. */
  readonly searchHosts?: readonly string[];
  /** Engine to driver; absent ones keep their default (the sandbox), null unbinds. */
  readonly bindings?: Readonly<Partial<Record<Engine, string | null>>>;
  /** Driver settings by driver id: base URL, model and so on; never a key. */
  readonly driverSettings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Driver keys by driver id; in memory only. */
  readonly driverKeys?: Readonly<Record<string, string>>;
  /**
   * Origins for which a driver's key was stored, and to which it is sent; if a driver is absent, all of its
   * origins.
   */
  readonly driverKeyAddresses?: Readonly<Record<string, readonly string[]>>;
};

/**
 * What a worker is started with. In `operator` mode it opens the data folder without listening, beside a service
 * that may be running on it in another process, answers calls, and ends after `stop`.
 */
export type ServiceWorkerData =
  | (ServiceOptions & { readonly mode?: 'service' })
  | { readonly mode: 'operator'; readonly dataFolder: string; readonly store?: string }
  /** Only generates the OpenAPI description and ends; needs no data folder. */
  | { readonly mode: 'describe' }
  /** Moves a stopped service from its file into a PostgreSQL database. */
  | { readonly mode: 'move'; readonly file: string; readonly to: string };

/** `apiKey` is generated for this start and valid until it stops. */
export type ServiceReady = { readonly baseUrl: string; readonly apiKey: string };

type ServiceCalls = {
  readonly [Name in ServiceOperationName]: (
    input: ServiceOperationInput<Name>,
  ) => ServiceOperationOutput<Name>;
} & {
  /** Accepts no new work and lets running jobs finish within the budget. */
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

/**
 * Data to move. `state`: a new move, one to continue, one to restart because the file has changed, or a
 * finished one.
 */
export type MovePlan = {
  readonly file: string;
  /** The database, without user and password. */
  readonly target: string;
  readonly state: 'new' | 'continued' | 'changed' | 'finished';
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  /** Running tasks, which return to the queue. */
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
  /** Rows that are equal on both sides, with a checksum; none if an earlier call has verified them. */
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
