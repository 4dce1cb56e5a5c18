import type { ThreadFailure } from '#platform/threads/rpc.ts';
import { AppError } from '#shared/model/appError.ts';
import type { WireFailure } from '../store/failures.ts';

/** What a caller is told of a call that a thread on the history's file could not answer. */
export function historyError(failure: ThreadFailure<WireFailure>): AppError {
  switch (failure.code) {
    case 'REFUSED': {
      const { code, message } = failure.refusal;
      return new AppError(code, message, { retryable: code === 'HISTORY_LOCKED' || code === 'DISK_FULL' });
    }
    case 'CANCELLED':
      return new AppError('CANCELLED', 'This was cancelled.');
    case 'CLOSED':
      return new AppError('SHUTTING_DOWN', 'Parallax is closing; nothing was changed.');
    case 'UNREADABLE':
      return new AppError(
        'INTERNAL',
        'A stored value is nested too deeply to be shown. What is stored is kept, and everything else can be read.',
      );
    case 'ENDED':
    case 'OUT_OF_MEMORY':
    case 'TIMED_OUT':
      return new AppError(
        'HISTORY_UNAVAILABLE',
        'The history stopped in the middle of its work: try again. What was stored before is kept.',
        { retryable: true },
      );
  }
}
