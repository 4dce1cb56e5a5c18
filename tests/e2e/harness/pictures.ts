import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/**
 * `PARALLAX_PICTURES=docs/images` renews the pictures of the documentation, and takes no others; any other folder, such as
 * `test-results/pictures`, gets all of them for looking at. Without it none is taken: they take longer than what they show.
 */
const wanted = process.env.PARALLAX_PICTURES;
const folder = fileURLToPath(new URL(`../../../${wanted}`, import.meta.url));
const everyPicture = wanted !== 'docs/images';

/** Pictures that README.md and docs/guide show, beside those of docs/guide/screens.md. */
const documented: ReadonlySet<string> = new Set([
  'answer',
  'brands',
  'brands-settings',
  'change-history',
  'claims-light',
  'compared-light',
  'comparison-answer-light',
  'comparison-map-light',
  'connections',
  'credits',
  'data',
  'gaps',
  'gaps-by-cause',
  'monitor',
  'overview',
  'plan-overview',
  'plans',
  'project-overview',
  'projects',
  'questions',
  'queue',
  'sample-planner',
  'search',
  'settings-engines',
  'sources',
  'trends',
  'two-accounts',
  'wordings',
]);

export const sizes = {
  laptop: { width: 1280, height: 800 },
  middle: { width: 1440, height: 900 },
  desk: { width: 2560, height: 1440 },
} as const;

/**
 * Flags are files, shown as images and as backgrounds. A file that does not load is not waited for, and none for long:
 * the browser loads no image that is outside the viewport, and its decoding does not end.
 */
const flagsLoaded = `Promise.race([
  new Promise((resolve) => setTimeout(resolve, 5_000)),
  Promise.allSettled([
    ...[...document.images].map((image) => image.decode()),
    ...[...document.querySelectorAll('[style*="background-image"]')].map(({ style }) => {
      const image = new Image();
      image.src = style.backgroundImage.slice(5, -2);
      return image.decode();
    }),
  ]),
])`;

/** Photographs the window as it stands, once nothing moves any more. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (wanted === undefined || !(everyPicture || documented.has(name) || name.startsWith('screens/'))) return;
  await page.evaluate('document.fonts.ready');
  await page.evaluate(flagsLoaded);
  const path = join(folder, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
}

/** Where a picture of the screen is saved, which only the real Electron takes: always, as what its suite leaves behind. */
export const electronPicture = (name: string): string =>
  fileURLToPath(new URL(`../../../${wanted ?? 'test-results'}/desktop/${name}.png`, import.meta.url));
