import type { OperationErrorCode } from '#shared/service/operations.ts';

/** An operation that could not be carried out, for a reason the operator can do something about. */
export type Refusal = { readonly refused: OperationErrorCode; readonly message: string };

export function refusal(refused: OperationErrorCode, message: string): Refusal {
  return { refused, message };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
