import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { openMeasuredWindow } from '../countriesHost.ts';
import { type Frames, framesDuring, wheel } from '../frames.ts';

const secondsEach = 4;
/** As tall as a list that is scrolled here, with nothing that listens. */
const barePage = `<!doctype html><style>body{margin:0;font:13px/32px system-ui}</style>${'<div>Which folding bike locks do people trust, and why? assistant-a 275 answers</div>'.repeat(2000)}`;

export type ListScrolling = { readonly bare: Frames; readonly runs: Frames; readonly found: Frames };

/**
 * Scrolls the list of all runs and that of all answers with a word in a real browser, beside a bare page of the same
 * browser.
 *
 * @param file a history that no program has open
 */
export async function scrollLists(file: string): Promise<ListScrolling> {
  const window = await openMeasuredWindow(async (folder) => linkSync(file, join(folder, 'history.db')));
  try {
    const { page } = window;
    page.setDefaultTimeout(60_000);
    const bare = await page.context().newPage();
    await bare.setContent(barePage);
    await bare.mouse.move(600, 400);
    const bareFrames = await framesDuring(bare, () => wheel(bare, 0, 120, secondsEach));
    await bare.close();
    const scrolled = async (hash: string): Promise<Frames> => {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.getByRole('option').first().waitFor();
      await page.mouse.move(900, 500);
      return framesDuring(page, () => wheel(page, 0, 120, secondsEach));
    };
    return {
      bare: bareFrames,
      runs: await scrolled('#/history'),
      found: await scrolled('#/history?q=the'),
    };
  } finally {
    await window.close();
  }
}
