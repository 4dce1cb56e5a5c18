import type { Page } from 'playwright-core';

/** Frames as a page draws them: requestAnimationFrame deltas, milliseconds. */
export type Frames = {
  readonly count: number;
  readonly p95: number;
  readonly max: number;
  readonly over50: number;
};

const watchFrames = `
  window.benchFrames = [];
  window.benchWatching = true;
  (() => {
    let before = performance.now();
    const frame = (now) => {
      window.benchFrames.push(now - before);
      before = now;
      if (window.benchWatching) requestAnimationFrame(frame);
    };
    requestAnimationFrame((now) => { before = now; requestAnimationFrame(frame); });
  })();
`;

export async function framesDuring(page: Page, action: () => Promise<void>): Promise<Frames> {
  await page.evaluate(watchFrames);
  await action();
  const deltas = (await page.evaluate('window.benchWatching = false, window.benchFrames')) as number[];
  const sorted = [...deltas].sort((one, two) => one - two);
  return {
    count: sorted.length,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    max: sorted.at(-1) ?? 0,
    over50: sorted.filter((delta) => delta > 50).length,
  };
}

/** Turns the wheel there and back for the given time; each turn is as far as a brisk person goes. */
export async function wheel(page: Page, x: number, y: number, seconds: number): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    const back = performance.now() - began > (seconds * 1000) / 2 ? -1 : 1;
    await page.mouse.wheel(x * back, y * back);
  }
}
