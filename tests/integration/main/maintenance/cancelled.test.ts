import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { backUpHistory } from '#main/history/maintenance/backup.ts';
import { checkHistory } from '#main/history/maintenance/check.ts';
import { compactHistory } from '#main/history/maintenance/compact.ts';
import { cancel, commit, createDecision, isCancelled } from '#main/history/maintenance/decision.ts';
import { moveDataFolder } from '#main/history/maintenance/moveFolder.ts';
import { repairHistory } from '#main/history/maintenance/repair.ts';
import { restoreHistory } from '#main/history/maintenance/restore.ts';
import { historyTasks } from '#main/history/maintenance/taskClient.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { ask, startCore } from '#tests/support/core/testCore.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { countsOf, fillHistory } from '#tests/support/maintenance/filledHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';

const filled = preparedFolder((folder) =>
  fillHistory(folder, { runs: 2, answersPerRun: 20, fillerBytes: 500 }),
);
const fileOf = (folder: string): string => join(folder, 'history.db');
/** Files below a folder, without the locks of programs and what SQLite has beside an open database. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^sessions|-wal$|-shm$/.test(name))
    .sort();

type Places = { readonly outside: string; readonly to: string };
type Work = (folder: string, places: Places, onProgress: () => void) => unknown;
const works: Readonly<Record<string, Work>> = {
  backup: (folder, { outside }, step) => backUpHistory(fileOf(folder), join(outside, 'copy.db'), step),
  compact: (folder, _, step) => compactHistory(fileOf(folder), step),
  repair: (folder, _, step) => repairHistory(fileOf(folder), 1, step),
  restore: (folder, { outside }, step) => restoreHistory(fileOf(folder), join(outside, 'backup.db'), 1, step),
  move: (folder, { to }, step) =>
    moveDataFolder({ file: fileOf(folder), target: to, keepOld: false, nowMs: 1 }, step),
};

describe('work on the history that is cancelled', () => {
  it.each(Object.entries(works))('%s leaves everything as it was, at each of its steps', async (_, work) => {
    for (let at = 1, ended = false; !ended; at += 1) {
      const { dataFolder: data } = await filled();
      const outside = temporaryFolder();
      // Folders that a move creates for it are gone, too.
      const to = join(outside, 'made', 'for it', 'new');
      backUpHistory(fileOf(data), join(outside, 'backup.db'));
      const state = () => [countsOf(fileOf(data)), filesIn(data), filesIn(outside)];
      const before = state();
      let steps = 0;
      try {
        work(data, { outside, to }, () => {
          steps += 1;
          if (steps === at) throw new Error('cancelled here');
        });
        ended = true;
        expect(at).toBeGreaterThan(2);
      } catch (error) {
        expect(String(error instanceof Error ? (error.cause ?? error) : error)).toContain('cancelled here');
        expect(state()).toEqual(before);
        expect(checkHistory(fileOf(data), true, () => undefined).findings).toEqual([]);
      }
    }
  });

  it('from a window ends with CANCELLED, and history and service go on', async () => {
    const { dataFolder: data } = await filled();
    const core = await startCore({ paths: { data } });
    const outside = temporaryFolder();
    const backup = join(outside, 'backup.db');
    await core.router.invoke('data.backup', { file: backup });
    const tasks = [
      () => core.router.invoke('data.backup', { file: join(outside, 'copy.db') }),
      () => core.router.invoke('data.check', { full: true }),
      () => core.router.invoke('data.compact', {}),
      () => core.router.invoke('data.repair', {}),
      () => core.router.invoke('data.restore', { file: backup }),
      () => core.router.invoke('data.move', { folder: join(outside, 'new'), keepOld: false }),
    ];
    for (const task of tasks) {
      const work = task();
      await core.router.invoke('data.cancel', {});
      await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    }
    // Waits until the history is open again.
    expect((await ask(core, 'embedded', ['DE'])).run.counts.completed).toBe(1);
    expect(filesIn(outside)).toEqual(['backup.db']);
    expect(countsOf(fileOf(data))).toMatchObject({ runs: 3, observations: 41 });
    expect(filesIn(data).filter((name) => /unfinished|compacting|repairing|restoring/.test(name))).toEqual(
      [],
    );
  });

  it('answers at once while SQLite is in a step that nothing interrupts, and leaves nothing behind', async () => {
    const { dataFolder: data } = await filled();
    const file = fileOf(data);
    const before = countsOf(file);
    const target = join(temporaryFolder(), 'copy.db');
    const tasks = historyTasks(historyEntry, file);
    // SQLite waits for the lock for five seconds, in one step, and then refuses.
    const locked = new Database(file);
    onTestFinished(() => void locked.close());
    locked.pragma('journal_mode = DELETE');
    locked.exec('BEGIN EXCLUSIVE');
    const works = [
      (signal: AbortSignal) => tasks.check(true, undefined, signal),
      (signal: AbortSignal) => tasks.backup(target, undefined, signal),
    ];
    for (const work of works) {
      const cancelling = new AbortController();
      const cancelled = work(cancelling.signal);
      cancelling.abort();
      await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    }
    locked.exec('ROLLBACK');
    await tasks.settled();
    locked.close();
    expect(filesIn(dirname(target))).toEqual([]);
    expect(countsOf(file)).toEqual(before);
  });

  it('is not cancelled once its result is being put in place, and is when it was cancelled before', () => {
    const cancelledFirst = createDecision();
    expect(isCancelled(cancelledFirst)).toBe(false);
    expect([cancel(cancelledFirst), isCancelled(cancelledFirst), commit(cancelledFirst)]).toEqual([
      true,
      true,
      false,
    ]);
    const committedFirst = createDecision();
    expect([commit(committedFirst), cancel(committedFirst), isCancelled(committedFirst)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('by the end of the program ends with it, and leaves no file and no thread', async () => {
    const { dataFolder: data } = await filled();
    const core = await startCore({ paths: { data } });
    const outside = temporaryFolder();
    const work = core.router.invoke('data.backup', { file: join(outside, 'copy.db') });
    const cancelled = expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    await core.stop();
    expect(filesIn(outside)).toEqual([]);
    await cancelled;
  });

  it('on the command line by Ctrl+C ends with code 1 and says that nothing was changed', async () => {
    const { dataFolder: data } = await filled();
    const outside = temporaryFolder();
    const pressed = AbortSignal.abort();
    const before = countsOf(fileOf(data));
    for (const args of [
      ['backup', join(outside, 'copy.db')],
      ['data', 'compact'],
      ['data', 'repair'],
      ['data', 'move', join(outside, 'new')],
    ])
      expect(await runParallax(args, { dataFolder: data, interrupted: pressed })).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/cancelled/i),
      });
    expect(countsOf(fileOf(data))).toEqual(before);
    expect(filesIn(outside)).toEqual([]);
    expect(existsSync(join(data, 'moved.json'))).toBe(false);
  });
});
