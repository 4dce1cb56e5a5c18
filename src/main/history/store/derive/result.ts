import { asObject, type JsonObject } from '#shared/json.ts';

/** The engine's result: in `result` of a synchronous response, in `response` of a finished task. */
export function resultOf(body: string): JsonObject {
  return resultIn(asObject(JSON.parse(body))) ?? {};
}

/** The result in a received body, or null if it does not match the interface. */
export function receivedResult(body: string): JsonObject | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const answer = asObject(parsed);
  return (answer?.success ?? true) === true ? resultIn(answer) : null;
}

const resultIn = (answer: JsonObject | null): JsonObject | null =>
  asObject(answer?.result) ?? asObject(answer?.response);
