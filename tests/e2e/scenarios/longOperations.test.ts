import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { countsOf, fillHistory } from '#tests/support/maintenance/filledHistory.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { readRun } from '../harness/comparedRun.ts';
import { photograph } from '../harness/pictures.ts';
import { goTo } from '../harness/window.ts';

const { skip, note } = requirement(chromiumMissing());
const runs = 10;
const answersPerRun = 300;

describe.skipIf(skip)(`work that takes long${note}`, () => {
  let dataFolder: string;
  let runIds: readonly string[];
  let app: OpenApp;
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-e2e-'));
    runIds = fillHistory(dataFolder, { runs, answersPerRun, fillerBytes: 4000 });
    app = await browserHost.open({ dataFolder });
  });
  afterEach(async () => {
    await app.quit();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('says how many answers of a run are read, and stops a check of the history when asked', async () => {
    const { page } = app;
    await collectTexts(page);
    await readRun(page, runIds[0] ?? '', 'tab=overview');
    const readings = async (): Promise<readonly string[]> =>
      (await collectedTexts(page)).filter((text) => /^Reading [\d,]+ of 300 answers…/.test(text));
    await expect.poll(async () => (await readings()).length).toBeGreaterThan(0);

    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByRole('button', { name: 'Full check' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    await cancel.waitFor();
    await photograph(page, 'long-operation');
    await cancel.click();
    await page.getByText('Cancelled. Nothing was changed.').waitFor();
    await cancel.waitFor({ state: 'hidden' });
    expect(await page.getByText('every stored answer were checked').count()).toBe(0);
    expect(countsOf(join(dataFolder, 'history.db')).observations).toBe(runs * answersPerRun);
    expect(app.problems()).toEqual([]);
  });
});

/** Keeps what every status says from now on: progress is gone before a test could look for it. */
const collectTexts = (page: Page): Promise<void> =>
  page.evaluate(`{
    globalThis.saidTexts = [];
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role="status"]')) saidTexts.push(status.textContent);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  }`);

const collectedTexts = (page: Page): Promise<readonly string[]> => page.evaluate('globalThis.saidTexts');
