import { z } from 'zod';

/** Limits that some providers reject; the answer is validated again here. */
const unsupported = new Set([
  '$schema',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'format',
  'default',
]);

/**
 * A schema in the subset that every provider accepts: objects whose members are all required, arrays, strings,
 * numbers, enums, booleans and null.
 */
export function wireSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return plain(z.toJSONSchema(schema)) as Readonly<Record<string, unknown>>;
}

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !unsupported.has(key))
      .map(([key, value]) => [key, key === 'properties' ? members(value) : plain(value)]),
  );
}

/** A member may have the name of a limit. */
function members(properties: unknown): unknown {
  return Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, unknown>>).map(([name, value]) => [
      name,
      plain(value),
    ]),
  );
}
