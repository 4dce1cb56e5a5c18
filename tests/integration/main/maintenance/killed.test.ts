import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { checkHistory } from '#main/history/maintenance/check.ts';
import { compactHistory } from '#main/history/maintenance/compact.ts';
import { migrations } from '#main/history/store/migrations/list.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { countsOf, fillHistory } from '#tests/support/maintenance/filledHistory.ts';
import { laterSteps } from '#tests/support/maintenance/laterSteps.ts';

// PARALLAX_LONG=1 kills 50 times each; PARALLAX_SEED repeats the random choices.
const long = process.env.PARALLAX_LONG === '1';
const kills = long ? 50 : 5;
const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000_000);
const program = new URL('../../../support/maintenance/fileProgram.ts', import.meta.url);
const timeout = 1_800_000;

/** Lets the program work on the file, kills it after `afterMs`, and says whether it had ended by itself. */
async function workAndKill(
  what: string,
  file: string,
  afterMs: number | null,
): Promise<{ readonly ended: boolean; readonly ms: number }> {
  const child = fork(program, [what, file], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  let ended = false;
  await once(child, 'message');
  const began = performance.now();
  child.on('message', () => {
    ended = true;
  });
  if (afterMs !== null) {
    await Promise.race([delay(afterMs), exited]);
    child.kill('SIGKILL');
  }
  await exited;
  return { ended, ms: performance.now() - began };
}

const isSound = (file: string): boolean => checkHistory(file, true, () => undefined).findings.length === 0;
const leftovers = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => /(compacting|repairing|unfinished)/.test(name));

function setVersion(file: string, version: number): void {
  const db = new Database(file);
  db.pragma(`user_version = ${version}`);
  db.close();
}

/** Kills the same work at random points of its time, each time on a copy of the same file. */
async function killAtRandom(
  what: string,
  original: string,
  after: (file: string, folder: string) => void,
): Promise<{ readonly ended: number; readonly inTheMiddle: number }> {
  const random = seededRandom(seed);
  const measured = join(temporaryFolder(), 'history.db');
  copyFileSync(original, measured);
  // One run may have been slowed down by something else: what ends sooner says better how long the work takes.
  let { ms } = await workAndKill(what, measured, null);
  let ended = 0;
  let done = 0;
  for (; done < kills || (ended === done && done < 10 * kills); done += 1) {
    const folder = temporaryFolder();
    const file = join(folder, 'history.db');
    copyFileSync(original, file);
    const work = await workAndKill(what, file, random() * ms);
    if (work.ended) {
      ended += 1;
      ms = Math.min(ms, work.ms);
    }
    after(file, folder);
  }
  console.log(
    `killed ${JSON.stringify({ what, seed, kills: done, ended, inTheMiddle: done - ended, workMs: Math.round(ms) })}`,
  );
  return { ended, inTheMiddle: done - ended };
}

describe(`kill -9 (seed ${seed})`, () => {
  it('during compaction leaves one whole history, and the next compaction completes', {
    timeout,
  }, async () => {
    const folder = temporaryFolder();
    fillHistory(folder, { runs: long ? 20 : 8, answersPerRun: 50, fillerBytes: 6000 });
    const file = join(folder, 'history.db');
    const { db } = openDatabase(file);
    db.exec(
      'DELETE FROM runs WHERE id % 2 = 0; DELETE FROM payloads WHERE id NOT IN (SELECT payload_id FROM observations)',
    );
    db.close();
    const before = countsOf(file);
    const { inTheMiddle } = await killAtRandom('compact', file, (copy, place) => {
      openDatabase(copy).db.close();
      expect(countsOf(copy)).toEqual(before);
      expect(isSound(copy)).toBe(true);
      expect(compactHistory(copy).bytesAfter).toBeGreaterThan(0);
      expect(countsOf(copy)).toEqual(before);
      expect(leftovers(place)).toEqual([]);
    });
    expect(inTheMiddle).toBeGreaterThan(0);
  });

  it('during repair leaves the old or the new history, never less', { timeout }, async () => {
    const folder = temporaryFolder();
    fillHistory(folder, { runs: 6, answersPerRun: 50, fillerBytes: 3000 });
    const file = join(folder, 'history.db');
    const before = countsOf(file);
    await killAtRandom('repair', file, (copy) => {
      openDatabase(copy).db.close();
      expect(countsOf(copy)).toEqual(before);
      expect(isSound(copy)).toBe(true);
    });
  });

  it('during a migration leaves one of its steps, with a whole backup or none, and the next start completes it', {
    timeout,
  }, async () => {
    const folder = temporaryFolder();
    fillHistory(folder, { runs: long ? 20 : 8, answersPerRun: 50, fillerBytes: 6000 });
    const old = join(folder, 'history.db');
    const before = countsOf(old);
    const newest = migrations.at(-1)?.version ?? 0;
    const { inTheMiddle } = await killAtRandom('migrate', old, (copy, place) => {
      for (const name of readdirSync(place).filter((each) => each.endsWith('.backup.db')))
        expect(countsOf(join(place, name))).toEqual(before);
      const { db, version } = openDatabase(copy, { steps: laterSteps });
      db.close();
      expect(version).toBe(laterSteps.at(-1)?.version);
      expect(countsOf(copy)).toEqual(before);
      expect(leftovers(place)).toEqual([]);
      // The later steps leave the schema as it was, so that all of it can be checked.
      setVersion(copy, newest);
      expect(isSound(copy)).toBe(true);
    });
    expect(inTheMiddle).toBeGreaterThan(0);
  });

  it('while a retention rule deletes leaves every run consistent, and the next pass completes it', {
    timeout,
  }, async () => {
    const folder = temporaryFolder();
    fillHistory(folder, { runs: 20, answersPerRun: 60, atMs: (run) => (run < 15 ? run : Date.now()) });
    const file = join(folder, 'history.db');
    const { inTheMiddle } = await killAtRandom('delete', file, (copy) => {
      openDatabase(copy).db.close();
      expect(countsOf(copy).runs).toBeGreaterThanOrEqual(5);
      expect(isSound(copy)).toBe(true);
    });
    expect(inTheMiddle).toBeGreaterThan(0);
  });

  it('during an import loses nothing that was reported as imported, and the same command continues', {
    timeout,
  }, async () => {
    const random = seededRandom(seed + 1);
    const dataFolder = temporaryFolder();
    const given = temporaryFolder();
    const said = new Set<string>();
    const rows = long ? 400 : 300;
    let total = 0;
    for (let kill = 0; kill < (long ? kills : 2); kill += 1) {
      const lines = Array.from({ length: rows }, (_, row) =>
        JSON.stringify({
          engine: 'assistant-a',
          request: { prompt: `Which lock ${kill}?`, country: 'DE' },
          receivedAt: '2026-11-01T10:00:00Z',
          response: JSON.parse(sampleBody('DE', { row: `${kill}-${row}` })),
        }),
      );
      total += rows;
      writeFileSync(join(given, `given${kill}.jsonl`), lines.join('\n'));
      const importing = startParallax(['import', join(given, `given${kill}.jsonl`), '--format', 'json'], {
        dataFolder,
      });
      await importing.line();
      await delay(random() * 400);
      importing.child.kill('SIGKILL');
      const { stdout } = await importing.finished;
      // The last line may have been cut by the kill.
      for (const line of stdout.split('\n').slice(0, -1)) said.add(String(JSON.parse(line).id));
    }
    const again = await runParallax(['import', given, '--format', 'json'], { dataFolder });
    const outcomes = jsonLines(again.stdout);
    const ids = new Set(outcomes.map(({ id }) => id));
    expect(outcomes).toHaveLength(total);
    expect(ids.size).toBe(total);
    for (const id of said) expect(ids).toContain(id);
    const known = outcomes.filter(({ state }) => state === 'known').length;
    expect(known).toBeGreaterThanOrEqual(said.size);
    expect(countsOf(join(dataFolder, 'history.db'))).toMatchObject({ observations: total, payloads: total });
    expect(isSound(join(dataFolder, 'history.db'))).toBe(true);
    console.log(
      `killed ${JSON.stringify({ what: 'import', seed, kills: long ? kills : 2, total, said: said.size, known })}`,
    );
  });
});
