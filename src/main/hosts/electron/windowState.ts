import { z } from 'zod';
import { safeParse } from '#shared/interface/safeParse.ts';

export type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Where a window opens; without a position the system centres it. */
export type WindowBounds = {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
};

/** A screen of 1920 by 1080 pixels at twice the size has 960 by 540 of these, less what the system takes. */
export const leastWidth = 720;
export const leastHeight = 480;

const windowStateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
  fullScreen: z.boolean().optional(),
});
export type WindowState = z.infer<typeof windowStateSchema>;

/** An address from its `#`; not of the first screen, which has its own rules. */
export const viewPattern = /^#\/(?!ask$)[!-~]{1,2000}$/;

/** More are not restored. */
const maxOtherWindows = 8;
const otherWindowsSchema = z
  .array(
    windowStateSchema.extend({
      view: z.union([z.literal(''), z.literal('#/ask'), z.string().regex(viewPattern)]),
    }),
  )
  .max(maxOtherWindows);

/** Windows besides the one that was used last; none if they are invalid. */
export function readOtherWindows(kept: unknown): z.infer<typeof otherWindowsSchema> {
  const parsed = safeParse(otherWindowsSchema, kept);
  return parsed.success ? parsed.data : [];
}

/** The saved state, or null if it is invalid. */
export function readWindowState(kept: unknown): WindowState | null {
  const parsed = safeParse(windowStateSchema, kept);
  return parsed.success ? parsed.data : null;
}

/**
 * Where the window opens: as it was left, unless that position is no longer on any screen, and never larger
 * than its screen.
 *
 * @param screens Work areas of all screens, the main one first; at least one.
 */
export function restoredBounds(state: WindowState | null, screens: readonly Area[]): WindowBounds {
  const main = screens[0];
  if (state === null || main === undefined)
    return { width: Math.min(1440, main?.width ?? 1440), height: Math.min(900, main?.height ?? 900) };
  const screen = screens.find((area) => overlap(state, area) > 0);
  const { width: maxWidth, height: maxHeight } = screen ?? main;
  // A screen may be smaller than the least size: then the window has the size of the screen.
  const width = Math.min(Math.max(leastWidth, state.width), maxWidth);
  const height = Math.min(Math.max(leastHeight, state.height), maxHeight);
  if (!screen) return { width, height };
  return {
    width,
    height,
    x: clamp(state.x, screen.x, screen.x + screen.width - width),
    y: clamp(state.y, screen.y, screen.y + screen.height - height),
  };
}

/**
 * Where a window has to be when the screens have changed; null if it may stay: it is whole on one of them, or reaches
 * from one to the next and can be grabbed.
 */
export function movedBounds(bounds: Area, screens: readonly Area[]): WindowBounds | null {
  const fits = screens.some(
    (area) => overlap(bounds, area) > 0 && bounds.width <= area.width && bounds.height <= area.height,
  );
  return fits ? null : restoredBounds({ ...bounds, maximized: false }, screens);
}

/** Shared pixels of two areas; a sliver of the title bar is not enough to grab, so 40 on each side do not count. */
function overlap(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) - 40;
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) - 40;
  return width > 0 && height > 0 ? width * height : 0;
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, Math.max(least, most)));
