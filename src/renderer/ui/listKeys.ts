/** Moves the keyboard focus to a list. */
export type ListHandle = { readonly focus: () => void };

type Pressed = { readonly key: string; readonly metaKey: boolean; readonly ctrlKey: boolean };

type List = {
  readonly count: number;
  readonly active: number;
  /** Rows per page key. */
  readonly page: number;
};

/**
 * The new index for a key in a list with one Tab stop (arrows, j and k, page keys, Home, End); null for other keys.
 */
export function listScreen(pressed: Pressed, { count, active, page }: List): number | null {
  if (pressed.metaKey || pressed.ctrlKey) return null;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    j: active + 1,
    ArrowUp: active - 1,
    k: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const to = moves[pressed.key];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}
