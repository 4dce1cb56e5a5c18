import type { z } from 'zod';
import { grouped } from './requests/fields.ts';
import { safeParse } from './safeParse.ts';

/** What is wrong with one field, as a sentence that names it. */
type InputProblem = { readonly field: string; readonly message: string };

type ParsedInput<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly problems: readonly InputProblem[] };

/** How many problems are named: a pasted list may have one in each of its lines. */
const maxNamed = 20;

/**
 * `safeParse` for what people enter or bring. Each problem is a sentence with the name of its field; the
 * validation library's own messages are for programmers.
 * @param label name of the field at a path; by default its last member in words
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  label: (path: readonly PropertyKey[]) => string = labelOf,
): ParsedInput<z.output<Schema>> {
  const parsed = safeParse(schema, value, '');
  if (parsed.success) return parsed;
  const { issues } = parsed.error;
  const problems = issues.slice(0, maxNamed).map((issue) => problemOf(issue, [], label));
  const more = issues.length - problems.length;
  const rest = { field: '', message: `There are ${grouped(more)} more problems of this kind.` };
  return { success: false, problems: more === 0 ? problems : [...problems, rest] };
}

/** The problems as one text. */
export function problemText(problems: readonly InputProblem[]): string {
  return [...new Set(problems.map(({ message }) => message))].join(' ');
}

type Label = (path: readonly PropertyKey[]) => string;

function problemOf(issue: z.core.$ZodIssue, above: readonly PropertyKey[], label: Label): InputProblem {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.message === '') {
    const [closest] = closestBranch(issue.errors);
    if (closest !== undefined) return problemOf(closest, path, label);
  }
  const field = path.join('.');
  return {
    field,
    message: issue.message === '' ? sentence(issue, path, label) : given(issue.message, path, label),
  };
}

/** A message of the schema: a whole sentence, or what follows the name of its field. */
function given(message: string, path: readonly PropertyKey[], label: Label): string {
  const whole = /^(?:must|is|has|can|cannot) /.test(message) ? `${label(path)} ${message}` : message;
  const capital = whole.charAt(0).toUpperCase() + whole.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** The alternative that the value was meant for: the only one with something wrong deeper than its type. */
function closestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const fitting = branches.filter((issues) =>
    issues.every(
      ({ code, path }) => path.length > 0 || (code !== 'invalid_type' && code !== 'invalid_value'),
    ),
  );
  return [...fitting].sort((a, b) => a.length - b.length)[0] ?? [];
}

function sentence(issue: z.core.$ZodIssue, path: readonly PropertyKey[], label: Label): string {
  const name = label(path);
  switch (issue.code) {
    case 'too_big':
      return tooBig(issue, name);
    case 'too_small':
      return tooSmall(issue, name);
    case 'invalid_type':
      if (issue.input === undefined && issue.expected !== 'nonoptional') return `${name} is missing.`;
      return `${name} must be ${kinds[issue.expected] ?? 'of another kind'}.`;
    case 'invalid_value':
      return `${name} must be ${choices(issue.values)}.`;
    case 'invalid_format':
      return `${name} must be ${formats[issue.format] ?? 'written differently'}.`;
    case 'not_multiple_of':
      return `${name} must be a multiple of ${grouped(Number(issue.divisor))}.`;
    case 'unrecognized_keys':
      return `${path.length === 0 ? 'The input' : name} has no field ${listed(issue.keys)}.`;
    case 'invalid_union':
      return `${name} must be ${unionOf(issue)}.`;
    default:
      return `${name} is not valid.`;
  }
}

function tooBig(issue: z.core.$ZodIssueTooBig, name: string): string {
  const most = grouped(Number(issue.maximum));
  if (issue.exact) return `${name} must have exactly ${most} ${unitOf(issue.origin, issue.maximum)}.`;
  if (issue.origin === 'string') return `${name} is longer than ${most} characters.`;
  const unit = unitOf(issue.origin, issue.maximum);
  if (unit !== '') return `${name} must have at most ${most} ${unit}.`;
  return `${name} must be ${issue.inclusive ? 'at most' : 'less than'} ${most}.`;
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, name: string): string {
  const least = grouped(Number(issue.minimum));
  const unit = unitOf(issue.origin, issue.minimum);
  if (issue.exact) return `${name} must have exactly ${least} ${unit}.`;
  if (unit !== '' && Number(issue.minimum) === 1) return `${name} must not be empty.`;
  if (unit !== '') return `${name} must have at least ${least} ${unit}.`;
  return `${name} must be ${issue.inclusive ? 'at least' : 'greater than'} ${least}.`;
}

function unitOf(origin: string, count: number | bigint): string {
  const unit = { string: 'character', array: 'entry', set: 'entry', map: 'entry', file: 'byte' }[origin];
  if (unit === undefined) return '';
  if (Number(count) === 1) return unit;
  return unit === 'entry' ? 'entries' : `${unit}s`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  nan: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a set of fields',
  record: 'a set of fields',
  null: 'null',
  Uint8Array: 'bytes',
  nonoptional: 'given',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a web address such as https://example.com',
  uuid: 'an ID',
  datetime: 'a time such as 2026-11-02T08:00:00Z',
  date: 'a date such as 2026-11-02',
  base64: 'base64',
};

function choices(values: readonly unknown[]): string {
  const [only, ...others] = values.map(String);
  if (others.length === 0) return String(only);
  return `one of ${listed(values.slice(0, 20))}${values.length > 20 ? ', …' : ''}`;
}

/** What the alternatives of a union accept, as far as it can be said shortly. */
function unionOf(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined) return choices(issue.options);
  const own = issue.errors.flatMap((branch) => branch.filter(({ path }) => path.length === 0));
  const values = own.flatMap((each) => (each.code === 'invalid_value' ? each.values : []));
  const types = own.flatMap((each) => (each.code === 'invalid_type' ? [kinds[each.expected] ?? ''] : []));
  const accepted = [...(values.length > 0 ? [choices(values)] : []), ...types.filter((type) => type !== '')];
  return accepted.length > 0 ? [...new Set(accepted)].join(' or ') : 'written differently';
}

const listed = (values: readonly unknown[]): string =>
  values
    .slice(0, 20)
    .map((value) => String(value).slice(0, 60).toWellFormed())
    .join(', ');

/** Fields whose name in the code is not the one on the screen. */
const labels: Readonly<Record<string, string>> = {
  after: 'position',
  baseUrl: 'address',
  before: 'position',
  ceiling: 'credit limit',
  checkSpelling: 'choice “check spelling”',
  cellIds: 'requests',
  cron: 'schedule',
  evenNoise: 'choice “all changes”',
  jitterSeconds: 'random delay',
  keepInTray: 'choice “keep in tray”',
  most: 'limit',
  rated: 'date of the rating',
  reopenLastView: 'choice “open with the last screen”',
  samples: 'number of repeats',
  smtp: 'mail server',
  startAtLogin: 'choice “start at login”',
};

/** “The question”, “The name in item 3 of the brands”. */
function labelOf(path: readonly PropertyKey[]): string {
  const at = path.findLastIndex((step) => typeof step === 'number');
  const item =
    at < 0 ? '' : `item ${Number(path[at]) + 1}${at === 0 ? '' : ` of the ${wordsOf(path[at - 1])}`}`;
  if (path.length === 0) return 'The input';
  const [last, owner] = [path[path.length - 1], path[path.length - 2]];
  if (at === path.length - 1) return item.charAt(0).toUpperCase() + item.slice(1);
  const name = `The ${wordsOf(last)}`;
  if (at >= 0) return `${name} in ${item}`;
  return owner === undefined ? name : `${name} of the ${wordsOf(owner)}`;
}

/** `monthlyLimit` is “monthly limit”; a key that people wrote is quoted. */
function wordsOf(key: PropertyKey | undefined): string {
  const name = String(key);
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return `“${name.slice(0, 60).toWellFormed()}”`;
  const known = Object.hasOwn(labels, name) ? labels[name] : undefined;
  if (known !== undefined) return known;
  return name
    .replace(/(?<=[a-z])(?:Ms|Seconds)$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\bid(s?)\b/g, 'ID$1');
}
