import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { checkHistory } from '#main/history/maintenance/check.ts';
import { migrations } from '#main/history/store/migrations/list.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { createOperations } from '#main/history/store/operations/table.ts';
import { createSessionLocks } from '#main/history/store/sessionLocks.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { makeOldHistory, oldCountries } from '#tests/support/maintenance/oldHistory.ts';

const versions = migrations.map(({ version }) => version);
const newest = versions.at(-1) ?? 0;

describe.each(versions)('a history of version %i', (version) => {
  it('opens with everything in it: runs, answers, search, and a backup of it as it was', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'history.db');
    makeOldHistory(file, version);
    const opened = openDatabase(file);
    expect(opened).toMatchObject({ fromVersion: version, version: newest });
    const operations = createOperations(opened.db, {
      file,
      locks: createSessionLocks(join(folder, 'sessions')),
    });
    for (const runId of ['run1', 'run2']) {
      const { run, cells } = operations['runs.get']({ runId });
      expect(run.counts).toMatchObject({ total: 5, completed: 4, failed: 1 });
      expect(cells.filter(({ observationId }) => observationId !== null)).toHaveLength(4);
    }
    for (const country of oldCountries) {
      const found = operations['observations.get']({ id: `obs1${country}` });
      expect(JSON.stringify(found)).toContain(`locks-${country.toLowerCase()}.example`);
      expect(JSON.stringify(found)).toContain('Locks tested');
    }
    while (operations['search.indexSome']({ limit: 100 }).pending > 0);
    expect(operations['search.run']({ text: 'Foldmaster', limit: 20, after: null }).total).toBe(8);
    const count = (sql: string): unknown => opened.db.prepare(sql).pluck().get();
    if (version >= 15) expect(count('SELECT count(*) FROM view_imports')).toBe(1);
    if (version >= 20) expect(count('SELECT domains FROM view_brands')).toBe('fold.example');
    if (version >= 30) expect(count('SELECT count(*) FROM saved_searches')).toBe(1);
    if (version >= 41) expect(count('SELECT run_id FROM monitor_times')).toBe(1);
    if (version >= 52) expect(count('SELECT text FROM notes')).toBe('Look');
    opened.db.close();
    expect(checkHistory(file, true, () => undefined).findings).toEqual([]);
    if (version === newest) {
      expect(opened.backupFile).toBeNull();
      return;
    }
    expect(existsSync(opened.backupFile ?? '')).toBe(true);
    const backup = new Database(opened.backupFile ?? '', { readonly: true });
    expect(backup.pragma('user_version', { simple: true })).toBe(version);
    expect(backup.prepare('SELECT count(*) FROM observations').pluck().get()).toBe(8);
    backup.close();
  });
});
