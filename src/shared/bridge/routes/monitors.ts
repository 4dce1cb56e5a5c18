import { z } from 'zod';
import { scheduleSchema } from '../../planning/schedule.ts';
import { inProject } from '../projectInput.ts';
import { mutation, query } from '../route.ts';
import { runModes } from './plans.ts';
import { runStates } from './runs.ts';

const addMonitorSchema = z.strictObject({
  name: z.string().trim().min(1, 'Give the monitor a name.').max(80),
  /** Name or id; every run takes its newest version. */
  plan: z.string(),
  connectionId: z.string(),
  schedule: scheduleSchema,
  mode: z.enum(runModes).default('live'),
  /** Credits that each run may not pass. */
  ceiling: z.number().int().min(0).max(1_000_000_000).optional(),
  /** Where the plan is looked for by its name. */
  ...inProject,
});

const editMonitorSchema = z.strictObject({
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
const monitorTimeSchema = z.object({
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

const monitorViewSchema = z.object({
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
  /** Of its own series; runs that a person started do not count. */
  lastRunId: z.string().nullable(),
  lastRunState: z.string().nullable(),
});

export const monitorRoutes = {
  'monitors.add': mutation(addMonitorSchema, monitorViewSchema),
  'monitors.list': query(z.strictObject(inProject), z.object({ monitors: z.array(monitorViewSchema) })),
  'monitors.edit': mutation(editMonitorSchema, monitorViewSchema),
  /** What a schedule says in plain words and when it comes next; or what is wrong with it. */
  'monitors.read': query(
    z.strictObject({ cron: z.string(), timeZone: z.string() }),
    z.object({
      words: z.string().nullable(),
      /** The zone that was asked about. */
      timeZone: z.string(),
      nextTimesMs: z.array(z.number()),
      problem: z.object({ field: z.enum(['cron', 'timeZone']), message: z.string() }).nullable(),
    }),
  ),
  'monitors.pause': mutation(z.strictObject({ monitor: z.string(), paused: z.boolean() }), monitorViewSchema),
  /** Begins a run of its plan at once, which is not part of its series. */
  'monitors.runNow': mutation(z.strictObject({ monitor: z.string() }), z.object({ runId: z.string() })),
  /** Scheduled times and what became of them, newest first. */
  'monitors.times': query(
    z.strictObject({
      monitor: z.string(),
      limit: z.number().int().min(1).max(500).default(50),
      beforeMs: z.number().optional(),
    }),
    z.object({ times: z.array(monitorTimeSchema), more: z.boolean() }),
  ),
  'monitors.remove': mutation(z.strictObject({ monitor: z.string() }), z.object({ removed: z.boolean() })),
  /**
   * Begins what is due now and goes on with the monitors' runs that dead programs left; a window looks by itself.
   * `resumed` are the latter.
   */
  'monitors.tick': mutation(
    z.strictObject({}),
    z.object({ runIds: z.array(z.string()), resumed: z.array(z.string()) }),
  ),
  /** Settles what dead programs left: their runs, and the tasks they left at their services. A window does by itself. */
  'monitors.collect': mutation(z.strictObject({}), z.object({ interrupted: z.array(z.string()) })),
};

export type AddMonitorInput = z.output<typeof addMonitorSchema>;
export type MonitorView = z.infer<typeof monitorViewSchema>;
export type EditMonitorInput = z.output<typeof editMonitorSchema>;
export type MonitorTime = z.infer<typeof monitorTimeSchema>;
