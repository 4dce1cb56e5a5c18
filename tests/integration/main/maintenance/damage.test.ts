import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkHistory } from '#main/history/maintenance/check.ts';
import { repairHistory } from '#main/history/maintenance/repair.ts';
import { classifyFailure } from '#main/history/store/failures.ts';
import { mendHeader } from '#main/history/store/fileHeader.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { createPayloadStore } from '#main/history/store/operations/payloads.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import type { RepairFacts } from '#shared/model/maintenance.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';
import { flipBits, spoilPage } from '#tests/support/maintenance/damage.ts';
import { countsOf, fillHistory } from '#tests/support/maintenance/filledHistory.ts';

// PARALLAX_LONG=1 damages 50 copies at places of its own; PARALLAX_SEED repeats the random choices. Of five copies a
// single turned bit, in the root of a table, may take a fifth of all answers: the short form always damages the same.
const long = process.env.PARALLAX_LONG === '1';
const copies = long ? 50 : 5;
const seed = Number(process.env.PARALLAX_SEED ?? (long ? Date.now() % 1_000_000_000 : 13));
const runs = 6;
const answers = 20;

let whole: Buffer;
beforeAll(() => {
  const folder = temporaryFolderOfFile();
  fillHistory(folder, { runs, answersPerRun: answers, fillerBytes: 900 });
  whole = readFileSync(join(folder, 'history.db'));
  rmSync(folder, { recursive: true, force: true });
});

function temporaryFolderOfFile(): string {
  return mkdtempSync(join(tmpdir(), 'parallax-whole-'));
}

function copy(): { readonly dataFolder: string; readonly file: string } {
  const dataFolder = temporaryFolder();
  const file = join(dataFolder, 'history.db');
  writeFileSync(file, whole);
  return { dataFolder, file };
}

const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
/** Without SQLite's header, in which stands how its journal is kept. */
const hashOfPages = (file: string): string =>
  createHash('sha256').update(readFileSync(file).subarray(100)).digest('hex');
const json = async (dataFolder: string, ...args: string[]) => {
  const done = await runParallax(['data', ...args, '--format', 'json'], { dataFolder });
  return { ...done, facts: jsonLines(done.stdout)[0] as Record<string, never> };
};

/** Answers whose payload is byte for byte what was stored. */
async function readable(file: string): Promise<number> {
  const history = await temporaryHistory({ file });
  try {
    let read = 0;
    const { runs: listed } = await history.call('runs.list', { limit: 100 });
    for (const { id } of listed) {
      const { cells } = await history.call('runs.get', { runId: id });
      for (const { observationId } of cells) {
        if (observationId === null) continue;
        const found = await history.call('observations.get', { id: observationId }).catch(() => null);
        if (found !== null) read += 1;
      }
    }
    return read;
  } finally {
    await history.close();
  }
}

describe('an intact history', () => {
  it('is reported as intact by quick and full checks, and unchanged by repair and compaction', async () => {
    const { dataFolder, file } = copy();
    const before = hashOfPages(file);
    expect(await json(dataFolder, 'check')).toMatchObject({ code: 0, facts: { findings: [] } });
    expect(await json(dataFolder, 'check', '--full')).toMatchObject({ code: 0, facts: { findings: [] } });
    const repaired = await json(dataFolder, 'repair');
    expect(repaired).toMatchObject({
      code: 0,
      facts: { runs, observations: runs * answers, remaining: [], repaired: [] },
    });
    expect(hashOfPages(String(repaired.facts.keptFile))).toBe(before);
    expect(await json(dataFolder, 'compact')).toMatchObject({ code: 0 });
    expect(countsOf(file)).toMatchObject({ runs, observations: runs * answers });
    expect(await json(dataFolder, 'check', '--full')).toMatchObject({ code: 0, facts: { findings: [] } });
  });

  it('with wrong counters, references and search index is repaired', async () => {
    const { dataFolder, file } = copy();
    const db = new Database(file);
    db.pragma('foreign_keys = OFF');
    db.exec(`UPDATE runs SET completed = 7 WHERE id = 1; DELETE FROM search_facets WHERE observation_id < 5;
      DELETE FROM questions WHERE id = 2; DELETE FROM cells WHERE id = 9; DELETE FROM sources WHERE observation_id = 3;
      INSERT INTO urls (url, domain_id) VALUES ('https://www.google.com/url?q=https://m.rd.nl/a', 987654)`);
    db.close();
    const { code, facts } = await json(dataFolder, 'check');
    expect(code).toBe(1);
    const areas = (facts.findings as unknown as { area: string }[]).map(({ area }) => area);
    expect(new Set(areas)).toEqual(new Set(['references', 'counters', 'search', 'sources']));
    const repaired = await json(dataFolder, 'repair');
    expect(repaired).toMatchObject({ code: 0, facts: { observations: runs * answers, remaining: [] } });
    expect(await json(dataFolder, 'check', '--full')).toMatchObject({ code: 0 });
    expect(await readable(file)).toBe(runs * answers);
    // A lost host is the one that a stored answer would have: of the page behind a redirect.
    const mended = new Database(file, { readonly: true });
    const host = 'SELECT d.name FROM urls u JOIN domains d ON d.id = u.domain_id WHERE u.url LIKE ?';
    expect(mended.prepare(host).pluck().get('%m.rd.nl/a')).toBe('rd.nl');
    mended.close();
  });
});

describe('a damaged history', () => {
  it('with one changed answer names it, returns no changed answer, and reads the others', async () => {
    const { dataFolder, file } = copy();
    const db = new Database(file);
    const body = db.prepare<[], Buffer>('SELECT body FROM payloads WHERE id = 5').pluck().get() as Buffer;
    body.writeUInt8(body.readUInt8(40) ^ 0xff, 40);
    db.prepare('UPDATE payloads SET body = ? WHERE id = 5').run(body);
    db.close();
    const { code, facts } = await json(dataFolder, 'check', '--full');
    expect(code).toBe(1);
    expect(facts.findings).toMatchObject([{ area: 'answers', count: 1, repairable: false }]);
    expect(await readable(file)).toBe(runs * answers - 1);
    const shown = new Database(file, { readonly: true });
    const uid = shown.prepare('SELECT uid FROM observations WHERE payload_id = 5').pluck().get();
    shown.close();
    expect(JSON.stringify(facts.findings)).toContain(String(uid));
    const said = await runParallax(['show', String(uid)], { dataFolder });
    expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('damaged') });
  });

  it('with a lost page of a table is salvaged without it, and the old file stays unchanged', async () => {
    const { dataFolder, file } = copy();
    const db = new Database(file);
    const size = Number(db.pragma('page_size', { simple: true }));
    const page = db
      .prepare(
        "SELECT pageno FROM dbstat WHERE name = 'cells' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 1",
      )
      .pluck()
      .get() as number;
    db.pragma('journal_mode = DELETE');
    db.close();
    spoilPage(file, page, size);
    const before = hash(file);
    expect(await json(dataFolder, 'check')).toMatchObject({ code: 1 });
    const { facts } = await json(dataFolder, 'repair');
    expect(hash(String(facts.keptFile))).toBe(before);
    expect(facts).toMatchObject({ runs, observations: runs * answers, remaining: [] });
    expect(await readable(file)).toBe(runs * answers);
  });

  it('that is truncated is refused unchanged, and its readable rows are salvaged', async () => {
    const { dataFolder, file } = copy();
    truncateSync(file, Math.floor(statSync(file).size * 0.8));
    const before = hash(file);
    const refused = await runParallax(['history'], { dataFolder });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/damaged.*data repair/s) });
    expect(hash(file)).toBe(before);
    const { facts } = await json(dataFolder, 'repair');
    expect(Number(facts.observations)).toBeGreaterThan(0);
    expect(hash(String(facts.keptFile))).toBe(before);
    expect((await runParallax(['history'], { dataFolder })).code).toBe(0);
  });

  it.each([
    ['a column', 'CREATE TABLE payloads', 'raw_bytes', 2],
    ['a trigger', 'UPDATE search_state', 'removals + 1', 2],
    ['a trigger, so that its table is unknown,', 'triggerbrand_facts_forget', 'observations', 8],
    ['a table, so that it cannot be read,', 'CREATE TABLE observations', '_id', 32],
    ['a table, so that it goes by another name,', 'tableobservations', 'observations', 2],
  ])(
    'with one flipped bit in the declaration of %s is reported as damaged and keeps every answer',
    (_, before, word, bit) => {
      const { file } = copy();
      const bytes = readFileSync(file);
      const at = bytes.indexOf(word, bytes.indexOf(before));
      bytes.writeUInt8(bytes.readUInt8(at) ^ bit, at);
      writeFileSync(file, bytes);
      expect(checkHistory(file, false, () => undefined).findings).not.toEqual([]);
      expect(repairHistory(file, Date.now(), () => undefined).remaining).toEqual([]);
      expect(countsOf(file)).toMatchObject({ runs, observations: runs * answers });
      expect(checkHistory(file, true, () => undefined).findings).toEqual([]);
    },
  );

  it('gets back its header from any flipped bit of the first 100 bytes', () => {
    // Free pages are listed too.
    const { file } = copy();
    const db = new Database(file);
    db.exec(
      'CREATE TABLE spare (text); INSERT INTO spare WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600) SELECT hex(zeroblob(2000)) FROM n; DROP TABLE spare',
    );
    db.close();
    const bytes = readFileSync(file);
    const sound = bytes.subarray(0, 100);
    expect(sound.readUInt32BE(36)).toBeGreaterThan(600);
    const pages = {
      size: bytes.length,
      isWhole: true,
      read: (at: number, length: number) => Buffer.from(bytes.subarray(at, at + length)),
    };
    expect(mendHeader(Buffer.from(sound), pages)).toEqual([]);
    /** Counters of changes, cookie of the schema and SQLite's version may have any value, the version is mended by its tables. */
    const isFree = (at: number): boolean =>
      (at >= 24 && at < 28) || (at >= 40 && at < 44) || at >= 92 || (at >= 60 && at < 64);
    const whatItHolds = opened(sound, bytes);
    expect(whatItHolds).toContain(String(runs * answers));
    const unmended: string[] = [];
    for (let at = 0; at < 100; at += 1)
      for (let bit = 0; bit < 8; bit += 1) {
        const header = Buffer.from(sound);
        header.writeUInt8(header.readUInt8(at) ^ (1 << bit), at);
        mendHeader(header, pages);
        const isMended = isFree(at)
          ? bit % 4 > 0 || opened(header, bytes) === whatItHolds
          : header.equals(sound);
        if (!isMended) unmended.push(`byte ${at}, bit ${bit}`);
      }
    expect(unmended).toEqual([]);
  });

  it('with a flipped bit anywhere in its header keeps every answer', { timeout: 120_000 }, () => {
    const { file } = copy();
    const fields = [0, 16, 18, 20, 28, 35, 36, 47, 56, 60, 63, 68, 80];
    for (const at of long ? Array.from({ length: 100 }, (_, byte) => byte) : fields) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << ((at * 5 + seed) % 8)), at);
      writeFileSync(file, bytes);
      const { observations, remaining } = repairHistory(file, Date.now(), () => undefined);
      expect({ at, observations, remaining }).toEqual({ at, observations: runs * answers, remaining: [] });
    }
  });

  it('with a flipped bit in its header is called damaged when it is opened, whatever SQLite says of it', () => {
    const { file } = copy();
    const others: unknown[] = [];
    for (let at = 0; at < 100; at += 1)
      for (const bit of long ? [0, 1, 2, 3, 4, 5, 6, 7] : [(at * 3) % 8]) {
        const bytes = Buffer.from(whole);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
        for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
        writeFileSync(file, bytes);
        try {
          openDatabase(file, { backup: false }).db.close();
        } catch (error) {
          const { message } = classifyFailure(error, file);
          if (!/damaged/.test(message)) others.push({ at, bit, message });
        }
      }
    expect(others).toEqual([]);
  });

  it('without anything readable is not changed, and the way out is stated', async () => {
    const { dataFolder, file } = copy();
    spoilPage(file, 1, 2048);
    const before = hash(file);
    const said = await runParallax(['data', 'repair'], { dataFolder });
    expect(said).toMatchObject({ code: 1, stderr: expect.stringMatching(/restore/) });
    expect(hash(file)).toBe(before);
    expect(existsSync(`${file}.repairing`)).toBe(false);
  });

  it(`with bits flipped at random places (seed ${seed}) is never made worse, and returns no changed answer`, {
    timeout: 600_000,
  }, async () => {
    const random = seededRandom(seed);
    const sheet = { seed, copies, silent: 0, found: 0, salvaged: 0, unreadable: 0, answersKept: 0 };
    const original = temporaryFolder();
    const pristine = join(original, 'history.db');
    writeFileSync(pristine, whole);
    for (let index = 0; index < copies; index += 1) {
      const { file } = copy();
      flipBits(file, 1 + Math.floor(random() * 4), random, 100);
      const damaged = join(original, 'damaged.db');
      copyFileSync(file, damaged);
      if (checkHistory(file, true, () => undefined).findings.length === 0) sheet.silent += 1;
      else sheet.found += 1;
      const facts = repaired(file);
      if (facts === null) {
        // Not even the list of its tables can be read.
        expect(hashOfPages(file)).toBe(hashOfPages(damaged));
        sheet.unreadable += 1;
        continue;
      }
      sheet.salvaged += 1;
      expect(hashOfPages(facts.keptFile)).toBe(hashOfPages(damaged));
      expect(unaltered(file, pristine)).toBe(true);
      expect(checkHistory(file, false, () => undefined).findings).toEqual([]);
      sheet.answersKept += countsOf(file).observations;
    }
    console.log(
      `damage sheet ${JSON.stringify({ ...sheet, answersStored: sheet.salvaged * runs * answers })}`,
    );
    expect(sheet.salvaged).toBeGreaterThan(0);
    expect(sheet.answersKept / (sheet.salvaged * runs * answers)).toBeGreaterThan(0.8);
  });
});

/** What a file with this header holds, opened in memory; as a rollback journal, because a log needs a file. */
function opened(header: Buffer, file: Buffer): string {
  const bytes = Buffer.concat([header, file.subarray(100)]);
  bytes.fill(1, 18, 20);
  const db = new Database(bytes);
  try {
    const [answers] = db.prepare('SELECT count(*), total(payload_id) FROM observations').raw().all();
    return JSON.stringify([db.pragma('quick_check(1)'), answers]);
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
}

/** Null for a history of which nothing can be read. */
function repaired(file: string): RepairFacts | null {
  try {
    return repairHistory(file, Date.now(), () => undefined);
  } catch (error) {
    expect(classifyFailure(error, file)).toMatchObject({
      code: 'HISTORY_CORRUPT',
      message: expect.stringMatching(/restore/),
    });
    return null;
  }
}

/** Whether every answer that is given out is byte for byte one that was stored. */
function unaltered(file: string, pristine: string): boolean {
  const hashes = new Set(hashesOf(pristine));
  const db = new Database(file, { readonly: true });
  try {
    const payloads = createPayloadStore(db);
    const ids = db.prepare<[], { id: number }>('SELECT payload_id AS id FROM observations').all();
    return ids.every(({ id }) => {
      try {
        return hashes.has(createHash('sha256').update(payloads.get(id).body).digest('hex'));
      } catch (error) {
        return classifyFailure(error, file).code === 'HISTORY_CORRUPT';
      }
    });
  } finally {
    db.close();
  }
}

function hashesOf(file: string): readonly string[] {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare<[], { sha: string }>('SELECT lower(hex(sha256)) AS sha FROM payloads').all();
  db.close();
  return rows.map(({ sha }) => sha);
}
