/** Where the provider or response type changed, which may change a figure by itself. */
import { surfaceLabel } from '../../interface/surface.ts';
import type { TrendFacts, TrendMarker } from '../../model/trendLines.ts';
import { placesOf } from './pooling.ts';

const looks = [
  ['driver', 'provider'],
  ['surface', 'surface'],
  ['shape', 'response type'],
] as const;

/** Minimum share of changed segments for a marker, because users ask some questions only occasionally. */
const leastChanged = 0.2;

/**
 * Marks periods whose segments (question, engine, country) differ from the previous period, which may change a
 * figure.
 */
export function segmentMarkers(facts: TrendFacts, answersIn: readonly Int32Array[]): readonly TrendMarker[] {
  const { cellOf } = placesOf(facts);
  const asked = answersIn.flatMap((answers, bucket) => (answers.length === 0 ? [] : [{ bucket, answers }]));
  /** Last period of each cell, from 1; 0 if none. */
  const askedIn = new Int32Array(cellOf.length);
  let before = 0;
  return asked.flatMap(({ bucket, answers }, period) => {
    const [cells, kept] = countCells(facts.place, answers, cellOf, askedIn, period);
    const [added, lost] = [cells - kept, before - kept];
    const all = before + added;
    before = cells;
    if (period === 0 || (added + lost) / all < leastChanged) return [];
    const parts = [
      ...(added > 0 ? [`${added} new`] : []),
      ...(lost > 0 ? [`${lost} without an answer`] : []),
    ];
    return [{ bucket, kind: 'segments' as const, words: `segments: ${parts.join(', ')}` }];
  });
}

/** Number of cells in a period, and how many of them the one before had. Notes the period of each. */
function countCells(
  place: Int32Array,
  answers: Int32Array,
  cellOf: Int32Array,
  askedIn: Int32Array,
  period: number,
): readonly [cells: number, kept: number] {
  let cells = 0;
  let kept = 0;
  for (let at = 0; at < answers.length; at++) {
    const cell = cellOf[place[answers[at] ?? 0] ?? 0] ?? 0;
    const last = askedIn[cell];
    if (last === period + 1) continue;
    askedIn[cell] = period + 1;
    cells += 1;
    if (period > 0 && last === period) kept += 1;
  }
  return [cells, kept];
}

/** Marks changed wordings within a market, with the number of segments. */
export function wordingMarkers(
  { place, places }: Pick<TrendFacts, 'place' | 'places'>,
  answers: Int32Array,
  bucketOf: (answer: number) => number,
): readonly TrendMarker[] {
  if (places.every(({ wording = 0 }) => wording === 0)) return [];
  const askedAs = places.map(({ question, market, engine }) => `${question} ${market} ${engine}`);
  const last = new Map<string, number>();
  const changed = new Map<number, Set<number>>();
  for (const answer of answers) {
    const at = place[answer] ?? 0;
    const { cell = 0, wording = 0 } = places[at] ?? {};
    const key = askedAs[at] ?? '';
    const before = last.get(key);
    if (before === wording) continue;
    last.set(key, wording);
    const bucket = bucketOf(answer);
    if (before === undefined || bucket < 0) continue;
    changed.set(bucket, (changed.get(bucket) ?? new Set()).add(cell));
  }
  return [...changed].map(([bucket, { size }]) => ({
    bucket,
    kind: 'wording',
    words: `wording of the question changed (${size} ${size === 1 ? 'segment' : 'segments'})`,
  }));
}

/**
 * One marker for each bucket, engine and kind of change, with the number of changed cells. A cell changes if an
 * answer has another provider, surface or response type than the previous one. Unknown values do not count as a
 * change.
 * @param answers ascending in time
 */
export function contextMarkers(
  facts: TrendFacts,
  answers: Int32Array,
  bucketOf: (answer: number) => number,
): readonly TrendMarker[] {
  const { cellOf } = placesOf(facts);
  return looks.flatMap(([kind, name]) => {
    const names = [...new Set(facts.contexts.map((each) => each[kind]))];
    if (names.length < 2) return [];
    // 0 means unknown.
    const numbers = facts.contexts.map((each) => (each[kind] === null ? 0 : names.indexOf(each[kind]) + 1));
    const labelOf = (number: number): string => {
      const value = names[number - 1] ?? '';
      return kind === 'surface' ? surfaceLabel(value) : value;
    };
    const cells = new Map<string, { bucket: number; words: string; cells: Set<number> }>();
    for (const { answer, before, now } of contextChanges(facts, answers, cellOf, numbers)) {
      const bucket = bucketOf(answer);
      if (bucket < 0) continue;
      const number = facts.place[answer] ?? 0;
      const words = `${facts.places[number]?.engine}: ${name} ${labelOf(before)} → ${labelOf(now)}`;
      const key = `${bucket} ${words}`;
      const entry = cells.get(key) ?? { bucket, words, cells: new Set<number>() };
      entry.cells.add(cellOf[number] ?? 0);
      cells.set(key, entry);
    }
    return [...cells.values()].map((change) => ({
      bucket: change.bucket,
      kind,
      words: `${change.words} (${change.cells.size} ${change.cells.size === 1 ? 'segment' : 'segments'})`,
    }));
  });
}

/**
 * Answers whose number differs from the previous one of their cell.
 * @param numbers by context; 0 for unknown
 */
function contextChanges(
  { place, context }: TrendFacts,
  answers: Int32Array,
  cellOf: Int32Array,
  numbers: readonly number[],
): readonly { readonly answer: number; readonly before: number; readonly now: number }[] {
  const changes: { answer: number; before: number; now: number }[] = [];
  const last = new Int32Array(cellOf.length);
  /** Last context of each cell, from 1. Fast check, because most answers have the same context as the previous one. */
  const lastContext = new Int32Array(cellOf.length);
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at] ?? 0;
    const cell = cellOf[place[answer] ?? 0] ?? 0;
    const number = context[answer] ?? 0;
    if (lastContext[cell] === number + 1) continue;
    lastContext[cell] = number + 1;
    const now = numbers[number] ?? 0;
    if (now === 0) continue;
    const before = last[cell] ?? 0;
    last[cell] = now;
    if (before !== 0 && before !== now) changes.push({ answer, before, now });
  }
  return changes;
}
