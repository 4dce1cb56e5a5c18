import type { Engine } from '../interface/engines.ts';
import type { PlanId } from '../interface/plans.ts';

/**
 * How the embedded service is started (as the worker's `workerData`) and spoken to over the worker's port.
 * The core never imports the service: this file is all it knows of it.
 */
export type ServiceOptions = {
  /** Folder of the service's own database and result files. */
  readonly dataFolder: string;
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
  /** Hosts whose redirect links may be resolved and whose `/search` URLs are accepted. */
  readonly searchHosts?: readonly string[];
  /** Engine to driver; what is absent keeps its default (the sandbox), null unbinds. */
  readonly bindings?: Readonly<Partial<Record<Engine, string | null>>>;
  /** Driver settings by driver id: base address, model and so on; never a key. */
  readonly driverSettings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Driver keys by driver id; live in memory only. */
  readonly driverKeys?: Readonly<Record<string, string>>;
};

/**
 * What a worker is started with. In `operator` mode it opens the data folder without listening, beside a service
 * that may be running on it in another process, answers calls, and ends after `stop`.
 */
export type ServiceWorkerData =
  | (ServiceOptions & { readonly mode?: 'service' })
  | { readonly mode: 'operator'; readonly dataFolder: string }
  /** Only gives the OpenAPI description and ends; needs no data folder. */
  | { readonly mode: 'describe' };

/** The one message of a worker in describe mode: OpenAPI 3.1 as JSON text. */
export type ServiceDescription = { readonly type: 'description'; readonly openApi: string };

/** First message of a worker in operator mode. */
export type OperatorReady = { readonly type: 'operator-ready' };

/** First message of the worker. `apiKey` is minted for this start and valid until it stops. */
export type ServiceReady = { readonly type: 'ready'; readonly baseUrl: string; readonly apiKey: string };
export type ServiceFailed = { readonly type: 'failed'; readonly code: string; readonly message: string };

/** Core to worker. Operator calls are named operations; `stop` drains within the budget and then exits. */
export type ServiceRequest =
  | { readonly type: 'stop'; readonly budgetMs: number }
  | { readonly type: 'call'; readonly id: number; readonly operation: string; readonly input: unknown };

/** Worker to core. */
export type ServiceReply =
  | { readonly type: 'result'; readonly id: number; readonly ok: true; readonly output: unknown }
  | {
      readonly type: 'result';
      readonly id: number;
      readonly ok: false;
      readonly code: string;
      readonly message: string;
    };

export type ServiceMessage = ServiceReady | ServiceFailed | ServiceReply;

/** Worker in operator mode to whoever started it. */
export type OperatorMessage = OperatorReady | ServiceFailed | ServiceReply;
