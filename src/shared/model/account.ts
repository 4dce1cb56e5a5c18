import { z } from 'zod';
import { ceilingsSchema, runModes } from './plan.ts';
import { engineSchema, runStates } from './run.ts';

const ownQueueSchema = z.object({
  /** Tasks of this history's queued runs that are at the service: in the queue, being answered, or to be collected. */
  waiting: z.number().int(),
  /** Calls of this history's live runs that are under way. */
  live: z.number().int(),
  /** When the oldest of the waiting tasks was handed over. */
  oldestAtMs: z.number().nullable(),
  byEngine: z.array(z.object({ engine: engineSchema, count: z.number().int() })),
  /** Answers stored a minute, from those of the last five minutes; null when there were none. */
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
      /** False when no program works on it: what it has waiting is not collected. */
      workedOn: z.boolean(),
      oldestAtMs: z.number().nullable(),
    }),
  ),
});
/** What the service's queue holds, of everybody on the account, and what of it is ours. */
export const queueViewSchema = z.object({
  connectionId: z.string(),
  connectionName: z.string(),
  queued: z.number().int(),
  processing: z.number().int(),
  byPriority: z.array(z.object({ priority: z.number().int(), count: z.number().int() })),
  slots: z.object({ used: z.number().int(), limit: z.number().int() }).nullable(),
  own: ownQueueSchema,
});
const lineSchema = z.object({ answers: z.number().int(), credits: z.number().int() });
const chargesSchema = lineSchema.extend({
  /** Start of the first UTC day that counts; null for everything. */
  sinceMs: z.number().nullable(),
  /** Held for what is under way or has an unknown outcome: it may be charged. */
  held: z.number().int(),
  byDay: z.array(lineSchema.extend({ atMs: z.number() })),
  /** At most the newest 200; one line without run for all runs that were removed. */
  byRun: z.array(
    lineSchema.extend({
      runId: z.string().nullable(),
      name: z.string().nullable(),
      createdAtMs: z.number().nullable(),
    }),
  ),
  byProject: z.array(lineSchema.extend({ projectId: z.string(), name: z.string() })),
  byEngine: z.array(lineSchema.extend({ engine: engineSchema })),
});
/** Money that providers charged for stored answers of one month, engine, provider and project. */
const costLineSchema = z.object({
  /** UTC, `YYYY-MM`. */
  month: z.string(),
  engine: engineSchema,
  provider: z.string().nullable(),
  projectId: z.string(),
  projectName: z.string(),
  /** ISO 4217; null for answers whose provider states no cost and has no price list here. */
  currency: z.string().nullable(),
  source: z.enum(['stated', 'computed']).nullable(),
  answers: z.number().int(),
  credits: z.number().int(),
  amount: z.number().nullable(),
});
export const creditsViewSchema = z.object({
  connectionId: z.string(),
  connectionName: z.string(),
  remaining: z.number().int(),
  perCycle: z.number().int().nullable(),
  cycleResetsAt: z.string().nullable(),
  /** The plan with these slots and credits; null when none of the known ones has them. */
  plan: z.string().nullable(),
  slots: z.number().int().nullable(),
  charges: chargesSchema,
  /** Of the same period as `charges`; imported answers and those of deleted runs are not in it. */
  costs: z.array(costLineSchema),
  /**
   * What the service says was charged since the first day of `charges`: from its ledger where it shows one, or from
   * the balance of the cycle. Null when it tells neither.
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
});
export const byConnection = z.strictObject({ connectionId: z.string() });
export type OwnQueue = z.infer<typeof ownQueueSchema>;
export type QueueView = z.infer<typeof queueViewSchema>;
export type ChargesView = z.infer<typeof chargesSchema>;
export type CostLine = z.infer<typeof costLineSchema>;
export type CreditsView = z.infer<typeof creditsViewSchema>;
