import { listAt } from './jsonFields.ts';
import type { CallResult, ProviderResponse } from './providerCall.ts';
import {
  connectionTrouble,
  type FailedOutcome,
  fatal,
  ProviderRefusal,
  retry,
  statusFailure,
  unreadable,
} from './providerErrors.ts';

export type AnsweredCall =
  | { readonly ok: true; readonly response: ProviderResponse }
  | { readonly ok: false; readonly outcome: FailedOutcome };

/**
 * A call that returned a complete, readable body with a success status, or the outcome of its failure.
 * @param hasEnd whether the body contains everything the driver needs although the connection broke
 */
export function answered(
  service: string,
  result: CallResult,
  attempt: number,
  hasEnd: (response: ProviderResponse) => boolean = () => false,
): AnsweredCall {
  const failed = (outcome: FailedOutcome): AnsweredCall => ({ ok: false, outcome });
  if (result.kind === 'unreached') {
    const cause = result.why === 'out-of-time' ? 'timeout' : 'unreachable';
    return failed(connectionTrouble(service, cause, result.message));
  }
  const { response } = result;
  const byStatus = statusFailure(service, response, attempt, result.errors);
  if (byStatus !== undefined) return failed(byStatus);
  if (response.ended === 'too-large') {
    return failed(fatal('unreadable', `${service} sent an answer above the size limit.`));
  }
  if (response.ended !== 'whole' && response.ended !== 'enough' && !hasEnd(response)) {
    const late = response.ended === 'silent' || response.ended === 'out-of-time';
    const what = `${service} stopped in the middle of the answer (${response.ended})`;
    return failed(retry(late ? 'timeout' : 'half-answer', what));
  }
  const { body } = response;
  if (body.document !== undefined && !body.json) {
    const what =
      body.document === '' ? 'an empty body' : `no JSON (${response.contentType ?? 'no content type'})`;
    return failed(unreadable(service, what, attempt));
  }
  return { ok: true, response };
}

/**
 * The entries of a provider's list.
 * @throws Error with one clear sentence if there is none
 */
export function listed(service: string, result: CallResult, member = 'data'): readonly unknown[] {
  const call = answered(service, result, 2);
  if (call.ok) return listAt(call.response.body.document, member);
  throw ProviderRefusal.of(call.outcome);
}
