import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PeriodOverview } from '#shared/documents/periodOverview.ts';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { listStoryBrands, storeStory } from '#tests/support/history/overviewStories.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { photograph, sizes } from '../harness/pictures.ts';

const { skip, note } = requirement(chromiumMissing());
const dayMs = 86_400_000;
const german = 'Wöchentliche Sichtbarkeit der Fahrradschlösser im deutschsprachigen Raum';
const arabic = 'متابعة أقفال الدراجات الهوائية أسبوعيا';
const isoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

describe.skipIf(skip)(`the overview of a project${note}`, () => {
  let dataFolder: string;
  let app: OpenApp | null = null;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-project-overview-'));
    const now = Date.now();
    // In the later weeks Rival is named everywhere, Thule nowhere, and Acme in Brazil too.
    for (const [story, ago] of [
      ['missingInBrazil', 49],
      ['missingInBrazil', 42],
      ['missingInBrazil', 35],
      ['noiseWithFailures', 21],
      ['noiseWithFailures', 14],
      ['noiseWithFailures', 7],
    ] as const)
      await storeStory(dataFolder, story, now - ago * dayMs);
  });
  afterAll(async () => {
    const problems = app?.problems();
    await app?.quit();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  it('asks for your brand, then opens first and shows the figures of the trend', async () => {
    app = await browserHost.open({ dataFolder, viewport: sizes.laptop });
    await app.page.getByRole('link', { name: 'Overview', exact: true }).press('Enter');
    await app.page.getByText('Set your brand').waitFor();
    expect(await accessibilityProblems(app.page)).toEqual([]);
    await app.quit();
    await listStoryBrands(dataFolder);
    const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
    await parallax('plan', 'create', 'locks', '--question', 'Which bicycle lock?', '--countries', 'DE');
    for (const name of [german, arabic])
      expect(
        await parallax('monitor', 'create', name, '--plan', 'locks', '--cron', '0 7 * * 1'),
      ).toMatchObject({ code: 0 });

    app = await browserHost.open({ dataFolder, viewport: sizes.laptop });
    const { page } = app;
    await expect.poll(() => page.url()).toContain('#/overview');
    await page.getByText(/^Visibility of Acme is .* in the 28 days before: no difference shown\.$/).waitFor();
    await page.getByText('It rose in Brazil. Thule lost 100 points and Rival gained 67 points.').waitFor();

    // The same figures as in the terminal, over the same eight weeks.
    const tomorrow = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
    const period = ['--from', isoDay(tomorrow - 56 * dayMs), '--to', isoDay(tomorrow - dayMs)];
    const { stdout } = await runParallax(
      ['trend', 'visibility', '--by', 'brand', '--every', 'day', ...period],
      { dataFolder },
    );
    const table = page.getByRole('table', {
      name: 'Visibility in the last 28 days against the 28 days before',
    });
    for (const name of ['Acme', 'Rival', 'Thule']) {
      const [, before, now] = new RegExp(`^${name}: .*\\(([\\d.]+ %) → ([\\d.]+ %)`, 'm').exec(stdout) ?? [];
      expect([before, now]).not.toContain(undefined);
      await table.getByRole('row', { name: new RegExp(`^${name} ${before} ${now} `) }).waitFor();
    }
    // The command line says the same, from the same figures.
    const [overview] = jsonLines((await parallax('overview', '--json')).stdout);
    const { sentences, brands } = overview as unknown as PeriodOverview;
    const verdict = page.getByRole('region', { name: 'Brands' }).getByRole('status');
    for (const sentence of sentences) await verdict.getByText(sentence).waitFor();
    expect(brands.map(({ label }) => label).sort()).toEqual(['Acme', 'Rival', 'Thule']);
    const text = await parallax('overview', '--days', '28');
    for (const said of [...sentences, german, arabic]) expect(text.stdout).toContain(said);
    expect(await parallax('overview', '--question', '1')).toMatchObject({ code: 2 });
    for (const name of [german, arabic])
      await page.getByRole('region', { name: 'Next scheduled runs' }).getByText(name).first().waitFor();

    await page.getByRole('link', { name: /^Open \d+$/ }).waitFor();
    await page
      .getByRole('region', { name: 'Most cited domains' })
      .getByText(/^\d+ of \d+$/)
      .first()
      .waitFor();
    await page
      .getByRole('region', { name: 'Credits of Embedded' })
      .getByText('0 credits, no limit')
      .first()
      .waitFor();
    // The chart says of which week its last values are, as the sentence above counts four.
    await page.getByText(/^Latest: week of \d{4}-\d{2}-\d{2}$/).waitFor();
    await photograph(page, 'project-overview');
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('heading', { name: 'Visibility of your brand by market' }).waitFor();
    // Cited before, but not in these weeks.
    expect(await page.getByText('cadeados.example').count()).toBe(0);
    await page.getByRole('region', { name: 'Credits of Embedded' }).scrollIntoViewIfNeeded();
    await photograph(page, 'project-overview-facts');

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByLabel('Period', { exact: true }).selectOption('Last 7 days');
    await page
      .getByText(/in the 7 days before|nothing to compare/)
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'project-overview-dark');

    // Found in the palette, also from elsewhere; an address that says a screen goes before it.
    await page.getByRole('link', { name: /^Open \d+$/ }).press('Enter');
    await expect.poll(() => page.url()).toContain('#/gaps');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dashboard');
    await page
      .getByRole('option', { name: /Overview/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#/overview');
    await page.goto(`${page.url().split('#')[0]}#/history`);
    await page.reload();
    await page.getByRole('searchbox', { name: 'Search history' }).waitFor();
    expect(page.url()).toContain('#/history');
  });
});
