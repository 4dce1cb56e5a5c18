import { useEffect } from 'react';

const key = 'parallax.scroll';
/** Positions of more screens are not kept. */
const maxScreens = 20;
/** A position is kept once the user stays at it for this time, milliseconds. */
const restMs = 300;
/** How often a screen that is still loading is looked at, and for how long; milliseconds. */
const lookMs = 100;
const patienceMs = 10_000;

/** Pixels from the top, by the address of the screen; the latest last. */
type Positions = readonly (readonly [string, number])[];

/** Keeps how far the user has scrolled a screen, and scrolls the one that the window opens with to where it was. */
export function useKeptScroll(): void {
  useEffect(() => {
    const leave = restore();
    let resting: number | undefined;
    const onScroll = ({ target }: Event): void => {
      if (target !== mainRegion()) return;
      const address = window.location.hash;
      const { scrollTop } = target as HTMLElement;
      window.clearTimeout(resting);
      resting = window.setTimeout(() => keep(address, scrollTop), restMs);
    };
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      leave();
      window.clearTimeout(resting);
      window.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, []);
}

/** Waits until the screen is as long as it was, unless the user does something before. */
function restore(): () => void {
  const { hash } = window.location;
  const top = readPositions().find(([address]) => address === hash)?.[1] ?? 0;
  if (top === 0) return () => undefined;
  const ends = ['wheel', 'keydown', 'pointerdown'] as const;
  const look = (): void => {
    const region = mainRegion();
    if (window.location.hash !== hash || performance.now() > deadlineMs) {
      leave();
      return;
    }
    if (region === null || region.scrollHeight - region.clientHeight < top) return;
    region.scrollTop = top;
    leave();
  };
  const deadlineMs = performance.now() + patienceMs;
  const looking = window.setInterval(look, lookMs);
  const leave = (): void => {
    window.clearInterval(looking);
    for (const each of ends) window.removeEventListener(each, leave);
  };
  for (const each of ends) window.addEventListener(each, leave, { passive: true });
  return leave;
}

/** The largest region that scrolls: what the screen is about. A screen that is still loading has none. */
function mainRegion(): HTMLElement | null {
  const size = ({ clientWidth, clientHeight }: HTMLElement): number => clientWidth * clientHeight;
  const regions = document.querySelectorAll<HTMLElement>('main :is(.overflow-auto, .overflow-y-auto)');
  return [...regions].toSorted((one, other) => size(other) - size(one))[0] ?? null;
}

function keep(address: string, top: number): void {
  const others = readPositions().filter(([other]) => other !== address);
  try {
    window.localStorage.setItem(
      key,
      JSON.stringify([...others, [address, Math.round(top)]].slice(-maxScreens)),
    );
  } catch {
    // Without storage, the next start begins at the top.
  }
}

function readPositions(): Positions {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPosition) : [];
  } catch {
    return [];
  }
}

const isPosition = (kept: unknown): kept is readonly [string, number] =>
  Array.isArray(kept) && typeof kept[0] === 'string' && Number.isFinite(kept[1]);
