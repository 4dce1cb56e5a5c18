import { z } from 'zod';
import { nearest } from '../../nearest.ts';
import type { FieldIssue } from '../errors.ts';

/** The first thing that is wrong with each field. */
export function oneForEachField(issues: readonly FieldIssue[]): FieldIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ field }) => !seen.has(field) && seen.add(field));
}

/** Turns zod's findings into one issue per field; an unknown field gets an issue of its own. */
export function fieldIssues(error: z.ZodError, schema: z.ZodType): FieldIssue[] {
  const issues: FieldIssue[] = [];
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        issues.push(unknownField([...issue.path, key], knownKeys(schema, issue.path)));
    } else {
      issues.push({ field: issue.path.join('.'), message: issue.message });
    }
  }
  return oneForEachField(issues);
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
