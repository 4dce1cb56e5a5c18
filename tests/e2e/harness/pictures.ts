import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** `PARALLAX_PICTURES=docs/images` renews the pictures of the documentation; otherwise they are kept for looking at. */
const folder = fileURLToPath(
  new URL(`../../../${process.env.PARALLAX_PICTURES ?? 'test-results/pictures'}`, import.meta.url),
);

export const sizes = {
  laptop: { width: 1280, height: 800 },
  desk: { width: 2560, height: 1440 },
} as const;

/** Photographs the window as it stands, once nothing moves any more. */
export async function photograph(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}
