import type { Database } from 'better-sqlite3';
import type { RecomputationView } from '#shared/model/recomputation.ts';
import { numbersPerFact } from '../../threads/derivation/protocol.ts';
import { reads, writes } from './operation.ts';
import { createProjectFinder, type InProject } from './projectRows.ts';

export type RecomputationRow = Omit<RecomputationView, 'state' | 'answers' | 'of'> & {
  readonly projectRow: number;
  readonly state: RecomputationView['state'] | 'dropped';
  /** Facts are complete up to this row id. */
  readonly throughId: number;
};

export type RecomputationBoard = {
  /** Row id of the newest answer, 0 if there is none. */
  readonly lastId: number;
  /** The newest rule version of every project with rules. */
  readonly newest: readonly { readonly projectRow: number; readonly rulesVersion: number }[];
  readonly recomputations: readonly RecomputationRow[];
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

/** Recomputations of brand facts: their list, progress and results. */
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
  const count = db.prepare<{ projectRow: number }, { n: number | null }>(
    'SELECT sum(completed) AS n FROM runs WHERE project_id = @projectRow',
  );
  const idOf = createProjectFinder(db);
  const supersede = db.prepare<{ projectRow: number; rulesVersion: number }>(
    `UPDATE replays SET state = 'dropped', session_id = NULL
     WHERE project_id = @projectRow AND rules_version <> @rulesVersion AND state IN ('running', 'cancelled')`,
  );
  const add = db.prepare<{ rulesVersion: number; projectRow: number; analysisRules: string; nowMs: number }>(
    `INSERT OR IGNORE INTO replays (rules_version, project_id, analysis_rules, state, started_at_ms)
     VALUES (@rulesVersion, @projectRow, @analysisRules, 'running', @nowMs)`,
  );
  const copyRules = db.prepare<{ madeAtMs: number; version: number }>(
    `INSERT INTO brand_rule_versions (version, project_id, made_at_ms, rules)
     SELECT (SELECT max(version) FROM brand_rule_versions) + 1, project_id, @madeAtMs, rules
     FROM brand_rule_versions WHERE version = @version`,
  );
  const claim = db.prepare<{ uid: string; rulesVersion: number }>(
    `UPDATE replays SET session_id = (SELECT id FROM sessions WHERE uid = @uid) WHERE rules_version = @rulesVersion
       AND (session_id IS NULL OR session_id = (SELECT id FROM sessions WHERE uid = @uid))`,
  );
  const open = db.prepare<
    { rulesVersion: number },
    { projectRow: number; state: RecomputationRow['state']; throughId: number; finishedAtMs: number | null }
  >(
    `SELECT project_id AS projectRow, state, through_id AS throughId, finished_at_ms AS finishedAtMs
     FROM replays WHERE rules_version = @rulesVersion`,
  );
  const advance = db.prepare<{ throughId: number; rulesVersion: number }>(
    'UPDATE replays SET through_id = @throughId WHERE rules_version = @rulesVersion',
  );
  const retire = db.prepare<{ state: string; projectRow: number; was: string }>(
    'UPDATE replays SET state = @state, session_id = NULL WHERE project_id = @projectRow AND state = @was',
  );
  const complete = db.prepare<{ finishedAtMs: number; rulesVersion: number }>(
    `UPDATE replays SET state = 'current', finished_at_ms = @finishedAtMs WHERE rules_version = @rulesVersion`,
  );
  const setState = db.prepare<{ state: string; rulesVersion: number; was: string }>(
    'UPDATE replays SET state = @state, session_id = NULL WHERE rules_version = @rulesVersion AND state = @was',
  );
  const findKey = db.prepare<{ uid: string }, { id: number }>('SELECT id FROM brand_keys WHERE uid = @uid');
  const addKey = db.prepare<{ uid: string }>('INSERT INTO brand_keys (uid) VALUES (@uid)');
  const addSearch = db.prepare<{ rulesVersion: number; id: number }>(
    'INSERT OR IGNORE INTO brand_searches (rules_version, observation_id) VALUES (@rulesVersion, @id)',
  );
  const addMention = db.prepare<{
    rulesVersion: number;
    key: number;
    id: number;
    rank: number;
    listRank: number | null;
    depth: number;
    mentions: number;
  }>(
    `INSERT OR REPLACE INTO brand_mentions
       (rules_version, brand_key, observation_id, rank, list_rank, depth, mentions) VALUES (@rulesVersion, @key, @id, @rank, @listRank, @depth, @mentions)`,
  );
  const dropMentions = db.prepare<{ rulesVersion: number; limit: number }>(
    `DELETE FROM brand_mentions WHERE (rules_version, brand_key, observation_id) IN (
       SELECT rules_version, brand_key, observation_id FROM brand_mentions WHERE rules_version = @rulesVersion LIMIT @limit)`,
  );
  const dropSearches = db.prepare<{ rulesVersion: number; limit: number }>(
    `DELETE FROM brand_searches WHERE (rules_version, observation_id) IN (
       SELECT rules_version, observation_id FROM brand_searches WHERE rules_version = @rulesVersion LIMIT @limit)`,
  );
  const forget = db.prepare<{ rulesVersion: number }>(
    'DELETE FROM replays WHERE rules_version = @rulesVersion',
  );

  const lastId = (): number => last.get()?.id ?? 0;
  const start = (projectRow: number, rulesVersion: number, analysisRules: string, nowMs: number): void => {
    supersede.run({ projectRow, rulesVersion });
    add.run({ rulesVersion, projectRow, analysisRules, nowMs });
  };
  const keyOf = (uid: string): number =>
    findKey.get({ uid })?.id ?? Number(addKey.run({ uid }).lastInsertRowid);

  const store = ({ rulesVersion, brands, searched, facts }: StoredFacts): void => {
    const keys = new Map<number, number>();
    for (const id of searched) addSearch.run({ rulesVersion, id });
    for (let at = 0; at < facts.length; at += numbersPerFact) {
      const [id = 0, brand = 0, rank = 0, listRank = 0, depth = 0, mentions = 0] = facts.subarray(
        at,
        at + numbersPerFact,
      );
      const key = keys.get(brand) ?? keyOf(brands[brand] ?? '');
      keys.set(brand, key);
      addMention.run({
        rulesVersion,
        key,
        id,
        rank,
        listRank: listRank === 0 ? null : listRank,
        depth,
        mentions,
      });
    }
  };

  return {
    'recomputation.board': reads(
      (_: Readonly<Record<string, never>>): RecomputationBoard => ({
        lastId: lastId(),
        newest: newest.all(),
        recomputations: rows.all(),
      }),
    ),
    /** The row of a project, and its number of answers. */
    'recomputation.answers': reads(
      (input: InProject): { readonly projectRow: number; readonly answers: number } => {
        const projectRow = idOf(input);
        return { projectRow, answers: count.get({ projectRow })?.n ?? 0 };
      },
    ),
    /**
     * Starts a recomputation with these rules; abandons one that is in progress with older rules of the
     * project.
     */
    'recomputation.start': writes(
      (input: {
        readonly projectRow: number;
        readonly rulesVersion: number;
        readonly analysisRules: string;
        readonly nowMs: number;
      }): void => start(input.projectRow, input.rulesVersion, input.analysisRules, input.nowMs),
    ),
    /** The same rules as a new version, because the formulas that apply them changed. */
    'recomputation.renew': writes(
      (input: {
        readonly projectRow: number;
        readonly rulesVersion: number;
        readonly analysisRules: string;
        readonly nowMs: number;
      }): void => {
        const row = newest.all().find((each) => each.projectRow === input.projectRow);
        // Another program was faster.
        if (row?.rulesVersion !== input.rulesVersion) return;
        copyRules.run({ madeAtMs: input.nowMs, version: input.rulesVersion });
        const version = newest.all().find((each) => each.projectRow === input.projectRow)?.rulesVersion;
        if (version !== undefined) start(input.projectRow, version, input.analysisRules, input.nowMs);
      },
    ),
    /** Whether this program may work on it: one at a time may, until it ends. */
    'recomputation.claim': writes(
      (input: { readonly rulesVersion: number; readonly sessionId: string }): boolean =>
        claim.run({ uid: input.sessionId, rulesVersion: input.rulesVersion }).changes > 0,
    ),
    /**
     * Stores the facts of one range, and activates the version with the last one. Refused (false) if the
     * recomputation was stopped, abandoned or continued elsewhere: then nothing is stored.
     */
    'recomputation.write': writes((input: StoredFacts): boolean => {
      const row = open.get({ rulesVersion: input.rulesVersion });
      if (!row || row.throughId !== input.after) return false;
      if (row.state !== 'running' && row.state !== 'current') return false;
      store(input);
      advance.run({ throughId: input.through, rulesVersion: input.rulesVersion });
      if (row.state === 'running' && input.through >= lastId()) {
        const { projectRow } = row;
        retire.run({ state: 'dropped', projectRow, was: 'previous' });
        retire.run({ state: 'previous', projectRow, was: 'current' });
        complete.run({ finishedAtMs: input.nowMs, rulesVersion: input.rulesVersion });
      }
      return true;
    }),
    'recomputation.cancel': writes(
      (input: { readonly rulesVersion: number }): boolean =>
        setState.run({ state: 'cancelled', rulesVersion: input.rulesVersion, was: 'running' }).changes > 0,
    ),
    'recomputation.resume': writes(
      (input: { readonly rulesVersion: number }): boolean =>
        setState.run({ state: 'running', rulesVersion: input.rulesVersion, was: 'cancelled' }).changes > 0,
    ),
    /** Deletes some rows of a replaced version; returns whether there are more. */
    'recomputation.drop': writes(
      (input: { readonly rulesVersion: number; readonly limit: number }): boolean => {
        const { rulesVersion, limit } = input;
        if (open.get({ rulesVersion })?.state !== 'dropped') return false;
        const gone =
          dropMentions.run({ rulesVersion, limit }).changes +
          dropSearches.run({ rulesVersion, limit }).changes;
        if (gone === 0) forget.run({ rulesVersion });
        return gone > 0;
      },
    ),
  };
}
