import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { listStoryBrands, storeStory } from '#tests/support/history/overviewStories.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { readRun } from '../harness/comparedRun.ts';
import { photograph, sizes } from '../harness/pictures.ts';

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`gaps${note}`, () => {
  let dataFolder: string;
  let runId: string;
  let app: OpenApp | null = null;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-gaps-'));
    runId = await storeStory(dataFolder, 'missingInBrazil');
  });
  afterAll(async () => {
    const problems = app?.problems();
    await app?.quit();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  it('are listed where competitors are present and you are not, handled by keyboard, and opened from a run', async () => {
    app = await browserHost.open({ dataFolder, viewport: sizes.laptop });
    const { page } = app;
    await page.getByRole('link', { name: 'Gaps', exact: true }).press('Enter');
    await page.getByText('Add your brand and your competitors').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Manage brands' }).click();
    await listStoryBrands(dataFolder);

    await readRun(page, runId, '');
    await page.getByRole('link', { name: 'Gaps of this run' }).click();
    await page.getByText('Only the answers of one run.').waitFor();
    await page.getByRole('button', { name: 'Show all runs' }).press('Enter');
    await page.getByText('4 open gaps; 0 done, 0 ignored, 0 closed.').waitFor();
    // By cause first: competitors, and pages to win.
    const rivals = page.getByRole('table', { name: 'Competitors named where you are not' });
    await rivals.getByRole('row', { name: /^Rival 3 of 3 / }).waitFor();
    const pages = page.getByRole('table', { name: 'Pages to win' });
    await pages.getByRole('link', { name: 'cadeados.example', exact: true }).waitFor();
    await photograph(page, 'gaps-by-cause');
    expect(await accessibilityProblems(page)).toEqual([]);
    await pages.getByRole('button', { name: 'Mark cadeados.example as done' }).press('Enter');
    await page.getByRole('tab', { name: 'Open 3' }).waitFor();
    await page.getByRole('button', { name: /^Undo/ }).press('Enter');
    await page.getByRole('tab', { name: 'Open 4' }).waitFor();
    await pages.getByRole('link', { name: 'cadeados.example', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Select cadeados.example, Brazil' }).waitFor();
    await page.getByLabel('Domain').selectOption('');
    await page.getByLabel('Kind').selectOption('');
    const table = page.getByRole('table', { name: 'Gaps' });
    await table
      .getByRole('row', { name: /Rival Mention .*People trust the Rival most\..* 3 of 3/ })
      .waitFor();
    await table.getByRole('link', { name: 'www.cadeados.example/locks' }).waitFor();
    await photograph(page, 'gaps');
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('checkbox', { name: 'Select cadeados.example, Brazil' }).press('Space');
    await page.getByRole('button', { name: 'Mark as done' }).press('Enter');
    await page.getByText('1 gap marked as done', { exact: true }).waitFor();
    await photograph(page, 'gaps-undo');
    await page.getByRole('button', { name: /^Undo/ }).press('Enter');
    await page.getByRole('tab', { name: 'Open 4' }).waitFor();
    await page.getByRole('button', { name: 'Redo' }).press('Enter');
    await page.getByRole('tab', { name: 'Open 3' }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Done 1', selected: true }).waitFor();
    await table.getByText(/^Done .*, not asked since$/).waitFor();
    await page.getByRole('button', { name: 'Add note to cadeados.example, Brazil' }).press('Enter');
    await page.getByRole('textbox', { name: 'Note' }).fill('Asked the editors');
    await page.getByRole('button', { name: 'Save note' }).press('Enter');
    await page.getByRole('button', { name: 'Edit note of cadeados.example, Brazil' }).waitFor();

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByLabel('Competitor', { exact: true }).selectOption({ label: 'Rival (1)' });
    await page.getByRole('tab', { name: 'Open 2' }).click();
    await page.getByText('2 open gaps').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Rival', exact: true }).click();
    await expect.poll(() => page.url()).toContain('#/answer/');
  });
});
