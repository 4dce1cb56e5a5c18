import { asObject } from './sourceLists.ts';

/** The engine's result: under `result` in a synchronous answer, under `response` in a finished task. */
export function resultOf(body: string): Readonly<Record<string, unknown>> {
  const parsed = asObject(JSON.parse(body));
  return asObject(parsed?.result) ?? asObject(parsed?.response) ?? {};
}
