import type { DiffSegment } from '#shared/text/align/diff.ts';

/** The other text, from the base text and the segments; null when the segments are not of this base. */
export function applyDiff(base: string, segments: readonly DiffSegment[]): string | null {
  if (segments.map((segment) => segment.base).join('') !== base) return null;
  return segments.map((segment) => segment.other).join('');
}

/** The base text back, from the other text and the segments. */
export function revertDiff(other: string, segments: readonly DiffSegment[]): string | null {
  return applyDiff(
    other,
    segments.map((segment) => ({ ...segment, base: segment.other, other: segment.base })),
  );
}
