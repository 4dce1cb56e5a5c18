import type { Database } from 'better-sqlite3';
import { numbersPerFact } from '../../threads/derivation/protocol.ts';
import { reads, writes } from './operation.ts';
import { createProjectFinder, type InProject } from './projectRows.ts';

export type RecomputationState = 'running' | 'cancelled' | 'current' | 'previous' | 'dropped';

export type RecomputationRow = {
  readonly rulesVersion: number;
  readonly projectRow: number;
  readonly analysisRules: string;
  readonly state: RecomputationState;
  /** Every answer up to this row id has its facts. */
  readonly throughId: number;
  readonly startedAtMs: number;
  readonly finishedAtMs: number | null;
};

export type RecomputationBoard = {
  /** Row id of the newest answer, 0 when there is none. */
  readonly lastId: number;
  /** The newest version of the rules of every project that has any. */
  readonly newest: readonly { readonly projectRow: number; readonly rulesVersion: number }[];
  readonly replays: readonly RecomputationRow[];
};

export type StoredFacts = {
  readonly rulesVersion: number;
  readonly after: number;
  readonly through: number;
  readonly brands: readonly string[];
  readonly searched: Float64Array;
  /** As in `RangeFacts`. */
  readonly facts: Float64Array;
  readonly nowMs: number;
};

/** Computations of brand facts: which there are, how far each is, and what they found. */
export function createRecomputationOperations(db: Database) {
  const rows = db.prepare<[], RecomputationRow>(
    `SELECT rules_version AS rulesVersion, project_id AS projectRow, analysis_rules AS analysisRules, state,
       through_id AS throughId, started_at_ms AS startedAtMs, finished_at_ms AS finishedAtMs
     FROM replays ORDER BY rules_version`,
  );
  const newest = db.prepare<[], { projectRow: number; rulesVersion: number }>(
    `SELECT v.project_id AS projectRow, max(v.version) AS rulesVersion FROM brand_rule_versions v
       JOIN projects p ON p.id = v.project_id AND p.removed_at_ms IS NULL GROUP BY v.project_id`,
  );
  const last = db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM observations');
  const count = db.prepare<[number], { n: number | null }>(
    'SELECT sum(completed) AS n FROM runs WHERE project_id = ?',
  );
  const idOf = createProjectFinder(db);
  const supersede = db.prepare<[number, number]>(
    `UPDATE replays SET state = 'dropped', session_id = NULL
     WHERE project_id = ? AND rules_version <> ? AND state IN ('running', 'cancelled')`,
  );
  const add = db.prepare<[number, number, string, number]>(
    `INSERT OR IGNORE INTO replays (rules_version, project_id, analysis_rules, state, started_at_ms)
     VALUES (?, ?, ?, 'running', ?)`,
  );
  const copyRules = db.prepare<[number, number]>(
    `INSERT INTO brand_rule_versions (version, project_id, made_at_ms, rules)
     SELECT (SELECT max(version) FROM brand_rule_versions) + 1, project_id, ?, rules
     FROM brand_rule_versions WHERE version = ?`,
  );
  const claim = db.prepare<[string, number, string]>(
    `UPDATE replays SET session_id = (SELECT id FROM sessions WHERE uid = ?) WHERE rules_version = ?
       AND (session_id IS NULL OR session_id = (SELECT id FROM sessions WHERE uid = ?))`,
  );
  const open = db.prepare<
    [number],
    { projectRow: number; state: RecomputationState; throughId: number; finishedAtMs: number | null }
  >(
    `SELECT project_id AS projectRow, state, through_id AS throughId, finished_at_ms AS finishedAtMs
     FROM replays WHERE rules_version = ?`,
  );
  const advance = db.prepare<[number, number]>('UPDATE replays SET through_id = ? WHERE rules_version = ?');
  const retire = db.prepare<[string, number, string]>(
    'UPDATE replays SET state = ?, session_id = NULL WHERE project_id = ? AND state = ?',
  );
  const complete = db.prepare<[number, number]>(
    `UPDATE replays SET state = 'current', finished_at_ms = ? WHERE rules_version = ?`,
  );
  const setState = db.prepare<[string, number, string]>(
    'UPDATE replays SET state = ?, session_id = NULL WHERE rules_version = ? AND state = ?',
  );
  const findKey = db.prepare<[string], { id: number }>('SELECT id FROM brand_keys WHERE uid = ?');
  const addKey = db.prepare<[string]>('INSERT INTO brand_keys (uid) VALUES (?)');
  const addSearch = db.prepare<[number, number]>(
    'INSERT OR IGNORE INTO brand_searches (rules_version, observation_id) VALUES (?, ?)',
  );
  const addMention = db.prepare<[number, number, number, number, number | null, number, number]>(
    `INSERT OR REPLACE INTO brand_mentions
       (rules_version, brand_key, observation_id, rank, list_rank, depth, mentions) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const dropMentions = db.prepare<[number, number]>(
    `DELETE FROM brand_mentions WHERE (rules_version, brand_key, observation_id) IN (
       SELECT rules_version, brand_key, observation_id FROM brand_mentions WHERE rules_version = ? LIMIT ?)`,
  );
  const dropSearches = db.prepare<[number, number]>(
    `DELETE FROM brand_searches WHERE (rules_version, observation_id) IN (
       SELECT rules_version, observation_id FROM brand_searches WHERE rules_version = ? LIMIT ?)`,
  );
  const forget = db.prepare<[number]>('DELETE FROM replays WHERE rules_version = ?');

  const lastId = (): number => last.get()?.id ?? 0;
  const start = (projectRow: number, rulesVersion: number, analysisRules: string, nowMs: number): void => {
    supersede.run(projectRow, rulesVersion);
    add.run(rulesVersion, projectRow, analysisRules, nowMs);
  };
  const keyOf = (uid: string): number => findKey.get(uid)?.id ?? Number(addKey.run(uid).lastInsertRowid);

  const store = ({ rulesVersion, brands, searched, facts }: StoredFacts): void => {
    const keys = new Map<number, number>();
    for (const id of searched) addSearch.run(rulesVersion, id);
    for (let at = 0; at < facts.length; at += numbersPerFact) {
      const [id = 0, brand = 0, rank = 0, listRank = 0, depth = 0, mentions = 0] = facts.subarray(
        at,
        at + numbersPerFact,
      );
      const key = keys.get(brand) ?? keyOf(brands[brand] ?? '');
      keys.set(brand, key);
      addMention.run(rulesVersion, key, id, rank, listRank === 0 ? null : listRank, depth, mentions);
    }
  };

  return {
    'recomputation.board': reads(
      (_: Readonly<Record<string, never>>): RecomputationBoard => ({
        lastId: lastId(),
        newest: newest.all(),
        replays: rows.all(),
      }),
    ),
    /** The row of a project, and how many answers it has. */
    'recomputation.answers': reads(
      (input: InProject): { readonly projectRow: number; readonly answers: number } => {
        const projectRow = idOf(input);
        return { projectRow, answers: count.get(projectRow)?.n ?? 0 };
      },
    ),
    /** Begins a replay by these rules; one that is under way by older rules of the project is given up. */
    'recomputation.start': writes(
      (input: {
        readonly projectRow: number;
        readonly rulesVersion: number;
        readonly analysisRules: string;
        readonly nowMs: number;
      }): void => start(input.projectRow, input.rulesVersion, input.analysisRules, input.nowMs),
    ),
    /** The same rules as a version of their own, because the formulae changed by which they are applied. */
    'recomputation.renew': writes(
      (input: {
        readonly projectRow: number;
        readonly rulesVersion: number;
        readonly analysisRules: string;
        readonly nowMs: number;
      }): void => {
        const row = newest.all().find((each) => each.projectRow === input.projectRow);
        // Another program was quicker.
        if (row?.rulesVersion !== input.rulesVersion) return;
        copyRules.run(input.nowMs, input.rulesVersion);
        const version = newest.all().find((each) => each.projectRow === input.projectRow)?.rulesVersion;
        if (version !== undefined) start(input.projectRow, version, input.analysisRules, input.nowMs);
      },
    ),
    /** Whether this program may work on it: one does at a time, until it ends. */
    'recomputation.claim': writes(
      (input: { readonly rulesVersion: number; readonly sessionId: string }): boolean =>
        claim.run(input.sessionId, input.rulesVersion, input.sessionId).changes > 0,
    ),
    /**
     * Stores the facts of one range, and with the last one puts the version in force. Refused (false) when the
     * replay was stopped, given up or gone on with elsewhere: nothing is stored then.
     */
    'recomputation.write': writes((input: StoredFacts): boolean => {
      const row = open.get(input.rulesVersion);
      if (!row || row.throughId !== input.after) return false;
      if (row.state !== 'running' && row.state !== 'current') return false;
      store(input);
      advance.run(input.through, input.rulesVersion);
      if (row.state === 'running' && input.through >= lastId()) {
        retire.run('dropped', row.projectRow, 'previous');
        retire.run('previous', row.projectRow, 'current');
        complete.run(input.nowMs, input.rulesVersion);
      }
      return true;
    }),
    'recomputation.cancel': writes(
      (input: { readonly rulesVersion: number }): boolean =>
        setState.run('cancelled', input.rulesVersion, 'running').changes > 0,
    ),
    'recomputation.resume': writes(
      (input: { readonly rulesVersion: number }): boolean =>
        setState.run('running', input.rulesVersion, 'cancelled').changes > 0,
    ),
    /** Removes some rows of a replaced version; whether there are more. */
    'recomputation.drop': writes(
      (input: { readonly rulesVersion: number; readonly limit: number }): boolean => {
        const { rulesVersion, limit } = input;
        if (open.get(rulesVersion)?.state !== 'dropped') return false;
        const gone =
          dropMentions.run(rulesVersion, limit).changes + dropSearches.run(rulesVersion, limit).changes;
        if (gone === 0) forget.run(rulesVersion);
        return gone > 0;
      },
    ),
  };
}
