import { beforeAll, describe, expect, it } from 'vitest';
import { storeComparedRun } from '#tests/support/history/comparedRun.ts';
import { problemsInEitherScheme } from '../harness/accessibility.ts';
import { readRun } from '../harness/comparedRun.ts';
import { describeInOneProgram } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';

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
] as const;

const windows = [
  { size: '', viewport: { width: 1280, height: 800 } },
  // What 200 % of zoom leaves of a window of 1280 by 800.
  { size: ', zoomed to 200 %', viewport: { width: 640, height: 400 } },
] as const;

let runId: string;

async function prepare(dataFolder: string): Promise<void> {
  runId = await storeComparedRun(dataFolder);
}

describeInOneProgram('every tab of a comparison', { prepare }, (app) => {
  describe.each(windows)('light and dark$size', ({ size, viewport }) => {
    beforeAll(() => app().page.setViewportSize(viewport));

    it.each(tabs)('$shows is accessible', async ({ tab, shows }) => {
      const { page } = app();
      await readRun(page, runId, `mode=consensus&tab=${tab}`);
      await page.getByRole('tab', { name: shows, exact: true, selected: true }).waitFor();
      await page.getByText(/^Comparing \d/).waitFor({ state: 'hidden' });
      const problems = await problemsInEitherScheme(page, (colorScheme) =>
        photograph(page, `comparison-${tab}-${`${colorScheme}${size}`.replace(/\W+/g, '-')}`),
      );
      expect(problems).toEqual({ light: [], dark: [] });
    });

    it('every cell is as tall as its row, also while it is outside the viewport', async () => {
      const { page } = app();
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
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect.poll(async () => Math.max(...(await gaps()))).toBeLessThan(1);
        expect((await gaps()).length).toBeGreaterThan(4);
      }
    });
  });
});
