import { z } from 'zod';
import { isCountryCode } from '../../geo/countryCodes.ts';
import { lazySchema } from '../../lazySchema.ts';
import { once } from '../../once.ts';
import { engines } from '../engines.ts';
import { planIds } from '../plans.ts';
import { providerFailureReasons } from '../providerFailure.ts';
import { surfaces } from '../surface.ts';
import { taskStates } from '../tasks.ts';

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

export const accountSchema = lazySchema(() =>
  z.object({
    name: z.string(),
    plan,
    slots: z.int(),
    balance: z.int(),
    creditsPerCycle: z.int(),
    cycleEndsAt: time,
    hasWebhookSecret: z.boolean(),
    createdAt: time,
  }),
);
export type ServiceAccount = z.output<typeof accountSchema>;

export const keySchema = lazySchema(() =>
  z.object({
    id: z.string(),
    account: z.string(),
    lastFour: z.string(),
    label: z.string().nullable(),
    createdAt: time,
    revokedAt: time.nullable(),
  }),
);
export type ServiceKey = z.output<typeof keySchema>;

export const jobSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    kind: z.enum(['call', 'task']),
    requestId: z.string(),
    engine,
    state: z.enum(taskStates),
    /** HTTP status of a call, 499 when the caller had left; null for a task. */
    status: z.int().nullable(),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
    creditsCharged: z.int().nullable(),
    attempts: z.int(),
    priority: z.int().nullable(),
    createdAt: time,
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
  }),
);
export type ServiceJob = z.output<typeof jobSchema>;

export const deliverySchema = lazySchema(() =>
  z.object({
    id: z.int(),
    taskId: z.string(),
    url: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    nextAttemptAt: time.nullable(),
    lastStatus: z.int().nullable(),
    lastError: z.string().nullable(),
    createdAt: time,
    deliveredAt: time.nullable(),
  }),
);
export type ServiceDelivery = z.output<typeof deliverySchema>;

export const ledgerRowSchema = lazySchema(() =>
  z.object({
    sequence: z.int(),
    at: time,
    kind: z.enum(['cycle', 'expiry', 'grant', 'plan', 'charge']),
    delta: z.int(),
    balanceAfter: z.int(),
    jobId: z.string().nullable(),
    note: z.string().nullable(),
  }),
);
export type ServiceLedgerRow = z.output<typeof ledgerRowSchema>;

export const serviceOverviewSchema = lazySchema(() =>
  z.object({
    /** False when only the data folder is there. */
    running: z.boolean(),
    baseUrl: z.string().nullable(),
    startedAt: time.nullable(),
    account: accountSchema,
    slots: z.object({
      /** Null when asked from outside the running service. */
      used: z.int().nullable(),
      limit: z.int(),
    }),
    queue: z.object({
      queued: z.int(),
      processing: z.int(),
      limit: z.int().nullable(),
      byPriority: z.array(z.object({ priority: z.int(), count: z.int() })),
    }),
    jobs: z.array(jobSchema),
    deliveries: z.array(deliverySchema),
  }),
);

export const engineBindingSchema = lazySchema(() =>
  z.object({
    engine,
    driver: z.string().nullable(),
    available: z.boolean(),
    /** Why it is not available; null when it is. */
    reason: z.string().nullable(),
    /** Who answers, by name: the provider and its model, such as "OpenAI, gpt-6-luna"; null where nobody does. */
    answeredBy: z.string().nullable(),
    /** What one question costs at the provider, in words; null where nobody answers. */
    price: z.string().nullable(),
    /** Countries that another provider answers for. */
    countries: z.array(
      z.object({
        country: z.string(),
        driver: z.string(),
        answeredBy: z.string(),
        available: z.boolean(),
        reason: z.string().nullable(),
      }),
    ),
  }),
);
export type ServiceEngineBinding = z.output<typeof engineBindingSchema>;

const locationSupport = z.enum(['parameter', 'prompt-hint', 'exit-location', 'none']);

export const serviceDriverSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    displayName: z.string(),
    summary: z.string(),
    hasKey: z.boolean(),
    keyRequired: z.boolean(),
    keyLabel: z.string().nullable(),
    /** Environment variable the stand-alone service reads the key from. */
    keyVariable: z.string().nullable(),
    /** Where a person gets a key. */
    keyFrom: z.string().nullable(),
    /** Origins a key is sent to by the settings as they are. */
    keyAddresses: z.array(z.string()),
    ready: z.boolean(),
    missing: z.string().nullable(),
    message: z.string().nullable(),
    boundTo: z.array(engine),
    suggestedFor: z.array(engine),
    /** What 1,000 questions cost, in words; null where they cost nothing anywhere. */
    price: z.string().nullable(),
    settings: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        kind: z.string(),
        value: z.string(),
        default: z.string(),
        optional: z.boolean(),
        choices: z.array(z.string()),
        help: z.string(),
      }),
    ),
    capabilities: z.array(
      z.object({
        engine,
        fields: z.array(z.string()),
        country: locationSupport,
        state: locationSupport,
        language: locationSupport,
        /** What answers are read from; absent for invented ones. */
        surface: z.enum(surfaces).optional(),
        notes: z.array(z.string()),
      }),
    ),
  }),
);
export type ServiceDriver = z.output<typeof serviceDriverSchema>;

/** `endsOn` is the day the provider shuts the model down, where it says so. */
const offeredModelSchema = lazySchema(() => z.object({ name: z.string(), endsOn: z.iso.date().nullable() }));
export type OfferedModel = z.output<typeof offeredModelSchema>;

/** A provider that can analyse answers. */
const analystSchema = lazySchema(() =>
  z.object({
    driver: z.string(),
    displayName: z.string(),
    ready: z.boolean(),
    /** Why it is not ready; null if it is. */
    message: z.string().nullable(),
    /** The driver's own model, offered first; empty if none is set. */
    model: z.string(),
    /** A server of the user, which charges nothing. */
    free: z.boolean(),
    /** US dollars per million tokens by model. */
    prices: z.record(z.string(), z.object({ input: z.number(), output: z.number() })),
    /** Day of the price list; null without one. */
    pricesOf: z.string().nullable(),
  }),
);
export type Analyst = z.output<typeof analystSchema>;

const meteredSchema = lazySchema(() =>
  z.object({
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    /** Null if the provider states none and its price list lacks the model. */
    cost: z
      .object({ amount: z.number(), currency: z.string(), source: z.enum(['stated', 'computed']) })
      .nullable(),
    latencyMs: z.number(),
  }),
);
export type AnalysisMeter = z.output<typeof meteredSchema>;

/** What became of a question to the analysis model. */
const analysisOutcomeSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('answer'),
      text: z.string(),
      /** As the provider names it. */
      model: z.string(),
      metered: meteredSchema.unwrap(),
    }),
    z.object({
      kind: z.literal('retry'),
      reason: z.string(),
      afterMs: z.number().nullable(),
      metered: meteredSchema.unwrap(),
    }),
    z.object({
      kind: z.literal('failed'),
      reason: z.enum(providerFailureReasons),
      message: z.string(),
      metered: meteredSchema.unwrap(),
    }),
    z.object({ kind: z.literal('stopped') }),
  ]),
);
export type AnalysisOutcome = z.output<typeof analysisOutcomeSchema>;

const driverId = z.string().min(1);
/** Schemas are built at the first call of their operation; those of the results only describe them to the compiler. */
const operation = <Input extends z.ZodType, Output extends z.ZodType>(
  input: () => Input,
  output: () => Output,
) => ({ input: once(input), output });

export const serviceOperations = {
  overview: operation(
    () => z.strictObject({ ...onAccount, limit }),
    () => serviceOverviewSchema,
  ),
  'accounts.list': operation(
    () => z.strictObject({}),
    () => z.array(accountSchema),
  ),
  'accounts.create': operation(
    () => z.strictObject({ name: accountName, plan: plan.optional() }),
    () => accountSchema,
  ),
  'plan.set': operation(
    () => z.strictObject({ ...onAccount, plan }),
    () => accountSchema,
  ),
  /** `apiKey` is shown this once and kept only as a hash. */
  'keys.create': operation(
    () => z.strictObject({ ...onAccount, label: z.string().max(100).optional() }),
    () => keySchema.unwrap().extend({ apiKey: z.string() }),
  ),
  'keys.list': operation(
    () => z.strictObject(onAccount),
    () => z.array(keySchema),
  ),
  /** `key` is an id from the list, the key itself, or its last four characters when only one key has them. */
  'keys.revoke': operation(
    () => z.strictObject({ ...onAccount, key: z.string().min(1) }),
    () => keySchema,
  ),
  'credits.grant': operation(
    () =>
      z.strictObject({
        ...onAccount,
        credits: z
          .int('credits must be a whole number')
          .min(1, 'credits must be at least 1')
          .max(1_000_000_000, 'credits must be at most 1,000,000,000'),
        note: z.string().max(200).optional(),
      }),
    () => accountSchema,
  ),
  /** Newest first; `before` is the sequence of the last row of the page before. */
  'ledger.page': operation(
    () => z.strictObject({ ...onAccount, before: z.int().min(1).optional(), limit }),
    () => z.array(ledgerRowSchema),
  ),
  /** What was charged from a time on, by every program of the account. */
  'ledger.charged': operation(
    () => z.strictObject({ ...onAccount, since: time }),
    () => z.object({ jobs: z.int(), credits: z.int() }),
  ),
  'jobs.recent': operation(
    () => z.strictObject({ ...onAccount, limit }),
    () => z.array(jobSchema),
  ),
  /** Every job of a request id, with the result of those that were kept, as JSON text. */
  'jobs.find': operation(
    () => z.strictObject({ ...onAccount, requestId: z.string().min(1) }),
    () => z.array(z.object({ job: jobSchema, result: z.string().nullable() })),
  ),
  'webhooks.recent': operation(
    () => z.strictObject({ ...onAccount, limit }),
    () => z.array(deliverySchema),
  ),
  'webhooks.resend': operation(
    () => z.strictObject({ ...onAccount, id: z.int() }),
    () => deliverySchema,
  ),
  /** The secret is shown this once. */
  'webhook-secret.rotate': operation(
    () => z.strictObject(onAccount),
    () => z.object({ secret: z.string() }),
  ),
  'webhook-secret.clear': operation(
    () => z.strictObject(onAccount),
    () => accountSchema,
  ),
  'engines.list': operation(
    () => z.strictObject({}),
    () => z.array(engineBindingSchema),
  ),
  'engines.drivers': operation(
    () => z.strictObject({}),
    () => z.array(serviceDriverSchema),
  ),
  /** With a country only there; `driver: null` then leaves the country to the engine's own provider again. */
  'engines.bind': operation(
    () =>
      z.strictObject({
        engine,
        driver: driverId.nullable(),
        country: z.string().refine(isCountryCode, 'country must be a country code such as DE').optional(),
      }),
    () => z.array(engineBindingSchema),
  ),
  /** Settings replace the driver's former ones; `key: null` forgets the key, which is never written anywhere. */
  'engines.configure': operation(
    () =>
      z.strictObject({
        driver: driverId,
        settings: z.record(z.string(), z.string()).optional(),
        key: z.string().min(1).nullable().optional(),
      }),
    () => serviceDriverSchema,
  ),
  /**
   * Checks a key without asking a question: key and settings as given, before they are stored, or the driver's own.
   * `ok` is null where the provider has no way to tell.
   */
  'engines.check': operation(
    () =>
      z.strictObject({
        driver: driverId,
        key: z.string().min(1).max(1_000).optional(),
        settings: z.record(z.string(), z.string()).optional(),
      }),
    () =>
      z.object({
        ok: z.boolean().nullable(),
        message: z.string(),
        /** The category of what is wrong; null where nothing is, or where it is a setting. */
        reason: z.enum(providerFailureReasons).nullable(),
        /** What to do now; null where nothing is to be done. */
        nextStep: z.string().nullable(),
        /** Engines the key can answer for. */
        engines: z.array(engine),
        /** What one question costs at each of them, in words. */
        prices: z.array(z.object({ engine, price: z.string() })),
        /** What 1,000 questions cost, in words; null where they cost nothing anywhere. */
        price: z.string().nullable(),
        balance: z.object({ amount: z.number(), currency: z.string() }).nullable(),
        searchesLeft: z.number().nullable(),
        models: z.int().nullable(),
      }),
  ),
  'engines.models': operation(
    () => z.strictObject({ driver: driverId }),
    () => z.array(offeredModelSchema),
  ),
  /** Asks the driver one question outside the account's slots and credits. */
  'engines.test': operation(
    () =>
      z.strictObject({
        driver: driverId,
        engine: engine.optional(),
        question: z.string().min(1).optional(),
        country: z.string().length(2).optional(),
      }),
    () =>
      z.object({
        ok: z.boolean(),
        /** What happened, in one sentence. */
        message: z.string(),
        latencyMs: z.int(),
        result: z.record(z.string(), z.unknown()).nullable(),
        rawExchange: z.unknown().optional(),
      }),
  ),
  /** Providers that can analyse answers: those with structured output. */
  'engines.analysts': operation(
    () => z.strictObject({}),
    () => z.array(analystSchema),
  ),
  /** Asks a model one question for an analysis, outside the account's slots and credits; the provider charges. */
  'engines.askJson': operation(
    () =>
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
    () => analysisOutcomeSchema,
  ),
  'engines.stopAsking': operation(
    () => z.strictObject({ id: z.string() }),
    () => z.object({ stopped: z.boolean() }),
  ),
  /** OpenAPI 3.1 description as JSON text. */
  openapi: operation(
    () => z.strictObject({}),
    () => z.string(),
  ),
} as const;

export type ServiceOperations = typeof serviceOperations;
export type ServiceOperationName = keyof ServiceOperations;
export type ServiceOperationInput<Name extends ServiceOperationName> = z.input<
  ReturnType<ServiceOperations[Name]['input']>
>;
export type ServiceOperationOutput<Name extends ServiceOperationName> = z.output<
  ReturnType<ServiceOperations[Name]['output']>
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
