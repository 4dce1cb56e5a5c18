import type { AnalysisPool } from '#main/analysis/analysisPool.ts';
import type { BrandRulesStore } from '#main/brands/brandBook.ts';
import type { HistoryCalls } from '#main/history/threads/reopeningHistory.ts';
import type { Projects } from '#main/projects/projects.ts';
import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';
import { type SomeTexts, someTexts } from '#shared/model/comparison/comparisonParts.ts';
import { type CompareColumn, type CompareSample, defaultOptions } from '#shared/model/comparison/samples.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import { comparedTranslations } from './comparedTranslations.ts';

type Request = RouteParsedInput<'comparisons.ofAnswers'>;

export type AnswersComparison = {
  /**
   * The requested parts as JSON texts, and the project whose rules were used.
   * @throws AppError NOT_FOUND if one of the answers is not stored (any more)
   */
  readonly parts: (
    request: Request,
    signal?: AbortSignal,
  ) => Promise<SomeTexts & { readonly project: string }>;
};

/** Compares individual answers of any runs, such as those selected in a search: each is a column. */
export function createAnswersComparison(parts: {
  readonly history: HistoryCalls;
  readonly pool: AnalysisPool;
  readonly brands: Pick<BrandRulesStore, 'rules'>;
  readonly projects: Pick<Projects, 'current'>;
}): AnswersComparison {
  const { history, pool, brands, projects } = parts;
  /** Answers of several projects use the rules of the current one. */
  const rulesFor = async (ids: readonly string[]) => {
    const [first, ...others] = await history.call('projects.ofAnswers', { ids });
    const project = first === undefined || others.length > 0 ? await projects.current() : first;
    const [rules, claims, rated] = await Promise.all([
      brands.rules(project),
      history.call('claims.corrections', { projectId: project }),
      history.call('claims.ofAnswers', { projectId: project, ids }),
    ]);
    return { project, rules: { ...rules, claims, ...rated } };
  };
  return {
    async parts(request, signal) {
      const ids = [...new Set(request.ids)];
      const together = (id: string): readonly string[] => [...new Set([id, ...(request.samples[id] ?? [])])];
      const [{ observations }, samples, { project, rules }] = await Promise.all([
        history.call('observations.getMany', { ids }),
        history.call('observations.samples', { ids: ids.flatMap(together) }),
        rulesFor(ids),
      ]);
      const viewOf = new Map(observations.map((view) => [view.id, view]));
      const sampleOf = new Map(samples.map((sample) => [sample.observationId, sample]));
      const columns = ids.map((id) => {
        const view = viewOf.get(id);
        if (!view || !sampleOf.has(id))
          throw new AppError('NOT_FOUND', `No stored answer ${id}. It may have been deleted.`);
        const found = together(id).flatMap((each) => sampleOf.get(each) ?? []);
        return columnOf(view, found, request.labels[id]);
      });
      const shownSample = Object.fromEntries(ids.map((id) => [id, id]));
      const { baseline, granularity, ignoreCase, ignoreWhitespace } = request;
      const options = {
        baseline,
        granularity,
        ignoreCase,
        ignoreWhitespace,
        shownSample,
      };
      const translations = await comparedTranslations(
        history,
        samples.map(({ observationId }) => observationId),
        request.readIn,
      );
      const texts = await pool.compareTexts(
        columns,
        { ...defaultOptions, ...rules, ...options, translations },
        signal,
      );
      return { ...someTexts(texts, request.parts), project };
    },
  };
}

/** Identified by the answer's id, because two answers may be of the same market. */
function columnOf(
  view: ObservationView,
  samples: readonly CompareSample[],
  label: string | undefined,
): CompareColumn {
  const { country, ...rest } = view.market;
  return {
    id: view.id,
    label:
      label ??
      `${view.marketKey === '*' ? 'any' : view.marketKey} · ${new Date(view.receivedAtMs).toISOString().slice(0, 10)}`,
    market: { ...rest, country: country ?? '' },
    engine: view.engine,
    question: view.question,
    prompt: view.wording ?? view.question,
    samples,
  };
}
