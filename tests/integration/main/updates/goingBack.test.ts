import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { historyTasks } from '#main/history/maintenance/taskClient.ts';
import { createTestCore, memorySettings } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';

it('a new version backs up the history before it opens it, keeps one backup, and the previous version can restore it', async () => {
  const data = await temporaryFolder();
  const file = join(data, 'history.db');
  const settings = memorySettings();
  const start = async (version: string) => {
    const { core } = await createTestCore({ paths: { data }, settings, version });
    await core.start();
    return core;
  };
  const first = await start('0.1.0');
  await first.stop();
  const copyOf = (version: string) => join(data, `history.before-${version}.backup.db`);
  expect(existsSync(copyOf('0.1.0'))).toBe(false);

  await (await start('0.2.0')).stop();
  expect(existsSync(copyOf('0.2.0'))).toBe(true);
  await (await start('0.3.0')).stop();
  expect([existsSync(copyOf('0.2.0')), existsSync(copyOf('0.3.0'))]).toEqual([false, true]);
  await (await start('0.3.0')).stop();

  // What a newer version might have made of the file.
  const db = new Database(file);
  db.pragma('user_version = 9999');
  db.close();
  const older = await start('0.2.0');
  const { historyProblem } = (await older.router.invoke('app.info', {})) as {
    historyProblem: { code: string; message: string };
  };
  expect(historyProblem.code).toBe('HISTORY_NEWER');
  expect(historyProblem.message).toContain(`parallax data restore '${copyOf('0.3.0')}'`);
  await older.stop();
  await historyTasks(historyEntry, file).restore(copyOf('0.3.0'), 0);
  const restored = await start('0.2.0');
  expect(await restored.router.invoke('app.info', {})).toMatchObject({ historyProblem: null });
  await restored.stop();
});
