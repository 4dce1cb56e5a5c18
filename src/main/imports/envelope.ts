/**
 * Finds the result in the formats that users store: the response of a monitor call, a bare result, a task
 * record, a webhook's body, or one of these inside their own record with request, country and time.
 */
import { asObject, type JsonObject } from '#shared/json.ts';

export type Envelope =
  | {
      readonly ok: true;
      readonly result: JsonObject;
      /** Enclosing objects of the result, outermost first: they have the question, the country and the time. */
      readonly around: readonly JsonObject[];
      /** The text has the result in the interface's position, so it can be stored byte for byte. */
      readonly asReceived: boolean;
    }
  | { readonly ok: false; readonly message: string };

/** Fields that may contain the response. */
const carriers = ['result', 'response', 'body', 'answer', 'data'] as const;

const deepest = 4;

export function findResult(value: unknown): Envelope {
  return look(value, []);
}

function look(value: unknown, around: readonly JsonObject[]): Envelope {
  const json = asObject(value);
  if (json === null) return refused(`It contains ${kindOf(value)}, not a result.`);
  const error = errorIn(json);
  if (error !== null) return refused(error);
  const state = statusOf(json);
  const unfinished = state !== null && state !== 'COMPLETED' && state !== 'completed';
  if (unfinished && asObject(json.result) === null)
    return refused(`It is a task in state ${state}; only completed tasks have a result.`);
  if (isResult(json))
    return { ok: true, result: json, around: [...around, json], asReceived: atItsPlace(around) };
  if (around.length < deepest) {
    for (const name of carriers)
      if (asObject(json[name]) !== null) return look(json[name], [...around, json]);
  }
  return refused(
    'It is not a result of the service: it has neither "text" with "sources" nor a list of results.',
  );
}

function refused(message: string): Envelope {
  return { ok: false, message };
}

/** `{success, result}` of a call, or `response` of a task record: the format stored by the history. */
function atItsPlace(around: readonly JsonObject[]): boolean {
  const outer = around[0];
  if (around.length !== 1 || outer === undefined) return false;
  return asObject(outer.result) === null ? asObject(outer.task) !== null : outer.success === true;
}

function isResult(json: JsonObject): boolean {
  if (Array.isArray(json.organicResults) || Array.isArray(json.newsResults)) return true;
  const wrapped = carriers.some((name) => asObject(json[name]) !== null);
  return !wrapped && 'text' in json && 'sources' in json;
}

/** An error body in either shape of the interface, or the error a failed task ends with. */
function errorIn(json: JsonObject): string | null {
  const failed = json.success === false || statusOf(json) === 'FAILED';
  const error = json.error ?? asObject(json.response)?.error ?? asObject(json.task)?.error;
  if (!failed && (typeof error !== 'object' || error === null)) return null;
  const code = asObject(error)?.code;
  const message = typeof error === 'string' ? error : asObject(error)?.message;
  const said = [code, message].filter((part) => typeof part === 'string' && part !== '').join(': ');
  return `It is an error, not a result${said === '' ? '' : ` (${said.slice(0, 200)})`}.`;
}

function statusOf(json: JsonObject): string | null {
  const status = asObject(json.task)?.status ?? json.status ?? json.state;
  const known = ['QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED', 'completed'];
  return typeof status === 'string' && known.includes(status) ? status : null;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return `a ${typeof value}`;
}
