import type { ComparedBlock, InlineMarkKind } from '#shared/analysis/comparison.ts';
import { expandSpans } from '#shared/analysis/diff.ts';

/** A stretch of a block with one look: what happened to it against the baseline, and its formatting. */
export type BlockRun = {
  readonly text: string;
  readonly change: 'same' | 'added' | 'removed';
  readonly marks: readonly InlineMarkKind[];
  readonly href: string | null;
};

/**
 * A block as runs in reading order. With spans, words that only the baseline has stand where they were, as
 * removed; they carry no formatting, since it belongs to the other text.
 */
export function blockRuns(
  block: ComparedBlock,
  baseline: ComparedBlock | null,
  spans: readonly number[] | null,
): readonly BlockRun[] {
  const runs: BlockRun[] = [];
  const own = (start: number, end: number, change: 'same' | 'added'): void => {
    const edges = new Set([start, end]);
    for (const mark of block.marks) {
      if (mark.start > start && mark.start < end) edges.add(mark.start);
      if (mark.end > start && mark.end < end) edges.add(mark.end);
    }
    const sorted = [...edges].sort((a, b) => a - b);
    sorted.slice(0, -1).forEach((from, index) => {
      const to = sorted[index + 1] ?? end;
      const inside = block.marks.filter((mark) => mark.start <= from && mark.end >= to);
      runs.push({
        text: block.text.slice(from, to),
        change,
        marks: inside.map((mark) => mark.kind),
        href: inside.find((mark) => mark.href !== undefined)?.href ?? null,
      });
    });
  };
  if (spans === null || baseline === null) {
    if (block.text !== '') own(0, block.text.length, 'same');
    return runs;
  }
  let at = 0;
  for (const segment of expandSpans(baseline.text, block.text, spans)) {
    if (segment.kind === 'removed')
      runs.push({ text: segment.base, change: 'removed', marks: [], href: null });
    else if (segment.other !== '') {
      own(at, at + segment.other.length, segment.kind === 'added' ? 'added' : 'same');
      at += segment.other.length;
    }
  }
  return runs;
}
