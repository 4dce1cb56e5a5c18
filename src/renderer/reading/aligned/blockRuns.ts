import type { CitationMark, ComparedBlock, SpanKind } from '#shared/model/comparison/comparison.ts';
import { expandSpans } from '#shared/text/align/diff.ts';
import { drawable } from '../../ui/drawable.ts';

/** A range of a block with the same formatting and the same change from the baseline. */
export type BlockRun = {
  readonly text: string;
  readonly change: 'same' | 'added' | 'removed';
  readonly spans: readonly SpanKind[];
  readonly href: string | null;
  /** A mark beside the text instead of words of it; `text` is then empty. */
  readonly citation: CitationMark | null;
};

/**
 * A block as runs in reading order. With spans, words of the baseline only are included as removed. They have no
 * formatting, because their formatting belongs to the other text.
 */
export function blockRuns(
  block: ComparedBlock,
  baseline: ComparedBlock | null,
  spans: readonly number[] | null,
): readonly BlockRun[] {
  const runs: BlockRun[] = [];
  const formats = block.spans
    .map((mark, order) => ({ ...mark, order }))
    .toSorted((one, other) => one.start - other.start || one.order - other.order);
  let next = 0;
  let open: typeof formats = [];
  let cited = 0;
  const cite = (at: number): void => {
    for (let mark = block.marks[cited]; mark !== undefined && mark.at <= at; mark = block.marks[++cited])
      if (mark.label !== '') runs.push({ text: '', change: 'same', spans: [], href: null, citation: mark });
  };
  // Ranges are passed in order, so that formats and marks can be read in one pass.
  const own = (start: number, end: number, change: 'same' | 'added'): void => {
    for (let from = start; from < end; ) {
      const begun = next;
      while ((formats[next]?.start ?? Number.POSITIVE_INFINITY) <= from) next += 1;
      open = [...open, ...formats.slice(begun, next)].filter((mark) => mark.end > from);
      cite(from);
      const to = Math.min(
        end,
        formats[next]?.start ?? end,
        block.marks[cited]?.at ?? end,
        ...open.map((mark) => mark.end),
      );
      const inside = open.toSorted((one, other) => one.order - other.order);
      runs.push({
        text: drawable(block.text.slice(from, to)),
        change,
        spans: inside.map((mark) => mark.kind),
        href: inside.find((mark) => mark.href !== undefined)?.href ?? null,
        citation: null,
      });
      from = to;
    }
  };
  if (spans === null || baseline === null) {
    if (block.text !== '') own(0, block.text.length, 'same');
    cite(block.text.length);
    return runs;
  }
  let at = 0;
  for (const segment of expandSpans(baseline.text, block.text, spans)) {
    if (segment.kind === 'removed')
      runs.push({ text: drawable(segment.base), change: 'removed', spans: [], href: null, citation: null });
    else if (segment.other !== '') {
      own(at, at + segment.other.length, segment.kind === 'added' ? 'added' : 'same');
      at += segment.other.length;
    }
  }
  cite(block.text.length);
  return runs;
}
