import type { JsonObject } from '#shared/json.ts';
import { answered } from '../answeredCall.ts';
import { listAt, numberAt, objectAt, textAt } from '../jsonFields.ts';
import type { CallResult } from '../providerCall.ts';
import { type FailedOutcome, fatal, retry } from '../providerErrors.ts';

export const service = 'DataForSEO';

/** One task as DataForSEO reports it. */
export type Task = {
  readonly kind: 'task';
  readonly id: string | undefined;
  /** The first result; empty when there is none. */
  readonly result: JsonObject;
  /** US dollars, as stated. */
  readonly cost: number | undefined;
};

/** The provider has accepted the task but not finished it. */
export type Unfinished = {
  readonly kind: 'unfinished';
  readonly id: string | undefined;
  readonly cost: number | undefined;
};

/**
 * Reads a response whose real status is in the body, at the top level and in the task: the HTTP status is 200
 * for nearly everything.
 */
export function taskAnswer(result: CallResult, attempt: number): Task | Unfinished | FailedOutcome {
  if (result.kind === 'response' && result.response.ended === 'whole') {
    const read = statusOf(result.response.body.document);
    if (read !== undefined) return read;
  }
  const call = answered(service, result, attempt);
  return call.ok ? fatal('unreadable', `${service} sent something that is no task.`) : call.outcome;
}

function statusOf(body: unknown): Task | Unfinished | FailedOutcome | undefined {
  const top = numberAt(body, 'status_code');
  if (top === undefined) return undefined;
  const task = objectAt(listAt(body, 'tasks')[0]);
  const status = numberAt(task, 'status_code') ?? top;
  const id = textAt(task, 'id');
  const cost = numberAt(task, 'cost') ?? numberAt(body, 'cost');
  if (top === 20_000 && (status === 20_000 || status === 40_102)) {
    return { kind: 'task', id, result: objectAt(listAt(task, 'result')[0]), cost };
  }
  if (status === 20_100 || status === 40_601 || status === 40_602) return { kind: 'unfinished', id, cost };
  const failing = top === 20_000 ? status : top;
  const said = textAt(task, 'status_message') ?? textAt(body, 'status_message') ?? '';
  return failureOf(failing, said, cost ?? 0);
}

function failureOf(status: number, said: string, cost: number): FailedOutcome {
  const words = `(${status}): ${said}`;
  switch (status) {
    case 40_100:
    case 40_104:
    case 40_207:
      return fatal('key', `${service} refused the login ${words}`);
    case 40_200:
    case 40_203:
    case 40_204:
    case 40_210:
      return fatal('quota', `${service} says the balance or limit is used up ${words}`);
    case 40_202:
    case 40_209:
      return retry('rate', `${service} limits the rate ${words}`);
    default:
  }
  if (/location|country/i.test(said) && status >= 40_500 && status < 40_600) {
    return fatal('country', `${service} does not serve this place ${words}`);
  }
  if (status === 40_101 || status >= 50_000) {
    // The search engine may have failed on a request that was charged anyway.
    return cost > 0
      ? fatal(
          'lost',
          `${service} charged ${cost} USD and got no answer ${words}; the request is not repeated.`,
        )
      : retry('trouble', `${service} has a problem ${words}`);
  }
  return fatal('rejected', `${service} rejected the request ${words}`);
}
