import type { EventSink } from '#shared/bridge/events.ts';
import type { NamedCounts } from '#shared/figures/comparison/detectedNames.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { DetectedBrands } from '#shared/model/brand.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
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

/** One run, or the latest ones of a project. */
type DetectedIn = { readonly projectId?: string; readonly runId?: string };

/** A question at an engine in a run, the answers that it probably has, and of how many it is read. */
type ReadPlace = {
  readonly place: { readonly runId: string; readonly question: number; readonly engine: Engine };
  readonly expected: number;
  readonly most: number;
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
  const readOf = async ({ projectId, runId: only }: DetectedIn): Promise<readonly ReadPlace[]> => {
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
    return firstOf(places, only === undefined ? ofLatest : ofRun);
  };

  const namesIn = async (
    read: readonly ReadPlace[],
    signal: AbortSignal,
    progress: (before: number) => void = () => {},
  ): Promise<readonly BrandRule[]> => {
    const names = new Map<string, BrandRule>();
    let before = 0;
    const detect = (next: ReadPlace | undefined) => {
      const brands = next && comparison.detected({ ...asInTheWindow, ...next.place }, next.most);
      // A failure is thrown where it is awaited, unless an earlier one or the abort ended the loop.
      brands?.catch(() => {});
      return brands;
    };
    let next = detect(read[0]);
    for (const [at, { expected }] of read.entries()) {
      signal.throwIfAborted();
      progress(before);
      const current = next;
      // The answers of the next question are read while those of this one are searched.
      next = detect(read[at + 1]);
      for (const brand of (await current) ?? [])
        if (!names.has(foldName(brand.name))) names.set(foldName(brand.name), brand);
      before += expected;
    }
    return [...names.values()];
  };

  return {
    /** The brands alone, without the answers that name them. */
    async names(of: DetectedIn, { signal }: { readonly signal: AbortSignal }) {
      return namesIn(await readOf(of), signal);
    },
    async detected(of: DetectedIn, { signal }: { readonly signal: AbortSignal }): Promise<DetectedBrands> {
      const read = await readOf(of);
      const total = Math.round(read.reduce((sum, { expected, most }) => sum + Math.min(expected, most), 0));
      // Twice over the answers: for the names, then for all that name one.
      const progress =
        (pass: 0 | 1) =>
        (before: number): void => {
          const done = Math.min(total, Math.round((pass * total + before) / 2));
          if (of.runId === undefined) publish('comparison.progress', { runId: '', done, total });
        };
      const names = await namesIn(read, signal, progress(0));
      const counts: RunCounts[] = [];
      let before = 0;
      for (const { place, expected, most } of read) {
        signal.throwIfAborted();
        progress(1)(before);
        const request = { ...asInTheWindow, ...place };
        counts.push({ runId: place.runId, ...(await comparison.counted(request, names, most)) });
        before += expected;
      }
      const brands = names
        .map(({ name }, at) => ({ name, ...countsOf(counts, at) }))
        .filter(({ answers }) => answers > 0)
        .sort((left, right) => right.answers - left.answers || left.name.localeCompare(right.name));
      return {
        brands: brands.slice(0, maxBrands),
        answers: counts.reduce((sum, { answers }) => sum + answers, 0),
      };
    },
  };
}

type RunCounts = NamedCounts & { readonly runId: string };

/** Of the name at an index: all answers, and the markets of the run where most name it. */
function countsOf(
  counts: readonly RunCounts[],
  at: number,
): { readonly answers: number; readonly markets: number } {
  const markets = new Map<string, Set<string>>();
  let answers = 0;
  for (const { runId, names } of counts) {
    const named = names[at];
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
