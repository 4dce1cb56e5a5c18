import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { runModes } from './plan.ts';
import { inProject } from './projectScope.ts';
import { runStates } from './run.ts';
import { scheduleSchema } from './schedule.ts';

export const addMonitorSchema = lazySchema(() =>
  z.strictObject({
    name: z.string().trim().min(1, 'Enter a name for the monitor.').max(80),
    /** Name or id; every run uses its newest version. */
    plan: z.string(),
    connectionId: z.string(),
    schedule: scheduleSchema,
    mode: z.enum(runModes).default('live'),
    /** Credit limit of each run. */
    ceiling: z.number().int().min(0).max(1_000_000_000).optional(),
    /** Starts with the default alert rules. */
    alertRules: z.boolean().default(true),
    /** Project in which the plan is looked up by name. */
    ...inProject,
  }),
);
export const editMonitorSchema = lazySchema(() =>
  z.strictObject({
    /** Name or id. */
    monitor: z.string(),
    name: addMonitorSchema.unwrap().shape.name.optional(),
    plan: z.string().optional(),
    connectionId: z.string().optional(),
    schedule: scheduleSchema.optional(),
    mode: z.enum(runModes).optional(),
    /** Null removes the credit limit. */
    ceiling: z.number().int().min(0).max(1_000_000_000).nullable().optional(),
    ...inProject,
  }),
);
/** Outcome of a scheduled time. */
export const monitorTimeSchema = lazySchema(() =>
  z.object({
    scheduledAtMs: z.number(),
    outcome: z.enum(['run', 'left-out', 'failed']),
    /** Why it was skipped or failed. */
    note: z.string().nullable(),
    /** Null if there was none, or it was deleted. */
    run: z
      .object({
        id: z.string(),
        state: z.enum(runStates),
        startedAtMs: z.number(),
        finishedAtMs: z.number().nullable(),
        cells: z.number().int(),
        completed: z.number().int(),
        failed: z.number().int(),
        creditsCharged: z.number().int(),
        alerts: z.number().int(),
      })
      .nullable(),
  }),
);
export const monitorViewSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    /** That of its plan. */
    projectId: z.string(),
    planId: z.string(),
    planName: z.string(),
    connectionId: z.string(),
    connectionName: z.string(),
    schedule: scheduleSchema,
    /** Description of the schedule. */
    words: z.string(),
    nextTimesMs: z.array(z.number()),
    mode: z.enum(runModes),
    ceiling: z.number().int().nullable(),
    /** Null while it is not paused. */
    pausedAtMs: z.number().nullable(),
    /** The newest run of its series. */
    lastRunId: z.string().nullable(),
    lastRunState: z.string().nullable(),
  }),
);
export type MonitorView = z.infer<typeof monitorViewSchema>;
export type MonitorTime = z.infer<typeof monitorTimeSchema>;
