import type { Database } from 'better-sqlite3';
import { type Condition, phaseToTell, type Told, textInPhase } from '#shared/alerts/conditions.ts';
import type { Finding } from '#shared/alerts/findings.ts';
import type { AlertView } from '#shared/model/alert.ts';
import { type AlertRule, alertRuleSchema } from '#shared/model/alertRules.ts';
import { HistoryFailure, mustHave } from '../failures.ts';
import { newId } from '../ids.ts';
import { hasCome, reads, writes } from './operation.ts';

export type StoredRule = { readonly id: string; readonly monitor: string; readonly rule: AlertRule };

/** A scheduled time to evaluate: its run has ended, or could not start. */
export type UnevaluatedRun = {
  readonly monitorId: string;
  readonly connectionId: string;
  readonly scheduledAtMs: number;
  /** Why its run could not start; null if it did. */
  readonly failedNote: string | null;
  /** Null if there was no run. */
  readonly runId: string | null;
  /** The latest earlier run of its series with an answer. */
  readonly beforeId: string | null;
};

export type AlertChannel = AlertView['deliveries'][number]['channel'];
export type StoredAlert = Omit<AlertView, 'address'>;
export type AlertContent = Pick<
  Finding,
  'text' | 'engine' | 'market' | 'subject' | 'before' | 'now' | 'verdict' | 'answers'
> &
  Pick<AlertView, 'standing'>;

export type RaiseAlerts = {
  readonly monitorId: string;
  readonly scheduledAtMs: number;
  readonly runId: string | null;
  readonly beforeId: string | null;
  readonly findings: readonly {
    readonly ruleId: string;
    readonly fingerprint: string;
    readonly kind: AlertRule['kind'];
    readonly content: Omit<AlertContent, 'standing'>;
  }[];
  /** Conditions of the run by itself; whether they raise an alert depends on earlier alerts. */
  readonly conditions: readonly {
    readonly ruleId: string;
    readonly kind: AlertRule['kind'];
    readonly condition: Condition;
  }[];
  readonly channels: readonly AlertChannel[];
  /** Earliest delivery time: later in quiet hours. */
  readonly dueAtMs: number;
  readonly nowMs: number;
};

export type DueDelivery = {
  readonly alert: StoredAlert;
  readonly channel: AlertChannel;
  /** 1 for the first. */
  readonly attempt: number;
};

type AlertRow = Omit<StoredAlert, keyof AlertContent | 'deliveries'> & { readonly content: string };

const selectAlerts = `SELECT a.uid AS id, a.id AS number, a.kind, a.content, m.name AS monitor, r.uid AS runId,
    b.uid AS beforeRunId, a.raised_at_ms AS raisedAtMs, a.read_at_ms AS readAtMs
  FROM alerts a LEFT JOIN monitors m ON m.id = a.monitor_id LEFT JOIN runs r ON r.id = a.run_id
    LEFT JOIN runs b ON b.id = a.before_run_id`;
/** An alert without a monitor, which is a test, belongs to every project. */
const ofProject = `(@projectId IS NULL OR a.monitor_id IS NULL OR EXISTS (
  SELECT 1 FROM plans p JOIN projects j ON j.id = p.project_id WHERE p.id = m.plan_id AND j.uid = @projectId))`;
/** Whether nothing more will happen to run `r` without a user. */
export const endedRun = `(r.state IN ('finished', 'cancelled') OR (r.state = 'interrupted' AND r.planned + r.running = 0)
  OR (r.state = 'paused' AND r.running = 0 AND r.hold_reason LIKE 'ceiling%'))`;

/** Alert rules, alerts, and their deliveries. */
export function createAlertOperations(db: Database) {
  const monitorRow = db.prepare<{ name: string }, { id: number }>(
    'SELECT id FROM monitors WHERE (uid = @name OR name = @name COLLATE NOCASE) AND removed_at_ms IS NULL',
  );
  const addRule = db.prepare<{ uid: string; monitorId: number; rule: string; createdAtMs: number }>(
    'INSERT INTO alert_rules (uid, monitor_id, rule, created_at_ms) VALUES (@uid, @monitorId, @rule, @createdAtMs)',
  );
  const rules = db.prepare<{ id: number | null }, Omit<StoredRule, 'rule'> & { rule: string }>(
    `SELECT a.uid AS id, m.name AS monitor, a.rule FROM alert_rules a JOIN monitors m ON m.id = a.monitor_id
     WHERE a.removed_at_ms IS NULL AND m.removed_at_ms IS NULL AND (@id IS NULL OR m.id = @id) ORDER BY a.id`,
  );
  const removeRule = db.prepare<{ removedAtMs: number; uid: string }>(
    'UPDATE alert_rules SET removed_at_ms = @removedAtMs WHERE uid = @uid AND removed_at_ms IS NULL',
  );
  const unjudged = db.prepare<[], UnevaluatedRun>(
    `SELECT m.uid AS monitorId, c.uid AS connectionId, t.scheduled_at_ms AS scheduledAtMs,
       CASE WHEN t.outcome = 'failed' THEN ifnull(t.note, '') END AS failedNote, r.uid AS runId, (
       SELECT p.uid FROM monitor_times q JOIN runs p ON p.id = q.run_id
       WHERE q.monitor_id = t.monitor_id AND q.scheduled_at_ms < t.scheduled_at_ms AND p.completed > 0
       ORDER BY q.scheduled_at_ms DESC LIMIT 1) AS beforeId
     FROM monitor_times t JOIN monitors m ON m.id = t.monitor_id LEFT JOIN runs r ON r.id = t.run_id
       JOIN connections c ON c.id = coalesce(r.connection_id, m.connection_id)
     WHERE t.judged_at_ms IS NULL AND (t.outcome = 'failed' OR ${endedRun}) ORDER BY t.scheduled_at_ms`,
  );
  const evaluate = db.prepare<{ evaluatedAtMs: number; uid: string; scheduledAtMs: number }>(
    `UPDATE monitor_times SET judged_at_ms = @evaluatedAtMs
     WHERE monitor_id = (SELECT id FROM monitors WHERE uid = @uid) AND scheduled_at_ms = @scheduledAtMs AND judged_at_ms IS NULL`,
  );
  const add = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO alerts (uid, fingerprint, rule_id, monitor_id, run_id, before_run_id, kind, content, raised_at_ms)
     VALUES (@uid, @fingerprint, (SELECT id FROM alert_rules WHERE uid = @rule),
       (SELECT monitor_id FROM alert_rules WHERE uid = @rule), (SELECT id FROM runs WHERE uid = @run),
       (SELECT id FROM runs WHERE uid = @before), @kind, @content, @nowMs) ON CONFLICT DO NOTHING`,
  );
  const lastTold = db.prepare<{ ruleId: string; key: string }, { standing: string; toldAtMs: number }>(
    `SELECT content ->> '$.standing' AS standing, raised_at_ms AS toldAtMs FROM alerts
     WHERE rule_id = (SELECT id FROM alert_rules WHERE uid = @ruleId) AND content ->> '$.standing.condition' = @key
     ORDER BY id DESC LIMIT 1`,
  );
  const addDelivery = db.prepare<{
    lastInsertRowid: number | bigint;
    channel: AlertChannel;
    dueAtMs: number;
  }>(
    `INSERT INTO alert_deliveries (alert_id, channel, state, due_at_ms) VALUES (@lastInsertRowid, @channel, 'waiting', @dueAtMs)`,
  );
  const one = db.prepare<{ id: number | bigint }, AlertRow>(`${selectAlerts} WHERE a.id = @id`);
  const newest = db.prepare<[Record<string, string | number | null>], AlertRow>(
    `${selectAlerts} WHERE (@monitor IS NULL OR a.monitor_id = @monitor) AND (@unread = 0 OR a.read_at_ms IS NULL)
       AND ${ofProject} ORDER BY a.id DESC LIMIT @limit`,
  );
  const later = db.prepare<[Record<string, string | number | null>], AlertRow>(
    `${selectAlerts} WHERE a.id > @after AND (@monitor IS NULL OR a.monitor_id = @monitor)
       AND (@unread = 0 OR a.read_at_ms IS NULL) AND ${ofProject} ORDER BY a.id LIMIT @limit`,
  );
  const countUnread = db.prepare<{ projectId: string | null }, { n: number }>(
    `SELECT count(*) AS n FROM alerts a LEFT JOIN monitors m ON m.id = a.monitor_id
     WHERE a.read_at_ms IS NULL AND ${ofProject}`,
  );
  const deliveries = db.prepare<{ alertId: number }, StoredAlert['deliveries'][number]>(
    'SELECT channel, state, attempts, problem FROM alert_deliveries WHERE alert_id = @alertId ORDER BY channel',
  );
  const read = db.prepare<{ readAtMs: number; id: string }>(
    'UPDATE alerts SET read_at_ms = @readAtMs WHERE uid = @id AND read_at_ms IS NULL',
  );
  const readAll = db.prepare<{ readAtMs: number }>(
    'UPDATE alerts SET read_at_ms = @readAtMs WHERE read_at_ms IS NULL',
  );
  const due = db.prepare<
    { dueAtMs: number; stringify: string },
    { id: number; channel: AlertChannel; attempts: number }
  >(
    `SELECT alert_id AS id, channel, attempts FROM alert_deliveries
     WHERE state IN ('waiting', 'sending') AND ${hasCome('due_at_ms', '@dueAtMs')}
       AND channel IN (SELECT value FROM json_each(@stringify)) ORDER BY due_at_ms LIMIT 20`,
  );
  const claim = db.prepare<{ dueAtMs: number; id: number; channel: AlertChannel }>(
    `UPDATE alert_deliveries SET state = 'sending', attempts = attempts + 1, due_at_ms = @dueAtMs
     WHERE alert_id = @id AND channel = @channel`,
  );
  const settle = db.prepare<[Record<string, string | number | null>]>(
    `UPDATE alert_deliveries SET state = @state, problem = @problem, due_at_ms = coalesce(@dueAtMs, due_at_ms),
       done_at_ms = @doneAtMs
     WHERE alert_id = (SELECT id FROM alerts WHERE uid = @alert) AND channel = @channel AND state = 'sending'`,
  );
  const monitorOf = (name: string): number => mustHave(monitorRow.get({ name }), `No monitor "${name}".`).id;
  const stored = ({ content, ...alert }: AlertRow): StoredAlert => ({
    // Absent in alerts of older versions.
    standing: null,
    ...(JSON.parse(content) as Omit<AlertContent, 'standing'> & { answers: string[] }),
    ...alert,
    deliveries: deliveries.all({ alertId: alert.number }),
  });
  const raise = (
    alert: {
      readonly fingerprint: string;
      readonly rule: string | null;
      readonly run: string | null;
      readonly before: string | null;
      readonly kind: AlertView['kind'];
      readonly content: AlertContent;
    },
    input: Pick<RaiseAlerts, 'channels' | 'dueAtMs' | 'nowMs'>,
  ): readonly StoredAlert[] => {
    const { changes, lastInsertRowid } = add.run({
      ...alert,
      uid: newId(),
      content: JSON.stringify(alert.content),
      nowMs: input.nowMs,
    });
    if (changes === 0) return [];
    for (const channel of input.channels)
      addDelivery.run({ lastInsertRowid, channel, dueAtMs: input.dueAtMs });
    const row = one.get({ id: lastInsertRowid });
    return row ? [stored(row)] : [];
  };

  const raiseCondition = (
    { ruleId, kind, condition }: RaiseAlerts['conditions'][number],
    input: RaiseAlerts,
  ): readonly StoredAlert[] => {
    const { key, holds: _, cause, repeats: __, text, ...figures } = condition;
    const row = lastTold.get({ ruleId, key });
    const last: Told | null = row ? { ...JSON.parse(row.standing), toldAtMs: row.toldAtMs } : null;
    const phase = phaseToTell(condition, last, input.nowMs);
    if (phase === null) return [];
    const sinceMs = phase === 'began' || last === null ? input.scheduledAtMs : last.sinceMs;
    const content = {
      ...figures,
      engine: null,
      market: null,
      answers: [],
      text: textInPhase(text, phase, sinceMs),
      standing: { condition: key, phase, cause, sinceMs },
    };
    const fingerprint = `${ruleId} ${input.scheduledAtMs} ${key}`;
    const { runId: run, beforeId: before } = input;
    return raise({ fingerprint, rule: ruleId, run, before, kind, content }, input);
  };

  return {
    'alerts.addRule': writes(
      (input: { readonly monitor: string; readonly rule: AlertRule; readonly nowMs: number }) => {
        const uid = newId();
        addRule.run({
          uid,
          monitorId: monitorOf(input.monitor),
          rule: JSON.stringify(input.rule),
          createdAtMs: input.nowMs,
        });
        return { id: uid };
      },
    ),
    'alerts.rules': reads((input: { readonly monitor?: string }): readonly StoredRule[] => {
      const id = input.monitor === undefined ? null : monitorOf(input.monitor);
      return rules
        .all({ id })
        .map(({ rule, ...row }) => ({ ...row, rule: alertRuleSchema.parse(JSON.parse(rule)) }));
    }),
    'alerts.removeRule': writes(
      (input: { readonly id: string; readonly nowMs: number }): { readonly removed: boolean } => ({
        removed: removeRule.run({ removedAtMs: input.nowMs, uid: input.id }).changes > 0,
      }),
    ),
    'alerts.unevaluated': reads((_: Readonly<Record<string, never>>): readonly UnevaluatedRun[] =>
      unjudged.all(),
    ),
    /**
     * Evaluates a scheduled time: its alerts and deliveries are created in the same transaction, once. Returns
     * the new alerts; none if another program was faster.
     */
    'alerts.create': writes((input: RaiseAlerts): readonly StoredAlert[] => {
      if (
        evaluate.run({ evaluatedAtMs: input.nowMs, uid: input.monitorId, scheduledAtMs: input.scheduledAtMs })
          .changes === 0
      )
        return [];
      const { runId: run, beforeId: before } = input;
      const found = input.findings.flatMap(({ ruleId: rule, content, ...finding }) =>
        raise({ ...finding, rule, run, before, content: { ...content, standing: null } }, input),
      );
      return [...found, ...input.conditions.flatMap((each) => raiseCondition(each, input))];
    }),
    /** A standalone alert. */
    'alerts.createTest': writes(
      (input: Pick<RaiseAlerts, 'channels' | 'nowMs'> & { readonly content: AlertContent }): StoredAlert => {
        const fingerprint = `test ${newId()}`;
        const nothing = { rule: null, run: null, before: null } as const;
        const [alert] = raise(
          { ...nothing, fingerprint, kind: 'test', content: input.content },
          { ...input, dueAtMs: input.nowMs },
        );
        if (!alert) throw new HistoryFailure('CONFLICT', 'The alert could not be stored.');
        return alert;
      },
    ),
    'alerts.list': reads(
      (input: {
        readonly projectId?: string;
        readonly monitor?: string;
        readonly unread: boolean;
        readonly after?: number;
        readonly limit: number;
      }): { readonly alerts: readonly StoredAlert[]; readonly unread: number } => {
        const projectId = input.projectId ?? null;
        const where = {
          projectId,
          monitor: input.monitor === undefined ? null : monitorOf(input.monitor),
          unread: input.unread ? 1 : 0,
          limit: input.limit,
        };
        const rows =
          input.after === undefined ? newest.all(where) : later.all({ ...where, after: input.after });
        return { alerts: rows.map(stored), unread: countUnread.get({ projectId })?.n ?? 0 };
      },
    ),
    'alerts.markRead': writes((input: { readonly ids?: readonly string[]; readonly nowMs: number }) => ({
      marked:
        input.ids === undefined
          ? readAll.run({ readAtMs: input.nowMs }).changes
          : input.ids.reduce((sum, id) => sum + read.run({ readAtMs: input.nowMs, id }).changes, 0),
    })),
    /**
     * Claims due deliveries for one program. Those not settled by `leaseUntilMs`, because the program died, can
     * be claimed again.
     */
    'alerts.claimDue': writes(
      (input: {
        readonly channels: readonly AlertChannel[];
        readonly leaseUntilMs: number;
        readonly nowMs: number;
      }): readonly DueDelivery[] =>
        due
          .all({ dueAtMs: input.nowMs, stringify: JSON.stringify(input.channels) })
          .flatMap(({ id, channel, attempts }) => {
            claim.run({ dueAtMs: input.leaseUntilMs, id, channel });
            const row = one.get({ id });
            return row ? [{ alert: stored(row), channel, attempt: attempts + 1 }] : [];
          }),
    ),
    /** The result of a delivery: sent, to be retried at `againAtMs`, or abandoned. */
    'alerts.settleDelivery': writes(
      (input: {
        readonly alert: string;
        readonly channel: AlertChannel;
        readonly problem: string | null;
        readonly againAtMs: number | null;
        readonly nowMs: number;
      }): void => {
        const { alert, channel, problem, againAtMs } = input;
        const state = problem === null ? 'delivered' : againAtMs === null ? 'failed' : 'waiting';
        settle.run({
          alert,
          channel,
          problem,
          state,
          dueAtMs: againAtMs,
          doneAtMs: state === 'waiting' ? null : input.nowMs,
        });
      },
    ),
  };
}
