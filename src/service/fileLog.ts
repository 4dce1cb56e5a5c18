import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './log.ts';

const largestBytes = 4 * 1024 * 1024;

/**
 * The service's diary in `service.log`, one JSON object a line. At 4 MiB it becomes `service.log.1` and a new one
 * begins. Lines are written at once: the last one before a crash is the one that is wanted.
 */
export function createFileLog(dataFolder: string): Log {
  const file = join(dataFolder, 'service.log');
  let size = sizeOf(file);
  return (level, message, fields = {}) => {
    if (level === 'debug') return;
    const line = `${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields })}\n`;
    try {
      if (size + line.length > largestBytes) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += line.length;
    } catch {
      // A full disk must not take the service down with its diary.
    }
  };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
