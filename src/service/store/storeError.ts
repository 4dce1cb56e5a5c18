export type StoreErrorCode =
  | 'STORE_NEWER'
  | 'STORE_DAMAGED'
  | 'STORE_UNREADABLE'
  | 'STORE_LOCKED'
  | 'STORE_FULL';

/** A storage failure; the message is one sentence that names the file or the database. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}
