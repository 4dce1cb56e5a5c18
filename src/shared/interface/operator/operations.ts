import { z } from 'zod';
import { isCountryCode } from '../../geo/countryCodes.ts';
import { once } from '../../once.ts';
import { type Engine, engines } from '../engines.ts';
import { type PlanId, planIds } from '../plans.ts';
import type { ProviderFailureReason } from '../providerFailure.ts';
import type { Surface } from '../surface.ts';
import type { TaskState } from '../tasks.ts';

/**
 * What an operator can ask of a service, by name. The desktop's Service screen and `parallax service` call these
 * over the worker's port (`{type: 'call', operation, input}`), on the running service or, through a worker started
 * in operator mode, on the data folder of a service that runs in another process. Times are ISO 8601 in UTC.
 */
const accountName = z
  .string({ error: 'account must be a name' })
  .trim()
  .min(1, 'account must not be empty')
  .max(100, 'account must have at most 100 characters');
/** The account an operation is about; the default account when absent. */
const onAccount = { account: accountName.optional() };
const time = z.iso.datetime();
const limit = z.int().min(1).max(500).optional();
const engine = z.enum(engines);
const plan = z.enum(planIds, { error: `plan must be one of ${planIds.join(', ')}` });

export type ServiceAccount = {
  readonly name: string;
  readonly plan: PlanId;
  readonly slots: number;
  readonly balance: number;
  readonly creditsPerCycle: number;
  readonly cycleEndsAt: string;
  readonly hasWebhookSecret: boolean;
  readonly createdAt: string;
};

export type ServiceKey = {
  readonly id: string;
  readonly account: string;
  readonly lastFour: string;
  readonly label: string | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
};

export type ServiceJob = {
  readonly id: string;
  readonly kind: 'call' | 'task';
  readonly requestId: string;
  readonly engine: Engine;
  readonly state: TaskState;
  /** HTTP status of a call, 499 when the caller had left; null for a task. */
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly creditsCharged: number | null;
  readonly attempts: number;
  readonly priority: number | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
};

export type ServiceDelivery = {
  readonly id: number;
  readonly taskId: string;
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
};

export type ServiceLedgerRow = {
  readonly sequence: number;
  readonly at: string;
  readonly kind: 'cycle' | 'expiry' | 'grant' | 'plan' | 'charge';
  readonly delta: number;
  readonly balanceAfter: number;
  readonly jobId: string | null;
  readonly note: string | null;
};

export type ServiceOverview = {
  /** False when only the data folder is there. */
  readonly running: boolean;
  readonly baseUrl: string | null;
  readonly startedAt: string | null;
  readonly account: ServiceAccount;
  readonly slots: {
    /** Null when asked from outside the running service. */
    readonly used: number | null;
    readonly limit: number;
  };
  readonly queue: {
    readonly queued: number;
    readonly processing: number;
    readonly limit: number | null;
    readonly byPriority: readonly { readonly priority: number; readonly count: number }[];
  };
  readonly jobs: readonly ServiceJob[];
  readonly deliveries: readonly ServiceDelivery[];
};

export type ServiceEngineBinding = {
  readonly engine: Engine;
  readonly driver: string | null;
  readonly available: boolean;
  /** Why it is not available; null when it is. */
  readonly reason: string | null;
  /** Who answers, by name: the provider and its model, such as "OpenAI, gpt-6-luna"; null where nobody does. */
  readonly answeredBy: string | null;
  /** What one question costs at the provider, in words; null where nobody answers. */
  readonly price: string | null;
  /** Countries that another provider answers for. */
  readonly countries: readonly {
    readonly country: string;
    readonly driver: string;
    readonly answeredBy: string;
    readonly available: boolean;
    readonly reason: string | null;
  }[];
};

type LocationSupport = 'parameter' | 'prompt-hint' | 'exit-location' | 'none';

export type ServiceDriver = {
  readonly id: string;
  readonly displayName: string;
  readonly summary: string;
  readonly hasKey: boolean;
  readonly keyRequired: boolean;
  readonly keyLabel: string | null;
  /** Environment variable the stand-alone service reads the key from. */
  readonly keyVariable: string | null;
  /** Where a person gets a key. */
  readonly keyFrom: string | null;
  /** Origins a key is sent to by the settings as they are. */
  readonly keyAddresses: readonly string[];
  readonly ready: boolean;
  readonly missing: string | null;
  readonly message: string | null;
  readonly boundTo: readonly Engine[];
  readonly suggestedFor: readonly Engine[];
  /** What 1,000 questions cost, in words; null where they cost nothing anywhere. */
  readonly price: string | null;
  readonly settings: readonly {
    readonly name: string;
    readonly label: string;
    readonly kind: string;
    readonly value: string;
    readonly default: string;
    readonly optional: boolean;
    readonly choices: readonly string[];
    readonly help: string;
  }[];
  readonly capabilities: readonly {
    readonly engine: Engine;
    readonly fields: readonly string[];
    readonly country: LocationSupport;
    readonly state: LocationSupport;
    readonly language: LocationSupport;
    /** What answers are read from; absent for invented ones. */
    readonly surface?: Surface;
    readonly notes: readonly string[];
  }[];
};

/** `endsOn` is the day the provider shuts the model down, where it says so. */
export type OfferedModel = {
  readonly name: string;
  readonly endsOn: string | null;
};

/** A provider that can analyse answers. */
export type Analyst = {
  readonly driver: string;
  readonly displayName: string;
  readonly ready: boolean;
  /** Why it is not ready; null if it is. */
  readonly message: string | null;
  /** The driver's own model, offered first; empty if none is set. */
  readonly model: string;
  /** A server of the user, which charges nothing. */
  readonly free: boolean;
  /** US dollars per million tokens by model. */
  readonly prices: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
  /** Day of the price list; null without one. */
  readonly pricesOf: string | null;
};

export type AnalysisMeter = {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Null if the provider states none and its price list lacks the model. */
  readonly cost: {
    readonly amount: number;
    readonly currency: string;
    readonly source: 'stated' | 'computed';
  } | null;
  readonly latencyMs: number;
};

/** What became of a question to the analysis model. */
export type AnalysisOutcome =
  | {
      readonly kind: 'answer';
      readonly text: string;
      /** As the provider names it. */
      readonly model: string;
      readonly metered: AnalysisMeter;
    }
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly afterMs: number | null;
      readonly metered: AnalysisMeter;
    }
  | {
      readonly kind: 'failed';
      readonly reason: ProviderFailureReason;
      readonly message: string;
      readonly metered: AnalysisMeter;
    }
  | { readonly kind: 'stopped' };

const driverId = z.string().min(1);
const nothing = () => z.strictObject({});
/** The schema is built at the first call of its operation; what it returns is known to the compiler only. */
const operation = <Input extends z.ZodType>(input: () => Input) => ({
  returns: <Output>(): { readonly input: () => Input; readonly output?: Output } => ({ input: once(input) }),
});

export const serviceOperations = {
  overview: operation(() => z.strictObject({ ...onAccount, limit })).returns<ServiceOverview>(),
  'accounts.list': operation(nothing).returns<readonly ServiceAccount[]>(),
  'accounts.create': operation(() =>
    z.strictObject({ name: accountName, plan: plan.optional() }),
  ).returns<ServiceAccount>(),
  'plan.set': operation(() => z.strictObject({ ...onAccount, plan })).returns<ServiceAccount>(),
  /** `apiKey` is shown this once and kept only as a hash. */
  'keys.create': operation(() =>
    z.strictObject({ ...onAccount, label: z.string().max(100).optional() }),
  ).returns<ServiceKey & { readonly apiKey: string }>(),
  'keys.list': operation(() => z.strictObject(onAccount)).returns<readonly ServiceKey[]>(),
  /** `key` is an id from the list, the key itself, or its last four characters when only one key has them. */
  'keys.revoke': operation(() =>
    z.strictObject({ ...onAccount, key: z.string().min(1) }),
  ).returns<ServiceKey>(),
  'credits.grant': operation(() =>
    z.strictObject({
      ...onAccount,
      credits: z
        .int('credits must be a whole number')
        .min(1, 'credits must be at least 1')
        .max(1_000_000_000, 'credits must be at most 1,000,000,000'),
      note: z.string().max(200).optional(),
    }),
  ).returns<ServiceAccount>(),
  /** Newest first; `before` is the sequence of the last row of the page before. */
  'ledger.page': operation(() =>
    z.strictObject({ ...onAccount, before: z.int().min(1).optional(), limit }),
  ).returns<readonly ServiceLedgerRow[]>(),
  /** What was charged from a time on, by every program of the account. */
  'ledger.charged': operation(() => z.strictObject({ ...onAccount, since: time })).returns<{
    readonly jobs: number;
    readonly credits: number;
  }>(),
  /** Every job of a request id, with the result of those that were kept, as JSON text. */
  'jobs.find': operation(() => z.strictObject({ ...onAccount, requestId: z.string().min(1) })).returns<
    readonly { readonly job: ServiceJob; readonly result: string | null }[]
  >(),
  'webhooks.recent': operation(() => z.strictObject({ ...onAccount, limit })).returns<
    readonly ServiceDelivery[]
  >(),
  'webhooks.resend': operation(() =>
    z.strictObject({ ...onAccount, id: z.int() }),
  ).returns<ServiceDelivery>(),
  /** The secret is shown this once. */
  'webhook-secret.rotate': operation(() => z.strictObject(onAccount)).returns<{ readonly secret: string }>(),
  'webhook-secret.clear': operation(() => z.strictObject(onAccount)).returns<ServiceAccount>(),
  'engines.list': operation(nothing).returns<readonly ServiceEngineBinding[]>(),
  'engines.drivers': operation(nothing).returns<readonly ServiceDriver[]>(),
  /** With a country only there; `driver: null` then leaves the country to the engine's own provider again. */
  'engines.bind': operation(() =>
    z.strictObject({
      engine,
      driver: driverId.nullable(),
      country: z.string().refine(isCountryCode, 'country must be a country code such as DE').optional(),
    }),
  ).returns<readonly ServiceEngineBinding[]>(),
  /** Settings replace the driver's former ones; `key: null` forgets the key, which is never written anywhere. */
  'engines.configure': operation(() =>
    z.strictObject({
      driver: driverId,
      settings: z.record(z.string(), z.string()).optional(),
      key: z.string().min(1).nullable().optional(),
    }),
  ).returns<ServiceDriver>(),
  /**
   * Checks a key without asking a question: key and settings as given, before they are stored, or the driver's own.
   * `ok` is null where the provider has no way to tell.
   */
  'engines.check': operation(() =>
    z.strictObject({
      driver: driverId,
      key: z.string().min(1).max(1_000).optional(),
      settings: z.record(z.string(), z.string()).optional(),
    }),
  ).returns<{
    readonly ok: boolean | null;
    readonly message: string;
    /** The category of what is wrong; null where nothing is, or where it is a setting. */
    readonly reason: ProviderFailureReason | null;
    /** What to do now; null where nothing is to be done. */
    readonly nextStep: string | null;
    /** Engines the key can answer for. */
    readonly engines: readonly Engine[];
    /** What one question costs at each of them, in words. */
    readonly prices: readonly { readonly engine: Engine; readonly price: string }[];
    /** What 1,000 questions cost, in words; null where they cost nothing anywhere. */
    readonly price: string | null;
    readonly balance: { readonly amount: number; readonly currency: string } | null;
    readonly searchesLeft: number | null;
    readonly models: number | null;
  }>(),
  'engines.models': operation(() => z.strictObject({ driver: driverId })).returns<readonly OfferedModel[]>(),
  /** Asks the driver one question outside the account's slots and credits. */
  'engines.test': operation(() =>
    z.strictObject({
      driver: driverId,
      engine: engine.optional(),
      question: z.string().min(1).optional(),
      country: z.string().length(2).optional(),
    }),
  ).returns<{
    readonly ok: boolean;
    /** What happened, in one sentence. */
    readonly message: string;
    readonly latencyMs: number;
    readonly result: Readonly<Record<string, unknown>> | null;
    readonly rawExchange?: unknown;
  }>(),
  /** Providers that can analyse answers: those with structured output. */
  'engines.analysts': operation(nothing).returns<readonly Analyst[]>(),
  /** Asks a model one question for an analysis, outside the account's slots and credits; the provider charges. */
  'engines.askJson': operation(() =>
    z.strictObject({
      /** For `engines.stopAsking`. */
      id: z.string().min(1),
      driver: driverId,
      model: z.string().min(1),
      instructions: z.string(),
      text: z.string(),
      schemaName: z.string(),
      schema: z.record(z.string(), z.unknown()),
      /** The driver's stored key, for an operator beside a service that holds it; used only if none is known. */
      key: z.strictObject({ secret: z.string(), addresses: z.array(z.string()) }).optional(),
    }),
  ).returns<AnalysisOutcome>(),
  'engines.stopAsking': operation(() => z.strictObject({ id: z.string() })).returns<{
    readonly stopped: boolean;
  }>(),
} as const;

export type ServiceOperations = typeof serviceOperations;
export type ServiceOperationName = keyof ServiceOperations;
export type ServiceOperationInput<Name extends ServiceOperationName> = z.input<
  ReturnType<ServiceOperations[Name]['input']>
>;
export type ServiceOperationOutput<Name extends ServiceOperationName> = NonNullable<
  ServiceOperations[Name]['output']
>;

/** Calls one operation of a service. */
export type ServiceCall = <Name extends ServiceOperationName>(
  operation: Name,
  input: ServiceOperationInput<Name>,
) => Promise<ServiceOperationOutput<Name>>;

/** Codes of a call that could not be carried out. */
export const operationErrorCodes = [
  'UNKNOWN_OPERATION',
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'NOT_AVAILABLE',
  'FAILED',
] as const;
export type OperationErrorCode = (typeof operationErrorCodes)[number];
