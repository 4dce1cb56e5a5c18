import { z } from 'zod';
import { readAccounting } from '#client/responseHeaders.ts';
import { isCountryCode } from '#shared/geo/countryCodes.ts';
import { parseMarketInput } from '#shared/geo/marketInput.ts';
import { isUsState } from '#shared/geo/states.ts';
import { deployedEngine } from '#shared/interface/deployments.ts';
import { type Engine, engineOfTaskType, engines } from '#shared/interface/engines.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { asObject, type JsonObject } from '#shared/json.ts';
import { type Market, marketSchema } from '#shared/model/market.ts';

/** Data about a result from its record; null if not stated. */
export type RequestContext = {
  readonly engine: Engine | null;
  readonly question: string | null;
  /** The wording, if the record says that it was not the main text. */
  readonly wording: string | null;
  readonly market: Market | null;
  readonly receivedAtMs: number | null;
  readonly requestId: string | null;
  readonly taskId: string | null;
  readonly observationId: string | null;
  readonly sourceRun: string | null;
  readonly creditsCharged: number | null;
  readonly latencyMs: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: JsonObject | null;
};

export type ReadRequestContext =
  | { readonly ok: true; readonly value: RequestContext }
  | { readonly ok: false; readonly message: string };

const ownId = /^[0-9a-hjkmnp-tv-z]{12}$/;

/** Reads the objects around a result, the outermost first. */
export function requestContextOf(around: readonly JsonObject[]): ReadRequestContext {
  const tasks = around.flatMap((json) => listed(asObject(json.task)));
  const requests = [...around, ...tasks].flatMap((json) => requestIn(json));
  const provenance = around.flatMap((json) => listed(asObject(json.provenance)));
  const places = [...requests, ...around, ...around.flatMap((json) => listed(asObject(json.market)))];
  const engine = engineIn([...tasks, ...around], requests);
  if (engine === undefined) return { ok: false, message: `Unknown engine. Engines: ${engines.join(', ')}.` };
  const market = marketIn(places, provenance);
  if (typeof market === 'string') return { ok: false, message: market };
  const headers = headersIn(around);
  const receivedAtMs = timeIn([...around, ...tasks], headers);
  if (typeof receivedAtMs === 'string') return { ok: false, message: receivedAtMs };
  const asked = first([...requests, ...around], ['question', 'prompt', 'query']);
  const worded = around.find((json) => asked !== null && text(json.wording) === asked);
  const accounting = readAccounting(headers);
  const credits = around.flatMap((json) => listed(asObject(json.credits)));
  return {
    ok: true,
    value: {
      engine,
      question: text(worded?.question) ?? asked,
      wording: text(worded?.question) === null || worded?.question === asked ? null : asked,
      market,
      receivedAtMs,
      requestId: first(around, ['requestId', 'request_id']) ?? accounting.requestId,
      taskId:
        first(tasks, ['id']) ??
        (first(around, ['taskType']) === null ? null : first(around, ['id', 'taskId'])),
      observationId: around.map((json) => text(json.id)).find((id) => id !== null && ownId.test(id)) ?? null,
      sourceRun: first(around, ['runId', 'run']),
      creditsCharged: whole([...credits, ...around], ['creditsCharged']) ?? accounting.creditsCharged,
      latencyMs: whole([...tasks, ...around], ['latencyMs']) ?? accounting.latencyMs,
      headers,
      request: requests[0] ?? null,
    },
  };
}

/** The request body, in the forms that users store: by itself, as a task's payload, or with its path. */
function requestIn(json: JsonObject): readonly JsonObject[] {
  const request = asObject(json.request) ?? asObject(json.payload);
  if (request === null) return [];
  const body = asObject(request.body);
  return body === null ? [request] : [body];
}

/** By the interface's name, or that of a known service. */
const engineOfName = (name: string): Engine | undefined => engineOfTaskType(name) ?? deployedEngine(name);

/** Undefined for an unknown engine name. */
function engineIn(around: readonly JsonObject[], requests: readonly JsonObject[]): Engine | null | undefined {
  const named = first(around, ['taskType', 'engine']) ?? first(requests, ['taskType', 'engine']);
  if (named !== null) return engineOfName(named);
  const paths = around.flatMap((json) => [
    text(asObject(json.request)?.path),
    text(json.path),
    text(json.endpoint),
    text(json.url),
  ]);
  for (const path of paths) {
    const [, name] = /\/monitor\/([a-z-]+(?:\/news)?)(?:[?#/]|$)/.exec(path ?? '') ?? [];
    const engine = name === undefined ? undefined : engineOfName(name);
    if (engine !== undefined) return engine;
  }
  return null;
}

/** The location, an error message if it does not exist, or null if none is given. */
function marketIn(places: readonly JsonObject[], provenance: readonly JsonObject[]): Market | string | null {
  const asked = provenance.flatMap((json) => listed(asObject(json.country)));
  const given = first(places, ['country', 'gl']) ?? first(asked, ['requested']);
  if (given === null) return null;
  const named = placeNamed(given);
  if (named === null)
    return `"${given.slice(0, 40)}" is not a country. Use a code such as DE, or a name such as Germany.`;
  const { country, state: part } = named;
  // A task's own state has the same name.
  const states = places.flatMap((json) => text(json.state)?.match(/^[A-Za-z]{2}$/)?.[0] ?? []);
  const state = (states[0] ?? part)?.toUpperCase();
  if (state !== undefined && (country !== 'US' || !isUsState(state)))
    return `The state "${state.slice(0, 40)}", which ${country === 'US' ? 'does not exist' : 'only the US have'}.`;
  const market = safeParse(marketSchema, {
    country,
    state,
    ...optional('language', first(places, ['hl'])),
    ...optional('location', first(places, ['location'])),
    ...optional('device', first(places, ['device'])),
  });
  return market.success ? market.data : 'Its language, location or device is not valid.';
}

/** `DE`, `US-CA`, `UK` or `Germany`. A code comes first: `US-CA` is a state, whatever is called like it. */
function placeNamed(given: string): { readonly country: string; readonly state?: string } | null {
  const [country = '', state] = given.trim().toUpperCase().split(/[:-]/);
  if (isCountryCode(country)) return { country, state };
  const { markets, unknown } = parseMarketInput(given);
  return unknown.length === 0 && markets.length === 1 ? (markets[0] ?? null) : null;
}

function optional(name: string, value: string | null): JsonObject {
  return value === null ? {} : { [name]: value };
}

/** Fields with the time of an answer, best first. */
const timeMembers = [
  'receivedAt',
  'received_at',
  'receivedAtMs',
  'completedAt',
  'fetchedAt',
  'timestamp',
  'createdAt',
  'created_at',
  'date',
];

/** The time, an error message if it is written in a way that has no one meaning, or null if none is stated. */
function timeIn(
  around: readonly JsonObject[],
  headers: Readonly<Record<string, string>>,
): number | string | null {
  for (const name of timeMembers) {
    for (const json of around) {
      const value = json[name];
      if (typeof value !== 'number' && text(value) === null) continue;
      return (
        timeOf(value) ??
        `"${name}" is "${String(value).slice(0, 40)}", which is not a date. Write it as 2026-11-02T08:00:00Z, or as seconds or milliseconds since 1970.`
      );
    }
  }
  // A member of the record is no header: there an HTTP date is refused like every other form.
  return httpDate.test(headers.date ?? '') ? timeOf(Date.parse(headers.date ?? '')) : null;
}

const isoDate =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(?:Z|UTC|([+-])(\d\d):?(\d\d)?)?)?$/i;
/** As HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * ISO 8601, in UTC if it names no zone, or seconds or milliseconds since 1970; nothing before 2000 or after 2100.
 * Everything else has another meaning elsewhere: `02.11.2026` is November in Berlin and February for JavaScript.
 */
export function timeOf(value: unknown): number | null {
  const at = typeof value === 'string' ? writtenTime(value.trim()) : epochTime(value);
  return at >= Date.UTC(2000, 0) && at < Date.UTC(2100, 0) ? Math.round(at) : null;
}

const epochTime = (value: unknown): number =>
  typeof value !== 'number' ? Number.NaN : value < 1e11 ? value * 1000 : value;

function writtenTime(value: string): number {
  if (/^\d{10}(?:\d{3})?(?:\.\d+)?$/.test(value)) return epochTime(Number(value));
  const parts = isoDate.exec(value);
  if (parts === null) return Number.NaN;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const at = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second));
  // 31 February and 25 o'clock would be another day.
  const exists =
    at.getUTCMonth() + 1 === month && at.getUTCDate() === day && (minute ?? 0) < 60 && (second ?? 0) < 60;
  const [fraction = '', sign, zoneHour = '0', zoneMinute = '0'] = parts.slice(7);
  // No zone is further away, and none has more minutes.
  const isZone = Number(zoneHour) <= 14 && Number(zoneMinute) < 60;
  const zoneMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000 * (sign === '-' ? -1 : 1);
  return exists && isZone ? at.getTime() + Number(`0.${fraction || '0'}`) * 1000 - zoneMs : Number.NaN;
}

function headersIn(around: readonly JsonObject[]): Readonly<Record<string, string>> {
  for (const json of around) {
    const read = safeParse(z.record(z.string(), z.string()), json.responseHeaders ?? json.headers);
    if (read.success)
      return Object.fromEntries(
        Object.entries(read.data).map(([name, value]) => [name.toLowerCase(), value]),
      );
  }
  return {};
}

function first(objects: readonly JsonObject[], names: readonly string[]): string | null {
  for (const json of objects) {
    for (const name of names) {
      const value = text(json[name]);
      if (value !== null) return value;
    }
  }
  return null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function whole(objects: readonly JsonObject[], names: readonly string[]): number | null {
  for (const json of objects) {
    for (const name of names) {
      const value = json[name];
      if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
    }
  }
  return null;
}

function listed(json: JsonObject | null): readonly JsonObject[] {
  return json === null ? [] : [json];
}
