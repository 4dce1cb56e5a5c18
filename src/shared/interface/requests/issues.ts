import { z } from 'zod';
import type { FieldIssue } from '../errors.ts';

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
  return issues;
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
    while (current instanceof z.ZodOptional) current = current.unwrap();
  }
  return current instanceof z.ZodObject ? Object.keys(current.shape) : [];
}

function nearest(word: string, candidates: readonly string[]): string | undefined {
  const best = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
}

/** Levenshtein distance, capped in cost by refusing long words. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 5) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
