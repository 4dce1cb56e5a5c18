/** Where what answered changed, or the form it answered in: a figure may move for that alone. */
import { surfaceLabel } from '../../provider/surface.ts';
import type { TrendFacts, TrendMarker } from './trendModel.ts';

const looks = [
  ['driver', 'provider'],
  ['surface', 'surface'],
  ['shape', 'response type'],
] as const;

/** Less of the segments than this may come and go without a word: questions of one's own are asked now and then. */
const leastChanged = 0.2;

/** Where other segments (question, engine, country) were asked than in the period before: a figure may move for that. */
export function segmentMarkers(
  facts: TrendFacts,
  answers: Int32Array,
  bucketOf: (answer: number) => number,
): readonly TrendMarker[] {
  const asked = new Map<number, Set<number>>();
  for (const answer of answers) {
    const bucket = bucketOf(answer);
    const cell = facts.places[facts.place[answer] ?? 0]?.cell;
    if (bucket < 0 || cell === undefined) continue;
    asked.set(bucket, (asked.get(bucket) ?? new Set()).add(cell));
  }
  const periods = [...asked].sort(([one], [two]) => one - two);
  return periods.slice(1).flatMap(([bucket, cells], at) => {
    const before = periods[at]?.[1] ?? cells;
    const added = [...cells].filter((cell) => !before.has(cell)).length;
    const lost = [...before].filter((cell) => !cells.has(cell)).length;
    if ((added + lost) / (before.size + added) < leastChanged) return [];
    const parts = [
      ...(added > 0 ? [`${added} new`] : []),
      ...(lost > 0 ? [`${lost} without an answer`] : []),
    ];
    return [{ bucket, kind: 'segments' as const, words: `segments: ${parts.join(', ')}` }];
  });
}

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
