import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { checkedCopy } from '#main/history/maintenance/backup.ts';
import { checkHistory } from '#main/history/maintenance/check.ts';
import { restoreHistory } from '#main/history/maintenance/restore.ts';
import { importProject } from '#main/history/projectFiles/importProject.ts';
import { migrations } from '#main/history/store/migrations/list.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

// Files as the development versions before 0.1.0 left them, one of each schema: two runs with answers from four
// countries and one failure each, and a row of everything else that the schema knew.
const folderOfFiles = new URL('../../../support/maintenance/developmentHistories/', import.meta.url);
const [first] = migrations;
const newest = migrations.at(-1)?.version;
const versions = readdirSync(folderOfFiles).map((name) => Number(/\d+/.exec(name)?.[0]));
const countries = ['DE', 'FR', 'JP', 'EG'];

function developmentFile(version: number): string {
  const file = join(temporaryFolder(), 'history.db');
  writeFileSync(file, gunzipSync(readFileSync(new URL(`schema${version}.db.gz`, folderOfFiles))));
  return file;
}

describe(`a history of the last development schema (${first?.replaces})`, () => {
  const version = first?.replaces ?? 0;

  it('opens with everything in it: runs, answers, search, and a backup of the original', async () => {
    const file = developmentFile(version);
    const history = await temporaryHistory({ file });
    expect(history.opened).toMatchObject({ fromVersion: version, version: newest });
    for (const runId of ['run1', 'run2']) {
      const { run, cells } = await history.call('runs.get', { runId });
      expect(run.counts).toMatchObject({ total: 5, completed: 4, failed: 1 });
      expect(cells.filter(({ observationId }) => observationId !== null)).toHaveLength(4);
    }
    for (const country of countries) {
      const found = JSON.stringify(await history.call('observations.get', { id: `obs1${country}` }));
      expect(found).toContain(`locks-${country.toLowerCase()}.example`);
      expect(found).toContain('Locks tested');
      expect(found).toContain('x-request-id');
    }
    while ((await history.call('history.index', { limit: 100 })).pending > 0);
    const { total } = await history.call('search.run', { text: 'Foldmaster', limit: 20, after: null });
    expect(total).toBe(8);
    const [project] = await history.call('projects.list', {});
    expect(project).toMatchObject({ first: true, runs: 2, brands: 1 });
    expect(await history.call('brands.read', { projectId: project?.id })).toMatchObject({
      version: 1,
      brands: [{ id: 'brand1', aliases: [{ text: 'FM' }], domains: ['fold.example'] }],
      decisions: [{ uid: 'd1', decision: { name: 'x' } }],
    });
    // Its questions were never looked at by these rules: that is caught up with, once.
    expect(await history.call('questions.retag', {})).toBe(1);
    expect(await history.call('questions.retag', {})).toBe(0);
    await history.close();

    expect(checkHistory(file, true, () => undefined).findings).toEqual([]);
    const read = new Database(file, { readonly: true });
    const count = (sql: string): unknown => read.prepare(sql).pluck().get();
    expect(count('SELECT count(*) FROM view_imports')).toBe(1);
    expect(count('SELECT count(*) FROM saved_searches')).toBe(1);
    expect(count('SELECT run_id FROM monitor_times')).toBe(1);
    expect(count('SELECT text FROM notes')).toBe('Look');
    read.close();

    const backupFile = file.replace('.db', `.v${version}.backup.db`);
    expect(existsSync(backupFile)).toBe(true);
    expect(checkedCopy(backupFile)).toMatchObject({ schemaVersion: version, runs: 2, observations: 8 });
  });

  it('is converted once', async () => {
    const file = developmentFile(version);
    await (await temporaryHistory({ file })).close();
    const again = await temporaryHistory({ file });
    expect(again.opened).toMatchObject({ fromVersion: newest, backupFile: null });
  });

  it('is restored and imported as a project like a current file', () => {
    const from = developmentFile(version);
    const restored = join(temporaryFolder(), 'history.db');
    expect(restoreHistory(restored, from, 0)).toMatchObject({ runs: 2, observations: 8 });
    const target = join(temporaryFolder(), 'history.db');
    expect(importProject(target, from, 0)).toMatchObject({ runsAdded: 2, answersAdded: 8 });
  });
});

describe.each(versions.filter((version) => version !== first?.replaces))(
  'a history of development schema %i',
  (version) => {
    it('is refused everywhere, with advice, and is not changed', async () => {
      const file = developmentFile(version);
      const before = readFileSync(file);
      const refusal = {
        code: 'HISTORY_OLDER',
        message: expect.stringMatching(
          new RegExp(
            `development version.*schema ${version}.*Open it once.*docs/history-database.md.*file is unchanged`,
          ),
        ),
      };
      await expect(temporaryHistory({ file })).rejects.toMatchObject(refusal);
      const target = join(temporaryFolder(), 'history.db');
      expect(() => restoreHistory(target, file, 0)).toThrow(expect.objectContaining(refusal));
      expect(() => importProject(target, file, 0)).toThrow(expect.objectContaining(refusal));
      expect(existsSync(target)).toBe(false);
      expect(readFileSync(file).equals(before)).toBe(true);
    });
  },
);
