import type { EventSink } from '#shared/bridge/events.ts';
import type { NamedCounts } from '#shared/figures/comparison/detectedNames.ts';
import type { DetectedBrands } from '#shared/model/brand.ts';
import { foldName } from '#shared/text/words/folding.ts';
import type { RunComparison } from '../comparison/runComparison.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

/** What is read: all of a run unless it is very large, and of a project its latest answers, which take less time. */
const ofRun = { places: 60, answers: 10_000 };
const ofLatest = { places: 8, answers: 500 };
const maxBrands = 60;

/** Which answers are read, not how they are compared. */
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
          ? await history.call('runs.list', { projectId, limit: ofLatest.places })
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
      const read = firstOf(places, only === undefined ? ofLatest : ofRun);
      const total = Math.round(read.reduce((sum, { expected, most }) => sum + Math.min(expected, most), 0));
      /** Twice over the answers: for the names, then for all that name one. */
      const readAll = async <T>(pass: 0 | 1, of: (each: (typeof read)[number]) => Promise<T>) => {
        const results: { readonly runId: string; readonly result: T }[] = [];
        let before = 0;
        for (const each of read) {
          const done = Math.round((pass * total + before) / 2);
          if (only === undefined) publish('comparison.progress', { runId: '', done, total });
          results.push({ runId: each.place.runId, result: await of(each) });
          before = Math.min(total, before + each.expected);
        }
        return results;
      };
      const found = await readAll(0, ({ place, most }) =>
        comparison.detected({ ...asInTheWindow, ...place }, most, signal),
      );
      const names = [
        ...new Map(
          found.flatMap(({ result }) => result.map((brand) => [foldName(brand.name), brand] as const)),
        ).values(),
      ];
      const counts = await readAll(1, ({ place, most }) =>
        comparison.counted({ ...asInTheWindow, ...place }, names, most, signal),
      );
      const brands = names
        .map(({ name }, at) => ({ name, ...countsOf(counts, at) }))
        .filter(({ answers }) => answers > 0)
        .sort((left, right) => right.answers - left.answers || left.name.localeCompare(right.name));
      return {
        brands: brands.slice(0, maxBrands),
        answers: counts.reduce((sum, { result }) => sum + result.answers, 0),
      };
    },
  };
}

/** Of the name at an index: all answers, and the markets of the run where most name it. */
function countsOf(
  counts: readonly { readonly runId: string; readonly result: NamedCounts }[],
  at: number,
): { readonly answers: number; readonly markets: number } {
  const markets = new Map<string, Set<string>>();
  let answers = 0;
  for (const { runId, result } of counts) {
    const named = result.names[at];
    if (named === undefined) continue;
    answers += named.answers;
    const ofRun = markets.get(runId) ?? new Set<string>();
    for (const market of named.columns) ofRun.add(market);
    markets.set(runId, ofRun);
  }
  return { answers, markets: Math.max(0, ...[...markets.values()].map(({ size }) => size)) };
}

/** As many questions and engines as are enough, each with the answers that are still wanted of it. */
function firstOf<T extends { readonly expected: number }>(
  places: readonly T[],
  enough: { readonly places: number; readonly answers: number },
): readonly (T & { readonly most: number })[] {
  let left = enough.answers;
  return places.slice(0, enough.places).flatMap((place) => {
    const most = left;
    left -= Math.ceil(place.expected);
    return most > 0 ? [{ ...place, most }] : [];
  });
}
