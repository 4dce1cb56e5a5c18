/** How long until the queue is looked at again, milliseconds: often while something moves, seldom while nothing can. */
export function lookAgainMs(
  view: {
    readonly queued: number;
    readonly processing: number;
    readonly own: { readonly waiting: number; readonly live: number };
  } | null,
): number {
  if (view === null) return 3_000;
  if (view.own.waiting > 0 || view.own.live > 0) return 2_000;
  return view.queued + view.processing > 0 ? 4_000 : 15_000;
}
