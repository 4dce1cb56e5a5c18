import { isCountryCode } from '#shared/geo/countryCodes.ts';
import { isUsState } from '#shared/geo/states.ts';
import { deploymentIds, deploymentOf } from '#shared/interface/deployments.ts';
import { type Engine, engines, monitorPath, questionField } from '#shared/interface/engines.ts';
import { fitting } from '#shared/interface/fitting.ts';
import { parseInput } from '#shared/interface/parseInput.ts';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ImportDefaults, ImportText } from '#shared/model/import.ts';
import { type Market, marketKey } from '#shared/model/market.ts';
import type { ImportedResult } from '../history/store/operations/imports.ts';
import { findResult } from './envelope.ts';
import { requestContextOf } from './requestContext.ts';

export type ReadResult =
  | { readonly ok: true; readonly result: ImportedResult }
  | { readonly ok: false; readonly message: string };

/** Engines that can be asked without a country. */
const untargeted: ReadonlySet<Engine> = new Set(['search/news', 'search-ai']);

/**
 * Parses one result from elsewhere. The record takes precedence over the user's options, and these over the
 * file's name; the result itself is validated by the interface's schema of its engine.
 */
export function readResult(given: ImportText, defaults: ImportDefaults): ReadResult {
  const value = parse(given.text);
  if (value === undefined) return refused('It is not JSON.');
  const found = findResult(value);
  if (!found.ok) return refused(found.message);
  const about = requestContextOf(found.around);
  if (!about.ok) return refused(about.message);
  const said = about.value;
  const hints = hintsOf(given.file);

  const engine =
    said.engine ?? engineByShape(found.result) ?? defaults.engine ?? namedAssistant(hints.engine);
  if (engine === null)
    return refused(
      `The engine is missing. Add "engine" to the result, or use "parallax import --engine". Engines: ${engines.join(', ')}.`,
    );
  const market =
    said.market ?? defaults.market ?? hints.market ?? (untargeted.has(engine) ? { country: null } : null);
  if (market === null)
    return refused(
      'The country is missing. Add "country" to the result, name the file like US.json, or use "parallax import --country".',
    );
  const wrong = schemaProblem(engine, found.result);
  if (wrong !== null) return refused(wrong);

  const question = said.question ?? defaults.question?.trim() ?? `Question not recorded (${hints.title})`;
  const request = said.request ?? {
    ...(said.question === null ? {} : { [questionField(engine)]: said.wording ?? said.question }),
    ...(market.country === null ? {} : { country: market.country }),
    state: market.state,
  };
  const resultText = JSON.stringify(found.result);
  return {
    ok: true,
    result: {
      question,
      wording: said.wording,
      engine,
      market,
      sourceRun: said.sourceRun,
      observationId: said.observationId,
      source: given.place === '' ? given.file : `${given.file} ${given.place}`,
      identity: identityOf(said, engine, market, resultText),
      answer: {
        body: found.asReceived ? given.text : `{"success":true,"result":${resultText}}`,
        status: 200,
        headers: said.headers,
        requestPath: monitorPath(engine),
        requestBody: JSON.stringify(request),
        receivedAtMs: said.receivedAtMs ?? Math.round(given.modifiedAtMs),
        roundTripMs: said.latencyMs ?? 0,
        latencyMs: said.latencyMs,
        creditsCharged: said.creditsCharged,
        requestId: said.requestId,
        imported: true,
      },
    },
  };
}

function refused(message: string): ReadResult {
  return { ok: false, message };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function engineByShape(result: JsonObject): Engine | null {
  if (Array.isArray(result.newsResults)) return 'search/news';
  return Array.isArray(result.organicResults) ? 'search' : null;
}

/** A search has its own shape, so an answer in a file called "search" is still recognized. */
function namedAssistant(engine: Engine | null): Engine | null {
  return engine === 'search' || engine === 'search/news' ? null : engine;
}

function schemaProblem(engine: Engine, result: JsonObject): string | null {
  if (fitting(resultSchemas[engine], result, { values: true }) !== undefined) return null;
  const parsed = parseInput(resultSchemas[engine], result, ([...path]) => `“${path.join('.') || 'result'}”`);
  if (parsed.success) return null;
  const [problem, ...more] = parsed.problems;
  const others = more.length === 0 ? '' : ' Other fields are wrong too.';
  return `It is not a result of ${engine}: ${problem?.message ?? ''}${others}`;
}

/**
 * Identity of a result: the id of the task or stored answer, otherwise the content with engine, market, and
 * time and question as far as the record states them.
 */
function identityOf(
  said: {
    readonly taskId: string | null;
    readonly observationId: string | null;
    readonly question: string | null;
    readonly receivedAtMs: number | null;
    readonly requestId: string | null;
  },
  engine: Engine,
  market: Market,
  result: string,
): string {
  if (said.taskId !== null) return `task ${said.taskId}`;
  if (said.observationId !== null) return `observation ${said.observationId}`;
  const what = [engine, marketKey(market), said.question, said.receivedAtMs, said.requestId];
  return `content ${JSON.stringify(what)} ${result}`;
}

/** Data about a result from the name of its file. */
type FileHints = {
  readonly engine: Engine | null;
  readonly market: Market | null;
  /** A fallback for the question: the name of the folder, or of a single file. */
  readonly title: string;
};

/** Every name of an engine as files write it, longest first, so that `search` is not found in `search-ai`. */
const engineNames: readonly (readonly [name: string, engine: Engine])[] = engines
  .flatMap((engine) => {
    const deployed = deploymentIds.map((id) => deploymentOf(id)?.engines[engine].path ?? engine);
    return [engine, ...deployed].flatMap((name) =>
      [name, name.replace('/', '-'), name.replace('/', '_')].map((each) => [each, engine] as const),
    );
  })
  .sort(([one], [other]) => other.length - one.length);

/**
 * Parses `assistant-a/US.json`, `search-news_DE.json` or `US-CA.json`. A country must be the whole name, or two
 * capital letters at its end, because most two-letter words are not countries.
 */
export function hintsOf(path: string): FileHints {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const file = (parts.at(-1) ?? '').replace(/\.[^.]+$/, '');
  const folder = parts.at(-2);
  return { engine: engineIn(path), market: marketIn(file), title: folder ?? file };
}

function engineIn(path: string): Engine | null {
  const text = path.toLowerCase();
  return (
    engineNames.find(([name]) => new RegExp(`(^|[^a-z0-9])${name}([^a-z0-9]|$)`).test(text))?.[1] ?? null
  );
}

function marketIn(file: string): Market | null {
  const [, place, state] = /(?:^|[^A-Za-z])([A-Z]{2})(?:[-_:]([A-Z]{2}))?$/.exec(file) ?? [];
  if (place === 'US' && state !== undefined && isUsState(state)) return { country: 'US', state };
  const last = state ?? place ?? (/^[a-z]{2}$/i.test(file) ? file.toUpperCase() : '');
  return isCountryCode(last) ? { country: last } : null;
}
