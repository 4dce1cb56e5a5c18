import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { storeTrendBrands, storeTrendHistory } from '#tests/support/history/trendHistory.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInOneProgram } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';

async function prepare(dataFolder: string): Promise<void> {
  await storeTrendHistory(dataFolder);
  storeTrendBrands(dataFolder);
}

describeInOneProgram('trends in the window', { prepare }, (app) => {
  let page: Page;
  beforeAll(() => {
    ({ page } = app());
  });

  it('draws a metric, reads its points by keyboard, explains its change and opens the answers', async () => {
    await page.getByRole('link', { name: 'Trends' }).click();
    const points = page.getByRole('slider', { name: /Trend chart/ });
    await points.focus();
    await page.keyboard.press('Home');
    await expect
      .poll(() => points.getAttribute('aria-valuetext'))
      .toBe('All, 2026-09-01: 50 %, 2 of 4, 95 % interval 15 % to 85 %');
    // Each day has an answer of some market; on the fourth France has none, and before the fifth Japan.
    const [whole, byMarket] = [page.getByLabel(/^Trend; also/), page.getByLabel(/^Trend of every market/)];
    expect(await whole.getByText('No data', { exact: true }).count()).toBe(0);
    await byMarket.getByText('No data', { exact: true }).waitFor();
    // Germany and France, which both halves have: 6 of 14 answers, then 16 of 16.
    await page.getByText('+57 points from first to second half').waitFor();
    await page.getByText('2026-09-07: assistant-a: provider sandbox → openai (3 segments)').waitFor();
    await photograph(page, 'trends');

    await page.getByLabel('Break down by', { exact: true }).selectOption('Brand');
    const change = page.getByRole('table', { name: 'Change from first to second half of the period' });
    await change.getByRole('row', { name: /^CycleGuard 57 % 0 % -57 points/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'trends-brands');

    await page.getByLabel('Break down by', { exact: true }).selectOption('Market');
    await page.getByRole('columnheader', { name: 'JP' }).waitFor();
    expect(page.url()).toContain('by=market');
    const table = page.getByRole('region', { name: 'Data table' });
    expect(await table.getByText('no data').count()).toBe(5);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByText('Figures pool answers from different surfaces: Search page (26)').waitFor();
    await page.getByLabel('Break down by', { exact: true }).selectOption('Surface');
    await page.getByRole('columnheader', { name: 'Model API' }).waitFor();
    await page.getByRole('button', { name: 'Surfaces: all' }).press('Enter');
    await page.getByRole('checkbox', { name: /^Model API/ }).press('Space');
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Search page' }).waitFor({ state: 'detached' });
    expect(await page.getByText(/Figures pool answers/).count()).toBe(0);

    // A link written by hand names the brand as a person does.
    await page.goto(`${page.url().split('#')[0]}#/trends?brand=CycleGuard&by=market`);
    await page.getByText(/^Visibility of CycleGuard, all: /).waitFor();
    const brand = page.getByLabel('Brand', { exact: true });
    expect(await brand.locator('option:checked').textContent()).toBe('CycleGuard');
    await brand.selectOption('Foldmaster');

    const parts = page.getByRole('region', { name: 'What drove the change' });
    await parts.getByRole('row', { name: /^Provider or response type 50\.0 points/ }).waitFor();
    await parts.getByRole('button', { name: /Provider or response type, after: open/ }).click();
    await expect.poll(() => page.url()).toContain('#/selection/');
  });

  it('shows an annotation on every trend; it is added, edited and deleted by keyboard', async () => {
    await page.goto(`${page.url().split('#')[0]}#/trends?by=none`);
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('button', { name: 'Annotations' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Annotations' });
    await dialog.getByLabel('Date', { exact: true }).fill('2026-09-03');
    await dialog.getByLabel('Text').fill('Site relaunch');
    await press('Enter');
    await dialog.getByRole('button', { name: 'Edit Site relaunch' }).press('Enter');
    await page.keyboard.insertText(' موقع جديد');
    await press('Enter');
    await dialog.getByText('Site relaunch موقع جديد').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'trends-annotations-dialog');
    await press('Escape');
    await page.getByRole('listitem').filter({ hasText: '2026-09-03: ▲ Site relaunch موقع جديد' }).waitFor();
    const points = page.getByRole('slider', { name: /Trend chart/ });
    await points.focus();
    await press('Home', 'ArrowRight', 'ArrowRight');
    expect(await points.getAttribute('aria-valuetext')).toContain('annotation: Site relaunch');
    await photograph(page, 'trends-annotations');
    await page.getByLabel('Metric', { exact: true }).selectOption('Average position');
    await page.getByRole('listitem').filter({ hasText: 'Site relaunch' }).waitFor();
    await page.getByRole('button', { name: 'Annotations' }).press('Enter');
    await dialog.getByRole('button', { name: /^Delete Site relaunch/ }).press('Enter');
    await dialog.getByText('No annotations yet.').waitFor();
    await press('Escape');
    await page.getByRole('listitem').filter({ hasText: 'Site relaunch' }).waitFor({ state: 'detached' });
  });
});
