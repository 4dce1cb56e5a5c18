import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { storeComparedRun } from '#tests/support/history/comparedRun.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { readRun } from '../harness/comparedRun.ts';
import { photograph } from '../harness/pictures.ts';

const { skip, note } = requirement(chromiumMissing());

const tabs = [
  { tab: 'answer', shows: 'Answer' },
  { tab: 'sources', shows: 'Sources' },
  { tab: 'brands', shows: 'Brands' },
  { tab: 'overview', shows: 'Overview' },
  { tab: 'claims', shows: 'Claims' },
  { tab: 'fanout', shows: 'Fan-out' },
  { tab: 'search', shows: 'Search' },
  { tab: 'shopping', shows: 'Shopping' },
  { tab: 'ads', shows: 'Ads' },
  { tab: 'map', shows: 'Map' },
  { tab: 'raw', shows: 'Raw' },
  { tab: 'page', shows: 'Page' },
] as const;

const windows = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  // What 200 % of zoom leaves of a window of 1280 by 800.
  { name: 'light, zoomed to 200 %', colorScheme: 'light', viewport: { width: 640, height: 400 } },
] as const;

describe.skipIf(skip)(`every tab of a comparison${note}`, () => {
  let dataFolder: string;
  let runId: string;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-comparison-'));
    runId = await storeComparedRun(dataFolder);
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));

  describe.each(windows)('$name', ({ name, colorScheme, viewport }) => {
    let app: OpenApp;
    beforeAll(async () => {
      app = await browserHost.open({ dataFolder, colorScheme, viewport });
    });
    afterAll(async () => {
      const problems = app.problems();
      await app.quit();
      expect(problems).toEqual([]);
    });

    it.each(tabs)('$shows is accessible', async ({ tab, shows }) => {
      const { page } = app;
      await readRun(page, runId, `mode=consensus&tab=${tab}`);
      await page.getByRole('tab', { name: shows, exact: true, selected: true }).waitFor();
      await page.getByText('Comparing the answers…').waitFor({ state: 'hidden' });
      await photograph(page, `comparison-${tab}-${name.replace(/\W+/g, '-')}`);
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    it('every cell is as tall as its row, also where nothing of it is in sight', async () => {
      const { page } = app;
      await readRun(page, runId, 'mode=consensus&tab=answer');
      const grid = page.getByRole('grid');
      await grid.getByRole('rowheader').first().waitFor();
      const gaps = () =>
        grid.evaluate((element) =>
          [...element.querySelectorAll('[data-row]')].flatMap((row) =>
            [...row.querySelectorAll('[role=gridcell]')].map((cell) =>
              Math.abs(row.getBoundingClientRect().height - cell.getBoundingClientRect().height),
            ),
          ),
        );
      await expect.poll(async () => Math.max(...(await gaps()))).toBeLessThan(1);
      expect((await gaps()).length).toBeGreaterThan(4);
    });
  });
});
