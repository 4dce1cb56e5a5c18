import type { Database } from 'better-sqlite3';
import {
  type KeptReport,
  type ReportChannel,
  type ReportSchedule,
  reportScheduleSchema,
} from '#shared/model/scheduledReport.ts';
import { mustHave } from '../failures.ts';
import { newId } from '../ids.ts';
import { endedRun } from './alerts.ts';
import { hasCome, reads, writes } from './operation.ts';

/** A report that is due. */
export type DueReport = {
  readonly id: string;
  readonly runId: string;
  readonly schedule: ReportSchedule;
  /** 1 for the first. */
  readonly attempt: number;
};

export type DueReportDelivery = {
  readonly id: string;
  readonly monitor: string;
  readonly channel: ReportChannel;
  readonly attempt: number;
  readonly schedule: ReportSchedule;
  readonly name: string;
  readonly title: string;
  readonly summary: string;
};

type Settled = {
  readonly id: string;
  readonly problem: string | null;
  /** Null if there is no further attempt. */
  readonly againAtMs: number | null;
  readonly nowMs: number;
};

type ReportRow = Omit<KeptReport, 'deliveries'> & {
  readonly row: number;
  readonly schedule: string;
  readonly title: string | null;
  readonly summary: string | null;
};

const selectReports = `SELECT p.id AS row, p.uid AS id, m.name AS monitor, r.uid AS runId, p.scheduled_at_ms AS scheduledAtMs,
    p.schedule, p.state, p.attempts, p.problem, p.name, p.bytes, p.title, p.summary, p.written_at_ms AS writtenAtMs
  FROM reports p JOIN monitors m ON m.id = p.monitor_id LEFT JOIN runs r ON r.id = p.run_id`;

/** Scheduled reports: which are due, and the status of writing and sending each. */
export function createReportOperations(db: Database) {
  const monitorRow = db.prepare<{ name: string }, { id: number }>(
    'SELECT id FROM monitors WHERE (uid = @name OR name = @name COLLATE NOCASE) AND removed_at_ms IS NULL',
  );
  const schedule = db.prepare<{ id: number }, { schedule: string }>(
    'SELECT schedule FROM report_schedules WHERE monitor_id = @id',
  );
  const setSchedule = db.prepare<{ id: number; schedule: string; nowMs: number }>(
    `INSERT INTO report_schedules (monitor_id, schedule, since_ms) VALUES (@id, @schedule, @nowMs)
     ON CONFLICT DO UPDATE SET schedule = excluded.schedule`,
  );
  const removeSchedule = db.prepare<{ id: number }>('DELETE FROM report_schedules WHERE monitor_id = @id');
  const ended = db.prepare<[], { monitor: number; run: number; scheduledAtMs: number; schedule: string }>(
    `SELECT t.monitor_id AS monitor, t.run_id AS run, t.scheduled_at_ms AS scheduledAtMs, s.schedule
     FROM report_schedules s JOIN monitors m ON m.id = s.monitor_id AND m.removed_at_ms IS NULL
       JOIN monitor_times t ON t.monitor_id = s.monitor_id AND t.scheduled_at_ms >= s.since_ms
       JOIN runs r ON r.id = t.run_id
     WHERE ${endedRun} AND r.completed > 0
       AND NOT EXISTS (SELECT 1 FROM reports p WHERE p.monitor_id = t.monitor_id AND p.scheduled_at_ms = t.scheduled_at_ms)`,
  );
  const add = db.prepare<[Record<string, string | number>]>(
    `INSERT INTO reports (uid, monitor_id, run_id, scheduled_at_ms, schedule, state, due_at_ms)
     VALUES (@uid, @monitor, @run, @scheduledAtMs, @schedule, 'waiting', @nowMs)`,
  );
  const due = db.prepare<{ nowMs: number }, ReportRow>(
    `${selectReports} WHERE p.state IN ('waiting', 'writing') AND ${hasCome('p.due_at_ms', '@nowMs')} ORDER BY p.due_at_ms LIMIT 5`,
  );
  const claim = db.prepare<{ id: number; leaseUntilMs: number }>(
    "UPDATE reports SET state = 'writing', attempts = attempts + 1, due_at_ms = @leaseUntilMs WHERE id = @id",
  );
  const written = db.prepare<[Record<string, string | number | null>]>(
    `UPDATE reports SET state = @state, problem = @problem, due_at_ms = coalesce(@againAtMs, due_at_ms), name = @name,
       bytes = @bytes, title = @title, summary = @summary, written_at_ms = @writtenAtMs
     WHERE uid = @id AND state = 'writing'`,
  );
  const addDelivery = db.prepare<{ id: number; channel: ReportChannel; nowMs: number }>(
    `INSERT INTO report_deliveries (report_id, channel, state, due_at_ms) VALUES (@id, @channel, 'waiting', @nowMs)`,
  );
  const dueDelivery = db.prepare<{ nowMs: number }, { id: number; channel: ReportChannel; attempts: number }>(
    `SELECT report_id AS id, channel, attempts FROM report_deliveries
     WHERE state IN ('waiting', 'sending') AND ${hasCome('due_at_ms', '@nowMs')} ORDER BY due_at_ms LIMIT 10`,
  );
  const claimDelivery = db.prepare<{ id: number; channel: ReportChannel; leaseUntilMs: number }>(
    `UPDATE report_deliveries SET state = 'sending', attempts = attempts + 1, due_at_ms = @leaseUntilMs
     WHERE report_id = @id AND channel = @channel`,
  );
  const settleDelivery = db.prepare<[Record<string, string | number | null>]>(
    `UPDATE report_deliveries SET state = @state, problem = @problem, due_at_ms = coalesce(@againAtMs, due_at_ms),
       done_at_ms = @doneAtMs
     WHERE report_id = (SELECT id FROM reports WHERE uid = @id) AND channel = @channel AND state = 'sending'`,
  );
  const one = db.prepare<{ id: number }, ReportRow>(`${selectReports} WHERE p.id = @id`);
  const named = db.prepare<{ uid: string }, ReportRow>(`${selectReports} WHERE p.uid = @uid`);
  const ofMonitor = db.prepare<{ id: number; limit: number }, ReportRow>(
    `${selectReports} WHERE p.monitor_id = @id ORDER BY p.scheduled_at_ms DESC LIMIT @limit`,
  );
  const deliveries = db.prepare<{ id: number }, KeptReport['deliveries'][number]>(
    'SELECT channel, state, attempts, problem FROM report_deliveries WHERE report_id = @id ORDER BY channel',
  );

  const monitorOf = (name: string): number => mustHave(monitorRow.get({ name }), `No monitor "${name}".`).id;
  const kept = ({ row: id, title: _, summary: __, schedule: ___, ...report }: ReportRow): KeptReport => ({
    ...report,
    deliveries: deliveries.all({ id }),
  });

  return {
    'reports.schedule': reads((input: { readonly monitor: string }): ReportSchedule | null => {
      const row = schedule.get({ id: monitorOf(input.monitor) });
      return row ? read(row.schedule) : null;
    }),
    /** Null ends the schedule; existing reports stay. Runs due before it began are not reported. */
    'reports.setSchedule': writes(
      (input: {
        readonly monitor: string;
        readonly schedule: ReportSchedule | null;
        readonly nowMs: number;
      }): void => {
        const id = monitorOf(input.monitor);
        if (input.schedule === null) removeSchedule.run({ id });
        else setSchedule.run({ id, schedule: JSON.stringify(input.schedule), nowMs: input.nowMs });
      },
    ),
    /** Records ended runs, and claims reports to write until the lease ends. */
    'reports.claimDue': writes(
      (input: { readonly leaseUntilMs: number; readonly nowMs: number }): readonly DueReport[] => {
        for (const run of ended.all()) add.run({ ...run, uid: newId(), nowMs: input.nowMs });
        return due.all({ nowMs: input.nowMs }).flatMap((row) => {
          claim.run({ id: row.row, leaseUntilMs: input.leaseUntilMs });
          return [
            { id: row.id, runId: row.runId ?? '', schedule: read(row.schedule), attempt: row.attempts + 1 },
          ];
        });
      },
    ),
    /** The result of writing one; creates its deliveries. */
    'reports.written': writes(
      (
        input: Settled & {
          readonly file:
            | (Pick<DueReportDelivery, 'name' | 'title' | 'summary'> & { readonly bytes: number })
            | null;
        },
      ): void => {
        const { id, problem, againAtMs, nowMs, file } = input;
        const state = file !== null ? 'written' : againAtMs === null ? 'failed' : 'waiting';
        const { changes } = written.run({
          id,
          state,
          problem,
          againAtMs,
          name: file?.name ?? null,
          bytes: file?.bytes ?? null,
          title: file?.title ?? null,
          summary: file?.summary ?? null,
          writtenAtMs: file === null ? null : nowMs,
        });
        const row = named.get({ uid: id });
        if (changes === 0 || file === null || row === undefined) return;
        for (const channel of channelsOf(read(row.schedule)))
          addDelivery.run({ id: row.row, channel, nowMs });
      },
    ),
    'reports.claimDeliveries': writes(
      (input: { readonly leaseUntilMs: number; readonly nowMs: number }): readonly DueReportDelivery[] =>
        dueDelivery.all({ nowMs: input.nowMs }).flatMap(({ id, channel, attempts }) => {
          claimDelivery.run({ id, channel, leaseUntilMs: input.leaseUntilMs });
          const row = one.get({ id });
          if (row === undefined || row.name === null) return [];
          const { monitor, name, title, summary } = row;
          return [
            {
              id: row.id,
              monitor,
              channel,
              attempt: attempts + 1,
              schedule: read(row.schedule),
              name,
              title: title ?? name,
              summary: summary ?? '',
            },
          ];
        }),
    ),
    'reports.delivered': writes((input: Settled & { readonly channel: ReportChannel }): void => {
      const { id, channel, problem, againAtMs, nowMs } = input;
      const state = problem === null ? 'delivered' : againAtMs === null ? 'failed' : 'waiting';
      settleDelivery.run({
        id,
        channel,
        problem,
        state,
        againAtMs,
        doneAtMs: state === 'waiting' ? null : nowMs,
      });
    }),
    /** Newest first. */
    'reports.list': reads(
      (input: { readonly monitor: string; readonly limit: number }): readonly KeptReport[] =>
        ofMonitor.all({ id: monitorOf(input.monitor), limit: input.limit }).map(kept),
    ),
    'reports.get': reads((input: { readonly id: string }): KeptReport & { readonly format: string } => {
      const row = mustHave(named.get({ uid: input.id }), `No report ${input.id}.`);
      return { ...kept(row), format: read(row.schedule).format };
    }),
  };
}

const read = (text: string): ReportSchedule => reportScheduleSchema.parse(JSON.parse(text));

function channelsOf({ folder, emails, slack, teams }: ReportSchedule): readonly ReportChannel[] {
  return [
    ...(folder === null ? [] : (['folder'] as const)),
    ...(emails.length === 0 ? [] : (['email'] as const)),
    ...(slack ? (['slack'] as const) : []),
    ...(teams ? (['teams'] as const) : []),
  ];
}
