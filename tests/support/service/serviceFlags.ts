/** What a started service can be told on its command line; every clock of it can be turned down here. */
export type StartOptions = {
  readonly plan?: string;
  readonly host?: string;
  /** An existing data folder to start on again; without it a fresh one is made, and removed at the end. */
  readonly dataFolder?: string;
  readonly workers?: number;
  readonly rateLimit?: number;
  readonly queueLimit?: number;
  readonly retentionHours?: number;
  readonly attemptWindowSeconds?: number;
  readonly retryBaseMs?: number;
  readonly webhookBaseMs?: number;
  readonly allowPrivateWebhooks?: boolean;
  /** Engines without a driver. Not a switch of `serve`: the operator unbinds them. */
  readonly unavailable?: readonly string[];
};

/** The arguments of `parallax serve` after the port and the data folder. */
export function serveFlags(options: StartOptions): string[] {
  const flags: string[] = [];
  const add = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) flags.push(name, String(value));
  };
  add('--plan', options.plan);
  add('--host', options.host);
  add('--workers', options.workers);
  add('--rate-limit', options.rateLimit);
  add('--queue-limit', options.queueLimit);
  add('--retention-hours', options.retentionHours);
  add('--attempt-window-seconds', options.attemptWindowSeconds);
  add('--retry-base-ms', options.retryBaseMs);
  add('--webhook-base-ms', options.webhookBaseMs);
  if (options.allowPrivateWebhooks === true) flags.push('--allow-private-webhooks');
  return flags;
}
