import type { Moment } from '#shared/series/series.ts';

/** What of a series is looked at, kept in the address by ids of answers. */
export type ChangeHistoryView = {
  /** Places among the moments; `from` is never behind `to`. */
  readonly from: number;
  readonly to: number;
  /** Whether the moments between them have columns too. */
  readonly between: boolean;
};

/** More columns than this are not compared at once. */
export const maxMoments = 60;

/**
 * Without anything in the address, the answer the series was opened from beside the one before it.
 * @param placeOf place of an answer among the moments, -1 for none
 */
export function readChangeHistoryView(
  params: Readonly<Record<string, string>>,
  moments: readonly Moment[],
  placeOf: (observationId: string) => number,
  opened: string,
): ChangeHistoryView {
  const at = Math.max(0, placeOf(opened));
  const last = Math.max(0, moments.length - 1);
  const place = (id: string | undefined): number => (id ? placeOf(id) : -1);
  const usualFrom = Math.max(0, at - 1);
  const one = place(params.from) === -1 ? usualFrom : place(params.from);
  const other = place(params.to) === -1 ? Math.min(last, usualFrom + 1) : place(params.to);
  return { from: Math.min(one, other), to: Math.max(one, other), between: params.between === '1' };
}

/** The view one time earlier or later, the distance kept; null at the ends. */
export function stepped(view: ChangeHistoryView, by: 1 | -1, moments: number): ChangeHistoryView | null {
  const from = view.from + by;
  const to = view.to + by;
  return from < 0 || to >= moments ? null : { ...view, from, to };
}

/** The moments that have a column, oldest first; the newest where there are too many. */
export function shownMoments(view: ChangeHistoryView, moments: readonly Moment[]): readonly Moment[] {
  if (view.between) return moments.slice(Math.max(view.from, view.to + 1 - maxMoments), view.to + 1);
  const ends = view.from === view.to ? [view.to] : [view.from, view.to];
  return ends.flatMap((place) => moments[place] ?? []);
}
