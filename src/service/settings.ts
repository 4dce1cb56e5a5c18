import type { ServiceOptions } from '#shared/service/control.ts';
import type { JobRules } from './jobs/runJob.ts';

/** The service's rules with every default filled in. */
export type ServiceSettings = {
  readonly rateLimitPerSecond: number;
  /** Most QUEUED tasks an account may have. */
  readonly queueLimit: number;
  /** Most tasks that run at once over all accounts. */
  readonly workers: number;
  /** How long finished tasks, files and the records of calls are kept. */
  readonly retentionMs: number;
  readonly jobRules: JobRules;
  readonly webhooks: {
    /** Wait after the first failed attempt; each further one doubles. */
    readonly baseMs: number;
    readonly attempts: number;
    readonly attemptTimeoutMs: number;
    readonly allowPrivate: boolean;
  };
  readonly redirectTimeoutMs: number;
  /** A line in the log for every request answered. */
  readonly logRequests: boolean;
  /** How long a service that is to stop goes on serving, for balancers to notice. */
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
