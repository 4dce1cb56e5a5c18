import { useEffect, useRef } from 'react';
import { formatAddress, type Screen } from '../window/address.ts';

/** Frames in which a screen that is loaded late shows its heading. */
const maxFrames = 120;

/**
 * Moves the focus to the heading of a screen that was opened, so that screen readers begin there and the next Tab is in
 * it. A screen that takes the focus itself, such as a text field to type into, keeps it.
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
      if (!isFree(document.activeElement)) return;
      const heading = main?.querySelector<HTMLElement>('h1');
      if (heading) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      } else if (frames < maxFrames) frame = requestAnimationFrame(attempt);
    };
    frame = requestAnimationFrame(attempt);
    return () => cancelAnimationFrame(frame);
  }, [opened]);
}

/** Whether the focus is nowhere, or still on what opened the screen. */
const isFree = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('nav[aria-label="Navigation"]') !== null;
