import type { Engine } from '#shared/interface/engines.ts';
import type { ProviderFailureReason } from '#shared/interface/providerFailure.ts';
import type { EngineRequest } from '#shared/interface/requests/parseRequest.ts';
import type { Surface } from '#shared/interface/surface.ts';
import type { PriceList, ProviderUsage } from './prices.ts';

/**
 * Input of a driver: one attempt at one job. `request` is the engine's request after validation and
 * normalization (`parseEngineRequest`), including sandbox directives and include flags.
 */
export type DriverJob = EngineRequest & JobAttempt;

export type JobAttempt = {
  /**
   * The same for every attempt at one job; differs between jobs, so that repeated questions may get different
   * answers.
   */
  readonly jobId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Wall clock of the service at the start of the attempt, milliseconds since the epoch. */
  readonly nowMs: number;
  /**
   * Aborted when the job's time is up or the service stops; drivers then close their sockets. A disconnected
   * caller does not abort: a running attempt is finished, charged and stored.
   */
  readonly signal: AbortSignal;
  /** Whether this is a queued task, which nobody waits for; false for a synchronous call. */
  readonly queued: boolean;
  /** The last stored receipt; null if nothing is outstanding at the provider. */
  readonly receipt: () => string | null;
  /**
   * Stores a receipt of outstanding work with the job, or null when it is done. For a task it is durable before
   * the promise resolves: after a restart, the work is collected and never requested again.
   */
  readonly keepReceipt: (receipt: string | null) => Promise<void>;
};

/**
 * How the requested country reached the engine: as a parameter, in the prompt, by a request sent from an
 * address in the country, or not at all.
 */
export type CountryHonoured = 'parameter' | 'prompt-hint' | 'exit-location' | 'not-applied' | 'not-requested';

/** How the answer ended. Only a `complete` answer may count in figures. */
export type AnswerStop = {
  /** `cut`: a limit ended it. `refused`: the model declined. `blocked`: a filter stopped it. */
  readonly kind: 'complete' | 'cut' | 'refused' | 'blocked';
  /** The provider's own term, such as `max_output_tokens` or `SAFETY`. */
  readonly reason?: string;
};

/** The provider's charge for the answer, summed over every exchange of the attempt that answered. */
export type ProviderCost = {
  readonly amount: number;
  readonly currency: 'USD';
  /** `stated` by the provider with the answer, or `computed` from a price list of this repository. */
  readonly source: 'stated' | 'computed';
  /** Day of the price list, YYYY-MM-DD; present when computed. */
  readonly pricesOf?: string;
};

/** Stored in every result as `result.provenance`: which driver answered, and what was really applied. */
export type Provenance = {
  readonly driver: string;
  readonly model?: string;
  readonly country: {
    readonly requested: string | null;
    readonly honoured: CountryHonoured;
    readonly applied?: string;
  };
  /** Whether a web search really ran; absent if not applicable. */
  readonly searched?: boolean;
  /**
   * An AI overview that the page showed but that did not arrive: the result then has no `aioverview`, while null says
   * that the page showed none.
   */
  readonly overview?: { readonly shown: true; readonly arrived: false; readonly reason: string };
  /** The surface: a model's API, a consumer page, or an API of search results. */
  readonly surface?: Surface;
  /** The user's instruction for the driver, sent before the question (persona). */
  readonly persona?: string;
  /** The answer shape that was served, for example `default` or `legacy`. */
  readonly servedShape?: string;
  /** How brand entities were found. */
  readonly entityExtraction?: 'engine' | 'rules' | 'model';
  /** How the answer ended; absent if the provider does not say. */
  readonly stop?: AnswerStop;
  /** The provider's request id, for its support and billing. */
  readonly requestId?: string;
  readonly usage?: ProviderUsage;
  readonly cost?: ProviderCost;
  /** Time spent waiting for the provider in milliseconds, over every exchange of the attempt that answered. */
  readonly latencyMs?: number;
};

/** One HTML page; the service stores it and puts its URL into the result's `html` field. */
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
  /** The provider is working, or has no room for now: not an attempt, only a time to poll again. */
  | { readonly kind: 'pending'; readonly checkAfterMs: number }
  /** Would fail in the same way again: 502 EXTERNAL_SERVICE_ERROR, nothing charged. */
  | {
      readonly kind: 'fatal';
      readonly reason: FatalReason;
      /** One clear sentence without secrets. */
      readonly message: string;
    };

/** The cause of a temporary failure. */
export type RetryCause = Extract<
  ProviderFailureReason,
  'rate' | 'trouble' | 'unreachable' | 'timeout' | 'half-answer' | 'unreadable'
>;

/**
 * The cause of a permanent failure. `country`: the provider does not serve it. `lost`: the provider may have
 * charged for an answer that did not arrive, so it is not retried.
 */
export type FatalReason = Extract<
  ProviderFailureReason,
  'key' | 'quota' | 'rejected' | 'blocked' | 'unreadable' | 'unsupported' | 'country' | 'lost'
>;

/** How a driver passes country, state and language to its provider. */
export type LocationSupport = 'parameter' | 'prompt-hint' | 'exit-location' | 'none';

/** The result fields that a driver provides for one engine; other fields are absent, never made up. */
export type EngineCapabilities = {
  readonly fields: readonly string[];
  readonly country: LocationSupport;
  readonly state: LocationSupport;
  readonly language: LocationSupport;
  /** Absent for generated answers. */
  readonly surface?: Surface;
  /** Sentences for the user, such as "never shows ads". */
  readonly notes?: readonly string[];
};

export type DriverReadiness =
  /** `warning`: the provider rejected the key in the last call; one sentence for the user. */
  | { readonly ready: true; readonly warning?: string }
  | { readonly ready: false; readonly missing: string; readonly message: string };

/** Account data that the provider returns for a key; the request is free. */
export type AccountState = {
  readonly balance?: { readonly amount: number; readonly currency: 'USD' };
  /** Remaining searches of a plan that counts them. */
  readonly searchesLeft?: number;
  /** Models available to the key. */
  readonly models?: number;
};

/** An answer as JSON for the analysis of answers, outside any engine. */
export type StructuredAnswer = {
  readonly kind: 'json';
  /** As sent; the schema is not checked. */
  readonly text: string;
  readonly model: string | undefined;
};

export type StructuredOutcome = {
  readonly outcome: StructuredAnswer | Exclude<DriverOutcome, { readonly kind: 'answer' }>;
  /** Also of a failed question: the provider may have charged for it. */
  readonly metered: Pick<Provenance, 'requestId' | 'usage' | 'cost' | 'latencyMs'>;
};

export type OfferedModel = {
  readonly name: string;
  /** Day on which the provider shuts it down, YYYY-MM-DD, if announced. */
  readonly endsOn?: string;
};

export type Driver = {
  readonly id: string;
  readonly displayName: string;
  /** The engine family named in `details.service` of a 502. */
  readonly service: string;
  /** Engines it can answer for, with the fields it provides. */
  readonly capabilities: Readonly<Partial<Record<Engine, EngineCapabilities>>>;
  readonly readiness: () => DriverReadiness;
  /** Never throws for provider errors; throws only `AbortError` when `job.signal` aborted. */
  readonly answer: (job: DriverJob) => Promise<DriverOutcome>;
  /** The provider's models, if it has a list. */
  readonly listModels?: (signal: AbortSignal) => Promise<readonly OfferedModel[]>;
  /**
   * Checks the key without asking a question, if the provider allows it.
   * @throws ProviderRefusal with one clear sentence if the key is rejected or there is no response
   */
  readonly account?: (signal: AbortSignal) => Promise<AccountState>;
  /**
   * Answers one question as JSON of a given schema, without search and without an engine. Absent if the provider has
   * no structured output. Throws only `AbortError`.
   */
  readonly askJson?:
    | ((question: JsonQuestion, at: Pick<JobAttempt, 'signal' | 'nowMs'>) => Promise<StructuredOutcome>)
    | undefined;
  /** Prices of tokens, if the provider does not state the cost of an answer. */
  readonly prices?: PriceList | undefined;
  readonly close?: () => Promise<void>;
  /** For a driver whose redirect links work on no network: the service asks the driver instead of the host. */
  readonly redirects?: RedirectSource;
};

/** Redirect links that a driver returns as `redirectLink` and resolves itself. */
export type RedirectSource = {
  /** Host names of the links, without `www.`; `/search` URLs on them are accepted too. */
  readonly hosts: readonly string[];
  /** The destination of a `/goto` or `/url` link on one of the hosts; null if the link is invalid. */
  readonly resolve: (link: URL) => string | null;
};

/** A question whose answer must be JSON of the given JSON Schema. */
export type JsonQuestion = {
  readonly model: string;
  readonly instructions: string;
  readonly text: string;
  readonly schemaName: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Left to the model if absent. */
  readonly temperature?: number;
};

/**
 * What an error of one provider means, checked before the common rules. Every driver declares its own rows next to its
 * protocol, with the words of the provider's documentation.
 */
export type ErrorRule = {
  /** HTTP statuses it applies to; any if absent. */
  readonly status?: readonly number[];
  /** Matches code, type, message or details. */
  readonly says: RegExp;
  readonly means: FatalReason | RetryCause;
};
