import type { Database } from 'better-sqlite3';
import type { ProjectImportFacts } from '#shared/model/project.ts';
import { createBrandRuleReader } from '../store/operations/brandRules.ts';
import { createQuestionTags } from '../store/operations/questionTags.ts';
import { completeKnownRuns, endKnownRuns, taken } from './completeRuns.ts';

/** Maps row ids of the file to row ids of the history, by what identifies a row in both. */
const named = (table: string, name: string, id: string): string =>
  `(SELECT t.id FROM main.${table} t JOIN incoming.${table} f ON f.${name} = t.${name} WHERE f.id = ${id})`;
const question = named('questions', 'text', 's.question_id');
const wording = named('questions', 'text', 's.wording_id');
const market = named('markets', 'key', 's.market_id');
const run = named('runs', 'uid', 's.run_id');
const observation = named('observations', 'uid', 's.observation_id');
const newRun = 'IN (SELECT id FROM incoming.runs WHERE uid IN (SELECT uid FROM temp.new_runs))';
const newObservation = `s.observation_id IN (SELECT id FROM incoming.observations WHERE cell_id ${taken})`;

/**
 * Adds what the attached file `incoming` has and the history lacks. Call inside a transaction, which `stop`
 * ends by throwing.
 */
export function mergeProject(db: Database, nowMs: number, stop: () => void): ProjectImportFacts {
  const columnsOf = (table: string): readonly string[] =>
    db
      .prepare<{ table: string }, { name: string }>('SELECT name FROM pragma_table_info(@table)')
      .all({ table })
      .map(({ name }) => name);
  /** Copies rows with new ids; references are mapped, everything else is copied unchanged. */
  const copy = (table: string, references: Readonly<Record<string, string>>, where = 'true'): number => {
    stop();
    const columns = columnsOf(table).filter((name) => name !== 'id');
    const values = columns.map((name) => references[name] ?? `s.${name}`);
    return db
      .prepare(
        `INSERT OR IGNORE INTO main.${table} (${columns.join(', ')})
         SELECT ${values.join(', ')} FROM incoming.${table} s WHERE ${where} ORDER BY s.rowid`,
      )
      .run().changes;
  };
  /** For tables without a rowid. */
  const copyPlain = (table: string, references: Readonly<Record<string, string>>, where = 'true'): void => {
    stop();
    const columns = columnsOf(table);
    const values = columns.map((name) => references[name] ?? `s.${name}`);
    db.prepare(
      `INSERT OR IGNORE INTO main.${table} (${columns.join(', ')})
       SELECT ${values.join(', ')} FROM incoming.${table} s WHERE ${where}`,
    ).run();
  };

  const project = ownProject(db);
  const inProject = { project_id: String(project.id) };
  db.exec(`CREATE TEMP TABLE new_runs AS
    SELECT uid FROM incoming.runs WHERE uid NOT IN (SELECT uid FROM main.runs)`);
  copy('questions', {});
  copy('markets', {});
  copy('domains', {});
  copy('urls', { domain_id: named('domains', 'name', 's.domain_id') });
  // Its key is elsewhere: the connection shows where answers came from, and cannot be called.
  copy('connections', { removed_at_ms: `ifnull(s.removed_at_ms, ${nowMs})` });
  copy('payloads', {});
  copy('requests', {});
  copy('header_sets', {});
  copy('plans', {
    ...inProject,
    name: `CASE WHEN EXISTS (SELECT 1 FROM main.plans t WHERE t.project_id = ${project.id} AND t.removed_at_ms IS NULL
      AND t.uid <> s.uid AND t.name = s.name COLLATE NOCASE) THEN s.name || ' (' || s.uid || ')' ELSE s.name END`,
  });
  copy('plan_versions', { plan_id: named('plans', 'uid', 's.plan_id') });
  const runsAdded = copy(
    'runs',
    {
      ...inProject,
      question_id: question,
      connection_id: named('connections', 'uid', 's.connection_id'),
      session_id: 'NULL',
      plan_version_id: `(SELECT t.id FROM main.plan_versions t JOIN main.plans tp ON tp.id = t.plan_id
        JOIN incoming.plans fp ON fp.uid = tp.uid
        JOIN incoming.plan_versions f ON f.plan_id = fp.id AND f.number = t.number WHERE f.id = s.plan_version_id)`,
    },
    's.uid IN (SELECT uid FROM temp.new_runs)',
  );
  copy(
    'cells',
    { run_id: run, question_id: question, wording_id: wording, market_id: market },
    `s.run_id ${newRun}`,
  );
  const runsCompleted = completeKnownRuns(db, columnsOf('cells'));
  const answersAdded = copy(
    'observations',
    {
      run_id: run,
      cell_id: `(SELECT t.id FROM main.cells t JOIN incoming.cells f ON f.ordinal = t.ordinal
        WHERE f.id = s.cell_id AND t.run_id = ${run})`,
      question_id: question,
      wording_id: wording,
      market_id: market,
      payload_id: named('payloads', 'sha256', 's.payload_id'),
      sent_request_id: named('requests', 'sha256', 's.sent_request_id'),
    },
    `s.cell_id ${taken}`,
  );
  copyPlain(
    'response_headers',
    { observation_id: observation, set_id: named('header_sets', 'headers', 's.set_id') },
    newObservation,
  );
  copyPlain(
    'sources',
    { observation_id: observation, url_id: named('urls', 'url', 's.url_id') },
    newObservation,
  );
  copy(
    'pages',
    {
      observation_id: observation,
      payload_id: named('payloads', 'sha256', 's.payload_id'),
      // A file must not cause pages to be fetched.
      state: `CASE s.state WHEN 'pending' THEN 'failed' ELSE s.state END`,
      error_message: `CASE s.state WHEN 'pending' THEN 'Not stored when the project was exported.' ELSE s.error_message END`,
    },
    newObservation,
  );
  copy('imports', { session_id: 'NULL' });
  copyPlain(
    'import_runs',
    { run_id: run, import_id: named('imports', 'uid', 's.import_id') },
    `s.run_id ${newRun}`,
  );
  copyPlain('imported_results', { observation_id: observation }, newObservation);
  bringMonitors(db, copy);
  bringRedirects(db);
  // Before the notes, whose trigger would look for them in the index.
  db.exec(`INSERT OR IGNORE INTO main.search_pending (observation_id)
    SELECT o.id FROM main.observations o JOIN incoming.observations f ON f.uid = o.uid WHERE f.cell_id ${taken}`);
  copy('notes', { observation_id: observation }, `${observation} IS NOT NULL`);
  copyPlain('labels', { observation_id: observation }, `${observation} IS NOT NULL`);
  copyPlain('translations', { observation_id: observation }, `${observation} IS NOT NULL`);
  copy('annotations', inProject);
  copyPlain('claim_corrections', inProject);
  copyPlain('claim_labels', inProject);
  copyPlain('claim_aspects', inProject);
  copyPlain('answer_claims', { observation_id: observation }, newObservation);
  copyPlain('question_tags', { ...inProject, question_id: question }, 's.by_rule = 0');
  copyPlain('gap_decisions', inProject);
  bringRules(db, project.id);
  createQuestionTags(db, createBrandRuleReader(db)).again(project.id);
  endKnownRuns(db);
  stop();
  const given = db
    .prepare<[], { runs: number; answers: number }>(
      `SELECT (SELECT count(*) FROM incoming.runs) AS runs, (SELECT count(*) FROM incoming.observations) AS answers`,
    )
    .get() ?? { runs: 0, answers: 0 };
  db.exec('DROP TABLE temp.new_runs');
  return {
    id: project.uid,
    name: project.name,
    runsAdded,
    runsKnown: given.runs - runsAdded,
    runsCompleted,
    answersAdded,
    answersKnown: given.answers - answersAdded,
  };
}

type Copy = (table: string, references: Readonly<Record<string, string>>) => number;

/**
 * Monitors are imported as deleted ones, to identify the answers of a series; a run imported again rejoins its
 * series.
 */
function bringMonitors(db: Database, copy: Copy): void {
  copy('monitors', {
    plan_id: named('plans', 'uid', 's.plan_id'),
    connection_id: named('connections', 'uid', 's.connection_id'),
    removed_at_ms: 'ifnull(s.removed_at_ms, s.handled_until_ms)',
  });
  db.exec(`INSERT INTO main.monitor_times (monitor_id, scheduled_at_ms, outcome, run_id, note, judged_at_ms)
    SELECT ${named('monitors', 'uid', 's.monitor_id')}, s.scheduled_at_ms, s.outcome, ${run}, s.note,
      ifnull(s.judged_at_ms, s.scheduled_at_ms)
    FROM incoming.monitor_times s WHERE true
    ON CONFLICT DO UPDATE SET run_id = excluded.run_id WHERE run_id IS NULL`);
}

/** Redirect destinations, also for URLs that exist here but were not resolved yet. */
function bringRedirects(db: Database): void {
  const url = named('urls', 'url', 's.url_id');
  db.exec(`
    INSERT INTO main.redirects (url_id, link, state, destination, tries, tried_at_ms, next_try_at_ms, failure)
      SELECT ${url}, s.link, s.state, s.destination, s.tries, s.tried_at_ms, s.next_try_at_ms, s.failure
      FROM incoming.redirects s WHERE true
      ON CONFLICT DO UPDATE SET state = excluded.state, destination = excluded.destination,
        tried_at_ms = excluded.tried_at_ms, failure = NULL
      WHERE excluded.state = 'resolved' AND state <> 'resolved';
    UPDATE main.urls SET domain_id = ${named('domains', 'name', 's.domain_id')}
      FROM incoming.urls s JOIN incoming.redirects r ON r.url_id = s.id
      WHERE r.state = 'resolved' AND s.url = urls.url;
    UPDATE main.search_facets SET domains = (SELECT json_group_array(domain_id) FROM (
        SELECT DISTINCT u.domain_id FROM main.sources s JOIN main.urls u ON u.id = s.url_id
        WHERE s.observation_id = search_facets.observation_id))
      WHERE observation_id IN (SELECT s.observation_id FROM main.sources s JOIN main.urls u ON u.id = s.url_id
        JOIN incoming.urls f ON f.url = u.url JOIN incoming.redirects r ON r.url_id = f.id WHERE r.state = 'resolved');
    UPDATE main.search_state SET removals = removals + 1;`);
}

type ProjectRow = { readonly id: number; readonly uid: string; readonly name: string };

/** The file's project here: known from an earlier import, or new with an unused name. */
function ownProject(db: Database): ProjectRow {
  const given = db
    .prepare<[], { uid: string; name: string; defaults: string; createdAtMs: number }>(
      'SELECT uid, name, defaults, created_at_ms AS createdAtMs FROM incoming.projects',
    )
    .get();
  if (!given) throw new Error('The file contains no project. Nothing was changed.');
  const taken = db.prepare<{ name: string; uid: string }, { one: 1 }>(
    'SELECT 1 AS one FROM main.projects WHERE name = @name COLLATE NOCASE AND removed_at_ms IS NULL AND uid <> @uid',
  );
  let name = given.name;
  for (let number = 2; taken.get({ name, uid: given.uid }); number += 1) name = `${given.name} ${number}`;
  db.prepare(
    'INSERT OR IGNORE INTO main.projects (uid, name, defaults, created_at_ms) VALUES (@uid, @name, @defaults, @createdAtMs)',
  ).run({ ...given, name });
  db.prepare(
    'UPDATE main.projects SET removed_at_ms = NULL, name = @name WHERE uid = @uid AND removed_at_ms IS NOT NULL',
  ).run({ name, uid: given.uid });
  const row = db
    .prepare<{ uid: string }, ProjectRow>('SELECT id, uid, name FROM main.projects WHERE uid = @uid')
    .get({ uid: given.uid });
  if (!row) throw new Error('The project was not stored.');
  return row;
}

/**
 * Brand rules are imported if the project here has none, or if the file's are newer; older ones stay as
 * versions.
 */
function bringRules(db: Database, project: number): void {
  const newest = (schema: 'main' | 'incoming', of: number) =>
    db
      .prepare<{ of: number }, { at: number | null }>(
        `SELECT max(made_at_ms) AS at FROM ${schema}.brand_rule_versions WHERE project_id = @of`,
      )
      .get({ of })?.at ?? 0;
  if (newest('incoming', 1) <= newest('main', project)) return;
  db.prepare(
    `INSERT INTO main.brand_rule_versions (version, project_id, made_at_ms, rules)
     SELECT (SELECT ifnull(max(version), 0) FROM main.brand_rule_versions) + row_number() OVER (ORDER BY s.version),
       @project, s.made_at_ms, s.rules
     FROM incoming.brand_rule_versions s
     WHERE s.made_at_ms > ifnull((SELECT max(made_at_ms) FROM main.brand_rule_versions WHERE project_id = @project), 0)`,
  ).run({ project });
  db.exec(`
    DELETE FROM main.brands WHERE project_id = ${project};
    DELETE FROM main.brand_decisions WHERE project_id = ${project};
    INSERT INTO main.brands (project_id, uid, ordinal, name, kind)
      SELECT ${project}, uid, ordinal, name, kind FROM incoming.brands;
    INSERT INTO main.brand_aliases (brand_id, ordinal, text, case_sensitive)
      SELECT ${named('brands', 'uid', 's.brand_id')}, ordinal, text, case_sensitive FROM incoming.brand_aliases s;
    INSERT INTO main.brand_domains (project_id, domain, brand_id, ordinal)
      SELECT ${project}, domain, ${named('brands', 'uid', 's.brand_id')}, ordinal FROM incoming.brand_domains s;
    INSERT INTO main.brand_excluded_forms (brand_id, ordinal, form)
      SELECT ${named('brands', 'uid', 's.brand_id')}, ordinal, form FROM incoming.brand_excluded_forms s;
    INSERT INTO main.brand_decisions (project_id, uid, kind, detail, made_at_ms)
      SELECT ${project}, uid, kind, detail, made_at_ms FROM incoming.brand_decisions ORDER BY id;`);
}
