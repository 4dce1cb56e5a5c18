import { z } from 'zod';
import { nearest } from '../../nearest.ts';
import type { FieldIssue } from '../errors.ts';
import { grouped } from './fields.ts';

/** The first thing that is wrong with each field. */
export function oneForEachField(issues: readonly FieldIssue[]): FieldIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ field }) => !seen.has(field) && seen.add(field));
}

/**
 * How many fields the issues of one request name: what is said about a request, and the time to find it, must
 * not grow with what anybody puts into it.
 */
export const maxNamed = 20;
/** Longer names are cut. */
const maxNameLength = 100;

/**
 * Turns zod's findings into one issue per field. Unknown fields come last; those beyond the limit are counted.
 * @param room how many fields may be named
 */
export function fieldIssues(error: z.ZodError, schema: z.ZodType, room = maxNamed): FieldIssue[] {
  const issues = oneForEachField(
    error.issues
      .filter(({ code }) => code !== 'unrecognized_keys')
      .map(({ path, message }) => ({ field: path.join('.'), message })),
  );
  let unnamed = 0;
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const named = issue.keys.slice(0, Math.max(0, room - issues.length));
    const known = knownKeys(schema, issue.path);
    for (const key of named) issues.push(unknownField([...issue.path, shortened(key)], known));
    unnamed += issue.keys.length - named.length;
  }
  const counted =
    unnamed === 0 ? [] : [{ field: '', message: `and ${grouped(unnamed)} more unknown fields` }];
  return oneForEachField([...issues, ...counted]);
}

function shortened(name: string): string {
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength).toWellFormed()}…`;
}

function unknownField(path: readonly PropertyKey[], known: readonly string[]): FieldIssue {
  const field = path.join('.');
  const close = nearest(String(path.at(-1)), known);
  const hint = close === undefined ? `known here: ${known.join(', ')}` : `did you mean ${close}?`;
  return { field, message: `${field} is not a known field, ${hint}` };
}

function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let current: unknown = schema;
  for (const step of ['', ...path]) {
    if (step !== '' && current instanceof z.ZodObject) current = current.shape[String(step)];
    while (current instanceof z.ZodOptional || current instanceof z.ZodLazy) current = current.unwrap();
  }
  return current instanceof z.ZodObject ? Object.keys(current.shape) : [];
}
