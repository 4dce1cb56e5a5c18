import { useEffect, useRef } from 'react';
import { formatAddress, type Screen } from '../window/address.ts';

/** Frames in which a screen that is loaded late shows its heading. */
const maxFrames = 120;

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
      const place = document.activeElement?.closest('main, [role="dialog"]') ?? null;
      if (place !== null && place === main) return;
      const heading = main?.querySelector<HTMLElement>('h1');
      // The palette that opened the screen gives the focus back as it closes.
      if (heading && place === null) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      } else if (frames < maxFrames) frame = requestAnimationFrame(attempt);
    };
    frame = requestAnimationFrame(attempt);
    return () => cancelAnimationFrame(frame);
  }, [opened]);
}
