import { z } from 'zod';
import { scheduleSchema } from '../../planning/schedule.ts';
import { mutation, query } from '../route.ts';
import { runModes } from './plans.ts';

const addMonitorSchema = z.strictObject({
  name: z.string().trim().min(1, 'Give the monitor a name.').max(80),
  /** Name or id; every run takes its newest version. */
  plan: z.string(),
  connectionId: z.string(),
  schedule: scheduleSchema,
  mode: z.enum(runModes).default('live'),
  /** Credits that each run may not pass. */
  ceiling: z.number().int().min(0).max(1_000_000_000).optional(),
});

const monitorViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  planId: z.string(),
  planName: z.string(),
  connectionName: z.string(),
  schedule: scheduleSchema,
  /** The schedule in plain words. */
  words: z.string(),
  nextTimesMs: z.array(z.number()),
  mode: z.enum(runModes),
  ceiling: z.number().int().nullable(),
  /** Of its own series; runs that a person started do not count. */
  lastRunId: z.string().nullable(),
  lastRunState: z.string().nullable(),
});

export const monitorRoutes = {
  'monitors.add': mutation(addMonitorSchema, monitorViewSchema),
  'monitors.list': query(z.strictObject({}), z.object({ monitors: z.array(monitorViewSchema) })),
  'monitors.remove': mutation(z.strictObject({ monitor: z.string() }), z.object({ removed: z.boolean() })),
  /** Begins what is due now; a window looks by itself. */
  'monitors.tick': mutation(z.strictObject({}), z.object({ runIds: z.array(z.string()) })),
};

export type AddMonitorInput = z.output<typeof addMonitorSchema>;
export type MonitorView = z.infer<typeof monitorViewSchema>;
