/** Where what answered changed, or the form it answered in: a figure may move for that alone. */
import { surfaceLabel } from '../../provider/surface.ts';
import type { TrendFacts, TrendMarker } from './trendModel.ts';

const looks = [
  ['driver', 'provider'],
  ['surface', 'surface'],
  ['shape', 'response type'],
] as const;

/**
 * One marker for each bucket, engine and change, with the number of cells it happened in. A cell changes when an
 * answer has another driver, surface or shape than the cell's answer before; unknown is no change.
 *
 * @param answers ascending in time
 */
export function contextMarkers(
  facts: TrendFacts,
  answers: Int32Array,
  bucketOf: (answer: number) => number,
): readonly TrendMarker[] {
  return looks.flatMap(([kind, name]) => {
    const names = [...new Set(facts.contexts.map((each) => each[kind]))];
    if (names.length < 2) return [];
    // 0 is unknown.
    const numbers = facts.contexts.map((each) => (each[kind] === null ? 0 : names.indexOf(each[kind]) + 1));
    const labelOf = (number: number): string => {
      const value = names[number - 1] ?? '';
      return kind === 'surface' ? surfaceLabel(value) : value;
    };
    const last = new Int32Array(facts.places.length);
    const cells = new Map<string, { bucket: number; words: string; cells: Set<number> }>();
    for (const answer of answers) {
      const place = facts.places[facts.place[answer] ?? 0];
      const now = numbers[facts.context[answer] ?? 0] ?? 0;
      if (place === undefined || now === 0) continue;
      const before = last[place.cell] ?? 0;
      last[place.cell] = now;
      if (before === 0 || before === now) continue;
      const bucket = bucketOf(answer);
      if (bucket < 0) continue;
      const words = `${place.engine}: ${name} ${labelOf(before)} → ${labelOf(now)}`;
      const key = `${bucket} ${words}`;
      const entry = cells.get(key) ?? { bucket, words, cells: new Set<number>() };
      entry.cells.add(place.cell);
      cells.set(key, entry);
    }
    return [...cells.values()].map((change) => ({
      bucket: change.bucket,
      kind,
      words: `${change.words} (${change.cells.size} ${change.cells.size === 1 ? 'segment' : 'segments'})`,
    }));
  });
}
