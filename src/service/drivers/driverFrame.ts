import type { DriverJob, DriverOutcome, DriverReadiness } from './driver.ts';
import {
  cleanKey,
  type DriverDefinition,
  type DriverOptions,
  limitsOf,
  readinessOf,
  readSettings,
} from './driverDefinition.ts';
import { type CallOptions, type CallResult, callProvider, type Exchange } from './providerCall.ts';
import { fatal } from './providerErrors.ts';
import { withoutSecret } from './redaction.ts';

/** One attempt's line to the provider: every exchange over it is kept. */
export type ProviderSession = {
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** Every exchange so far, in order. */
  readonly exchanges: readonly Exchange[];
  readonly exchange: (send: CallOptions['send'], isLast?: CallOptions['isLast']) => Promise<CallResult>;
};

/** What a provider folder is connected with: its key and its settings, checked and complete. */
export type ProviderSetup = {
  readonly key: string | undefined;
  readonly settings: Readonly<Record<string, string>>;
};

/** What every driver has, whichever engines it answers for. */
export type DriverFrame = {
  readonly setup: ProviderSetup;
  readonly readiness: () => DriverReadiness;
  /**
   * Runs one job: not at all while the driver is not ready or the provider has just refused the key, else over a
   * session of its own. Whatever comes out carries no key.
   */
  readonly run: (
    job: Pick<DriverJob, 'signal' | 'attempt' | 'nowMs'>,
    work: (session: ProviderSession) => Promise<DriverOutcome>,
  ) => Promise<DriverOutcome>;
  readonly openSession: (signal: AbortSignal, attempt: number) => ProviderSession;
};

/** A refused key is not tried again for this long: a queue of a thousand tasks would hammer the provider. */
const refusalMs = 30_000;

export function createDriverFrame(
  definition: Omit<DriverDefinition, 'create'>,
  options: DriverOptions,
): DriverFrame {
  const key = cleanKey(options.key);
  const settings = readSettings(definition.settings, options.settings);
  const values = settings.ok ? settings.values : {};
  const limits = limitsOf(values, options.limits);
  const fetch = options.fetch ?? globalThis.fetch;
  let refusal: { readonly until: number; readonly outcome: DriverOutcome & { kind: 'fatal' } } | undefined;

  const readiness = (): DriverReadiness => {
    const ready = readinessOf(definition, key, settings);
    return ready.ready && refusal !== undefined ? { ...ready, warning: refusal.outcome.message } : ready;
  };

  const openSession = (signal: AbortSignal, attempt: number): ProviderSession => {
    const exchanges: Exchange[] = [];
    const opened = performance.now();
    return {
      attempt,
      signal,
      exchanges,
      exchange: async (send, isLast) => {
        // The time limit is the attempt's, however many exchanges it takes.
        const totalMs = Math.max(1, limits.totalMs - (performance.now() - opened));
        const call = { fetch, signal, limits: { ...limits, totalMs }, send };
        const result = await callProvider(isLast === undefined ? call : { ...call, isLast });
        if (result.exchange !== undefined) exchanges.push(result.exchange);
        return result;
      },
    };
  };

  return {
    setup: { key, settings: values },
    readiness,
    openSession,
    run: async ({ signal, attempt, nowMs }, work) => {
      const ready = readinessOf(definition, key, settings);
      if (!ready.ready) return fatal(ready.missing === 'key' ? 'key' : 'rejected', ready.message);
      if (refusal !== undefined && nowMs < refusal.until) return refusal.outcome;
      const outcome = withoutSecret(await orAborted(work(openSession(signal, attempt)), signal), key);
      if (outcome.kind === 'answer') refusal = undefined;
      if (outcome.kind === 'fatal' && outcome.reason === 'key') {
        refusal = { until: nowMs + refusalMs, outcome };
      }
      return outcome;
    },
  };
}

/** Whatever the reason of an abort, a deadline included, the caller sees the one error the contract names. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new DOMException('The job was broken off', 'AbortError');
  }
}
