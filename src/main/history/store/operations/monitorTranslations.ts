import type { Database } from 'better-sqlite3';
import {
  type MonitorTranslation,
  monitorTranslationSchema,
  type RunTranslation,
} from '#shared/model/monitor.ts';
import { endedRun } from './alerts.ts';
import { hasCome, writes } from './operation.ts';

/** A run of a monitor whose answers are to be translated now. */
export type DueTranslation = {
  readonly monitorId: string;
  readonly monitor: string;
  readonly scheduledAtMs: number;
  readonly runId: string;
  readonly projectId: string;
  readonly limit: MonitorTranslation;
  /** What the run's credit limit leaves; null without one. */
  readonly creditsLeft: number | null;
  readonly before: RunTranslation;
};

type DueRow = Omit<DueTranslation, 'limit' | 'before'> & {
  readonly row: number;
  readonly limit: string | null;
  readonly before: string | null;
};

export const notTranslatedYet: RunTranslation = {
  state: 'waiting',
  to: null,
  done: 0,
  total: 0,
  cost: null,
  currency: null,
  reason: null,
  attempts: 0,
};

/** Translations of what monitors collect: which are due, and what became of each. */
export function createMonitorTranslationOperations(db: Database) {
  const due = db.prepare<{ nowMs: number }, DueRow>(
    `SELECT m.id AS row, m.uid AS monitorId, m.name AS monitor, t.scheduled_at_ms AS scheduledAtMs, r.uid AS runId,
       p.uid AS projectId, m.translation AS "limit", m.ceiling - r.credits_charged AS creditsLeft, t.translation AS before
     FROM monitor_times t JOIN monitors m ON m.id = t.monitor_id JOIN runs r ON r.id = t.run_id
       JOIN projects p ON p.id = r.project_id
     WHERE t.translation_due_ms IS NOT NULL AND ${hasCome('t.translation_due_ms', '@nowMs')} AND ${endedRun}
       AND m.removed_at_ms IS NULL ORDER BY t.scheduled_at_ms LIMIT 1`,
  );
  const settle = db.prepare<{
    row: number;
    scheduledAtMs: number;
    translation: string | null;
    dueMs: number | null;
  }>(
    `UPDATE monitor_times SET translation = ifnull(@translation, translation), translation_due_ms = @dueMs
     WHERE monitor_id = @row AND scheduled_at_ms = @scheduledAtMs`,
  );
  const monitor = db.prepare<{ uid: string }, { row: number }>(
    'SELECT id AS row FROM monitors WHERE uid = @uid',
  );
  return {
    /** The oldest one that is due, for this program until the lease ends; null if there is none. */
    'monitors.claimTranslation': writes(
      (input: { readonly leaseUntilMs: number; readonly nowMs: number }): DueTranslation | null => {
        for (let found = due.get(input); found !== undefined; found = due.get(input)) {
          const { row, limit, before, ...rest } = found;
          const { scheduledAtMs } = rest;
          // Turned off since the run began.
          const dueMs = limit === null ? null : input.leaseUntilMs;
          settle.run({ row, scheduledAtMs, translation: null, dueMs });
          if (limit === null) continue;
          return {
            ...rest,
            limit: monitorTranslationSchema.parse(JSON.parse(limit)),
            before: before === null ? notTranslatedYet : JSON.parse(before),
          };
        }
        return null;
      },
    ),
    /** The state of one: settled, or due again. Null leaves the state as it is. */
    'monitors.translated': writes(
      (
        input: Pick<DueTranslation, 'monitorId' | 'scheduledAtMs'> & {
          readonly translation: RunTranslation | null;
          readonly dueMs: number | null;
        },
      ): void => {
        const { monitorId, scheduledAtMs, translation, dueMs } = input;
        const found = monitor.get({ uid: monitorId });
        if (found === undefined) return;
        const json = translation === null ? null : JSON.stringify(translation);
        settle.run({ row: found.row, scheduledAtMs, translation: json, dueMs });
      },
    ),
  };
}
