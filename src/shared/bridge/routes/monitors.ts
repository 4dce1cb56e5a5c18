import { z } from 'zod';
import {
  addMonitorSchema,
  editMonitorSchema,
  monitorTimeSchema,
  monitorViewSchema,
} from '../../model/monitor.ts';
import { mutation, ofProject, ofProjectOrAll, query } from '../route.ts';

export const monitorRoutes = {
  'monitors.add': ofProject(
    mutation(
      () => addMonitorSchema.unwrap(),
      () => monitorViewSchema,
    ),
  ),
  'monitors.list': ofProjectOrAll(
    query(
      () => z.strictObject({}),
      () => z.object({ monitors: z.array(monitorViewSchema) }),
    ),
  ),
  'monitors.edit': ofProject(
    mutation(
      () => editMonitorSchema.unwrap(),
      () => monitorViewSchema,
    ),
  ),
  /** A description of a schedule and its next times, or its error. */
  'monitors.read': query(
    () => z.strictObject({ cron: z.string(), timeZone: z.string() }),
    () =>
      z.object({
        words: z.string().nullable(),
        /** The zone that was asked about. */
        timeZone: z.string(),
        nextTimesMs: z.array(z.number()),
        problem: z.object({ field: z.enum(['cron', 'timeZone']), message: z.string() }).nullable(),
      }),
  ),
  'monitors.pause': mutation(
    () => z.strictObject({ monitor: z.string(), paused: z.boolean() }),
    () => monitorViewSchema,
  ),
  /** Starts a run of its plan immediately, as another of its series. */
  'monitors.runNow': mutation(
    () => z.strictObject({ monitor: z.string() }),
    () => z.object({ runId: z.string() }),
  ),
  /** Scheduled times and their outcomes, newest first. */
  'monitors.times': query(
    () =>
      z.strictObject({
        monitor: z.string(),
        limit: z.number().int().min(1).max(500).default(50),
        beforeMs: z.number().optional(),
      }),
    () => z.object({ times: z.array(monitorTimeSchema), more: z.boolean() }),
  ),
  'monitors.remove': mutation(
    () => z.strictObject({ monitor: z.string() }),
    () => z.object({ removed: z.boolean() }),
  ),
  /**
   * Starts what is due now and continues the monitors' runs of dead programs (`resumed`); a window does so
   * automatically.
   */
  'monitors.tick': mutation(
    () => z.strictObject({}),
    () => z.object({ runIds: z.array(z.string()), resumed: z.array(z.string()) }),
  ),
  /**
   * Settles what dead programs left: their runs, and their tasks at services. A window does so automatically.
   */
  'monitors.collect': mutation(
    () => z.strictObject({}),
    () => z.object({ interrupted: z.array(z.string()) }),
  ),
};
