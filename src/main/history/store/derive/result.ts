import { asObject } from './sourceLists.ts';

type Result = Readonly<Record<string, unknown>>;

/** The engine's result: under `result` in a synchronous answer, under `response` in a finished task. */
export function resultOf(body: string): Result {
  return resultIn(asObject(JSON.parse(body))) ?? {};
}

/** The result in a body that just came, or null when it is no answer of the interface. */
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
