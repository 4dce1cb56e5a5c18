import { z } from 'zod';

/**
 * `schema.safeParse` for untrusted values. Length checks also run on values that are neither text nor list, and
 * throw for an object whose `length` cannot be converted to a number, such as `{"length":{"toString":0}}`: here
 * that is a validation error of the fields concerned.
 * @param unsaid message of every issue for which the schema has none; by default the validation library's own
 */
export function safeParse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  unsaid?: string,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(
      value,
      unsaid === undefined ? undefined : { error: () => unsaid, reportInput: true },
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const issues = issuesOf(schema, value, unsaid);
    return { success: false, error: new z.ZodError(issues) as z.ZodError<z.output<Schema>> };
  }
}

function issuesOf(schema: z.ZodType, value: unknown, unsaid?: string): z.core.$ZodIssue[] {
  if (schema instanceof z.ZodLazy) return issuesOf(schema.unwrap() as z.ZodType, value, unsaid);
  const own: z.core.$ZodIssue = { code: 'custom', path: [], message: unsaid ?? 'Invalid type', input: value };
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [own];
  const issues = Object.entries(schema.shape).flatMap(([key, field]) =>
    Object.hasOwn(value, key)
      ? (safeParse(field as z.ZodType, Reflect.get(value, key), unsaid).error?.issues ?? []).map((issue) => ({
          ...issue,
          path: [key, ...issue.path],
        }))
      : [],
  );
  return issues.length > 0 ? issues : [own];
}
