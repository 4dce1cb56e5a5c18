import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { historyAndProject, tamperedCopy } from '#tests/support/history/hostileFiles.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

/** Puts these bytes in the place of one answer, with a hash that fits them. */
const body = (text: string) => (db: Database.Database) =>
  void db
    .prepare(
      `UPDATE payloads SET encoding = 'zstd', raw_bytes = @bytes, body = @body, sha256 = @sha256, dictionary_id = NULL
       WHERE id = (SELECT payload_id FROM observations WHERE id = 1)`,
    )
    .run({
      bytes: Buffer.byteLength(text),
      body: zstdCompressSync(text),
      sha256: createHash('sha256').update(text).digest(),
    });
const first = 'WHERE id = (SELECT payload_id FROM observations WHERE id = 1)';

const damages: Readonly<Record<string, (db: Database.Database) => void>> = {
  'no JSON': body('<html>'),
  'JSON cut off in the middle': body('{"result":{"text":"Locks'),
  'compressed data cut off': (db) =>
    db.exec(`UPDATE payloads SET body = substr(body, 1, 20), encoding = 'zstd' ${first}`),
  'one bit turned': (db) => {
    const bytes =
      db.prepare<[], Buffer>(`SELECT body FROM payloads ${first}`).pluck().get() ?? Buffer.alloc(0);
    bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
    db.prepare(`UPDATE payloads SET body = ? ${first}`).run(bytes);
  },
  'a bomb': (db) =>
    void db
      .prepare(
        `UPDATE payloads SET raw_bytes = 100, encoding = 'zstd', dictionary_id = NULL, body = ? ${first}`,
      )
      .run(zstdCompressSync(Buffer.alloc(900 * 1024 ** 2))),
  'a missing body': (db) => db.exec(`DELETE FROM payloads ${first}`),
};

describe('an unreadable answer is skipped and reported, the others are included:', () => {
  for (const [what, damage] of Object.entries(damages)) {
    it(what, async () => {
      const files = await historyAndProject(temporaryFolder());
      const dataFolder = temporaryFolder();
      const tampered = tamperedCopy(files.history, 'broken', (db) => {
        damage(db);
        // As if the columns were made by an older version of the program.
        db.exec('UPDATE observations SET rule_version = 0; DELETE FROM column_replays');
      });
      const file = join(dataFolder, 'history.db');
      renameSync(tampered, file);

      const history = await temporaryHistory({ file });
      const { records, unreadable } = await history.call('exports.page', {
        filter: {},
        after: null,
        limit: 10,
        pages: false,
      });
      expect(records).toHaveLength(1);
      expect(unreadable).toHaveLength(1);
      const [broken = ''] = unreadable;
      const whole = records[0]?.id ?? '';
      const samples = await history.call('observations.samples', { ids: [broken, whole] });
      expect(
        samples.map(({ observationId, status, error }) => [observationId, status, error?.code ?? null]),
      ).toEqual([
        [broken, 'failed', 'ANSWER_DAMAGED'],
        [whole, 'completed', null],
      ]);
      while ((await history.call('history.index', { limit: 100 })).pending > 0);
      for (const text of ['lock', '"locks tested"', 'which -nothing'])
        expect((await history.call('search.run', { text, limit: 20, after: null })).problems).toEqual([]);
      const found = await history.call('search.run', { text: 'which', limit: 20, after: null });
      expect(found.hits.map(({ observationId }) => observationId).toSorted()).toEqual(
        [broken, whole].toSorted(),
      );
      const named = found.hits.map(({ observationId, error }) => [observationId, error?.code ?? null]);
      expect(Object.fromEntries(named)).toEqual({ [broken]: 'ANSWER_DAMAGED', [whole]: null });
      const { observations } = await history.call('observations.getMany', { ids: [broken, whole] });
      expect(observations.map(({ id, damaged, text }) => [id, damaged ?? false, text === ''])).toEqual([
        [broken, true, true],
        [whole, false, false],
      ]);
      const again = await history.call('recomputation.columnsSome', { limit: 10, nowMs: 1 });
      expect(again).toEqual({ looked: 2, damaged: [broken] });
      await history.close();

      for (const format of ['jsonl', 'csv', 'xlsx']) {
        const out = join(dataFolder, `answers.${format}`);
        const said = await runParallax(['export', '--format', format, '--out', out], { dataFolder });
        expect(said, said.stderr).toMatchObject({ code: 0 });
        expect(said.stderr).toContain('1 answer exported');
        expect(said.stderr).toContain(`1 stored answer damaged and left out: ${broken}`);
        if (format !== 'xlsx') {
          expect(readFileSync(out, 'utf8')).toContain(whole);
          expect(readFileSync(out, 'utf8')).not.toContain(broken);
        }
      }
      const listed = await runParallax(['history', '--search', 'which', '--format', 'json'], { dataFolder });
      const lines = listed.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(Object.fromEntries(lines.map(({ id, status, error }) => [id, error?.code ?? status]))).toEqual({
        [broken]: 'ANSWER_DAMAGED',
        [whole]: 'completed',
      });
      const shown = await runParallax(['history', '--format', 'json'], { dataFolder });
      expect(shown, shown.stderr).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('ANSWER_DAMAGED'),
      });
      expect(shown.stdout).toContain(whole);
      const evidence = await runParallax(
        ['evidence', whole, broken, '--out', join(dataFolder, 'all.evidence.jsonl')],
        { dataFolder },
      );
      expect(evidence).toMatchObject({ code: 1, stderr: expect.stringContaining(broken) });
    });
  }

  it('nested 300,000 deep: no reader stands still, and a file leaves it out', async () => {
    const files = await historyAndProject(temporaryFolder());
    const dataFolder = temporaryFolder();
    const file = join(dataFolder, 'history.db');
    const deep = `{"result":{"text":${'['.repeat(300_000)}${']'.repeat(300_000)}}}`;
    renameSync(tamperedCopy(files.history, 'broken', body(deep)), file);
    const history = await temporaryHistory({ file });
    const page = { filter: {}, after: null, limit: 10, pages: false };
    const { records, unreadable } = await history.call('exports.page', page);
    const ids = [...records.map(({ id }) => id), ...unreadable];
    expect(await history.call('observations.samples', { ids })).toHaveLength(2);
    await history.close();
    const out = join(dataFolder, 'answers.jsonl');
    const said = await runParallax(['export', '--out', out], { dataFolder });
    expect(said.stderr).toContain('1 stored answer damaged and left out');
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(1);
  });
});
