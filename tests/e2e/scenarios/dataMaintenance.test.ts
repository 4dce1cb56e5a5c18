import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { countsOf, fillHistory } from '#tests/support/maintenance/filledHistory.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { photograph } from '../harness/pictures.ts';
import { goTo } from '../harness/window.ts';

const { skip, note } = requirement(chromiumMissing());
const agesInDays = [400, 300, 20, 2];

describe.skipIf(skip)(`data maintenance${note}`, () => {
  let dataFolder: string;
  let app: OpenApp;
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-e2e-'));
    fillHistory(dataFolder, {
      runs: 4,
      answersPerRun: 60,
      fillerBytes: 4000,
      atMs: (run) => Date.now() - (agesInDays[run] ?? 0) * 86_400_000,
    });
    app = await browserHost.open({ dataFolder });
  });
  afterEach(async () => {
    await app.quit();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('shows sizes; checks, backs up and compacts the file; and deletes what a retention rule states', async () => {
    const { page } = app;
    const file = join(dataFolder, 'history.db');
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    const sizes = page.getByRole('table', { name: 'Size of the history by kind' });
    await sizes.getByRole('row', { name: /Answers \(compressed\) .* 240$/ }).waitFor();
    await page.getByRole('button', { name: 'Export Size of the history by kind' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as JSON Lines' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('size.jsonl');
    const sizesFile = join(dataFolder, 'size.jsonl');
    await saved.saveAs(sizesFile);
    expect(readFileSync(sizesFile, 'utf8')).toMatch(/^\{"kind":"answers","bytes":\d+,"rows":240\}$/m);
    await page.getByRole('button', { name: 'Full check' }).click();
    await page.getByText('every stored answer were checked').waitFor();
    await page.getByLabel('Delete runs after (months)').fill('6');
    await page.getByText(/To delete now: 2 runs with 120 answers/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'data');
    await page.getByRole('button', { name: 'Save rule' }).click();
    const deleteNow = page.getByRole('button', { name: 'Delete now…' });
    await deleteNow.and(page.locator(':enabled')).click();
    expect(countsOf(file).runs).toBe(4);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing to delete now.').waitFor();
    expect(countsOf(file)).toMatchObject({ runs: 2, observations: 120 });

    const copy = join(dataFolder, 'copy.db');
    await page.getByLabel('Back up to file').fill(copy);
    await page.getByRole('button', { name: 'Back up' }).click();
    await page.getByText(/Backed up: 120 answers/).waitFor();
    expect(existsSync(copy)).toBe(true);
    await page.getByRole('button', { name: 'Compact' }).click();
    await page.getByText(/Compacted: .* before/).waitFor();
    expect(countsOf(file)).toMatchObject({ runs: 2, observations: 120 });
    expect(app.problems()).toEqual([]);
  });

  it('keeps everything in its place while the sizes are counted', async () => {
    const { page } = app;
    await goTo(page, 'Settings');
    // Every place in any frame, from before the section on.
    await page.evaluate(`
      window.places = new Set();
      const look = () => {
        for (const button of document.querySelectorAll('button'))
          if (button.textContent === 'Full check') window.places.add(button.getBoundingClientRect().top);
        requestAnimationFrame(look);
      };
      look();
    `);
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByText(/in total, .* of it in the write-ahead log/).waitFor();
    expect(await page.evaluate('window.places.size')).toBe(1);
  });

  it('cancels a check, compact, repair, backup, restore and move from the window, and leaves nothing of them', async () => {
    const { page } = app;
    const outside = await mkdtemp(join(tmpdir(), 'parallax-e2e-outside-'));
    const backup = join(outside, 'backup.db');
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByLabel('Back up to file').fill(backup);
    await page.getByRole('button', { name: 'Back up' }).click();
    await page.getByText(/Backed up: 240 answers/).waitFor();
    // As soon as it can be pressed: the work on a small history is done in the time that a mouse takes.
    await page.evaluate(`
      window.waiting = false;
      new MutationObserver(() => {
        const button = document.querySelector('[role="status"] + button');
        if (!window.waiting || button?.textContent !== 'Cancel') return;
        window.waiting = false;
        button.click();
      }).observe(document.body, { childList: true, subtree: true });
    `);
    const before = countsOf(join(dataFolder, 'history.db'));
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const confirm = (name: string) =>
      page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    const works = [
      () => press('Full check'),
      () => press('Compact'),
      () => press('Repair…').then(() => confirm('Repair')),
      async () => {
        await page.getByLabel('Back up to file').fill(join(outside, 'copy.db'));
        await press('Back up');
      },
      async () => {
        await page.getByLabel('Restore from backup, or from another data folder').fill(backup);
        await press('Restore…');
        await confirm('Restore');
      },
      async () => {
        await page.getByLabel('Move data folder to').fill(join(outside, 'made', 'new'));
        await press('Move…');
        await confirm('Move');
      },
    ];
    const said = page.getByText('Cancelled. Nothing was changed.');
    for (const work of works) {
      await page.evaluate('window.waiting = true');
      await work();
      await expect.poll(() => page.evaluate('window.waiting')).toBe(false);
      await page.getByRole('button', { name: 'Full check' }).and(page.locator(':enabled')).waitFor();
      await said.waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).last().click();
      await said.waitFor({ state: 'detached' });
    }
    expect(countsOf(join(dataFolder, 'history.db'))).toEqual(before);
    expect(await readdir(outside)).toEqual(['backup.db']);
    expect((await readdir(dataFolder)).filter((name) => /before-|unfinished|ing$/.test(name))).toEqual([]);
    expect(app.problems()).toEqual([]);
    await rm(outside, { recursive: true, force: true, maxRetries: 5 });
  });
});
