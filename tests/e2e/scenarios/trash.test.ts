import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { storeStory, storyQuestion } from '#tests/support/history/overviewStories.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { photograph, sizes } from '../harness/pictures.ts';
import { answers, ask, goTo } from '../harness/window.ts';

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`the trash${note}`, () => {
  let dataFolder: string;
  let app: OpenApp | null = null;
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-trash-'));
    await storeStory(dataFolder, 'missingInBrazil', Date.now());
  });
  afterEach(async () => {
    const problems = app?.problems();
    await app?.quit();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  it('gives a deleted run back by Undo or from the settings, until it is deleted permanently', async () => {
    app = await browserHost.open({ dataFolder, colorScheme: 'dark', viewport: sizes.laptop });
    const { page } = app;
    const inHistory = page.getByRole('option', { name: storyQuestion });
    const deleteRun = async (): Promise<void> => {
      await goTo(page, 'History');
      await inHistory.waitFor();
      await page.getByRole('button', { name: 'Delete selected run' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete 12 answers' }).click();
      await inHistory.waitFor({ state: 'detached' });
    };
    const openTrash = async (): Promise<void> => {
      await goTo(page, 'Settings');
      await page.getByRole('link', { name: 'Data', exact: true }).click();
    };
    const messages = page.getByRole('region', { name: 'Notifications' });

    await deleteRun();
    await messages.getByText('Run moved to the trash').waitFor();
    await photograph(page, 'trash-undo');
    await messages.getByRole('button', { name: /^Undo/ }).click();
    await inHistory.waitFor();
    await messages.getByText('Undone: Run moved to the trash').waitFor();
    await messages.getByRole('button', { name: 'Redo' }).click();
    await inHistory.waitFor({ state: 'detached' });

    await openTrash();
    const trash = page.getByRole('list', { name: 'Deleted runs' });
    await trash.getByText('First project · 12 answers · deleted').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await trash.scrollIntoViewIfNeeded();
    await photograph(page, 'trash');
    await trash.getByRole('button', { name: `Restore ${storyQuestion}` }).press('Enter');
    await page.getByText(/^The trash is empty\./).waitFor();

    await deleteRun();
    await openTrash();
    await trash.getByRole('button', { name: `Delete ${storyQuestion} permanently` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete this run permanently?' });
    await dialog.getByRole('button', { name: 'Delete 12 answers' }).click();
    await page.getByText(/^The trash is empty\./).waitFor();
    await goTo(page, 'History');
    await page.getByText('No runs yet').waitFor();
    expect(await inHistory.count()).toBe(0);
  });

  it('takes a run in progress, which is cancelled first, and gives it back by Undo', async () => {
    app = await browserHost.open({ dataFolder });
    const { page } = app;
    const question = 'Which lock? [[sandbox outcome=hang]]';
    await goTo(page, 'Ask');
    await ask(page, { question, markets: 'us, de' });
    await answers(page).getByText('running').first().waitFor();
    const places = page.getByRole('navigation', { name: 'Navigation' });
    await places.getByRole('link', { name: 'History' }).and(page.locator('[aria-current=page]')).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete run…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this run?' });
    await dialog.getByText(/The run is cancelled first: nothing more is sent/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel and delete run' }).click();
    const messages = page.getByRole('region', { name: 'Notifications' });
    await messages.getByText('Run moved to the trash').waitFor();
    await goTo(page, 'History');
    const inHistory = page.getByRole('option', { name: 'Which lock?' });
    await inHistory.waitFor({ state: 'detached' });
    await messages.getByRole('button', { name: /^Undo/ }).click();
    await inHistory.waitFor();
    expect(await inHistory.innerText()).not.toContain('running');
  });
});
