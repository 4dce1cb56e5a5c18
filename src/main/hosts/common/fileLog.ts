import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import type { Logger, LogLevel } from '../../ports.ts';

/** At the start of the program a log beyond this is set aside as `parallax.1.log`. */
const maxLogBytes = 5 * 1024 * 1024;

/** Field names that may hold a secret, wherever they stand in the first two levels. */
const secretFields = ['key', 'apiKey', 'token', 'secret', 'authorization', 'Authorization', 'password'];

export type FileLog = { readonly log: Logger; readonly file: string; readonly close: () => void };

/** The program's own log below the data folder: JSON lines, no secrets, at most two files. Throws when it cannot be written. */
export function openFileLog(dataFolder: string, least: LogLevel = 'info'): FileLog {
  const folder = join(dataFolder, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'parallax.log');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) {
    renameSync(file, join(folder, 'parallax.1.log'));
  }
  const stream = destination({ dest: file, sync: true, append: true });
  const logger = pino(
    {
      level: least,
      base: { pid: process.pid },
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
    },
    stream,
  );
  return {
    file,
    log: (level, message, fields = {}) => logger[level](fields, message),
    close: () => stream.end(),
  };
}
