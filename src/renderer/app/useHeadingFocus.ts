import { useEffect, useRef } from 'react';
import { formatAddress, type Screen } from '../window/address.ts';

/** Frames in which a screen that is loaded late shows its heading. */
const maxFrames = 600;

/**
 * Moves the focus to the heading of a screen that was opened, so that screen readers begin there and the next Tab is in
 * it. A screen that takes the focus itself, such as a text field to type into, keeps it: only a focus that is nowhere, or
 * on what opened the screen from outside of it, such as the sidebar, is moved.
 */
export function useHeadingFocus(screen: Screen): void {
  const opened = formatAddress(screen);
  const before = useRef(opened);
  useEffect(() => {
    if (before.current === opened) return;
    before.current = opened;
    const main = document.querySelector('main');
    let frames = 0;
    let frame = 0;
    const attempt = (): void => {
      frames += 1;
      const focused = document.activeElement;
      const place = focused?.closest('main, [role="dialog"]') ?? null;
      // What the screen before had focused is hidden while the next one is loaded.
      if (place !== null && place === main && focused?.checkVisibility() === true) return;
      const heading = main?.querySelector<HTMLElement>('h1') ?? null;
      // The palette that opened the screen gives the focus back as it closes.
      if (heading !== null && place === null) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
        // The heading of the screen before is hidden then too, and takes no focus.
        if (document.activeElement === heading) return;
      }
      if (frames < maxFrames) frame = requestAnimationFrame(attempt);
    };
    frame = requestAnimationFrame(attempt);
    return () => cancelAnimationFrame(frame);
  }, [opened]);
}
