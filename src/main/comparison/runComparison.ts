import type { AnalysisPool } from '#main/analysis/analysisPool.ts';
import type { BrandRulesStore, ComparisonRules } from '#main/brands/brandBook.ts';
import type { HistoryCalls } from '#main/history/threads/reopeningHistory.ts';
import { columnKey, periods } from '#shared/alerts/runFacts.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { NamedCounts } from '#shared/figures/comparison/detectedNames.ts';
import { surfaceKey } from '#shared/interface/surface.ts';
import { invalidInput } from '#shared/model/appError.ts';
import { type Comparison, cancelledCode } from '#shared/model/comparison/comparison.ts';
import {
  type ComparisonPart,
  type ComparisonTexts,
  type SomeTexts,
  someTexts,
} from '#shared/model/comparison/comparisonParts.ts';
import type { CompareRequest, ComparisonPartsRequest } from '#shared/model/comparison/request.ts';
import {
  type BrandRule,
  type CompareColumn,
  type CompareOptions,
  type CompareSample,
  defaultOptions,
  noContent,
  type SampleStatus,
} from '#shared/model/comparison/samples.ts';
import type { CellState, CellView, RunDetail } from '#shared/model/run.ts';
import { longHash } from '#shared/text/contentHash.ts';
import { keepLatest } from '../latest.ts';
import { comparedTranslations } from './comparedTranslations.ts';

export type RunComparison = {
  /** @throws AppError NOT_FOUND for an unknown run, INVALID_INPUT for a market that the run does not have. */
  readonly compare: (request: CompareRequest, signal?: AbortSignal) => Promise<Comparison>;
  /** The same by parts, as JSON texts. A cached one is found without reading the answers again. */
  readonly parts: (request: ComparisonPartsRequest, signal?: AbortSignal) => Promise<SomeTexts>;
  /** Brands that stand out in the first answers up to `most` and are not in the project's list. */
  readonly detected: (request: CompareRequest, most: number) => Promise<readonly BrandRule[]>;
  /** How many of these answers name each brand. */
  readonly counted: (
    request: CompareRequest,
    names: readonly BrandRule[],
    most: number,
  ) => Promise<NamedCounts>;
  /** The answers of two runs compared together: a column for each market and run. */
  readonly periods: (request: PeriodsRequest, signal?: AbortSignal) => Promise<SomeTexts>;
};

export type PeriodsRequest = {
  readonly before: { readonly runId: string; readonly question: number };
  readonly now: { readonly runId: string; readonly question: number };
  readonly engine: ComparisonPartsRequest['engine'];
  readonly markets: readonly string[];
  readonly parts: readonly ComparisonPart[];
  /** Sites with rows of their own. */
  readonly sites?: readonly string[];
};

/** Questions whose detected brands and their counts are kept. */
const keptDetections = 200;

/** Answers read per batch: few enough that other reads get their turn in between. */
const batchSize = 50;

/** Compares the answers of a run received so far. */
export function createRunComparison(parts: {
  readonly history: HistoryCalls;
  readonly pool: AnalysisPool;
  readonly brands: Pick<BrandRulesStore, 'rules'>;
  readonly publish: EventSink;
}): RunComparison {
  const samplesOf = createSampleReader(parts);

  /** What a comparison is computed from, of the first repeats up to `most` answers; these are read only where needed. */
  const prepare = async (request: CompareRequest, most = Number.POSITIVE_INFINITY) => {
    const { runId, question, engine } = request;
    const detail = await parts.history.call('runs.get', { runId, question, engine });
    const { markets, cells } = firstAnswers(chosenCells(detail, request), most);
    const ids = cells.flatMap((cell) => cell.observationId ?? []);
    const { projectId } = detail.run;
    const [rules, claims, rated, stamp] = await Promise.all([
      parts.brands.rules(projectId),
      parts.history.call('claims.corrections', { projectId }),
      parts.history.call('claims.ofAnswers', { projectId, ids }),
      parts.history.call('observations.samplesStamp', { ids }),
    ]);
    const options = {
      ...optionsOf(request, rules),
      claims,
      ...rated,
      translations: await comparedTranslations(parts.history, ids, request.readIn),
    };
    const { run } = detail;
    // Everything that determines the columns and can change, without the answers themselves.
    const label = longHash(
      JSON.stringify([run.id, run.engine, run.question, markets, cells, stamp, options]),
    );
    const columns = async (): Promise<readonly CompareColumn[]> => {
      const samples = await samplesOf(ids, runId);
      return markets.map((market) => columnOf(detail, cells, market, samples));
    };
    return { label, options, columns };
  };

  const textsFor = async (request: CompareRequest, signal?: AbortSignal): Promise<ComparisonTexts> => {
    const { label, options, columns } = await prepare(request);
    const kept = parts.pool.recall(label);
    return kept ?? parts.pool.compareTexts(await columns(), options, signal, label);
  };

  const detectedIn = createRecent<readonly BrandRule[]>(keptDetections);
  const detected: RunComparison['detected'] = async (request, most) => {
    const { label, options, columns } = await prepare(request, most);
    return detectedIn(label, async () => parts.pool.detect(await columns(), options));
  };
  const countedIn = createRecent<NamedCounts>(keptDetections);
  const counted: RunComparison['counted'] = async (request, names, most) => {
    const { label, options, columns } = await prepare(request, most);
    const key = longHash(JSON.stringify([label, names.map(({ name }) => name)]));
    return countedIn(key, async () => parts.pool.count(await columns(), options, names));
  };

  const periodTexts = async (request: PeriodsRequest, signal?: AbortSignal): Promise<ComparisonTexts> => {
    const { engine, markets } = request;
    const details = await Promise.all(
      periods.map(async (period) => ({
        period,
        detail: await parts.history.call('runs.get', { ...request[period], engine }),
      })),
    );
    const wanted = new Set(markets);
    const sides = details.map(({ period, detail }) => {
      const cells = detail.cells.filter(({ marketKey }) => wanted.has(marketKey));
      return { period, detail, cells };
    });
    const projectId = (sides[0] as (typeof sides)[number]).detail.run.projectId;
    const ids = sides.flatMap(({ cells }) => cells.flatMap((cell) => cell.observationId ?? []));
    const { defaults } = await parts.history.call('projects.get', { project: projectId });
    const [rules, samples, translations] = await Promise.all([
      parts.brands.rules(projectId),
      samplesOf(ids),
      comparedTranslations(parts.history, ids, defaults.translation?.to),
    ]);
    const columns = sides.flatMap(({ period, detail, cells }) =>
      markets.map((market) => ({
        ...columnOf(detail, cells, market, samples),
        id: columnKey(period, market),
      })),
    );
    return parts.pool.compareTexts(
      columns,
      { ...defaultOptions, ...rules, translations, watchedSites: request.sites },
      signal,
    );
  };

  return {
    detected,
    counted,
    periods: async (request, signal) => someTexts(await periodTexts(request, signal), request.parts),
    compare: async (request, signal) => parts.pool.read(await textsFor(request, signal)),
    parts: async ({ parts: wanted, ...request }, signal) =>
      someTexts(await textsFor(request, signal), wanted),
  };
}

/** Reads answers in batches, and tells the progress of a run that is given. */
function createSampleReader(parts: { readonly history: HistoryCalls; readonly publish: EventSink }) {
  return async (ids: readonly string[], runId?: string): Promise<ReadonlyMap<string, CompareSample>> => {
    const samples = new Map<string, CompareSample>();
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = await parts.history.call('observations.samples', {
        ids: ids.slice(start, start + batchSize),
      });
      for (const sample of batch) samples.set(sample.observationId, sample);
      // The first batch of a few answers is all of them.
      if (runId !== undefined && ids.length > batchSize)
        parts.publish('comparison.progress', {
          runId,
          done: Math.min(start + batchSize, ids.length),
          total: ids.length,
        });
    }
    return samples;
  };
}

/**
 * Computes a value once for each of the latest keys, for several callers at once too. One that fails is computed
 * again.
 */
function createRecent<T>(most: number): (key: string, compute: () => Promise<T>) => Promise<T> {
  const values = new Map<string, Promise<T>>();
  return async (key, compute) => {
    const value = values.get(key) ?? compute();
    keepLatest(values, key, value, most);
    return value.catch((error: unknown) => {
      values.delete(key);
      throw error;
    });
  };
}

/** Market keys in column order; each must be one of the run's. */
function chosenMarkets(detail: RunDetail, request: CompareRequest): readonly string[] {
  const known = [...new Set(detail.cells.map((cell) => cell.marketKey))];
  const chosen = request.markets ?? known;
  const wanted = request.baseline === null ? chosen : [...chosen, request.baseline];
  const missing = wanted.filter((market) => !known.includes(market));
  if (missing.length > 0) {
    const field = request.markets?.some((market) => missing.includes(market)) ? 'markets' : 'baseline';
    const message = `The run has no market ${missing.join(', ')}. Its markets: ${known.join(', ')}.`;
    throw invalidInput(field, message);
  }
  return chosen;
}

/** The selected markets that have an answer of the requested surface, and their data. */
function chosenCells(detail: RunDetail, request: CompareRequest) {
  const markets = chosenMarkets(detail, request);
  const { surface } = request;
  const chosen = new Set(markets);
  const inMarkets = detail.cells.filter((cell) => chosen.has(cell.marketKey));
  if (surface === undefined) return { markets, cells: inMarkets };
  const answered = inMarkets.filter(({ observationId }) => observationId !== null);
  const cells = answered.filter((cell) => surfaceKey(cell.surface) === surface);
  const left = new Set(cells.map(({ marketKey }) => marketKey));
  if (left.size > 0) return { markets: markets.filter((market) => left.has(market)), cells };
  const known = [...new Set(answered.map((cell) => surfaceKey(cell.surface)))];
  const message = `No answers of the surface ${surface}. Surfaces here: ${known.join(', ') || 'none yet'}.`;
  throw invalidInput('surface', message);
}

type ChosenCells = ReturnType<typeof chosenCells>;

/** Of more answers than `most` the first repeats, so that every market has its part. */
function firstAnswers({ markets, cells }: ChosenCells, most: number): ChosenCells {
  const answered = cells.filter(({ observationId }) => observationId !== null);
  if (answered.length <= most) return { markets, cells };
  const first = answered.toSorted((one, two) => one.sample - two.sample).slice(0, most);
  const left = new Set(first.map(({ marketKey }) => marketKey));
  return { markets: markets.filter((market) => left.has(market)), cells: first };
}

function columnOf(
  detail: RunDetail,
  chosen: readonly CellView[],
  market: string,
  samples: ReadonlyMap<string, CompareSample>,
): CompareColumn {
  const cells = chosen
    .filter((cell) => cell.marketKey === market)
    .sort((left, right) => left.sample - right.sample);
  const { country, ...rest } = cells[0]?.market ?? { country: null };
  return {
    id: market,
    label: market === '*' ? 'any' : market,
    market: { ...rest, country: country ?? '' },
    engine: detail.run.engine,
    question: detail.run.question,
    prompt: cells[0]?.wording ?? detail.run.question,
    samples: cells.map((cell) => samples.get(cell.observationId ?? '') ?? withoutAnswer(cell)),
  };
}

const statusOf: Readonly<Record<CellState, SampleStatus>> = {
  planned: 'pending',
  running: 'pending',
  completed: 'failed',
  failed: 'failed',
  unknown: 'failed',
  cancelled: 'canceled',
};

/** A cell without a stored answer; `completed` only if its answer was deleted. */
function withoutAnswer(cell: CellView): CompareSample {
  return {
    ...noContent,
    observationId: cell.id,
    status: statusOf[cell.state],
    servedShape: null,
    driver: null,
    surface: null,
    language: null,
    creditsCharged: cell.creditsCharged,
    latencyMs: null,
    at: null,
    error: errorOf(cell),
  };
}

function errorOf({ state, error }: CellView): CompareSample['error'] {
  if (state === 'cancelled') return { code: cancelledCode, message: 'Cancelled before an answer arrived.' };
  return error === null ? null : { code: error.code, message: error.message };
}

function optionsOf(request: CompareRequest, rules: ComparisonRules): CompareOptions {
  return {
    ...defaultOptions,
    ...rules,
    baseline: request.baseline,
    granularity: request.granularity,
    ignoreCase: request.ignoreCase,
    ignoreWhitespace: request.ignoreWhitespace,
    shownSample: request.shownSample,
  };
}
