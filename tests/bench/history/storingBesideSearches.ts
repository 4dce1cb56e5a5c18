import { performance } from 'node:perf_hooks';
import type { History } from '#main/history/threads/historyClient.ts';
import { atLeast, type Row, whole } from '../service/row.ts';
import { fill } from './fill.ts';
import type { MadeUpWorld } from './madeUpAnswers.ts';
import { timesOf } from './searching.ts';

/** Waves with searches take turns with waves without, so that a busy machine slows down both. */
const waves = 4;

export type StoringBesideSearches = {
  /** Answers stored per second, with nothing else to do. */
  readonly alone: number;
  /** The same while searches follow each other without a pause. */
  readonly beside: number;
  readonly searches: readonly number[];
};

/**
 * How much storing is held up by searches.
 * @param count answers stored in all, half of them beside searches
 * @param firstRun behind the runs that filled the history: the same answers would be stored once only
 */
export async function storeBesideSearches(
  history: History,
  world: MadeUpWorld,
  texts: readonly string[],
  count: number,
  firstRun: number,
): Promise<StoringBesideSearches> {
  const perWave = Math.ceil(count / (2 * waves));
  const searches: number[] = [];
  let run = firstRun;
  const store = async (): Promise<number> => {
    const filled = await fill(history, world, perWave, async () => undefined, run);
    run = filled.nextRun;
    return filled.storingSeconds;
  };
  const search = async (ended: () => boolean): Promise<void> => {
    for (let at = 0; !ended(); at++) {
      const started = performance.now();
      await history.call('search.run', { text: texts[at % texts.length] ?? '', limit: 40, after: null });
      searches.push(performance.now() - started);
    }
  };
  let alone = 0;
  let beside = 0;
  for (let wave = 0; wave < waves; wave++) {
    alone += await store();
    let ended = false;
    const searching = search(() => ended);
    beside += await store();
    ended = true;
    await searching;
  }
  const stored = perWave * waves;
  return { alone: stored / alone, beside: stored / beside, searches };
}

export function besideRows({ alone, beside, searches }: StoringBesideSearches): readonly Row[] {
  return [
    { figure: 'stored per second, nothing else to do', value: whole(alone) },
    { figure: 'stored per second while searches run without pause', value: whole(beside) },
    atLeast('the latter to the former', beside / alone, 0.85),
    { figure: 'searches while answers are stored, median ms', value: timesOf(searches).p50.toFixed(0) },
  ];
}
