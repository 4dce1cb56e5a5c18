/** Reads known paths of a provider's payload; anything missing or of another type is absent; never throws. */
import { asObject, type JsonObject } from '#shared/json.ts';

const nothing: JsonObject = {};

export function objectAt(value: unknown, ...path: readonly (string | number)[]): JsonObject {
  return asObject(at(value, path)) ?? nothing;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** The parts of a content, which some send as a lone object instead of a list. */
export function partsAt(value: unknown, name: string): readonly unknown[] {
  const one = objectAt(value, name);
  return Object.keys(one).length > 0 && !Array.isArray(one) ? [one] : listAt(value, name);
}

/** Undefined for a missing, empty or other-typed value. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, path);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** The non-empty strings of a list. */
export function textsAt(value: unknown, ...path: readonly (string | number)[]): readonly string[] {
  return listAt(value, ...path).filter((item): item is string => typeof item === 'string' && item !== '');
}

/** The JSON of a model's answer, without the code fence some models add; undefined if it is not JSON. */
export function jsonIn(answer: string): unknown {
  const opened = answer.indexOf('```');
  const closed = opened === -1 ? -1 : answer.indexOf('```', opened + 3);
  const fenced = closed === -1 ? answer : answer.slice(opened + 3, closed).replace(/^json/, '');
  try {
    return JSON.parse(fenced.trim()) as unknown;
  } catch {
    return undefined;
  }
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[key];
  }
  return current;
}
