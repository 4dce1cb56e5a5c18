import type { ThreadFailure } from '#platform/threads/startThread.ts';
import { AppError, type AppErrorCode } from '#shared/model/appError.ts';
import type { WireFailure } from '../store/failures.ts';

/** Failures of the file or its disk that somebody may mend while the program runs. */
const retryable: ReadonlySet<AppErrorCode> = new Set<AppErrorCode>([
  'HISTORY_LOCKED',
  'DISK_FULL',
  'HISTORY_UNAVAILABLE',
]);

/** The error for a caller whose call failed in a thread of the history. */
export function historyError(failure: ThreadFailure<WireFailure>): AppError {
  switch (failure.code) {
    case 'REFUSED': {
      const { code, message } = failure.refusal;
      return new AppError(code, message, { retryable: retryable.has(code) });
    }
    case 'CANCELLED':
      return new AppError('CANCELLED', 'Cancelled.');
    case 'CLOSED':
      return new AppError('SHUTTING_DOWN', 'Parallax is closing. Nothing was changed.');
    case 'UNREADABLE':
      return new AppError(
        'INTERNAL',
        'A stored value is nested too deeply to be shown. Stored data is unchanged; everything else can be read.',
      );
    case 'TIMED_OUT':
    case 'OUT_OF_MEMORY':
      return new AppError(
        'HISTORY_UNAVAILABLE',
        `It needed too much ${failure.code === 'TIMED_OUT' ? 'time' : 'memory'} and was stopped. Stored data is unchanged. Choose fewer answers, such as a shorter period.`,
      );
    case 'ENDED':
      return new AppError(
        'HISTORY_UNAVAILABLE',
        'The history stopped unexpectedly. Try again. Everything stored before is kept.',
        { retryable: true },
      );
  }
}
