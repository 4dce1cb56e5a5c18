import { z } from 'zod';
import { isLongerThan, questionLimit } from './textLength.ts';

/** `10,000`. Not by `Intl`: its first use in a thread loads ICU's data, 15 ms of every start. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * Half of a surrogate pair is refused: it cannot be written as UTF-8, so storage and addresses would silently make
 * another text of it.
 */
function bounded(schema: z.ZodString, field: string, characters: number, fix = '') {
  const most = grouped(characters);
  return schema
    .refine(
      (text) => text.isWellFormed(),
      `${field} holds half of a character: send whole Unicode characters`,
    )
    .refine(
      (text) => !isLongerThan(text, characters),
      `${field} must have at most ${most} characters${fix === '' ? '' : `: ${fix}`}`,
    );
}

/** A text of whole characters and bounded length. */
export function boundedText(schema: z.ZodString, field: string, characters: number) {
  return bounded(schema, field, characters).meta({ maxLength: characters });
}

/** The same, counted without white space at both ends, which is removed; the rest must not be empty. */
export function trimmedText(
  field: string,
  characters: number,
  says: {
    readonly wrongType: (input: unknown) => string;
    readonly empty: string;
    readonly tooLong?: string;
  },
) {
  const schema = z
    .string({ error: (issue) => says.wrongType(issue.input) })
    .trim()
    .min(1, says.empty);
  const most = grouped(characters);
  return bounded(schema, field, characters, says.tooLong).meta({
    pattern: '\\S',
    description: `1 to ${most} characters; white space at both ends is removed and does not count`,
  });
}

/** `prompt` or `query`: 1 to 10,000 characters after trimming. */
export function question(field: 'prompt' | 'query') {
  return trimmedText(field, questionLimit, {
    wrongType: (input) => missingOr(input, field, 'must be a string: the question to ask'),
    empty: `${field} must not be empty: write the question to ask`,
    tooLong: 'shorten it',
  });
}

/** A trimmed string that may be left out but not be blank. */
export function optionalText(field: string, hint: string, limit: number) {
  return trimmedText(field, limit, {
    wrongType: () => `${field} must be a string: ${hint}`,
    empty: `${field} must not be empty: ${hint}, or leave it out`,
  }).optional();
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
  return z.string({
    error: (issue) => missingOr(issue.input, 'country', 'must be a string: a two-letter country code'),
  });
}

/** White space around a code is refused, as on every route; around `gl`, which is free in its case too, it is not. */
export function optionalCountry(field: 'country' | 'gl') {
  const code = z.string({ error: `${field} must be a string: a two-letter country code such as DE` });
  return (field === 'gl' ? code.trim() : code).optional();
}

export function optionalState() {
  return z.string({ error: 'state must be a string: a US state code such as CA' }).optional();
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
