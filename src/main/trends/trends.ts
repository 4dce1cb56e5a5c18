import { trendMetric } from '#shared/figures/trends/trendMetrics.ts';
import { invalidInput } from '#shared/model/appError.ts';
import type { Pooled } from '#shared/model/league.ts';
import type {
  BrandList,
  BrandListQuery,
  QuestionList,
  QuestionQuery,
  SourceList,
  SourceQuery,
} from '#shared/model/projectLists.ts';
import type {
  MovementView,
  TrendAnswer,
  TrendChanges,
  TrendChoices,
  TrendPeriod,
  TrendQuery,
} from '#shared/model/trend.ts';
import type { OperationInput } from '../history/store/operations/table.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

type OnLine = { readonly query: TrendQuery; readonly line: string };

type Signalled = { readonly signal: AbortSignal };

/** Answers loaded per batch: few enough that other reads get their turn in between. */
const batchSize = 5000;

/** Metrics over time, from the currently stored answers. */
export function createTrends({ history }: { readonly history: HistoryCalls }) {
  const load = async (sources: boolean, signal: AbortSignal): Promise<void> => {
    while (!(await history.call('trends.load', { sources, most: batchSize })).done) signal.throwIfAborted();
  };
  /** @throws AppError INVALID_INPUT for a metric without a trend */
  const ready = async (query: TrendQuery, signal: AbortSignal): Promise<void> => {
    const metric = trendMetric(query.metric);
    if (metric === null) throw invalidInput('metric', `No trend metric “${query.metric}”.`);
    await load(metric.of !== 'brand', signal);
  };

  return {
    /** Loads stored answers into memory; `sources` with their citations. */
    load,
    /** @throws AppError INVALID_INPUT, or NOT_FOUND for an unknown brand or monitor */
    async get(query: TrendQuery, { signal }: Signalled): Promise<TrendAnswer> {
      await ready(query, signal);
      return (await history.call('trends.get', query)) ?? tooManyPoints();
    },
    async changes(query: TrendQuery, { signal }: Signalled): Promise<TrendChanges> {
      await ready(query, signal);
      return (await history.call('trends.changes', query)) ?? tooManyPoints();
    },
    async pooled(query: TrendQuery, { signal }: Signalled): Promise<Pooled> {
      await ready(query, signal);
      return history.call('trends.pooled', query);
    },
    async brands(query: BrandListQuery, { signal }: Signalled): Promise<BrandList> {
      await load(false, signal);
      return history.call('trends.brands', query);
    },
    async questions(query: QuestionQuery, { signal }: Signalled): Promise<QuestionList> {
      await load(false, signal);
      return history.call('questions.figures', query);
    },
    /** @throws AppError NOT_FOUND for a text that is no domain */
    async sources(query: SourceQuery, { signal }: Signalled): Promise<SourceList> {
      await load(true, signal);
      return history.call('sources.figures', query);
    },
    async power(input: OperationInput<'trends.power'>, { signal }: Signalled) {
      await ready(input.query, signal);
      return history.call('trends.power', input);
    },
    async answers(input: OperationInput<'trends.answers'>, { signal }: Signalled) {
      await ready(input.query, signal);
      return history.call('trends.answers', input);
    },
    async why(
      input: OnLine & { readonly from: TrendPeriod; readonly to: TrendPeriod },
      { signal }: Signalled,
    ): Promise<MovementView> {
      await ready(input.query, signal);
      return history.call('trends.why', input);
    },
    async choices(input: OperationInput<'trends.choices'>, { signal }: Signalled): Promise<TrendChoices> {
      await load(input.domains, signal);
      return history.call('trends.choices', input);
    },
  };
}

export type Trends = ReturnType<typeof createTrends>;

function tooManyPoints(): never {
  throw invalidInput(
    'every',
    'The trend would have more than 2,000 points. Choose a longer interval or a shorter period.',
  );
}
