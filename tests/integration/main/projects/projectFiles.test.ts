import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { exportProject } from '#main/history/projectFiles/exportProject.ts';
import { importProject } from '#main/history/projectFiles/importProject.ts';
import { createSessionLocks } from '#main/history/store/sessionLocks.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';
import {
  openSession,
  savePlan,
  temporaryFolder,
  temporaryHistory,
} from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;
const long = process.env.PARALLAX_LONG === '1';
// PARALLAX_LONG=1 kills 50 times, PARALLAX_KILLS so many of them; PARALLAX_SEED repeats the random choices.
const kills = Number(process.env.PARALLAX_KILLS ?? 50);
const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000_000);
type History = Awaited<ReturnType<typeof temporaryHistory>>;

async function store(
  history: History,
  question: string,
  count: number,
  projectId: string | undefined,
  word: string,
) {
  const { runId } = await history.call('runs.create', {
    sessionId: await openSession(history),
    projectId,
    question,
    engine: 'assistant-a',
    connectionId: 'embedded',
    options: {},
    samples: count,
    cells: Array.from({ length: count }, (_, at) => ({ market: { country: 'DE' }, sample: at + 1 })),
    nowMs: now,
  });
  for (const cell of await history.call('cells.take', { runId, limit: count, nowMs: now })) {
    const body = sampleBody('DE', { text: `${word} number ${cell.ordinal} is the answer. größer, 日本語` });
    const answer = sampleAnswer('DE', { body, requestId: `${word}-${cell.ordinal}` });
    await history.call('cells.settle', {
      cellId: cell.id,
      outcome: { kind: 'completed', answer },
      nowMs: now,
    });
  }
  await history.call('runs.finish', { runId, nowMs: now });
  return runId;
}

/** Two clients in one history, with brands, tags, notes and dictionaries made of the answers of both. */
async function twoClients(answers: number, others = 2) {
  const file = join(temporaryFolder(), 'history.db');
  const history = await temporaryHistory({ file });
  const acme = await history.call('projects.create', { name: 'Acme', nowMs: now });
  await store(history, 'Secret question of the other client', others, undefined, 'Otherclient');
  const run = await store(history, 'Is Acme any good?', answers, acme.id, 'Acmeword');
  const own = {
    id: 'brandacme000',
    name: 'Acme',
    kind: 'own' as const,
    aliases: [{ text: 'ACME AG' }],
    domains: ['acme.com'],
    excludedForms: ['acmes'],
  };
  const dismissed = {
    uid: 'decision0000',
    decision: { kind: 'dismiss' as const, name: 'Reddit' },
    madeAtMs: now,
  };
  const rules = { projectId: acme.id, brands: [own], decisions: [dismissed], nowMs: now };
  const { version } = await history.call('brands.write', { ...rules, brands: [], after: 0 });
  await history.call('brands.write', { ...rules, after: version, nowMs: now + 1 });
  await history.call('questions.tag', {
    projectId: acme.id,
    question: 'Is Acme any good?',
    tags: ['reputation'],
    branded: null,
  });
  for (const [text, projectId] of [
    ['Secret relaunch', undefined],
    ['Site relaunch', acme.id],
  ] as const)
    await history.call('annotations.add', { projectId, day: '2026-09-20', text, nowMs: now });
  await savePlan(history, 'Secret plan', now);
  while ((await history.call('history.index', { limit: 100 })).pending > 0);
  await history.close();
  return { file, acme: acme.id, run };
}

/** Every body as it came, by the id of its answer. */
function bodies(file: string, project: string): ReadonlyMap<string, string> {
  const db = new Database(file, { readonly: true });
  const rows = db
    .prepare<[string], { uid: string; sha256: Buffer }>(
      `SELECT o.uid, p.sha256 FROM observations o JOIN payloads p ON p.id = o.payload_id JOIN runs r ON r.id = o.run_id
       JOIN projects j ON j.id = r.project_id WHERE j.uid = ? ORDER BY o.uid`,
    )
    .all(project);
  db.close();
  return new Map(rows.map(({ uid, sha256 }) => [uid, sha256.toString('hex')]));
}

/** What a person adds to answers and what becomes of them, written straight into the file. */
function fillIn(file: string, project: string): void {
  const db = new Database(file);
  const page = Buffer.from('<html lang="de"><body>Größe</body></html>');
  db.prepare(
    `INSERT INTO payloads (id, sha256, encoding, raw_bytes, body) VALUES (900, ?, 'identity', ?, ?)`,
  ).run(createHash('sha256').update(page).digest(), page.length, page);
  db.exec(`
    CREATE TEMP TABLE own AS SELECT o.id, o.run_id FROM observations o JOIN runs r ON r.id = o.run_id
      JOIN projects p ON p.id = r.project_id WHERE p.uid = '${project}';
    CREATE TEMP TABLE one AS SELECT min(id) AS id, run_id FROM own;
    INSERT INTO pages (uid, observation_id, ordinal, url, state, fetched_at_ms, payload_id)
      SELECT 'page00000000', id, 0, 'https://files.example/page.html', 'stored', ${now}, 900 FROM one;
    INSERT INTO notes (uid, observation_id, text, created_at_ms) SELECT 'note00000000', id, 'Ansehen: 鍵', ${now} FROM one;
    INSERT INTO labels (name, observation_id) SELECT 'important', id FROM one;
    INSERT INTO plans (id, uid, name, created_at_ms, project_id)
      SELECT 90, 'plan00000000', 'Weekly', ${now}, id FROM projects WHERE uid = '${project}';
    INSERT INTO plan_versions (id, plan_id, number, content, cells, created_at_ms) VALUES (91, 90, 1, '{"samples":1}', 4, ${now});
    UPDATE runs SET plan_version_id = 91, kind = 'plan' WHERE id IN (SELECT run_id FROM one);
    INSERT INTO monitors (id, uid, name, plan_id, connection_id, schedule, mode, handled_until_ms, created_at_ms)
      SELECT 92, 'monitor00000', 'Mondays', 90, connection_id, '{}', 'live', ${now}, ${now} FROM runs WHERE plan_version_id = 91;
    INSERT INTO monitor_times (monitor_id, scheduled_at_ms, outcome, run_id) SELECT 92, ${now}, 'run', run_id FROM one;
    INSERT INTO monitor_times (monitor_id, scheduled_at_ms, outcome, note) VALUES (92, ${now - 1}, 'left-out', 'The program was closed.');
    INSERT INTO domains (name) VALUES ('destination.example');
    INSERT INTO redirects (url_id, link, state, destination, tries, tried_at_ms)
      SELECT min(url_id), 'https://engine.example/url?q=1', 'resolved', 'https://destination.example/lock', 1, ${now} FROM sources
      WHERE observation_id IN (SELECT id FROM one);
    UPDATE urls SET domain_id = (SELECT id FROM domains WHERE name = 'destination.example')
      WHERE id IN (SELECT url_id FROM redirects);
    UPDATE brand_decisions SET kind = 'source', detail = '{"kind":"source","domain":"forum.example","as":"reviews"}';`);
  db.close();
}

/** What a project consists of, by the names and ids that hold in every file. */
function content(file: string, project: string): Readonly<Record<string, readonly unknown[]>> {
  const db = new Database(file, { readonly: true });
  const own = `JOIN runs r ON r.id = o.run_id JOIN projects j ON j.id = r.project_id AND j.uid = '${project}'`;
  const ofProject = `JOIN projects j ON j.id = x.project_id AND j.uid = '${project}'`;
  const queries = {
    pages: `SELECT o.uid, x.ordinal, x.url, x.state, x.fetched_at_ms, hex(p.sha256), hex(p.body) FROM pages x
      JOIN observations o ON o.id = x.observation_id ${own} JOIN payloads p ON p.id = x.payload_id`,
    notes: `SELECT x.uid, o.uid, x.text, x.created_at_ms, x.edited_at_ms FROM notes x JOIN observations o ON o.id = x.observation_id ${own}`,
    labels: `SELECT x.name, o.uid FROM labels x JOIN observations o ON o.id = x.observation_id ${own}`,
    headers: `SELECT o.uid, x.status, x.headers, h.headers FROM response_headers x
      LEFT JOIN header_sets h ON h.id = x.set_id JOIN observations o ON o.id = x.observation_id ${own}`,
    requests: `SELECT o.uid, q.path, q.body FROM observations o ${own} JOIN requests q ON q.id = o.sent_request_id`,
    sources: `SELECT o.uid, x.ordinal, x.kind, x.position, u.url, d.name FROM sources x JOIN urls u ON u.id = x.url_id
      JOIN domains d ON d.id = u.domain_id JOIN observations o ON o.id = x.observation_id ${own}`,
    redirects: `SELECT DISTINCT u.url, x.link, x.state, x.destination, d.name FROM redirects x JOIN urls u ON u.id = x.url_id
      JOIN domains d ON d.id = u.domain_id JOIN sources s ON s.url_id = u.id JOIN observations o ON o.id = s.observation_id ${own}`,
    plans: `SELECT x.uid, x.name, v.number, v.content FROM plans x ${ofProject} JOIN plan_versions v ON v.plan_id = x.id`,
    runs: `SELECT x.uid, x.kind, x.state, x.completed, x.credits_charged, v.number, c.uid FROM runs x ${ofProject}
      LEFT JOIN plan_versions v ON v.id = x.plan_version_id JOIN connections c ON c.id = x.connection_id`,
    series: `SELECT m.uid, m.name, t.scheduled_at_ms, t.outcome, t.note, r.uid FROM monitor_times t
      JOIN monitors m ON m.id = t.monitor_id LEFT JOIN runs r ON r.id = t.run_id WHERE m.uid = 'monitor00000'`,
    annotations: `SELECT x.uid, x.day, x.text, x.created_at_ms FROM annotations x ${ofProject}`,
    tags: `SELECT q.text, x.tag, x.by_rule FROM question_tags x JOIN questions q ON q.id = x.question_id ${ofProject}`,
    brands: `SELECT x.uid, x.ordinal, x.name, x.kind, a.text, a.case_sensitive, d.domain, f.form FROM brands x ${ofProject}
      LEFT JOIN brand_aliases a ON a.brand_id = x.id LEFT JOIN brand_domains d ON d.brand_id = x.id LEFT JOIN brand_excluded_forms f ON f.brand_id = x.id`,
    decisions: `SELECT x.uid, x.kind, x.detail, x.made_at_ms FROM brand_decisions x ${ofProject}`,
    versions: `SELECT x.made_at_ms, x.rules FROM brand_rule_versions x ${ofProject}`,
  };
  const found = Object.entries(queries).map(([what, sql]) => [
    what,
    db
      .prepare(sql)
      .raw()
      .all()
      .map((row) => JSON.stringify(row))
      .toSorted(),
  ]);
  db.close();
  return Object.fromEntries(found);
}

describe("a project's file", () => {
  it('contains the project completely and nothing of another one, and is restored equal', async () => {
    const { file, acme, run } = await twoClients(20, 70);
    const target = join(temporaryFolder(), 'acme.parallax');
    expect(exportProject(file, 'acme', target, Date.now())).toMatchObject({
      name: 'Acme',
      runs: 1,
      observations: 20,
    });
    expect(() => exportProject(file, 'acme', target, Date.now())).toThrow(/already exists/);
    const bytes = readFileSync(target);
    for (const foreign of ['Otherclient', 'otherclient', 'Secret', 'First project'])
      expect(bytes.includes(foreign), foreign).toBe(false);
    expect(bodies(target, acme)).toEqual(bodies(file, acme));

    const there = join(temporaryFolder(), 'history.db');
    await (await temporaryHistory({ file: there })).close();
    expect(importProject(there, target, now)).toEqual({
      id: acme,
      name: 'Acme',
      runsAdded: 1,
      runsKnown: 0,
      runsCompleted: 0,
      answersAdded: 20,
      answersKnown: 0,
    });
    expect(bodies(there, acme)).toEqual(bodies(file, acme));
    // The file itself was only read, and twice is as good as once.
    expect(readFileSync(target).equals(bytes)).toBe(true);
    expect(importProject(there, target, now)).toMatchObject({
      runsAdded: 0,
      runsKnown: 1,
      runsCompleted: 0,
      answersAdded: 0,
      answersKnown: 20,
    });
    // It is known where it came from, too.
    expect(importProject(file, target, now)).toMatchObject({ runsAdded: 0, runsKnown: 1 });

    const history = await temporaryHistory({ file: there });
    while ((await history.call('history.index', { limit: 100 })).pending > 0);
    const input = { text: '"acmeword number 7"', limit: 5, after: null, projectId: acme };
    expect((await history.call('search.run', input)).hits).toHaveLength(1);
    expect(await history.call('brands.read', { projectId: acme })).toMatchObject({
      version: 2,
      brands: [
        {
          id: 'brandacme000',
          aliases: [{ text: 'ACME AG' }],
          domains: ['acme.com'],
          excludedForms: ['acmes'],
        },
      ],
      decisions: [{ uid: 'decision0000' }],
    });
    expect((await history.call('annotations.list', { projectId: acme })).annotations).toMatchObject([
      { day: '2026-09-20', text: 'Site relaunch' },
    ]);
    expect(await history.call('questions.list', { projectId: acme })).toMatchObject([
      { tags: ['reputation'], branded: true, brandedByRule: true },
    ]);
    const before = await temporaryHistory({ file });
    const { run: copied, cells } = await history.call('runs.get', { runId: run });
    const original = await before.call('runs.get', { runId: run });
    expect({ ...copied, projectName: '' }).toEqual({ ...original.run, projectName: '' });
    expect(cells).toEqual(original.cells);
    expect(await history.call('maintenance.integrity', {})).toEqual([]);
  });

  it('completes a known run with newer answers and without duplicates', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const history = await temporaryHistory({ file });
    const acme = await history.call('projects.create', { name: 'Acme', nowMs: now });
    const sessionId = await openSession(history);
    const cells = ['DE', 'FR', 'JP', 'US', 'BR'].map((country) => ({ market: { country }, sample: 1 }));
    const run = { question: 'Which lock?', engine: 'assistant-a' as const, connectionId: 'embedded' };
    const { runId } = await history.call('runs.create', {
      ...run,
      sessionId,
      projectId: acme.id,
      options: {},
      samples: 1,
      cells,
      nowMs: now,
    });
    const settle = async (count: number, ...failing: readonly number[]) => {
      for (const cell of await history.call('cells.take', { runId, limit: count, nowMs: now })) {
        const failure = { code: 'TIMEOUT', message: 'None.', status: null, body: null, requestId: null };
        const body = sampleBody('DE', { text: `Acmeword number ${cell.ordinal} is the answer.` });
        await history.call('cells.settle', {
          cellId: cell.id,
          nowMs: now,
          outcome: failing.includes(cell.ordinal)
            ? { kind: 'failed', failure }
            : { kind: 'completed', answer: sampleAnswer('DE', { body, requestId: `r-${cell.ordinal}` }) },
        });
      }
    };
    const folder = temporaryFolder();
    await settle(2, 1);
    await history.call('runs.pause', { runId, reason: 'person' });
    exportProject(file, 'Acme', join(folder, 'half.parallax'), Date.now());
    await history.call('runs.replan', { runId, sessionId, failed: true, unknown: false });
    await settle(5, 4);
    await history.call('runs.finish', { runId, nowMs: now + 5 });
    exportProject(file, 'Acme', join(folder, 'whole.parallax'), Date.now());

    const there = join(temporaryFolder(), 'history.db');
    await (await temporaryHistory({ file: there })).close();
    const bring = (name: string) => importProject(there, join(folder, name), now);
    expect(bring('half.parallax')).toMatchObject({ runsAdded: 1, answersAdded: 1 });
    const since = { runsAdded: 0, runsKnown: 1, runsCompleted: 1, answersAdded: 3, answersKnown: 1 };
    expect(bring('whole.parallax')).toMatchObject(since);
    const again = { runsKnown: 1, runsCompleted: 0, answersAdded: 0, answersKnown: 4 };
    expect(bring('whole.parallax')).toMatchObject(again);
    // The older file takes nothing back.
    expect(bring('half.parallax')).toMatchObject({ ...again, answersKnown: 1 });
    expect(bodies(there, acme.id)).toEqual(bodies(file, acme.id));

    const copied = await temporaryHistory({ file: there });
    const [here, original] = await Promise.all(
      [copied, history].map((each) => each.call('runs.get', { runId })),
    );
    expect(here?.run.counts).toEqual({ ...original?.run.counts, completed: 4, failed: 1, planned: 0 });
    expect(here).toEqual(original);
    expect(await copied.call('maintenance.integrity', {})).toEqual([]);
    while ((await copied.call('history.index', { limit: 100 })).pending > 0);
    const found = { text: 'acmeword', limit: 9, after: null, projectId: acme.id };
    expect((await copied.call('search.run', found)).total).toBe(4);
    const db = new Database(there, { readonly: true });
    expect(db.prepare('SELECT count(*) FROM charges').pluck().get()).toBe(0);
    expect(db.prepare('SELECT ifnull(sum(charged), 0) FROM spending').pluck().get()).toBe(0);
    db.close();
  });

  it('is refused if it is damaged, not a project, or of another program; nothing is changed', async () => {
    const { file } = await twoClients(3);
    const there = join(temporaryFolder(), 'history.db');
    await (await temporaryHistory({ file: there })).close();
    expect(() => importProject(there, file, now)).toThrow(/whole history with 2 projects/);
    const target = join(temporaryFolder(), 'acme.parallax');
    exportProject(file, 'Acme', target, Date.now());
    const db = new Database(target);
    db.exec(
      "UPDATE payloads SET body = zeroblob(length(body)), encoding = 'identity' WHERE id = (SELECT min(id) FROM payloads)",
    );
    db.close();
    expect(() => importProject(there, target, now)).toThrow(/is damaged/);
    writeFileSync(target, 'no database');
    expect(() => importProject(there, target, now)).toThrow(/damaged, or not a Parallax history/);
    expect(() => exportProject(file, 'Nobody', `${target}2`, Date.now())).toThrow(/No project/);
    expect(existsSync(`${target}2.unfinished`)).toBe(false);
    expect(readdirSync(dirname(there)).filter((name) => name.includes('incoming'))).toEqual([]);
    expect(bodies(there, 'x').size).toBe(0);
  });

  it('whose import is killed is imported completely or not at all', {
    timeout: 600_000,
  }, async () => {
    const { file, acme } = await twoClients(long ? 400 : 60);
    const target = join(temporaryFolder(), 'acme.parallax');
    exportProject(file, 'Acme', target, Date.now());
    const whole = bodies(file, acme).size;
    const there = join(temporaryFolder(), 'history.db');
    await (await temporaryHistory({ file: there })).close();
    const program = new URL('../../../support/faults/projectImportProgram.ts', import.meta.url);
    const random = seededRandom(seed);
    const delays = long ? Array.from({ length: kills }, () => Math.floor(random() * 400)) : [5, 60];
    let next = fork(program, [there, target], { stdio: 'ignore' });
    let ready = once(next, 'message');
    let midway = 0;
    let leftBehind = 0;
    for (const delay of delays) {
      const child = next;
      await ready;
      // The next one starts up meanwhile, which takes longer than the import.
      next = fork(program, [there, target], { stdio: 'ignore' });
      ready = once(next, 'message');
      let done = false;
      child.send('go');
      await once(child, 'message');
      child.on('message', () => {
        done = true;
      });
      await wait(delay);
      child.kill('SIGKILL');
      await once(child, 'exit');
      if (!done) midway += 1;
      const left = readdirSync(dirname(there)).filter((name) => name.includes('.incoming'));
      if (left.length > 0) leftBehind += 1;
      expect([0, whole], `killed after ${delay} ms`).toContain(bodies(there, acme).size);
    }
    await ready;
    next.kill();
    if (long)
      console.log(
        `seed ${seed}: ${delays.length} imports of ${whole} answers, ${midway} killed in the middle, ${leftBehind} left a copy behind`,
      );
    const history = await temporaryHistory({ file: there });
    expect(readdirSync(dirname(there)).filter((name) => name.includes('.incoming'))).toEqual([]);
    importProject(there, target, now);
    expect(bodies(there, acme)).toEqual(bodies(file, acme));
    expect(await history.call('maintenance.integrity', {})).toEqual([]);
  });

  it('does not affect the file that another import reads, and removes the one of a dead import', async () => {
    const { file } = await twoClients(2);
    const target = join(temporaryFolder(), 'acme.parallax');
    exportProject(file, 'Acme', target, Date.now());
    const folder = dirname(file);
    const locks = createSessionLocks(join(folder, 'sessions'));
    locks.hold('going0000000');
    const left = ['going0000000', 'dead00000000', '4711'].map((uid) => `history.db.${uid}.incoming`);
    for (const name of [...left, `${left[1]}-wal`]) writeFileSync(join(folder, name), 'part');
    importProject(file, target, now);
    expect(readdirSync(folder).filter((name) => name.includes('.incoming'))).toEqual([left[0]]);
    locks.close();
    await (await temporaryHistory({ file })).close();
    expect(readdirSync(folder).filter((name) => name.includes('.incoming'))).toEqual([]);
  });

  it('restores pages, notes, labels, plans, series of monitors, tags, rules and redirects', async () => {
    const { file, acme } = await twoClients(4);
    fillIn(file, acme);
    const target = join(temporaryFolder(), 'acme.parallax');
    exportProject(file, 'Acme', target, Date.now());
    const there = join(temporaryFolder(), 'history.db');
    const history = await temporaryHistory({ file: there });
    // The same sources are known there already, and where one leads is not.
    await store(history, 'Another question', 1, undefined, 'Known');
    while ((await history.call('history.index', { limit: 100 })).pending > 0);
    importProject(there, target, now);
    const before = content(file, acme);
    for (const [what, rows] of Object.entries(before)) expect(rows.length, what).toBeGreaterThan(0);
    expect(content(there, acme)).toEqual(before);
    // It came with no schedule that runs, and answers known before count for the true domain, too.
    expect(await history.call('monitors.list', {})).toEqual([]);
    while ((await history.call('history.index', { limit: 100 })).pending > 0);
    const found = await history.call('search.run', {
      text: 'domain:destination.example',
      limit: 9,
      after: null,
    });
    expect(found.total).toBe(5);
    expect(await history.call('maintenance.integrity', {})).toEqual([]);
  });
});
