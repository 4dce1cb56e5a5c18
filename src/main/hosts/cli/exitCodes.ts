import { databaseTrouble } from '#platform/sqlite/databaseTrouble.ts';
import type { AppErrorCode } from '#shared/model/appError.ts';
import { AppError } from '#shared/model/appError.ts';

/**
 * `unfinished`: a run stopped before its end and can be resumed. `notStored`: answers arrived, could not be stored,
 * and are kept in a file for the next start.
 */
export const exitCode = {
  everyAnswer: 0,
  someFailed: 1,
  wrongUsage: 2,
  unfinished: 3,
  notStored: 4,
} as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Wrong usage; one sentence says what is wrong and how to write it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Answers cannot be stored, and the command waits no longer; what is kept where is said when the core has stopped. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';
}

const usageCodes: ReadonlySet<AppErrorCode> = new Set([
  'INVALID_INPUT',
  'CONFIRMATION_REQUIRED',
  'INVALID_KEY_FORMAT',
  'NOT_FOUND',
]);

/** How to list what was not found, by what it is called. */
const listedBy = {
  plan: 'plan list',
  project: 'project list',
  monitor: 'monitor list',
  run: 'history',
} as const;

function withList(message: string): string {
  const kind = /^No (plan|project|monitor|run) /.exec(message)?.[1] as keyof typeof listedBy | undefined;
  if (kind === undefined || message.includes('parallax ')) return message;
  return `${message} List ${kind}s with "parallax ${listedBy[kind]}".`;
}

/** The exit code of a failed command, and the lines that explain it. */
export function explainFailure(error: unknown): {
  readonly code: ExitCode;
  readonly lines: readonly string[];
} {
  if (error instanceof UsageError) return { code: exitCode.wrongUsage, lines: [error.message] };
  if (error instanceof NotStoredError) return { code: exitCode.notStored, lines: [] };
  if (error instanceof AppError) {
    const fields = error.fields?.map(({ message }) => message) ?? [];
    const request = error.requestId ? ` (request ${error.requestId})` : '';
    return {
      code: usageCodes.has(error.code) ? exitCode.wrongUsage : exitCode.someFailed,
      lines: [
        ...(fields.length > 0
          ? fields
          : [`${error.code === 'NOT_FOUND' ? withList(error.message) : error.message}${request}`]),
        ...(error.code === 'CONFIRMATION_REQUIRED' ? ['Nothing was changed. Add --yes to confirm.'] : []),
      ],
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  const path = error instanceof Error && 'path' in error ? String(error.path) : null;
  if (databaseTrouble(error) === 'full') {
    const where = path === null ? 'The disk' : `The disk that holds ${path}`;
    return { code: exitCode.someFailed, lines: [`${where} is full. Free some space and try again.`] };
  }
  return { code: exitCode.someFailed, lines: [`Parallax failed: ${message}`] };
}
