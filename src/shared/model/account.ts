import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { ceilingsSchema, runModes } from './plan.ts';
import { engineSchema, runStates } from './run.ts';

const ownQueueSchema = lazySchema(() =>
  z.object({
    /** Tasks of this history's queued runs at the service: queued, in progress, or to be collected. */
    waiting: z.number().int(),
    /** Calls of this history's live runs in progress. */
    live: z.number().int(),
    /** When the oldest waiting task was submitted. */
    oldestAtMs: z.number().nullable(),
    byEngine: z.array(z.object({ engine: engineSchema, count: z.number().int() })),
    /** Answers stored per minute, over the last five minutes; null if there were none. */
    perMinute: z.number().nullable(),
    runs: z.array(
      z.object({
        runId: z.string(),
        name: z.string(),
        mode: z.enum(runModes),
        state: z.enum(runStates),
        planned: z.number().int(),
        waiting: z.number().int(),
        priority: z.number().int(),
        /** False if no program works on it: its waiting tasks are not collected. */
        workedOn: z.boolean(),
        oldestAtMs: z.number().nullable(),
      }),
    ),
  }),
);
/** The service's queue for all users of the account, and our part of it. */
export const queueViewSchema = lazySchema(() =>
  z.object({
    connectionId: z.string(),
    connectionName: z.string(),
    queued: z.number().int(),
    processing: z.number().int(),
    byPriority: z.array(z.object({ priority: z.number().int(), count: z.number().int() })),
    slots: z.object({ used: z.number().int(), limit: z.number().int() }).nullable(),
    own: ownQueueSchema,
  }),
);
const lineSchema = lazySchema(() => z.object({ answers: z.number().int(), credits: z.number().int() }));
const chargesSchema = lazySchema(() =>
  lineSchema.unwrap().extend({
    /** Start of the first UTC day included; null for everything. */
    sinceMs: z.number().nullable(),
    /** Reserved for requests in progress or with unknown outcome, which may be charged. */
    held: z.number().int(),
    byDay: z.array(lineSchema.unwrap().extend({ atMs: z.number() })),
    /** The newest 200 at most; one line without a run for all deleted runs. */
    byRun: z.array(
      lineSchema.unwrap().extend({
        runId: z.string().nullable(),
        name: z.string().nullable(),
        createdAtMs: z.number().nullable(),
      }),
    ),
    byProject: z.array(lineSchema.unwrap().extend({ projectId: z.string(), name: z.string() })),
    byEngine: z.array(lineSchema.unwrap().extend({ engine: engineSchema })),
  }),
);
/** Provider costs of stored answers by month, engine, provider and project. */
const costLineSchema = lazySchema(() =>
  z.object({
    /** UTC, `YYYY-MM`. */
    month: z.string(),
    /** `analysis`: requests to the analysis model. `translation`: other translators with a price. */
    engine: z.union([engineSchema, z.literal('analysis'), z.literal('translation')]),
    provider: z.string().nullable(),
    projectId: z.string(),
    projectName: z.string(),
    /** ISO 4217; null if the provider states no cost and there is no price list. */
    currency: z.string().nullable(),
    source: z.enum(['stated', 'computed']).nullable(),
    answers: z.number().int(),
    credits: z.number().int(),
    amount: z.number().nullable(),
  }),
);
export const creditsViewSchema = lazySchema(() =>
  z.object({
    connectionId: z.string(),
    connectionName: z.string(),
    remaining: z.number().int(),
    perCycle: z.number().int().nullable(),
    cycleResetsAt: z.string().nullable(),
    /** The plan with these slots and credits; null if unknown. */
    plan: z.string().nullable(),
    slots: z.number().int().nullable(),
    charges: chargesSchema,
    /** For the same period as `charges`; excludes imported answers and deleted runs. */
    costs: z.array(costLineSchema),
    /**
     * The service's charges since the first day of `charges`: from its ledger if it has one, or from the balance
     * of the cycle. Null if it provides neither.
     */
    service: z
      .object({
        from: z.enum(['ledger', 'balance']),
        sinceMs: z.number(),
        credits: z.number().int(),
        own: z.number().int(),
      })
      .nullable(),
    ceilings: ceilingsSchema,
  }),
);
export const byConnection = lazySchema(() => z.strictObject({ connectionId: z.string() }));
export type OwnQueue = z.infer<typeof ownQueueSchema>;
export type QueueView = z.infer<typeof queueViewSchema>;
export type ChargesView = z.infer<typeof chargesSchema>;
export type CostLine = z.infer<typeof costLineSchema>;
export type CreditsView = z.infer<typeof creditsViewSchema>;
