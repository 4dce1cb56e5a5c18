import { appendFileSync, chmodSync, closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino, stdTimeFunctions } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** A structured log entry. Must never contain a key, a secret or a whole request. */
export type Logger = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;

export const silentLog: Logger = () => undefined;

/** Names of fields that may hold a secret; masked in the first two levels in case one is logged anyway. */
const secretFields = ['key', 'apiKey', 'token', 'secret', 'authorization', 'Authorization', 'password'];

/**
 * A log file: one JSON object per line, readable by its owner only, without secrets. A file above `maxBytes`
 * becomes `<file>.1` and a new one begins, so there are at most two. Lines are written synchronously, because
 * the last line before a crash matters most. A full disk does not stop the program.
 * @throws Error with the system's `code` if the file cannot be created
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
      // A failed log write must not stop the program.
    }
  };
  return loggerTo({ write });
}

/** The same lines on a stream, for example for a container runtime. */
export function openStreamLog(stream: { readonly write: (line: string) => unknown }): Logger {
  return loggerTo({ write: (line) => void stream.write(line) });
}

/** Longest line, in bytes, beside its time and process: an address of a megabyte must not fill the log. */
const maxLine = 1920;

/** Infinite for what JSON cannot hold, such as a circle: a log line must not stop the program. */
function bytesOf(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '');
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The text as far as there is room. */
function cut(text: string, room: number): string {
  if (bytesOf(text) <= room) return text;
  const end = `… (${text.length} characters)`;
  let kept = text.slice(0, Math.max(0, room));
  while (kept !== '' && bytesOf(kept + end) > room)
    kept = kept.slice(0, Math.floor(kept.length * 0.9)).toWellFormed();
  return kept + end;
}

/** Message and fields of a line that is not too long. Of what is no text nothing is kept that would hide a secret. */
function shortened(message: string, fields: Readonly<Record<string, unknown>>) {
  const said = cut(message, maxLine / 2);
  let room = maxLine - bytesOf(said);
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const fits = bytesOf(value) <= room;
    if (!fits && room < 60) break;
    short[name] = fits ? value : typeof value === 'string' ? cut(value, room) : '…';
    room -= bytesOf(name) + bytesOf(short[name]) + 2;
  }
  return { said, short };
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
  return (level, message, fields = {}) => {
    const { said, short } = shortened(message, fields);
    logger[level](short, said);
  };
}
