import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { beforeAll, describe, expect, it } from 'vitest';
import { openReadOnlyQuery } from '#main/history/maintenance/readOnlyQuery.ts';
import { addTextFunctions } from '#main/history/maintenance/textFunctions.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const row = (
  country: string,
  at: string,
  engine = 'assistant-a',
  text = `In ${country}, "quoted"\nand =1+1.`,
) =>
  JSON.stringify({
    engine,
    request: { prompt: 'Which lock?', country },
    receivedAt: at,
    response: JSON.parse(sampleBody(country, { text })),
  });

/** Four answers: two markets and days of one engine, one of another, one whose text begins like a formula. */
const filled = preparedFolder(async (dataFolder) => {
  const file = join(dataFolder, 'given.jsonl');
  const rows = [
    row('DE', '2026-11-01T10:00:00Z'),
    row('FR', '2026-11-02T10:00:00Z'),
    row('DE', '2026-11-02T23:59:59Z', 'assistant-d'),
    row('US', '2026-11-03T00:00:00Z', 'assistant-a', '=HYPERLINK("x")'),
  ];
  writeFileSync(file, rows.join('\n'));
  const { stdout } = await runParallax(['import', file, '--format', 'json'], { dataFolder });
  return jsonLines(stdout);
});

describe('parallax export', () => {
  it('writes complete JSON Lines that can be imported as the same answers', async () => {
    const { dataFolder, facts: outcomes } = await filled();
    const { code, stdout } = await runParallax(['export'], { dataFolder });
    expect(code).toBe(0);
    const lines = jsonLines(stdout);
    expect(lines.map((line) => line.id)).toEqual(outcomes.map((outcome) => outcome.id));
    expect(lines[0]).toMatchObject({
      engine: 'assistant-a',
      question: 'Which lock?',
      country: 'DE',
      market: 'DE',
      receivedAt: '2026-11-01T10:00:00.000Z',
      text: 'In DE, "quoted"\nand =1+1.',
      sources: [{ position: 1, domain: 'locks-de.example' }, { position: 2 }],
      request: { path: '/v1/monitor/assistant-a', body: { prompt: 'Which lock?', country: 'DE' } },
      response: { success: true },
      imported: true,
    });
    const file = join(temporaryFolder(), 'all.jsonl');
    writeFileSync(file, stdout);
    const same = await runParallax(['import', file], { dataFolder });
    expect(same.stderr).toContain('0 imported, 4 already imported');
    const other = temporaryFolder();
    await runParallax(['import', file], { dataFolder: other });
    const again = jsonLines((await runParallax(['export'], { dataFolder: other })).stdout);
    const told = (line: Record<string, unknown>) => [
      line.question,
      line.engine,
      line.market,
      line.receivedAt,
      line.response,
    ];
    expect(again.map(told)).toEqual(lines.map(told));
  });

  it('writes CSV that a spreadsheet reads without running it, with only the requested answers', async () => {
    const { dataFolder, facts: outcomes } = await filled();
    const countries = async (...flags: string[]) => {
      const { code, stdout } = await runParallax(['export', ...flags, '--format', 'csv'], { dataFolder });
      expect(code).toBe(0);
      return csvParse(stdout).map((line) => `${line.country} ${line.engine}`);
    };
    const all = await countries();
    expect(all).toEqual(['DE assistant-a', 'FR assistant-a', 'DE assistant-d', 'US assistant-a']);
    expect(await countries('--markets', 'Germany')).toEqual(['DE assistant-a', 'DE assistant-d']);
    expect(await countries('--engine', 'assistant-d')).toEqual(['DE assistant-d']);
    expect(await countries('--from', '2026-11-02', '--to', '2026-11-02')).toEqual([
      'FR assistant-a',
      'DE assistant-d',
    ]);
    expect(await countries(String(outcomes[2]?.runId))).toEqual(['DE assistant-d']);
    expect(await countries(String(outcomes[1]?.id), String(outcomes[3]?.id))).toEqual([
      'FR assistant-a',
      'US assistant-a',
    ]);
    expect(await countries('--text', 'WHICH')).toHaveLength(4);
    const { stdout } = await runParallax(['export', '--format', 'csv'], { dataFolder });
    const [first, , , last] = csvParse(stdout);
    expect(first).toMatchObject({ text: 'In DE, "quoted"\nand =1+1.', source_count: '2', imported: '1' });
    expect(last?.text).toBe(`'=HYPERLINK("x")`);
  });

  it('writes a file completely or not at all, and overwrites none', async () => {
    const { dataFolder } = await filled();
    const out = join(dataFolder, 'out.jsonl');
    const written = await runParallax(['export', '--out', out], { dataFolder });
    expect(written).toMatchObject({ code: 0, stdout: '' });
    expect(written.stderr).toContain(`4 answers exported to ${out}.`);
    expect(jsonLines(readFileSync(out, 'utf8'))).toHaveLength(4);
    for (const wrong of [
      ['--out', out],
      ['--out', join(dataFolder, 'none', 'x.csv')],
      ['--from', 'yesterday'],
      ['--markets', 'Atlantis'],
      ['--engine', 'assistant-z'],
      ['nosuchid0000'],
    ]) {
      expect((await runParallax(['export', ...wrong], { dataFolder })).code).toBe(2);
    }
    expect(readdirSync(dataFolder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });
});

describe('parallax sql', () => {
  let dataFolder: string;
  const ask = (...args: string[]) => runParallax(['sql', ...args], { dataFolder });
  beforeAll(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'parallax-'));
    const file = join(dataFolder, 'given.jsonl');
    writeFileSync(file, [row('DE', '2026-11-01T10:00:00Z'), row('FR', '2026-11-02T10:00:00Z')].join('\n'));
    await runParallax(['import', file], { dataFolder });
    return () => rmSync(dataFolder, { recursive: true, force: true });
  });

  it('returns rows as a table, as objects and as CSV', async () => {
    const statement = "SELECT country, count(*) AS answers, 'a,b' AS x FROM view_answers GROUP BY 1";
    expect((await ask(statement)).stdout).toMatch(/country\s+answers\s+x\nDE\s+1\s+a,b\nFR\s+1\s+a,b/);
    expect(jsonLines((await ask(statement, '--format', 'json')).stdout)).toEqual([
      { country: 'DE', answers: 1, x: 'a,b' },
      { country: 'FR', answers: 1, x: 'a,b' },
    ]);
    expect((await ask(statement, '--format', 'csv')).stdout).toBe(
      'country,answers,x\r\nDE,1,"a,b"\r\nFR,1,"a,b"\r\n',
    );
  });

  it('unpacks the words and the whole response of an answer, also while it returns rows', async () => {
    const { stdout } = await ask(
      `SELECT country, answer_text(payload_id) AS answer,
         json_extract(payload_body(payload_id), '$.success') AS success, answer_text(-1) AS none
       FROM view_answers ORDER BY country`,
      '--format',
      'json',
    );
    expect(jsonLines(stdout)).toEqual(
      ['DE', 'FR'].map((country) => ({
        country,
        answer: `In ${country}, "quoted"\nand =1+1.`,
        success: 1,
        none: null,
      })),
    );
  });

  it('preserves large integers, blobs, nulls and columns with equal names', async () => {
    const { stdout } = await ask(
      "SELECT 9007199254740993 AS n, x'00ff' AS b, NULL AS z, 1 AS n",
      '--format',
      'json',
    );
    expect(jsonLines(stdout)).toEqual([{ n: '9007199254740993', b: 'AP8=', z: null, n_2: 1 }]);
  });

  it('streams results that are larger than one message', async () => {
    const numbers =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) SELECT i FROM n';
    const { stdout } = await ask(numbers, '--format', 'csv');
    expect(stdout.trim().split('\r\n')).toHaveLength(12_001);
    const table = await ask(numbers);
    expect(table.stdout.trim().split('\n')).toHaveLength(10_001);
    expect(table.stderr).toContain('Only the first 10000 rows');
  });

  it.each([
    'DELETE FROM runs',
    "UPDATE questions SET text = 'x'",
    "INSERT INTO questions (text) VALUES ('x') RETURNING id",
    "WITH x AS (SELECT 1) INSERT INTO questions (text) SELECT 'x' RETURNING id",
    'CREATE TABLE added (a)',
    'DROP VIEW view_answers',
    'PRAGMA user_version = 3',
    'PRAGMA journal_mode = DELETE',
    'PRAGMA writable_schema = ON',
    "VACUUM INTO '@/copy.db'",
    "ATTACH '@/attached.db' AS other",
    'SELECT 1; DELETE FROM runs',
    'BEGIN',
  ])('refuses %s', (statement) => {
    const file = join(dataFolder, 'history.db');
    expect(() => openReadOnlyQuery(file, statement.replace('@', dataFolder), addTextFunctions)).toThrow(
      /was not run|statement failed/,
    );
    expect(readdirSync(dataFolder).filter((name) => /copy|attached/.test(name))).toEqual([]);
    const counts = openReadOnlyQuery(
      file,
      `SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM questions),
         (SELECT count(*) FROM sqlite_schema WHERE name IN ('added', 'view_answers'))`,
      null,
    );
    expect(counts.rows.next().value).toEqual([1, 1, 1]);
    counts.close();
  });

  it('exits with 2 for a refused statement', async () => {
    expect(await ask('DELETE FROM runs')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('is read-only'),
    });
    expect((await ask('')).code).toBe(2);
  });

  it('reports what SQLite does not understand, and a missing history', async () => {
    expect(await ask('SELECT nope FROM runs')).toMatchObject({
      code: 2,
      stderr: 'The statement failed: no such column: nope.\n',
    });
    const empty = await runParallax(['sql', 'SELECT 1'], { dataFolder: temporaryFolder() });
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('No history found') });
  });

  it('works while another program writes', async () => {
    const history = await temporaryHistory({ file: join(dataFolder, 'history.db') });
    expect((await ask('SELECT count(*) AS n FROM observations', '--format', 'csv')).stdout).toBe(
      'n\r\n2\r\n',
    );
    await history.close();
  });
});

describe('parallax backup and restore', () => {
  it('copies while the history is open, and restores everything, keeping the old history', async () => {
    const { dataFolder, facts: outcomes } = await filled();
    const file = join(temporaryFolder(), 'copy.db');
    const open = await temporaryHistory({ file: join(dataFolder, 'history.db') });
    const made = await runParallax(['backup', file, '--format', 'json'], { dataFolder });
    expect(jsonLines(made.stdout)).toMatchObject([{ file, runs: 2, observations: 4 }]);
    await open.close();
    expect(await runParallax(['backup', file], { dataFolder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('already exists'),
    });

    const { db } = openDatabase(join(dataFolder, 'history.db'));
    db.exec('DELETE FROM runs');
    db.close();
    const restored = await runParallax(['restore', file, '--format', 'json'], { dataFolder });
    expect(restored.code).toBe(0);
    const [facts] = jsonLines(restored.stdout);
    expect(facts).toMatchObject({ observations: 4 });
    const lines = jsonLines((await runParallax(['export'], { dataFolder })).stdout);
    expect(lines.map((line) => line.id)).toEqual(outcomes.map((outcome) => outcome.id));
    const kept = openDatabase(String(facts?.keptFile)).db;
    expect(kept.prepare('SELECT count(*) AS n FROM runs').get()).toEqual({ n: 0 });
    kept.close();
  });

  it('replaces a damaged history and moves its journal away', async () => {
    const { dataFolder } = await filled();
    const file = join(temporaryFolder(), 'copy.db');
    await runParallax(['backup', file], { dataFolder });
    writeFileSync(join(dataFolder, 'history.db'), 'no database at all');
    writeFileSync(join(dataFolder, 'history.db-wal'), 'no journal');
    expect((await runParallax(['restore', file], { dataFolder })).code).toBe(0);
    expect(jsonLines((await runParallax(['export'], { dataFolder })).stdout)).toHaveLength(4);
  });

  it('refuses while another program uses the data, and changes nothing', async () => {
    const { dataFolder } = await filled();
    const file = join(temporaryFolder(), 'copy.db');
    await runParallax(['backup', file], { dataFolder });
    const web = startParallax(['web', '--no-open'], { dataFolder });
    await web.line();
    const refused = await runParallax(['restore', file], { dataFolder });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Another program is using ${join(dataFolder, 'history.db')}`),
    });
    web.child.kill('SIGTERM');
    await web.finished;
    const { db } = openDatabase(join(dataFolder, 'history.db'));
    db.exec('BEGIN IMMEDIATE');
    expect((await runParallax(['restore', file], { dataFolder })).code).toBe(1);
    db.exec('ROLLBACK');
    db.close();
    expect(readdirSync(dataFolder).filter((name) => /restor/.test(name))).toEqual([]);
    expect((await runParallax(['restore', file], { dataFolder })).code).toBe(0);
  });

  it('restores only complete histories', async () => {
    const { dataFolder } = await filled();
    const folder = temporaryFolder();
    const file = join(folder, 'copy.db');
    await runParallax(['backup', file], { dataFolder });
    const before = readFileSync(join(dataFolder, 'history.db'));
    truncateSync(file, 60_000);
    const other = join(folder, 'other.txt');
    writeFileSync(other, 'hello');
    const foreign = openDatabase(join(folder, 'foreign.db')).db;
    foreign.pragma('application_id = 7');
    foreign.close();
    const newer = openDatabase(join(folder, 'newer.db')).db;
    newer.pragma('user_version = 9999');
    newer.close();
    for (const wrong of [
      file,
      other,
      join(folder, 'foreign.db'),
      join(folder, 'newer.db'),
      join(folder, 'none.db'),
    ]) {
      const { code, stderr } = await runParallax(['restore', wrong], { dataFolder });
      expect(code).toBeGreaterThan(0);
      expect(stderr).toContain(wrong);
    }
    expect(readFileSync(join(dataFolder, 'history.db')).equals(before)).toBe(true);
    expect((await runParallax(['backup', join(folder, 'none', 'x.db')], { dataFolder })).code).toBe(2);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
