import type { ServiceOptions } from '#shared/interface/operator/control.ts';

export type JobRules = {
  readonly maximumAttempts: number;
  /**
   * No new attempt starts later than this after the first; a running one gets 5 % more before it is aborted.
   */
  readonly attemptWindowMs: number;
  /** The mean of the first delay is half of this; it doubles with each further one, up to `longestWaitMs`. */
  readonly retryBaseMs: number;
  readonly maxWaitMs: number;
  /**
   * How long a queued task waits for work accepted by a provider; a synchronous call waits for
   * `attemptWindowMs`.
   */
  readonly collectWindowMs: number;
};

/** The service's rules with every default filled in. */
export type ServiceSettings = {
  readonly rateLimitPerSecond: number;
  /** Maximum QUEUED tasks of an account. */
  readonly queueLimit: number;
  /** Maximum concurrent tasks of all accounts. */
  readonly workers: number;
  /** How long completed tasks, files and records of calls are kept. */
  readonly retentionMs: number;
  readonly jobRules: JobRules;
  readonly webhooks: {
    /** Delay after the first failed attempt; it doubles with each further one. */
    readonly baseMs: number;
    readonly attempts: number;
    readonly attemptTimeoutMs: number;
    readonly allowPrivate: boolean;
  };
  readonly redirectTimeoutMs: number;
  /** Whether every answered request is logged. */
  readonly logRequests: boolean;
  /** How long a stopping service continues to serve, so that load balancers notice. */
  readonly leaveMs: number;
};

export function serviceSettings(options: ServiceOptions): ServiceSettings {
  return {
    rateLimitPerSecond: options.rateLimitPerSecond ?? 1_000,
    queueLimit: options.queueLimit ?? 100_000,
    workers: options.workers ?? 1_000,
    retentionMs: (options.retentionHours ?? 24) * 3_600_000,
    jobRules: {
      maximumAttempts: 5,
      attemptWindowMs: (options.attemptWindowSeconds ?? 300) * 1_000,
      retryBaseMs: options.retryBaseMs ?? 1_000,
      maxWaitMs: 30_000,
      collectWindowMs: 24 * 3_600_000,
    },
    webhooks: {
      baseMs: options.webhookBaseMs ?? 120_000,
      attempts: 5,
      attemptTimeoutMs: 10_000,
      allowPrivate: options.allowPrivateWebhooks ?? false,
    },
    redirectTimeoutMs: 10_000,
    logRequests: options.logRequests ?? false,
    leaveMs: (options.shutdownDelaySeconds ?? 0) * 1_000,
  };
}
