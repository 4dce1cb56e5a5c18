/** Where what answered changed, or the form it answered in: a figure may move for that alone. */
import type { Circumstance, TrendFacts, TrendMarker } from './trendModel.ts';

const LOOKS = [
  ['driver', 'driver'],
  ['shape', 'served shape'],
] as const;

/**
 * One marker for each bucket, engine and change, with the number of cells it happened in. A cell changes when an
 * answer has another driver or shape than the cell's answer before; unknown is no change.
 *
 * @param answers ascending in time
 */
export function circumstanceMarkers(
  facts: TrendFacts,
  answers: Int32Array,
  bucketOf: (answer: number) => number,
): readonly TrendMarker[] {
  return LOOKS.flatMap(([kind, name]) => {
    const last = new Map<number, string>();
    const cells = new Map<string, { bucket: number; words: string; cells: Set<number> }>();
    for (const answer of answers) {
      const place = facts.places[facts.place[answer] ?? 0];
      const now = known(facts.circumstances[facts.circumstance[answer] ?? 0], kind);
      if (place === undefined || now === null) continue;
      const before = last.get(place.cell);
      last.set(place.cell, now);
      const bucket = bucketOf(answer);
      if (before === undefined || before === now || bucket < 0) continue;
      const words = `${place.engine}: ${name} ${before} → ${now}`;
      const key = `${bucket} ${words}`;
      const entry = cells.get(key) ?? { bucket, words, cells: new Set<number>() };
      entry.cells.add(place.cell);
      cells.set(key, entry);
    }
    return [...cells.values()].map((change) => ({
      bucket: change.bucket,
      kind,
      words: `${change.words} (${change.cells.size} ${change.cells.size === 1 ? 'cell' : 'cells'})`,
    }));
  });
}

function known(circumstance: Circumstance | undefined, kind: 'driver' | 'shape'): string | null {
  return circumstance?.[kind] ?? null;
}
