import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { storeStory } from '#tests/support/history/overviewStories.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { readRun } from '../harness/comparedRun.ts';
import { photograph, sizes } from '../harness/pictures.ts';
import { openTab } from '../harness/window.ts';

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`the overview of a run${note}`, () => {
  let dataFolder: string;
  let app: OpenApp | null = null;
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-overview-'));
  });
  afterEach(async () => {
    const problems = app?.problems();
    await app?.quit();
    app = null;
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  it('tells a difference and a failure from what may be chance, and leads to the evidence', async () => {
    const runs = {
      difference: await storeStory(dataFolder, 'missingInBrazil'),
      failures: await storeStory(dataFolder, 'noiseWithFailures'),
    };
    for (const brand of [
      ['Acme', 'own'],
      ['Rival', 'competitor'],
      ['Thule', 'competitor'],
    ] as const)
      await runParallax(['brands', 'add', brand[0], '--as', brand[1]], { dataFolder });
    app = await browserHost.open({ dataFolder, viewport: sizes.laptop });
    const { page } = app;
    await readRun(page, runs.difference, '');
    const overview = page.getByRole('region', { name: 'Overview', exact: true });
    await overview.getByText('Acme is named in 3 of 4 countries: 9 of 12 answers').waitFor();
    await overview.getByText('Missing in Brazil, where Rival leads.').waitFor();
    await overview.getByText(/^Get named on cadeados\.example/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'overview');

    await overview.getByRole('link', { name: /^cadeados\.example/ }).press('Enter');
    const row = page.getByRole('region', { name: 'Sources by market' }).locator('tr[aria-current="true"]');
    await row.filter({ hasText: 'cadeados.example' }).waitFor();
    await page.goBack();
    await overview.getByRole('link', { name: 'Brazil', exact: true }).click();
    const brand = page.getByRole('region', { name: 'Brands by market' }).locator('tr[aria-current="true"]');
    await brand.filter({ hasText: 'Acme' }).waitFor();

    // What was chosen last is what the next run opens in.
    await openTab(page, 'Overview');
    await readRun(page, runs.failures, '');
    await overview.getByText('Japan has no answer: figures are for 4 countries.').waitFor();
    await overview.getByText(/No significant difference between the countries was shown/).waitFor();
    expect(await overview.getByText(/Missing in|differ significantly/).count()).toBe(0);
    await overview.getByRole('button', { name: 'Retry 4 failed requests' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'overview-failures');
    await openTab(page, 'Brands');
    await readRun(page, runs.difference, '');
    await page.getByRole('tab', { name: 'Brands', selected: true }).waitFor();
  });

  it('says without your brand and with too few repeats what can be said, and what to do', async () => {
    const runId = await storeStory(dataFolder, 'oneRepeat');
    app = await browserHost.open({ dataFolder, colorScheme: 'dark', viewport: sizes.laptop });
    const { page } = app;
    await readRun(page, runId, '');
    const overview = page.getByRole('region', { name: 'Overview', exact: true });
    await overview.getByText('Your brand is not set.').waitFor();
    await overview.getByText('cannot be judged at 1 repeat: at least 4 per country are needed').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'overview-one-repeat');
    const askAgain = overview.getByRole('button', { name: /^Ask with \d+ repeats per country$/ });
    const repeats = (await askAgain.innerText()).match(/\d+/)?.[0] ?? '';
    expect(Number(repeats)).toBeGreaterThan(4);
    await askAgain.click();
    await page.getByRole('button', { name: `${repeats} repeats per market` }).waitFor();
    await overview.getByRole('link', { name: 'Set your brand' }).click();
    await page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor();
  });
});
