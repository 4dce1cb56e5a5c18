import type { Engine } from '#shared/interface/engines.ts';
import type { EngineRequest } from '#shared/interface/requests/parseRequest.ts';
import type { ProviderFailureReason } from '#shared/provider/providerFailure.ts';
import type { Surface } from '#shared/provider/surface.ts';

/**
 * What a driver is asked: one attempt at one job. `request` is the engine's request after validation and
 * normalisation (`parseEngineRequest`); sandbox directives and include flags are still in it.
 */
export type DriverJob = EngineRequest & JobAttempt;

export type JobAttempt = {
  /** The same for every attempt at one job; differs between jobs, so asking again may answer differently. */
  readonly jobId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Wall clock of the service at the start of the attempt, milliseconds since the epoch. */
  readonly nowMs: number;
  /**
   * Aborted when the job's time is up or the service stops; drivers close their sockets. A caller who leaves does
   * not abort: an attempt that is running is finished, charged and kept.
   */
  readonly signal: AbortSignal;
  /** A task of the queue, which nobody waits for; false for a synchronous call. */
  readonly queued: boolean;
  /** What was kept last; null when nothing is outstanding at the provider. */
  readonly receipt: () => string | null;
  /**
   * Keeps with the job what the provider still works on, or null when that is over. Durable for a task before the
   * promise resolves: after a restart the work is collected, never ordered again.
   */
  readonly keepReceipt: (receipt: string | null) => Promise<void>;
};

/**
 * How far the asked-for country reached the engine: a real parameter, words in the prompt, a request that left from
 * an address in the country, or not at all.
 */
export type CountryHonoured = 'parameter' | 'prompt-hint' | 'exit-location' | 'not-applied' | 'not-requested';

/** How the answer ended. Anything but `complete` is no whole answer and is not to be counted as one. */
export type AnswerStop = {
  /** `cut`: a limit ended it. `refused`: the model declined. `blocked`: a filter stopped it part of the way. */
  readonly kind: 'complete' | 'cut' | 'refused' | 'blocked';
  /** The provider's own word, such as `max_output_tokens` or `SAFETY`. */
  readonly reason?: string;
};

/** What the provider counted, over every exchange of the attempt that answered. */
export type ProviderUsage = {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Part of the output the model spent on thinking. */
  readonly reasoningTokens?: number;
  /** Part of the input read from the provider's cache. */
  readonly cachedTokens?: number;
  /** Searches the provider charges for by the chunk. */
  readonly searches?: number;
  /** Requests or result pages, for a provider that charges by those. */
  readonly requests?: number;
};

/** Money the answer cost at the provider, over every exchange of the attempt that answered. */
export type ProviderCost = {
  readonly amount: number;
  readonly currency: 'USD';
  /** `stated` by the provider with the answer, or `computed` from a price list of this repository. */
  readonly source: 'stated' | 'computed';
  /** Day of the price list, YYYY-MM-DD; present when computed. */
  readonly pricesOf?: string;
};

/** Kept on every result as `result.provenance`: who answered and what was really applied. */
export type Provenance = {
  readonly driver: string;
  readonly model?: string;
  readonly country: {
    readonly requested: string | null;
    readonly honoured: CountryHonoured;
    readonly applied?: string;
  };
  /** Whether a web search really ran; absent where the notion does not apply. */
  readonly searched?: boolean;
  /** What was asked: a model's API, the page people see, or an API of search results. */
  readonly surface?: Surface;
  /** The instruction a person gave the driver, sent before the question. */
  readonly persona?: string;
  /** The answer shape that was served, for example `default` or `legacy`. */
  readonly servedShape?: string;
  /** How brand entities were found. */
  readonly entityExtraction?: 'engine' | 'rules' | 'model';
  /** How the answer ended; absent where a provider does not say. */
  readonly stop?: AnswerStop;
  /** The provider's own id of the request, for its support and its bill. */
  readonly requestId?: string;
  readonly usage?: ProviderUsage;
  readonly cost?: ProviderCost;
  /** Milliseconds spent waiting for the provider, over every exchange of the attempt that answered. */
  readonly latencyMs?: number;
};

/** One stored page of HTML; the service stores it and puts its URL into the result's `html` member. */
export type ResultPage = { readonly html: string };

export type DriverOutcome =
  | {
      readonly kind: 'answer';
      /** The engine's result of gap-fill section 9 without `html` and `provenance` (the service adds both). */
      readonly result: Record<string, unknown>;
      readonly provenance: Provenance;
      /** Present when the request asked for HTML. */
      readonly pages?: readonly ResultPage[];
      /** The provider exchange, without headers or keys, for "ask it now"; events or bodies as received. */
      readonly rawExchange?: unknown;
    }
  /** Worth another attempt; `retryAfterMs` is the provider's own hint. */
  | {
      readonly kind: 'retry';
      readonly cause: RetryCause;
      readonly reason: string;
      readonly retryAfterMs?: number;
    }
  /** The provider is at work, or has no room for now: no attempt, only a time to come back. */
  | { readonly kind: 'pending'; readonly checkAfterMs: number }
  /** Would fail the same way again: 502 EXTERNAL_SERVICE_ERROR, nothing charged. */
  | {
      readonly kind: 'fatal';
      readonly reason: FatalReason;
      /** One clear sentence without secrets. */
      readonly message: string;
    };

/** What went wrong for now. */
export type RetryCause = Extract<
  ProviderFailureReason,
  'rate' | 'trouble' | 'unreachable' | 'timeout' | 'half-answer' | 'unreadable'
>;

/**
 * What is wrong for good. `country`: the provider does not serve it. `lost`: the provider may have charged for an
 * answer that did not arrive, so it is not asked again.
 */
export type FatalReason = Extract<
  ProviderFailureReason,
  'key' | 'quota' | 'rejected' | 'blocked' | 'unreadable' | 'unsupported' | 'country' | 'lost'
>;

/** How a driver carries country, state and language to its provider. */
export type LocationSupport = 'parameter' | 'prompt-hint' | 'exit-location' | 'none';

/** Which result members a driver can fill for one engine; a member it cannot fill is absent, never invented. */
export type EngineCapabilities = {
  readonly fields: readonly string[];
  readonly country: LocationSupport;
  readonly state: LocationSupport;
  readonly language: LocationSupport;
  /** Absent for invented answers. */
  readonly surface?: Surface;
  /** Sentences a person should know, such as "never shows ads". */
  readonly notes?: readonly string[];
};

export type DriverReadiness =
  /** `warning`: the provider refused the key when last asked; one sentence for a person. */
  | { readonly ready: true; readonly warning?: string }
  | { readonly ready: false; readonly missing: string; readonly message: string };

/** What a provider says of the account behind a key; asking costs nothing. */
export type AccountState = {
  readonly balance?: { readonly amount: number; readonly currency: 'USD' };
  /** Searches left in a plan that counts those. */
  readonly searchesLeft?: number;
  /** Models the key may use. */
  readonly models?: number;
};

export type OfferedModel = {
  readonly name: string;
  /** Day the provider shuts it down, YYYY-MM-DD, where it says so. */
  readonly endsOn?: string;
};

export type Driver = {
  readonly id: string;
  readonly displayName: string;
  /** The engine family named in `details.service` of a 502. */
  readonly service: string;
  /** Engines it can answer for, with what it can fill. */
  readonly capabilities: Readonly<Partial<Record<Engine, EngineCapabilities>>>;
  readonly readiness: () => DriverReadiness;
  /** Never throws for provider trouble; throws only `AbortError` when `job.signal` aborted. */
  readonly answer: (job: DriverJob) => Promise<DriverOutcome>;
  /** Models the provider offers, where it has such a list. */
  readonly listModels?: (signal: AbortSignal) => Promise<readonly OfferedModel[]>;
  /**
   * Checks the key without asking a question, where the provider has a way.
   * @throws ProviderRefusal with one clear sentence when the key is refused or nobody answers
   */
  readonly account?: (signal: AbortSignal) => Promise<AccountState>;
  readonly close?: () => Promise<void>;
  /** For a driver whose redirect links no network knows: the service asks it instead of the host. */
  readonly redirects?: RedirectSource;
};

/** Redirect links a driver ships as `redirectLink` and resolves by itself. */
export type RedirectSource = {
  /** Host names of the links, without `www.`; `/search` addresses on them are accepted too. */
  readonly hosts: readonly string[];
  /** The destination of a `/goto` or `/url` link on one of the hosts; null when the link leads nowhere. */
  readonly resolve: (link: URL) => string | null;
};
