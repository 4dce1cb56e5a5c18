import type { ServiceOptions } from '#shared/interface/operator/control.ts';

// Options of the commands that start a host, whose modules are loaded late.

export type WebOptions = {
  readonly port: number;
  /** Whether a browser is started. */
  readonly open: boolean;
  /** A project's file to read in place of the data folder. */
  readonly file?: string;
  /** Whether assistants are served too. */
  readonly mcp?: boolean;
  readonly allowSpending?: number;
};

export type AssistantOptions = {
  /** Default project of every tool. */
  readonly project?: string;
  /** Monthly credit limit of assistants; without it they cannot ask questions. */
  readonly allowSpending?: number;
};

export type McpOptions = AssistantOptions & {
  /** Over HTTP on this port of 127.0.0.1, 0 for a free one; otherwise over stdin and stdout. */
  readonly port?: number;
  /** A bundle to write instead of starting the server. */
  readonly bundle?: string;
};

export type ServeFlags = Pick<
  ServiceOptions,
  | 'store'
  | 'host'
  | 'plan'
  | 'workers'
  | 'queueLimit'
  | 'retentionHours'
  | 'attemptWindowSeconds'
  | 'retryBaseMs'
  | 'webhookBaseMs'
  | 'allowPrivateWebhooks'
  | 'publicUrl'
  | 'metrics'
  | 'logRequests'
  | 'logTo'
  | 'shutdownDelaySeconds'
> & {
  readonly port?: number;
  readonly rateLimit?: number;
  /** Serves assistants at /mcp: the history of the data folder, or of this one. */
  readonly mcp?: true | string;
  /** Project of every tool of an assistant that names none. */
  readonly project?: string;
  /** File for the OpenAPI description; nothing is served then. */
  readonly openapi?: string;
};

export type MoveFlags = {
  /** Address of the PostgreSQL database. */
  readonly to?: string;
  /** The service's file, where it is not the data folder's. */
  readonly from?: string;
  readonly dryRun: boolean;
  readonly format: 'table' | 'json';
};
