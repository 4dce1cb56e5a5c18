import type { Engine } from '#shared/interface/engines.ts';

/**
 * What a driver is asked: one attempt at one job. `request` is the engine's request after validation and
 * normalisation (`parseRequest`); sandbox directives and include flags are still in it.
 */
export type DriverJob = {
  readonly engine: Engine;
  readonly request: Readonly<Record<string, unknown>>;
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
};

/** How far the asked-for country reached the engine: a real parameter, words in the prompt, or not at all. */
export type CountryHonoured = 'parameter' | 'prompt-hint' | 'not-applied' | 'not-requested';

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
  /** The answer shape that was served, for example `default` or `legacy`. */
  readonly servedShape?: string;
  /** How brand entities were found. */
  readonly entityExtraction?: 'engine' | 'rules' | 'model';
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
  | { readonly kind: 'retry'; readonly reason: string; readonly retryAfterMs?: number }
  /** Would fail the same way again: 502 EXTERNAL_SERVICE_ERROR, nothing charged. */
  | {
      readonly kind: 'fatal';
      readonly reason: 'key' | 'quota' | 'rejected' | 'blocked' | 'unreadable' | 'unsupported';
      /** One clear sentence without secrets. */
      readonly message: string;
    };

/** How a driver carries country, state and language to its provider. */
export type LocationSupport = 'parameter' | 'prompt-hint' | 'none';

/** Which result members a driver can fill for one engine; a member it cannot fill is absent, never invented. */
export type EngineCapabilities = {
  readonly fields: readonly string[];
  readonly country: LocationSupport;
  readonly state: LocationSupport;
  readonly language: LocationSupport;
  /** Sentences a person should know, such as "never shows ads". */
  readonly notes?: readonly string[];
};

export type DriverReadiness =
  /** `warning`: the provider refused the key when last asked; one sentence for a person. */
  | { readonly ready: true; readonly warning?: string }
  | { readonly ready: false; readonly missing: string; readonly message: string };

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
  /** Model names the provider offers, where it has such a list. */
  readonly listModels?: (signal: AbortSignal) => Promise<readonly string[]>;
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
