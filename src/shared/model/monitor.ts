import { z } from 'zod';
import { scheduleSchema } from '../planning/schedule.ts';
import { runModes } from './plan.ts';
import { inProject } from './projectScope.ts';
import { runStates } from './run.ts';

export const addMonitorSchema = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name for the monitor.').max(80),
  /** Name or id; every run takes its newest version. */
  plan: z.string(),
  connectionId: z.string(),
  schedule: scheduleSchema,
  mode: z.enum(runModes).default('live'),
  /** Credits that each run may not pass. */
  ceiling: z.number().int().min(0).max(1_000_000_000).optional(),
  /** Begins with the default alert rules. */
  alertRules: z.boolean().default(true),
  /** Where the plan is looked for by its name. */
  ...inProject,
});
export const editMonitorSchema = z.strictObject({
  /** Name or id. */
  monitor: z.string(),
  name: addMonitorSchema.shape.name.optional(),
  plan: z.string().optional(),
  connectionId: z.string().optional(),
  schedule: scheduleSchema.optional(),
  mode: z.enum(runModes).optional(),
  /** Null takes the ceiling away. */
  ceiling: z.number().int().min(0).max(1_000_000_000).nullable().optional(),
  ...inProject,
});
/** What became of a scheduled time. */
export const monitorTimeSchema = z.object({
  scheduledAtMs: z.number(),
  outcome: z.enum(['run', 'left-out', 'failed']),
  /** Why it was left out or failed. */
  note: z.string().nullable(),
  /** Null when there was none, or it was deleted. */
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
});
export const monitorViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** That of its plan. */
  projectId: z.string(),
  planId: z.string(),
  planName: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  schedule: scheduleSchema,
  /** The schedule in plain words. */
  words: z.string(),
  nextTimesMs: z.array(z.number()),
  mode: z.enum(runModes),
  ceiling: z.number().int().nullable(),
  /** Null while it is not paused. */
  pausedAtMs: z.number().nullable(),
  /** The newest of its series. */
  lastRunId: z.string().nullable(),
  lastRunState: z.string().nullable(),
});
export type MonitorView = z.infer<typeof monitorViewSchema>;
export type MonitorTime = z.infer<typeof monitorTimeSchema>;
