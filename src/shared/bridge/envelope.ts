import type { AppErrorBody } from '../model/appError.ts';

/** Every answer over the bridge is a value: a thrown error would lose everything but its message on the way. */
export type Envelope<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: AppErrorBody };
