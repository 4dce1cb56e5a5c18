import { asObject } from './sourceLists.ts';

type Result = Readonly<Record<string, unknown>>;

/** The engine's result: in `result` of a synchronous response, in `response` of a finished task. */
export function resultOf(body: string): Result {
  return resultIn(asObject(JSON.parse(body))) ?? {};
}

/** The result in a received body, or null if it does not match the interface. */
export function receivedResult(body: string): Result | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const answer = asObject(parsed);
  return (answer?.success ?? true) === true ? resultIn(answer) : null;
}

const resultIn = (answer: Result | null): Result | null =>
  asObject(answer?.result) ?? asObject(answer?.response);
