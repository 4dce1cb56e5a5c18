/** Header names of the interface. Node lower-cases incoming names; compare with `toLowerCase()`. */
export const headerNames = {
  authorization: 'Authorization',
  requestId: 'X-Request-Id',
  rateLimitLimit: 'X-RateLimit-Limit',
  rateLimitRemaining: 'X-RateLimit-Remaining',
  concurrentLimit: 'X-Concurrent-Limit',
  concurrentCurrent: 'X-Concurrent-Current',
  concurrentRemaining: 'X-Concurrent-Remaining',
  creditsRemaining: 'X-Credits-Remaining',
  creditsCharged: 'X-Credits-Charged',
  latencyMs: 'X-Latency-Ms',
  webhookTimestamp: 'X-Webhook-Timestamp',
  webhookSignature: 'X-Webhook-Signature',
  webhookId: 'X-Webhook-Id',
  deprecation: 'Deprecation',
  sunset: 'Sunset',
  link: 'Link',
} as const;

/** A client may send its own request id of this form; anything else is replaced by a generated one. */
export const requestIdPattern = /^[A-Za-z0-9\-_.:]{1,128}$/;

/** `sk_` and 40 letters or digits. */
export const apiKeyPattern = /^sk_[A-Za-z0-9]{40}$/;
