import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { storeClaims, storeRatings } from '#tests/support/history/claimStory.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { readRun } from '../harness/comparedRun.ts';
import { photograph, sizes } from '../harness/pictures.ts';

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`claims about brands${note}`, () => {
  let dataFolder: string;
  let runId: string;
  // For each theme: what one labels and corrects must not stand in the other.
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-claims-'));
    runId = await storeClaims(dataFolder);
    await runParallax(['brands', 'add', 'Acme', '--as', 'own'], { dataFolder });
    await runParallax(['brands', 'add', 'Rival', '--as', 'competitor'], { dataFolder });
    await storeRatings(dataFolder, runId);
  });
  afterEach(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));

  it.each(['light', 'dark'] as const)(
    'are quoted, open the answer at the quote, and can be corrected (%s)',
    async (theme) => {
      const app: OpenApp = await browserHost.open({ dataFolder, viewport: sizes.laptop, colorScheme: theme });
      const { page } = app;
      try {
        await readRun(page, runId, 'tab=claims');
        const table = page.getByRole('region', { name: 'Claims by aspect and market' });
        await table.getByText('Acme', { exact: true }).waitFor();
        await page.getByText('5 of 6 answers rated').waitFor();
        await page.getByRole('button', { name: 'How reliable is this?' }).press('Enter');
        const reliability = page.getByRole('dialog', { name: 'Agreement with your labels' });
        await reliability.getByText('agreement not shown: no labels').first().waitFor();
        await reliability.getByRole('button', { name: 'Label quotes' }).first().press('Enter');
        const labelling = page.getByRole('dialog', { name: 'Label quotes' });
        await labelling.getByText('1 of 4: what does this say about').waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        await photograph(page, `claims-label-${theme}`);
        await page.keyboard.press('1');
        await labelling.getByText('2 of 4').waitFor();
        await page.keyboard.press('Escape');
        await reliability.getByText(/, 1 labels/).waitFor();
        await page.keyboard.press('Escape');
        await reliability.waitFor({ state: 'hidden' });

        await table.getByRole('button', { name: '1−', exact: true }).first().click();
        const quotes = page.getByRole('region', { name: 'Quotes' });
        await quotes.getByRole('heading').waitFor();
        const price = table.getByTitle(/^Acme, Price: .*Show the quotes$/).first();
        await price.click();
        const quote = quotes.getByText('Acme is one of the most affordable brands.');
        await quote.waitFor();
        // The quotes stand beside the table, which gives up the width they need.
        const shown = await quotes.boundingBox();
        expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
        expect(await accessibilityProblems(page)).toEqual([]);
        await photograph(page, `claims-${theme}`);

        const item = quotes
          .getByRole('listitem')
          .filter({ hasText: 'Acme is one of the most affordable brands.' });
        await item.getByRole('button', { name: 'Correct this claim' }).click();
        await page.getByRole('menuitemradio', { name: 'Mixed' }).click();
        await item.getByText('corrected').waitFor();
        await page.getByText(/1 corrected, 0 removed/).waitFor();
        await item.getByRole('button', { name: 'Correct this claim' }).click();
        await page.getByRole('menuitem', { name: 'Use the model’s again' }).click();
        await page.getByText(/0 corrected, 0 removed/).waitFor();

        await item.getByRole('link', { name: 'US' }).click();
        await page.getByRole('tab', { name: 'Answer', selected: true }).waitFor();
        await page.getByText('1 of 1 · 1 match in 1 market').waitFor();
        // The sentence stands in several text nodes: one of its words is bold.
        await expect.poll(() => page.evaluate('CSS.highlights.get("found")?.size ?? 0')).toBe(1);
        await photograph(page, `claims-answer-${theme}`);
        await page.goBack();
        await table.waitFor();
      } finally {
        const problems = app.problems();
        await app.quit();
        expect(problems).toEqual([]);
      }
    },
  );
});
