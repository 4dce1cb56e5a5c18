import type { z } from 'zod';
import type { Engine } from '../engines.ts';
import type { FieldIssue } from '../errors.ts';
import { safeParse } from '../safeParse.ts';
import {
  type AssistantARequest,
  type AssistantARequestInput,
  type AssistantRequest,
  type AssistantRequestInput,
  assistantARequestSchema,
  assistantRequestSchema,
  normalizeAssistant,
  normalizeAssistantA,
} from './assistants.ts';
import { assistantGeographyIssues, searchGeographyIssues } from './geography.ts';
import { fieldIssues, oneForEachField } from './issues.ts';
import {
  normalizeSearch,
  normalizeSearchNews,
  type SearchNewsRequest,
  type SearchNewsRequestInput,
  type SearchRequest,
  type SearchRequestInput,
  searchIssues,
  searchNewsRequestSchema,
  searchRequestSchema,
} from './search.ts';
import {
  normalizeSearchAi,
  type SearchAiRequest,
  type SearchAiRequestInput,
  searchAiIssues,
  searchAiRequestSchema,
} from './searchAi.ts';

/** Checked requests by engine: defaults filled in, codes in their normal letter case. */
export type MonitorRequests = {
  readonly 'assistant-a': AssistantARequest;
  readonly 'assistant-b': AssistantRequest;
  readonly 'assistant-c': AssistantRequest;
  readonly 'assistant-d': AssistantRequest;
  readonly 'assistant-e': AssistantRequest;
  readonly search: SearchRequest;
  readonly 'search/news': SearchNewsRequest;
  readonly 'search-ai': SearchAiRequest;
};
export type MonitorRequestOf<E extends Engine> = MonitorRequests[E];

/** Request bodies as a client writes them. */
export type MonitorRequestInputs = {
  readonly 'assistant-a': AssistantARequestInput;
  readonly 'assistant-b': AssistantRequestInput;
  readonly 'assistant-c': AssistantRequestInput;
  readonly 'assistant-d': AssistantRequestInput;
  readonly 'assistant-e': AssistantRequestInput;
  readonly search: SearchRequestInput;
  readonly 'search/news': SearchNewsRequestInput;
  readonly 'search-ai': SearchAiRequestInput;
};
export type MonitorRequestInputOf<E extends Engine> = MonitorRequestInputs[E];

/** The body schema of each monitor endpoint, for the published description; rules across fields are in parseRequest. */
export const requestSchemas = {
  'assistant-a': assistantARequestSchema,
  'assistant-b': assistantRequestSchema,
  'assistant-c': assistantRequestSchema,
  'assistant-d': assistantRequestSchema,
  'assistant-e': assistantRequestSchema,
  search: searchRequestSchema,
  'search/news': searchNewsRequestSchema,
  'search-ai': searchAiRequestSchema,
} as const;

export type ParsedRequest<E extends Engine> =
  | { readonly ok: true; readonly request: MonitorRequestOf<E> }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/** A checked request together with the engine it is for. */
export type EngineRequest<E extends Engine = Engine> = {
  readonly [Each in E]: { readonly engine: Each; readonly request: MonitorRequests[Each] };
}[E];

export type ParseOptions = {
  /** Hosts whose `/search` address the `url` shape of search accepts. */
  readonly searchHosts: readonly string[];
  /** How many invalid fields may be named, `maxNamed` by default. */
  readonly room?: number;
};

type Parsers = { readonly [E in Engine]: (body: unknown, options: ParseOptions) => ParsedRequest<E> };

const parsers: Parsers = {
  'assistant-a': (body, options) =>
    check(
      assistantARequestSchema.unwrap(),
      body,
      options,
      (data) => assistantGeographyIssues('assistant-a', data),
      normalizeAssistantA,
    ),
  'assistant-b': (body, options) => checkAssistant('assistant-b', body, options),
  'assistant-c': (body, options) => checkAssistant('assistant-c', body, options),
  'assistant-d': (body, options) => checkAssistant('assistant-d', body, options),
  'assistant-e': (body, options) => checkAssistant('assistant-e', body, options),
  search: (body, options) =>
    check(
      searchRequestSchema.unwrap(),
      body,
      options,
      (data) => searchIssues(data, options.searchHosts),
      (data) => normalizeSearch(data, options.searchHosts),
    ),
  'search/news': (body, options) =>
    check(
      searchNewsRequestSchema.unwrap(),
      body,
      options,
      (data) => searchGeographyIssues('search/news', data, false),
      normalizeSearchNews,
    ),
  'search-ai': (body, options) =>
    check(searchAiRequestSchema.unwrap(), body, options, searchAiIssues, normalizeSearchAi),
};

/** Checks and normalizes a request body. Parsing a normalized request again gives the same request. */
export function parseRequest<E extends Engine>(
  engine: E,
  body: unknown,
  options: ParseOptions,
): ParsedRequest<E> {
  const parser: Parsers[E] = parsers[engine];
  return parser(body, options);
}

/** As `parseRequest`, for an engine that is known only at run time: engine and request stay together. */
export function parseEngineRequest(
  engine: Engine,
  body: unknown,
  options: ParseOptions,
):
  | { readonly ok: true; readonly asked: EngineRequest }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] } {
  switch (engine) {
    case 'assistant-a':
      return together(engine, parsers[engine](body, options));
    case 'assistant-b':
      return together(engine, parsers[engine](body, options));
    case 'assistant-c':
      return together(engine, parsers[engine](body, options));
    case 'assistant-d':
      return together(engine, parsers[engine](body, options));
    case 'assistant-e':
      return together(engine, parsers[engine](body, options));
    case 'search':
      return together(engine, parsers[engine](body, options));
    case 'search/news':
      return together(engine, parsers[engine](body, options));
    case 'search-ai':
      return together(engine, parsers[engine](body, options));
  }
}

function together<E extends Engine>(engine: E, parsed: ParsedRequest<E>) {
  return parsed.ok
    ? { ok: true as const, asked: { engine, request: parsed.request } }
    : { ok: false as const, issues: parsed.issues };
}

/**
 * A request that was checked and stored before: the host of a search address was accepted then.
 * @param payload the stored request as JSON text
 */
export function restoreEngineRequest(engine: Engine, payload: string): ReturnType<typeof parseEngineRequest> {
  const stored: unknown = JSON.parse(payload);
  const url = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'url') : undefined;
  const host = typeof url === 'string' ? URL.parse(url)?.host : undefined;
  return parseEngineRequest(engine, stored, { searchHosts: host === undefined ? [] : [host] });
}

function checkAssistant(engine: Engine, body: unknown, options: ParseOptions) {
  return check(
    assistantRequestSchema.unwrap(),
    body,
    options,
    (data) => assistantGeographyIssues(engine, data),
    normalizeAssistant,
  );
}

function check<Schema extends z.ZodObject, Request>(
  schema: Schema,
  body: unknown,
  { room }: ParseOptions,
  rules: (data: Partial<z.output<Schema>>) => readonly FieldIssue[],
  normalize: (data: z.output<Schema>) => Request,
):
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] } {
  const parsed = safeParse(schema, body);
  if (!parsed.success) {
    const issues = fieldIssues(parsed.error, schema, room);
    return {
      ok: false,
      issues: oneForEachField([...issues, ...rulesOnSoundFields(schema, body, issues, rules)]),
    };
  }
  const issues = oneForEachField(rules(parsed.data));
  return issues.length > 0 ? { ok: false, issues } : { ok: true, request: normalize(parsed.data) };
}

/** A rule about the first field has nothing to say while the second is unreadable. */
const dependsOn: Readonly<Record<string, readonly string[]>> = {
  gl: ['country'],
  country: ['gl'],
  state: ['country'],
  query: ['url'],
};

/** So that one answer names every invalid field, the rules also look at the fields whose own check passed. */
function rulesOnSoundFields<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
  found: readonly FieldIssue[],
  rules: (data: Partial<z.output<Schema>>) => readonly FieldIssue[],
): FieldIssue[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const unsound = new Set(found.map((issue) => issue.field.split('.')[0]));
  const sound: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const read = unsound.has(key) ? undefined : safeParse(field, Reflect.get(body, key));
    if (read?.success === true && read.data !== undefined) sound[key] = read.data;
  }
  return rules(sound as Partial<z.output<Schema>>).filter(
    ({ field }) => !unsound.has(field) && !(dependsOn[field] ?? []).some((other) => unsound.has(other)),
  );
}
