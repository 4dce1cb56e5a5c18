import { z } from 'zod';
import {
  addMonitorSchema,
  editMonitorSchema,
  type MonitorTime,
  type MonitorView,
  type RunTranslation,
} from '../../model/monitor.ts';
import { mutation, nothing, ofProject, ofProjectOrAll, query } from '../route.ts';

export const monitorRoutes = {
  'monitors.add': ofProject(mutation(() => addMonitorSchema.unwrap()).returns<MonitorView>()),
  'monitors.list': ofProjectOrAll(query(nothing).returns<{ readonly monitors: readonly MonitorView[] }>()),
  'monitors.edit': ofProject(mutation(() => editMonitorSchema.unwrap()).returns<MonitorView>()),
  /** A description of a schedule and its next times, or its error. */
  'monitors.read': query(() => ({ cron: z.string(), timeZone: z.string() })).returns<{
    readonly words: string | null;
    /** The zone that was asked about. */
    readonly timeZone: string;
    readonly nextTimesMs: readonly number[];
    readonly problem: { readonly field: 'cron' | 'timeZone'; readonly message: string } | null;
  }>(),
  'monitors.pause': mutation(() => ({ monitor: z.string(), paused: z.boolean() })).returns<MonitorView>(),
  /** Starts a run of its plan immediately, as another of its series. */
  'monitors.runNow': mutation(() => ({ monitor: z.string() })).returns<{
    readonly runId: string;
  }>(),
  /** Scheduled times and their outcomes, newest first. */
  'monitors.times': query(() => ({
    monitor: z.string(),
    limit: z.number().int().min(1).max(500).default(50),
    beforeMs: z.number().optional(),
  })).returns<{ readonly times: readonly MonitorTime[]; readonly more: boolean }>(),
  'monitors.remove': mutation(() => ({ monitor: z.string() })).returns<{
    readonly removed: boolean;
  }>(),
  /**
   * Starts what is due now and continues the monitors' runs of dead programs (`resumed`); a window does so
   * automatically.
   */
  'monitors.tick': mutation(nothing).returns<{
    readonly runIds: readonly string[];
    readonly resumed: readonly string[];
  }>(),
  /**
   * Translates the answers of ended runs whose monitors say so; a window does so automatically. A caller that cancels
   * leaves the rest to the next one.
   */
  'monitors.translate': mutation(nothing).returns<{
    readonly translated: readonly {
      readonly monitor: string;
      readonly runId: string;
      readonly translation: RunTranslation;
    }[];
  }>(),
  /**
   * Settles what dead programs left: their runs, and their tasks at services. A window does so automatically.
   */
  'monitors.collect': mutation(nothing).returns<{ readonly interrupted: readonly string[] }>(),
};
