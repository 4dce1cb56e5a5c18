import type { EventSink } from '#shared/bridge/events.ts';
import type { DetectedBrands } from '#shared/model/brand.ts';
import { foldName } from '#shared/text/words/folding.ts';
import type { RunComparison } from '../comparison/runComparison.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

/** Comparisons that are read of the latest runs: enough for a choice, and cached where the run was looked at. */
const maxComparisons = 8;
/** Of the latest answers so many are read: a thousand take seconds, and name the same brands. */
const enoughAnswers = 500;
/** Of one run: what its overview says is of all answers, where it has no more questions and engines than these. */
const maxOfRun = 24;
const maxBrands = 60;

/** The settings of a run that is opened: its comparison is cached then. */
const asInTheWindow = {
  baseline: null,
  granularity: 'auto' as const,
  ignoreCase: false,
  ignoreWhitespace: false,
  shownSample: {},
};

/** Brands that answers name and that are not in the project's list, over one run or the latest ones of the project. */
export function createDetectedBrands({
  history,
  comparison,
  publish,
}: {
  readonly history: HistoryCalls;
  readonly comparison: RunComparison;
  readonly publish: EventSink;
}) {
  return {
    async detected(
      { projectId, runId: only }: { readonly projectId: string; readonly runId?: string },
      { signal }: { readonly signal: AbortSignal },
    ): Promise<DetectedBrands> {
      const { runs } =
        only === undefined
          ? await history.call('runs.list', { projectId, limit: maxComparisons })
          : { runs: [(await history.call('runs.get', { runId: only })).run] };
      const places = runs
        .filter(({ state, counts }) => state !== 'running' && counts.completed > 0)
        .flatMap(({ id, plan, engine: asked, counts }) => {
          const engines = plan?.engines ?? [asked];
          const questions = plan?.questions ?? 1;
          const expected = counts.completed / (questions * engines.length);
          return Array.from({ length: questions }, (_, question) =>
            engines.map((engine) => ({ place: { runId: id, question, engine }, expected })),
          ).flat();
        });
      const read = only === undefined ? latestOf(places) : places.slice(0, maxOfRun);
      const all = Math.round(read.reduce((sum, { expected }) => sum + expected, 0));
      const total = only === undefined ? Math.min(all, enoughAnswers) : all;
      const found = new Map<string, { name: string; answers: number; markets: number }>();
      let answers = 0;
      for (const { place } of read) {
        if (only === undefined)
          publish('comparison.progress', { runId: '', done: Math.min(answers, total), total });
        const most = only === undefined ? enoughAnswers - answers : undefined;
        if (most !== undefined && most <= 0) break;
        const inRun = await comparison.detected({ ...asInTheWindow, ...place }, signal, most);
        answers += inRun.answers;
        for (const brand of inRun.brands) {
          const { name } = brand;
          const known = found.get(foldName(name)) ?? { name, answers: 0, markets: 0 };
          known.answers += brand.answers;
          known.markets = Math.max(known.markets, brand.markets);
          found.set(foldName(name), known);
        }
      }
      const brands = [...found.values()].sort(
        (left, right) => right.answers - left.answers || left.name.localeCompare(right.name),
      );
      return { brands: brands.slice(0, maxBrands), answers };
    },
  };
}

/** As many of the latest as are enough. */
function latestOf<T extends { readonly expected: number }>(places: readonly T[]): readonly T[] {
  let answers = 0;
  return places.slice(0, maxComparisons).filter(({ expected }) => {
    const isWanted = answers < enoughAnswers;
    answers += expected;
    return isWanted;
  });
}
