import { z } from 'zod';

export const questionLimit = 10_000;

/** `prompt` or `query`: 1 to 10,000 characters after trimming. */
export function question(field: 'prompt' | 'query') {
  return z
    .string({ error: (issue) => missingOr(issue.input, field, 'must be a string: the question to ask') })
    .trim()
    .min(1, `${field} must not be empty: write the question to ask`)
    .max(questionLimit, `${field} must have at most 10,000 characters: shorten it`);
}

/** A trimmed string that may be left out but not be blank. */
export function optionalText(field: string, hint: string, limit: number) {
  return z
    .string({ error: `${field} must be a string: ${hint}` })
    .trim()
    .min(1, `${field} must not be empty: ${hint}, or leave it out`)
    .max(limit, `${field} must have at most ${limit} characters`)
    .optional();
}

/** An optional true/false field; `path` is the dotted path used in the message. */
export function flag(path: string) {
  return z.boolean({ error: `${path} must be true or false` }).optional();
}

/** The `include` object: optional, only the named flags. */
export function includeObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, { error: 'include must be an object of flags' }).optional();
}

export function requestBody<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, { error: 'The request body must be a JSON object' });
}

export function requiredCountry() {
  return z
    .string({
      error: (issue) => missingOr(issue.input, 'country', 'must be a string: a two-letter country code'),
    })
    .trim();
}

export function optionalCountry(field: 'country' | 'gl') {
  return z
    .string({ error: `${field} must be a string: a two-letter country code such as DE` })
    .trim()
    .optional();
}

export function optionalState() {
  return z.string({ error: 'state must be a string: a US state code such as CA' }).trim().optional();
}

export function device<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `device must be one of ${values.join(', ')}` }).optional();
}

export function pageCount() {
  const rule = 'pages must be a whole number from 1 to 10';
  return z.number({ error: rule }).int(rule).min(1, rule).max(10, rule).optional();
}

function missingOr(input: unknown, field: string, wrong: string): string {
  return input === undefined ? `${field} is required` : `${field} ${wrong}`;
}
