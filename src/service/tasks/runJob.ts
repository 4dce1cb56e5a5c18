import type { Clock, Random } from '#platform/clock.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { EngineRequest } from '#shared/interface/requests/parseRequest.ts';
import type { Driver, DriverJob, DriverOutcome, FatalReason, RetryCause } from '../drivers/driver.ts';
import type { JobRules } from '../parts/settings.ts';

export type Job = {
  readonly id: string;
  readonly asked: EngineRequest;
  /** Attempts that failed in a former run of the service. */
  readonly failedAttempts: number;
  /** A queued task; false for a synchronous call. */
  readonly queued: boolean;
  /** Receipt of the provider's outstanding work from a former run of the service. */
  readonly receipt: string | null;
};

export type JobOutcome =
  | {
      readonly kind: 'answer';
      readonly answer: Extract<DriverOutcome, { kind: 'answer' }>;
      /** Number of attempts, including this one. */
      readonly attempts: number;
    }
  /** Every attempt failed, or the time for attempts is up. */
  | {
      readonly kind: 'exhausted';
      readonly attempts: number;
      /** For the log. */
      readonly reason: string;
      /** Cause of the last attempt's failure; absent if it was made in a former run of the service. */
      readonly lastCause?: RetryCause;
    }
  /** Would fail in the same way again. */
  | {
      readonly kind: 'fatal';
      readonly attempts: number;
      readonly service: string;
      readonly reason: FatalReason;
      readonly message: string;
    }
  /** No driver is bound to the engine any more. */
  | { readonly kind: 'unavailable'; readonly attempts: number }
  /** Aborted from outside, between or within attempts; the running attempt is not counted. */
  | { readonly kind: 'stopped'; readonly attempts: number };

export type JobPorts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly driverFor: (engine: Engine, country?: string) => Driver | undefined;
};

export type JobHooks = {
  /** Aborts everything, including the running attempt. */
  readonly stop: AbortSignal;
  /** Ends the delay between attempts; a running attempt continues. */
  readonly abandon?: () => AbortSignal;
  /** Called after an attempt failed with a retryable error, before the delay. */
  readonly onFailedAttempt?: (attempts: number) => Promise<void>;
  /** Stores a driver's receipt durably. */
  readonly onReceipt?: (receipt: string | null) => Promise<void>;
};

/** Calls the driver until it answers, fails permanently, or attempts or time are used up. */
export async function runJob(
  job: Job,
  rules: JobRules,
  ports: JobPorts,
  hooks: JobHooks,
): Promise<JobOutcome> {
  const { clock } = ports;
  const startedAt = clock.now();
  let attempts = job.failedAttempts;
  if (attempts >= rules.maximumAttempts)
    return { kind: 'exhausted', attempts, reason: 'attempts were used up' };

  let { receipt } = job;
  let waitedMs = 0;
  const order: JobOrder = {
    queued: job.queued,
    receipt: () => receipt,
    keepReceipt: async (next) => {
      receipt = next;
      await hooks.onReceipt?.(next);
    },
  };
  const collectWindowMs = job.queued ? rules.collectWindowMs : rules.attemptWindowMs;

  const timeUp = new AbortController();
  const cutOff = setTimeout(() => timeUp.abort(), rules.attemptWindowMs * 1.05);
  const stopNow = (): void => timeUp.abort();
  hooks.stop.addEventListener('abort', stopNow, { once: true });
  try {
    for (;;) {
      if (hooks.stop.aborted) return { kind: 'stopped', attempts };
      const driver = ports.driverFor(job.asked.engine, job.asked.request.country);
      if (driver === undefined) return { kind: 'unavailable', attempts };
      const outcome = await attempt(driver, job, order, attempts + 1, clock.now(), timeUp.signal);
      if (hooks.stop.aborted && outcome.kind !== 'answer') return { kind: 'stopped', attempts };
      if (outcome.kind === 'pending') {
        if (waitedMs + outcome.checkAfterMs > collectWindowMs) return overdue(driver, attempts, receipt);
        const interrupted = await waitOr(clock, outcome.checkAfterMs, hooks);
        if (interrupted) return { kind: 'stopped', attempts };
        waitedMs += outcome.checkAfterMs;
        cutOff.refresh();
        continue;
      }
      attempts += 1;
      if (outcome.kind === 'answer') return { kind: 'answer', answer: outcome, attempts };
      if (outcome.kind === 'fatal') {
        const { reason, message } = outcome;
        return { kind: 'fatal', attempts, service: driver.service, reason, message };
      }
      const wait = waitBefore(attempts, outcome, rules, ports.random);
      const lastCause = outcome.cause;
      if (attempts >= rules.maximumAttempts)
        return { kind: 'exhausted', attempts, reason: outcome.reason, lastCause };
      if (clock.now() + wait - startedAt - waitedMs > rules.attemptWindowMs)
        return { kind: 'exhausted', attempts, reason: `out of time: ${outcome.reason}`, lastCause };
      await hooks.onFailedAttempt?.(attempts);
      const interrupted = await waitOr(clock, wait, hooks);
      if (interrupted) return { kind: 'stopped', attempts };
    }
  } finally {
    clearTimeout(cutOff);
    hooks.stop.removeEventListener('abort', stopNow);
  }
}

type JobOrder = Pick<DriverJob, 'queued' | 'receipt' | 'keepReceipt'>;

/** A provider that never delivered accepted work, or never had room. */
function overdue(driver: Driver, attempts: number, receipt: string | null): JobOutcome {
  if (receipt === null) return { kind: 'exhausted', attempts, reason: `${driver.displayName} had no room` };
  const message = `${driver.displayName} took the question and did not deliver in time; it may have charged for it.`;
  return { kind: 'fatal', attempts, service: driver.service, reason: 'lost', message };
}

async function attempt(
  driver: Driver,
  job: Job,
  order: JobOrder,
  number: number,
  nowMs: number,
  signal: AbortSignal,
): Promise<DriverOutcome> {
  try {
    return await orAborted(
      driver.answer({
        ...job.asked,
        ...order,
        jobId: job.id,
        attempt: number,
        nowMs,
        signal,
      }),
      signal,
    );
  } catch (error) {
    // A driver throws only when aborted; anything else is a bug in it and worth another attempt.
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'retry', cause: signal.aborted ? 'timeout' : 'trouble', reason };
  }
}

/** Does not wait for a driver that ignores the signal. */
function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new Error('the attempt was cut off'));
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(
      (value) => {
        signal.removeEventListener('abort', onAbort);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort);
        reject(error);
      },
    );
  });
}

/** Exponential backoff with full jitter; a provider's own hint is a lower bound. */
function waitBefore(
  attempts: number,
  outcome: Extract<DriverOutcome, { kind: 'retry' }>,
  rules: JobRules,
  random: Random,
): number {
  const ceiling = Math.min(rules.maxWaitMs, rules.retryBaseMs * 2 ** (attempts - 1));
  return Math.max(Math.floor(random() * ceiling), outcome.retryAfterMs ?? 0);
}

async function waitOr(clock: Clock, ms: number, { stop, abandon }: JobHooks): Promise<boolean> {
  const signal = abandon === undefined ? stop : AbortSignal.any([stop, abandon()]);
  if (signal.aborted) return true;
  try {
    await clock.wait(ms, signal);
    return false;
  } catch {
    return true;
  }
}
