import { z } from 'zod';
import { strictSchema } from '../lazySchema.ts';
import { type RunMode, runModes } from './plan.ts';
import { inProject } from './projectScope.ts';
import type { runStates } from './run.ts';
import { type Schedule, scheduleSchema } from './schedule.ts';

/** A monitor that translates what it collects, into the language and with the translator of its project. */
export const monitorTranslationSchema = strictSchema(() => ({
  /** Money for one run, in the translator's currency; null for no limit. */
  costLimit: z.number().min(0).max(1_000_000).nullable(),
}));
export type MonitorTranslation = z.infer<typeof monitorTranslationSchema>;

export const addMonitorSchema = strictSchema(() => ({
  name: z.string().trim().min(1, 'Enter a name for the monitor.').max(80),
  /** Name or id; every run uses its newest version. */
  plan: z.string(),
  connectionId: z.string(),
  schedule: scheduleSchema,
  mode: z.enum(runModes).default('live'),
  /** Credit limit of each run. */
  ceiling: z.number().int().min(0).max(1_000_000_000).optional(),
  /** Null: the answers of its runs are not translated. */
  translation: monitorTranslationSchema.unwrap().nullable().default(null),
  /** Starts with the default alert rules. */
  alertRules: z.boolean().default(true),
  /** Project in which the plan is looked up by name. */
  ...inProject,
}));
export const editMonitorSchema = strictSchema(() => ({
  /** Name or id. */
  monitor: z.string(),
  name: addMonitorSchema.unwrap().shape.name.optional(),
  plan: z.string().optional(),
  connectionId: z.string().optional(),
  schedule: scheduleSchema.optional(),
  mode: z.enum(runModes).optional(),
  /** Null removes the credit limit. */
  ceiling: z.number().int().min(0).max(1_000_000_000).nullable().optional(),
  translation: monitorTranslationSchema.unwrap().nullable().optional(),
  ...inProject,
}));
/** What became of translating the answers of a run. */
export type RunTranslation = {
  readonly state: 'waiting' | 'completed' | 'limited' | 'cancelled' | 'failed';
  /** ISO 639-1; null before the first attempt. */
  readonly to: string | null;
  readonly done: number;
  readonly total: number;
  /** Of all attempts; null where the translator states none. */
  readonly cost: number | null;
  readonly currency: string | null;
  /** Why it is not complete, as a sentence. */
  readonly reason: string | null;
  readonly attempts: number;
};
/** Outcome of a scheduled time. */
export type MonitorTime = {
  readonly scheduledAtMs: number;
  readonly outcome: 'run' | 'left-out' | 'failed';
  /** Why it was skipped or failed. */
  readonly note: string | null;
  /** Null if there was none, or it was deleted. */
  readonly run: {
    readonly id: string;
    readonly state: (typeof runStates)[number];
    readonly startedAtMs: number;
    readonly finishedAtMs: number | null;
    readonly cells: number;
    readonly completed: number;
    readonly failed: number;
    readonly creditsCharged: number;
    readonly alerts: number;
  } | null;
  /** Null if nothing was to be translated. */
  readonly translation: RunTranslation | null;
};
export type MonitorView = {
  readonly id: string;
  readonly name: string;
  /** That of its plan. */
  readonly projectId: string;
  readonly planId: string;
  readonly planName: string;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly schedule: Schedule;
  /** Description of the schedule. */
  readonly words: string;
  readonly nextTimesMs: readonly number[];
  readonly mode: RunMode;
  readonly ceiling: number | null;
  /** Null: the answers of its runs are not translated. */
  readonly translation: MonitorTranslation | null;
  /** Null while it is not paused. */
  readonly pausedAtMs: number | null;
  /** The newest run of its series. */
  readonly lastRunId: string | null;
  readonly lastRunState: string | null;
};
