import { appendFileSync, chmodSync, closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino, stdTimeFunctions } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One structured line of a log. Never given a key, a secret or a whole request. */
export type Logger = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;

export const silentLog: Logger = () => undefined;

/** Field names that may hold a secret, wherever they stand in the first two levels: should one be logged after all. */
const secretFields = ['key', 'apiKey', 'token', 'secret', 'authorization', 'Authorization', 'password'];

/**
 * A log file: one JSON object a line, read by nobody but its owner, no secrets. A file beyond `maxBytes` becomes
 * `<file>.1` and a new one begins, so that there are at most two. Lines are written at once: the last one before a
 * crash is the one that is wanted. A full disk does not fail the program.
 * @throws Error with the system's `code` when the file cannot be made
 */
export function openFileLog(file: string, maxBytes = 5 * 1024 * 1024): Logger {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  let { size } = statSync(file);
  const write = (line: string): void => {
    const length = Buffer.byteLength(line);
    try {
      if (size > 0 && size + length > maxBytes) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += length;
    } catch {
      // What the log would say is less than what the program does.
    }
  };
  return loggerTo({ write });
}

/** The same lines for whoever collects what the program says, such as the runtime of a container. */
export function openStreamLog(stream: { readonly write: (line: string) => unknown }): Logger {
  return loggerTo({ write: (line) => void stream.write(line) });
}

function loggerTo(destination: { readonly write: (line: string) => void }): Logger {
  const logger = pino(
    {
      base: { pid: process.pid },
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
    },
    destination,
  );
  return (level, message, fields = {}) => logger[level](fields, message);
}
