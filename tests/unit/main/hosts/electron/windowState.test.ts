import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leastHeight,
  leastWidth,
  movedBounds,
  readWindowState,
  restoredBounds,
} from '#main/hosts/electron/windowState.ts';

const screen = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('where the window opens', () => {
  it('is where it was left', () => {
    const state = { x: 2000, y: 100, width: 1000, height: 700, maximized: false };
    expect(restoredBounds(state, [screen, second])).toEqual({ x: 2000, y: 100, width: 1000, height: 700 });
  });

  it('is the middle of the main screen when the other one was unplugged', () => {
    const state = { x: 2000, y: 100, width: 1000, height: 700, maximized: false };
    expect(restoredBounds(state, [screen])).toEqual({ width: 1000, height: 700 });
  });

  it('is whole on its screen when it hung over the edge', () => {
    const state = { x: 1500, y: -200, width: 1000, height: 700, maximized: false };
    expect(restoredBounds(state, [screen])).toEqual({ x: 920, y: 25, width: 1000, height: 700 });
  });

  it('is a comfortable size at first, and no larger than the screen', () => {
    expect(restoredBounds(null, [screen])).toEqual({ width: 1440, height: 900 });
    expect(restoredBounds(null, [{ x: 0, y: 0, width: 1280, height: 720 }])).toEqual({
      width: 1280,
      height: 720,
    });
  });

  it('fits a screen of 1920 by 1080 at twice the size, and one that is smaller than the least size', () => {
    const high = { x: 0, y: 0, width: 960, height: 508 };
    expect(restoredBounds(null, [high])).toEqual({ width: 960, height: 508 });
    const small = { x: 0, y: 0, width: 640, height: 400 };
    const state = { x: 10, y: 10, width: 1000, height: 700, maximized: false };
    expect(restoredBounds(state, [small])).toEqual({ x: 0, y: 0, width: 640, height: 400 });
  });

  it('changes with the screens only where it has to', () => {
    const bounds = { x: 2000, y: 100, width: 1000, height: 700 };
    expect(movedBounds(bounds, [screen, second])).toBeNull();
    expect(movedBounds(bounds, [screen])).toEqual({ width: 1000, height: 700 });
    const shrunk = { x: 1920, y: 0, width: 960, height: 508 };
    expect(movedBounds(bounds, [screen, shrunk])).toEqual({ x: 1920, y: 0, width: 960, height: 508 });
  });

  it('can always be grabbed, whatever was kept', () => {
    const number = fc.integer({ min: -10_000, max: 10_000 });
    fc.assert(
      fc.property(
        number,
        number,
        fc.integer({ min: 1, max: 9000 }),
        fc.integer({ min: 1, max: 9000 }),
        (x, y, width, height) => {
          const bounds = restoredBounds({ x, y, width, height, maximized: false }, [screen, second]);
          expect(bounds.width).toBeGreaterThanOrEqual(leastWidth);
          expect(bounds.height).toBeGreaterThanOrEqual(leastHeight);
          if (bounds.x === undefined || bounds.y === undefined) return;
          const on = [screen, second].some(
            (area) =>
              (bounds.x ?? 0) >= area.x &&
              (bounds.x ?? 0) < area.x + area.width &&
              (bounds.y ?? 0) >= area.y &&
              (bounds.y ?? 0) < area.y + area.height,
          );
          expect(on).toBe(true);
        },
      ),
    );
  });

  it('takes nothing from a torn setting', () => {
    expect(readWindowState({ x: 1, y: 2, width: 3, height: 4, maximized: true })).not.toBeNull();
    for (const kept of [
      undefined,
      null,
      'x',
      {},
      { x: '1', y: 2, width: 3, height: 4, maximized: true },
      { x: 1, y: 2, width: -3, height: 4, maximized: false },
    ]) {
      expect(readWindowState(kept)).toBeNull();
    }
  });
});
