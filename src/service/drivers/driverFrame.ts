import type { z } from 'zod';
import { fetchTrusting } from '#platform/http/certificates.ts';
import type { Logger } from '#platform/log.ts';
import { withoutSecret } from '#platform/withoutSecret.ts';
import type {
  Driver,
  DriverJob,
  DriverOutcome,
  DriverReadiness,
  EngineCapabilities,
  ErrorRule,
  Provenance,
  StructuredOutcome,
} from './driver.ts';
import {
  cleanKey,
  type DriverOptions,
  type DriverRecord,
  limitsOf,
  readinessOf,
} from './driverDefinition.ts';
import { createMeter, type Meter } from './meter.ts';
import { type PriceList, undated } from './prices.ts';
import {
  type CallOptions,
  type CallResult,
  callProvider,
  type Exchange,
  mayHaveArrived,
  type ProviderRequest,
} from './providerCall.ts';
import { type FailedOutcome, fatal, lost, ProviderRefusal } from './providerErrors.ts';
import { type ReadSettings, readSettings, type SettingsSchema, settingFields } from './settings.ts';

/** The session of one attempt with the provider, which records every exchange. */
export type ProviderSession = Pick<DriverJob, 'jobId' | 'queued' | 'receipt' | 'keepReceipt'> & {
  readonly attempt: number;
  /** Milliseconds since the epoch, at the start of the attempt. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** The driver's own table of errors. */
  readonly errors: readonly ErrorRule[];
  /** Every exchange so far, in order. */
  readonly exchanges: readonly Exchange[];
  /** Whether a request of this attempt may have been processed by the provider. */
  readonly mayHaveArrived: () => boolean;
  /** Records ids, tokens and cost from the provider. */
  readonly meter: Meter;
  /** Provenance data about the exchanges so far. */
  readonly metered: () => Pick<Provenance, 'requestId' | 'usage' | 'cost' | 'latencyMs'>;
  readonly exchange: (request: ProviderRequest, isLast?: CallOptions['isLast']) => Promise<CallResult>;
};

/** A provider's key and validated settings. */
export type ProviderSetup<Settings> = {
  readonly key: string | undefined;
  readonly settings: Settings;
};

/** Common part of all drivers, whichever engines they answer for. */
export type DriverFrame<Provider> = Pick<
  Driver,
  'id' | 'displayName' | 'service' | 'capabilities' | 'readiness'
> & {
  /** Undefined while a setting is invalid. */
  readonly provider: Provider | undefined;
  /**
   * Runs a job in its own session, unless the driver is not ready or the provider has just rejected the key.
   * The outcome never contains the key; an answer contains what the session metered.
   */
  readonly run: (
    job: DriverJob,
    work: (session: ProviderSession, provider: Provider) => Promise<DriverOutcome>,
  ) => Promise<DriverOutcome>;
  /** The same for work outside any engine, such as the analysis of answers. */
  readonly consult: (
    at: Pick<DriverJob, 'signal' | 'nowMs'>,
    work: (session: ProviderSession, provider: Provider) => Promise<StructuredOutcome['outcome']>,
  ) => Promise<StructuredOutcome>;
  readonly prices: PriceList | undefined;
  /**
   * A list, outside any job.
   * @throws ProviderRefusal with one clear sentence without the key
   */
  readonly list: <T>(signal: AbortSignal, work: (session: ProviderSession) => Promise<T>) => Promise<T>;
};

type Outcome = DriverOutcome | StructuredOutcome['outcome'];

type SessionJob = Omit<DriverJob, 'engine' | 'request'>;

/** Timeout for a list, which is requested outside any job. */
const noJob = {
  jobId: '',
  attempt: 1,
  nowMs: 0,
  queued: false,
  receipt: () => null,
  keepReceipt: () => Promise.resolve(),
} satisfies Omit<SessionJob, 'signal'>;

/**
 * A rejected key is not tried again for this long; otherwise a queue of a thousand tasks would hammer the
 * provider.
 */
const refusalMs = 30_000;

export function createDriverFrame<Schema extends SettingsSchema, Provider>(
  record: DriverRecord<Schema>,
  options: DriverOptions,
  connect: (setup: ProviderSetup<z.output<Schema>>) => Provider,
): DriverFrame<Provider> {
  const key = cleanKey(options.key);
  const fields = settingFields(record.settings);
  const settings = readSettings(record.settings, options.settings);
  const provider = settings.ok ? connect({ key, settings: settings.values }) : undefined;
  const persona = personaOf(settings.ok ? settings.values : {});
  const limits = limitsOf(settings.ok ? settings.values : {}, options.limits);
  const fetch = options.fetch ?? fetchTrusting;
  const prices = settings.ok ? pricesOf(record, settings.values) : record.prices;
  const repeat = (settings.ok ? record.repeatWith?.(settings.values) : undefined) ?? record.repeat;
  const { log = () => {}, now = Date.now } = options;
  // What costs nothing to ask again costs nothing.
  const priceNotes = createPriceNotes(record, repeat === 'free' ? undefined : prices, log);
  let refusal: { readonly until: number; readonly outcome: DriverOutcome & { kind: 'fatal' } } | undefined;

  const readiness = (): DriverReadiness => {
    const ready = readinessOf(record, fields, key, settings);
    if (!ready.ready) return ready;
    const warning = refusal?.outcome.message ?? endOf(record, settings, now()) ?? priceNotes.unpriced();
    return warning === undefined ? ready : { ...ready, warning };
  };
  const openSession = (job: SessionJob): ProviderSession =>
    sessionOf(job, prices, record.errors ?? [], { fetch, limits });

  /** Why nothing is sent: not ready, or the provider has just rejected the key. */
  const obstacleAt = (nowMs: number): FailedOutcome | undefined => {
    const ready = readinessOf(record, fields, key, settings);
    if (!ready.ready) return fatal(ready.missing === 'key' ? 'key' : 'rejected', ready.message);
    return refusal !== undefined && nowMs < refusal.until ? refusal.outcome : undefined;
  };
  const noteRefusal = (outcome: Outcome, nowMs: number): void => {
    if (outcome.kind === 'answer' || outcome.kind === 'json') refusal = undefined;
    if (outcome.kind === 'fatal' && outcome.reason === 'key') {
      refusal = { until: nowMs + refusalMs, outcome };
    }
  };
  const asked = <O extends Outcome>(session: ProviderSession, work: () => Promise<O>) =>
    orAborted<O | FailedOutcome>(
      repeat === 'never' ? askedOnce(record.displayName, session, work) : work(),
      session.signal,
    );

  return {
    id: record.id,
    displayName: record.displayName,
    service: record.service,
    capabilities: record.capabilities,
    readiness,
    provider,
    prices,
    run: async (job, work) => {
      const obstacle = obstacleAt(job.nowMs);
      if (obstacle !== undefined) return obstacle;
      const capabilities = record.capabilities[job.engine];
      if (capabilities === undefined || provider === undefined) {
        return fatal('unsupported', `${record.displayName} does not support ${job.engine}.`);
      }
      const session = openSession(job);
      const worked = await asked(session, () => work(session, provider));
      const outcome = withoutSecret(measured(worked, session, capabilities, persona), key);
      noteRefusal(outcome, job.nowMs);
      if (outcome.kind === 'answer') priceNotes.note(session);
      return outcome;
    },
    consult: async (at, work) => {
      const obstacle = obstacleAt(at.nowMs);
      if (obstacle !== undefined || provider === undefined)
        return { outcome: obstacle ?? fatal('rejected', 'Not ready.'), metered: {} };
      const session = openSession({ ...noJob, ...at });
      const outcome = withoutSecret(await asked(session, () => work(session, provider)), key);
      noteRefusal(outcome, at.nowMs);
      return { outcome, metered: session.metered() };
    },
    list: async (signal, work) => {
      try {
        return withoutSecret(await work(openSession({ ...noJob, signal })), key);
      } catch (error) {
        signal.throwIfAborted();
        const message = withoutSecret(error instanceof Error ? error.message : 'no list', key);
        throw new ProviderRefusal(error instanceof ProviderRefusal ? error.reason : 'trouble', message);
      }
    },
  };
}

function sessionOf(
  job: SessionJob,
  prices: PriceList | undefined,
  errors: readonly ErrorRule[],
  { fetch, limits }: Pick<CallOptions, 'fetch' | 'limits'>,
): ProviderSession {
  const { signal, attempt, nowMs, jobId, queued, receipt, keepReceipt } = job;
  const exchanges: Exchange[] = [];
  const meter = createMeter(prices, new Date(nowMs).toISOString().slice(0, 10));
  const opened = performance.now();
  let waitedMs = 0;
  let headerId: string | undefined;
  let arrived = false;
  return {
    jobId,
    queued,
    receipt,
    keepReceipt,
    attempt,
    errors,
    signal,
    now: () => nowMs + (performance.now() - opened),
    exchanges,
    mayHaveArrived: () => arrived,
    meter,
    metered: () => ({
      ...meter.total(),
      ...(headerId === undefined ? {} : { requestId: headerId }),
      latencyMs: Math.round(waitedMs),
    }),
    exchange: async (request, isLast) => {
      // The time limit covers the attempt, however many exchanges it has.
      const totalMs = Math.max(1, limits.totalMs - (performance.now() - opened));
      const sent = performance.now();
      const result = await callProvider({ request, fetch, signal, limits: { ...limits, totalMs }, isLast });
      waitedMs += performance.now() - sent;
      arrived ||= mayHaveArrived(result) || isAnswer(result);
      if (result.kind === 'response') headerId = requestIdIn(result.response.headers) ?? headerId;
      exchanges.push(result.exchange);
      return { ...result, errors };
    },
  };
}

/** The list with the prices of the account's plan, and of the models that the user entered. */
function pricesOf(
  { prices, ownPrices }: DriverRecord<SettingsSchema>,
  values: Readonly<Record<string, unknown>>,
): PriceList | undefined {
  if (prices === undefined) return undefined;
  const { modelPrices } = values;
  const own = typeof modelPrices === 'object' ? (modelPrices as PriceList['models']) : undefined;
  return { ...prices, ...ownPrices?.(values), models: { ...prices.models, ...own } };
}

/** Says once that a cost is unknown, or that the list and the provider disagree. */
function createPriceNotes(
  { id, displayName }: Pick<DriverRecord<SettingsSchema>, 'id' | 'displayName'>,
  prices: PriceList | undefined,
  log: Logger,
) {
  let unpriced: string | undefined;
  let deviating = false;
  return {
    unpriced: () => unpriced,
    note: ({ meter }: Pick<ProviderSession, 'meter'>): void => {
      const model = meter.unpriced();
      if (model !== undefined && unpriced === undefined && prices !== undefined) {
        unpriced = `The cost of ${model} is unknown: it is not in the price list of ${prices.of}. Enter its price in “Prices of models” of ${displayName} in Settings, Engines.`;
        log('warn', unpriced);
      }
      const both = meter.compared();
      if (both === undefined || deviating || Math.abs(both.computed - both.stated) <= both.stated * 0.1)
        return;
      deviating = true;
      log('warn', 'The price list differs from the stated cost of an answer', { driver: id, ...both });
    },
  };
}

const soonMs = 60 * 86_400_000;

/** A warning if the provider shuts the chosen model down soon, or has done so. */
function endOf(
  { prices, displayName }: DriverRecord<SettingsSchema>,
  settings: ReadSettings<Readonly<Record<string, unknown>>>,
  nowMs: number,
): string | undefined {
  const model = settings.ok ? String(settings.values.model ?? '') : '';
  const day = prices?.endsOn?.[undated(model)];
  if (day === undefined || Date.parse(day) - nowMs > soonMs) return undefined;
  return `${displayName} shuts ${model} down on ${day}. Choose another model in Settings, Engines.`;
}

/** Stored while a question that may be charged is in flight, so that the next start does not repeat it. */
const inFlight = JSON.stringify({ state: 'asked' });

/** A failure in transit, as opposed to an error returned by the provider, which is not charged. */
const lostOnTheWay: ReadonlySet<string> = new Set(['half-answer', 'unreadable', 'timeout', 'unreachable']);

/** One attempt at a question that is charged when it is answered, whether or not the answer arrives. */
async function askedOnce<O extends Outcome>(
  name: string,
  session: ProviderSession,
  work: () => Promise<O>,
): Promise<O | FailedOutcome> {
  if (session.receipt() !== null) return lost(name);
  await session.keepReceipt(inFlight);
  const outcome = await work();
  if (outcome.kind === 'answer' || outcome.kind === 'json') return outcome;
  await session.keepReceipt(null);
  const isLost = outcome.kind === 'retry' && lostOnTheWay.has(outcome.cause) && session.mayHaveArrived();
  return isLost ? lost(name) : outcome;
}

/** A response from the provider itself, readable or not; an HTML page comes from an intermediary. */
function isAnswer(result: CallResult): boolean {
  if (result.kind !== 'response') return false;
  const { status, body } = result.response;
  return status < 300 && (body.json || body.events.length > 0);
}

function measured(
  outcome: DriverOutcome,
  session: ProviderSession,
  { surface }: EngineCapabilities,
  persona: string,
): DriverOutcome {
  if (outcome.kind !== 'answer') return outcome;
  const provenance = {
    ...outcome.provenance,
    ...(surface === undefined ? {} : { surface }),
    // With a persona the model answers differently, so figures must not pool both without saying so.
    ...(persona === '' ? {} : { surface: 'model-api-persona' as const, persona }),
    ...session.metered(),
  };
  return { ...outcome, provenance };
}

/** The value of `personaSetting`; empty for a driver without one. */
function personaOf(values: Readonly<Record<string, unknown>>): string {
  return typeof values.persona === 'string' ? values.persona : '';
}

/** The id providers give a request for their support. */
function requestIdIn(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? headers.get('request-id') ?? undefined;
}

/**
 * Whatever the reason of an abort, including a deadline, the caller gets the error specified in the contract.
 */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new DOMException('The job was broken off', 'AbortError');
  }
}
