import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { exportProject } from '#main/history/projectFiles/exportProject.ts';
import { importProject } from '#main/history/projectFiles/importProject.ts';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { openSession, temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;
const long = process.env.PARALLAX_LONG === '1';
type History = Awaited<ReturnType<typeof temporaryHistory>>;

async function store(
  history: History,
  question: string,
  count: number,
  projectUid: string | undefined,
  word: string,
) {
  const { runUid } = await history.call('runs.create', {
    sessionUid: await openSession(history),
    projectUid,
    question,
    engine: 'assistant-a',
    connectionUid: 'embedded',
    options: {},
    samples: count,
    cells: Array.from({ length: count }, (_, at) => ({ market: { country: 'DE' }, sample: at + 1 })),
    nowMs: now,
  });
  for (const cell of await history.call('cells.claim', { runUid, limit: count, nowMs: now })) {
    const body = sampleBody('DE', { text: `${word} number ${cell.ordinal} is the answer. größer, 日本語` });
    const answer = sampleAnswer('DE', { body, requestId: `${word}-${cell.ordinal}` });
    await history.call('cells.settle', {
      cellUid: cell.id,
      outcome: { kind: 'completed', answer },
      nowMs: now,
    });
  }
  await history.call('runs.finish', { runUid, nowMs: now });
  return runUid;
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
  };
  const dismissed = {
    uid: 'decision0000',
    decision: { kind: 'dismiss' as const, name: 'Reddit' },
    madeAtMs: now,
  };
  const rules = { projectUid: acme.id, brands: [own], decisions: [dismissed], nowMs: now };
  const { version } = await history.call('brands.write', { ...rules, brands: [], after: 0 });
  await history.call('brands.write', { ...rules, after: version, nowMs: now + 1 });
  await history.call('questions.tag', {
    projectUid: acme.id,
    question: 'Is Acme any good?',
    tags: ['reputation'],
    branded: null,
  });
  await history.call('plans.save', {
    projectUid: undefined,
    name: 'Secret plan',
    nowMs: now,
    plan: {
      questions: [{ text: 'Q', tags: [] }],
      engines: [{ engine: 'assistant-a', options: {} }],
      markets: [{ country: 'DE' }],
      samples: 1,
      variables: {},
      excluded: [],
    },
  });
  while ((await history.call('search.indexSome', { limit: 100 })).pending > 0);
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

describe("a project's file", () => {
  it('holds the project whole and nothing of another one, and comes back the same', async () => {
    const { file, acme, run } = await twoClients(20, 70);
    const target = join(temporaryFolder(), 'acme.parallax');
    expect(exportProject(file, 'acme', target)).toMatchObject({ name: 'Acme', runs: 1, observations: 20 });
    expect(() => exportProject(file, 'acme', target)).toThrow(/is there already/);
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
      answersAdded: 20,
    });
    expect(bodies(there, acme)).toEqual(bodies(file, acme));
    // The file itself was only read, and twice is as good as once.
    expect(readFileSync(target).equals(bytes)).toBe(true);
    expect(importProject(there, target, now)).toMatchObject({ runsAdded: 0, runsKnown: 1, answersAdded: 0 });
    // It is known where it came from, too.
    expect(importProject(file, target, now)).toMatchObject({ runsAdded: 0, runsKnown: 1 });

    const history = await temporaryHistory({ file: there });
    while ((await history.call('search.indexSome', { limit: 100 })).pending > 0);
    const input = { text: '"acmeword number 7"', limit: 5, after: null, projectUid: acme };
    expect((await history.call('search.run', input)).hits).toHaveLength(1);
    expect(await history.call('brands.read', { projectUid: acme })).toMatchObject({
      version: 2,
      brands: [{ id: 'brandacme000', aliases: [{ text: 'ACME AG' }], domains: ['acme.com'] }],
      decisions: [{ uid: 'decision0000' }],
    });
    expect(await history.call('questions.list', { projectUid: acme })).toMatchObject([
      { tags: ['reputation'], branded: true, brandedByRule: true },
    ]);
    const before = await temporaryHistory({ file });
    const { run: copied, cells } = await history.call('runs.get', { runUid: run });
    const original = await before.call('runs.get', { runUid: run });
    expect({ ...copied, projectName: '' }).toEqual({ ...original.run, projectName: '' });
    expect(cells).toEqual(original.cells);
    expect(await history.call('upkeep.integrity', {})).toEqual([]);
  });

  it('is refused when it is damaged, no project, or another program’s; nothing is changed', async () => {
    const { file } = await twoClients(3);
    const there = join(temporaryFolder(), 'history.db');
    await (await temporaryHistory({ file: there })).close();
    expect(() => importProject(there, file, now)).toThrow(/whole history with 2 projects/);
    const target = join(temporaryFolder(), 'acme.parallax');
    exportProject(file, 'Acme', target);
    const db = new Database(target);
    db.exec(
      "UPDATE payloads SET body = zeroblob(length(body)), encoding = 'identity' WHERE id = (SELECT min(id) FROM payloads)",
    );
    db.close();
    expect(() => importProject(there, target, now)).toThrow(/is damaged/);
    writeFileSync(target, 'no database');
    expect(() => importProject(there, target, now)).toThrow(/damaged, or no history/);
    expect(() => exportProject(file, 'Nobody', `${target}2`)).toThrow(/There is no project/);
    expect(existsSync(`${target}2.unfinished`)).toBe(false);
    expect(readdirSync(dirname(there)).filter((name) => name.includes('incoming'))).toEqual([]);
    expect(bodies(there, 'x').size).toBe(0);
  });

  it('that is being imported when the program is killed is there whole or not at all', async () => {
    const { file, acme } = await twoClients(long ? 400 : 60);
    const target = join(temporaryFolder(), 'acme.parallax');
    exportProject(file, 'Acme', target);
    const whole = bodies(file, acme).size;
    const there = join(temporaryFolder(), 'history.db');
    await (await temporaryHistory({ file: there })).close();
    const program = new URL('../../../support/faults/projectImportProgram.ts', import.meta.url);
    const delays = long ? Array.from({ length: 50 }, () => randomInt(400)) : [5, 60];
    for (const delay of delays) {
      const child = fork(program, [there, target], { stdio: 'ignore' });
      await once(child, 'message');
      await wait(delay);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect([0, whole], `killed after ${delay} ms`).toContain(bodies(there, acme).size);
    }
    importProject(there, target, now);
    expect(bodies(there, acme)).toEqual(bodies(file, acme));
    const history = await temporaryHistory({ file: there });
    expect(await history.call('upkeep.integrity', {})).toEqual([]);
  });
});
