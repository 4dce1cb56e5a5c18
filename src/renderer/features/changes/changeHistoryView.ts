import type { Moment } from '#shared/alerts/series.ts';

/** View of a series, stored in the address by answer ids. */
export type ChangeHistoryView = {
  /** Indexes in the series; `from` is never after `to`. */
  readonly from: number;
  readonly to: number;
  /** Whether the runs between them have columns too. */
  readonly between: boolean;
};

/** Maximum columns compared at once. */
export const maxMoments = 60;

/**
 * The view of an address. By default, the answer that the series was opened from and the one before it.
 * @param placeOf index of an answer in the series; -1 if it is not part of it
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

/** The view one run earlier or later with the same distance; null at the ends. */
export function stepped(view: ChangeHistoryView, by: 1 | -1, moments: number): ChangeHistoryView | null {
  const from = view.from + by;
  const to = view.to + by;
  return from < 0 || to >= moments ? null : { ...view, from, to };
}

/** The runs with a column, oldest first; the newest ones if there are too many. */
export function shownMoments(view: ChangeHistoryView, moments: readonly Moment[]): readonly Moment[] {
  if (view.between) return moments.slice(Math.max(view.from, view.to + 1 - maxMoments), view.to + 1);
  const ends = view.from === view.to ? [view.to] : [view.from, view.to];
  return ends.flatMap((place) => moments[place] ?? []);
}
