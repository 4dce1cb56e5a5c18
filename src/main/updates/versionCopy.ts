import { existsSync, rmSync } from 'node:fs';
import type { Logger } from '#platform/log.ts';
import type { HistoryTasks } from '../history/maintenance/taskClient.ts';
import { versionCopies, versionCopy } from '../history/store/versionCopies.ts';
import type { SettingsStore } from '../ports.ts';

const settingsKey = 'programVersion';

/**
 * Before a version opens the history for the first time, makes a verified copy of it, as left by the previous
 * version. Then deletes earlier copies: one is kept. Returns why there is no copy, or null.
 */
export async function copyBeforeNewVersion(parts: {
  readonly file: string;
  readonly version: string;
  readonly settings: SettingsStore;
  readonly tasks: Pick<HistoryTasks, 'backup'>;
  readonly log: Logger;
}): Promise<string | null> {
  const { file, version, settings, tasks, log } = parts;
  const before = settings.get(settingsKey);
  if (before === version) return null;
  const copy = versionCopy(file, version);
  try {
    if (typeof before === 'string' && existsSync(file)) {
      // Left by a start that ended before recording it: it may be incomplete or outdated.
      rmSync(copy, { force: true });
      const { observations } = await tasks.backup(copy);
      log('info', 'The history was copied before the first start of a version', {
        before,
        version,
        observations,
      });
      for (const older of versionCopies(file)) if (older !== copy) rmSync(older, { force: true });
    }
    settings.set(settingsKey, version);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', 'The history was not copied before the first start of a version', {
      before,
      version,
      reason,
    });
    return `The history could not be copied before the first start of Parallax ${version}: ${reason}`;
  }
}
