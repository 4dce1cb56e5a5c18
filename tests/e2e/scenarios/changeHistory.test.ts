import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { storeAnswers } from '#tests/support/history/storedAnswers.ts';
import { silent } from '#tests/support/history/temporaryHistory.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { historyEntry } from '#tests/support/programs.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { photograph } from '../harness/pictures.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 10, 2, 9, 30);
const question = 'Welche Faltschlösser gelten als sicher?';

/** A week of answers in Germany: the order changes, and one source makes room for another. */
function answerOf(place: number) {
  const hosts =
    place < 3 ? ['testlabor', 'radforum', 'preisblick'] : ['radforum', 'testlabor', 'schlosskunde'];
  const best = place < 4 ? 'Falkenried' : 'Sennaro';
  const markdown = `## Kurz gesagt\n\nAm häufigsten wird **${best}** genannt, wenn es um Faltschlösser geht.\n\n1. **${best}**, weil es im Test am längsten hielt\n2. **Brückner & Lenz**, für den Alltag\n\nStand: Messung ${place + 1}.`;
  return {
    country: 'DE',
    atMs: start + place * day,
    question,
    result: {
      text: markdown.replaceAll(/[#*]/g, ''),
      markdown,
      sources: hosts.map((host, index) => ({
        position: index + 1,
        url: `https://${host}.example/faltschloss`,
        label: `${host}: Faltschlösser`,
      })),
    },
  };
}

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`an answer and its series, on ${browserHost.name}${note}`, () => {
  let dataFolder: string;
  let app: OpenApp;
  let ids: readonly string[];
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-e2e-'));
    const history = await openHistory({
      entry: historyEntry,
      file: join(dataFolder, 'history.db'),
      log: silent,
    });
    ids = await storeAnswers(
      history,
      Array.from({ length: 7 }, (_, place) => answerOf(place)),
    );
    await history.close();
    app = await browserHost.open({ dataFolder });
  });
  afterEach(async () => {
    const problems = app.problems();
    await app.quit();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  it('is found, labelled, annotated, stepped through by keyboard and exported', async () => {
    const { page } = app;
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'History' }).click();
    await page.getByRole('searchbox', { name: 'Search history' }).fill('faltschlösser');
    const found = page.getByRole('listbox', { name: 'Search results' });
    await expect.poll(() => found.getByRole('option').count()).toBe(7);
    await found.focus();
    await page.keyboard.press('o');
    await page.getByRole('heading', { level: 1, name: question }).waitFor();
    await page.getByText('Run 7 of 7').waitFor();

    await page.getByRole('combobox', { name: 'New label' }).fill('Kunde-A wichtig');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove kunde-a' }).waitFor();
    await page.getByRole('textbox', { name: 'New note' }).fill('Neue Reihenfolge: nachfragen.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Notes' }).getByText('Neue Reihenfolge').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'answer');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Export' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Answers as Excel workbook' }).click()),
    ]);
    expect(download.suggestedFilename()).toMatch(/^answers-\d{4}-\d\d-\d\d\.xlsx$/);
    await page.getByRole('status').filter({ hasText: '1 answer exported' }).waitFor();
    const [tables] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Export' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Other formats' }).press('ArrowRight'))
        .then(() => page.getByRole('menuitem', { name: 'Answers as Parquet tables' }).click()),
    ]);
    expect(tables.suggestedFilename()).toMatch(/^answers-\d{4}-\d\d-\d\d\.parquet\.zip$/);

    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('[');
    await page.getByText('Run 6 of 7').waitFor();
    await page.keyboard.press(']');
    await page.getByText('Run 7 of 7').waitFor();
    await page.getByRole('region', { name: 'Notes' }).getByText('Neue Reihenfolge').waitFor();

    await page.getByRole('button', { name: 'Change history' }).click();
    const changes = page.getByRole('region', { name: 'What changed' });
    await changes.getByText('the same, in the same order').waitFor();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await page.getByText('Run 4 of 7').waitFor();
    await changes.getByText('1 new, 1 lost, 2 moved').waitFor();
    await page.getByRole('columnheader').nth(2).waitFor();
    expect(page.url()).toContain(`to=${ids[3]}`);
    await page.getByRole('combobox', { name: /^From/ }).selectOption('1');
    await page.getByRole('combobox', { name: /^To/ }).selectOption('4');
    await page.getByRole('button', { name: '2 runs between' }).click();
    await expect.poll(() => page.getByRole('columnheader').count()).toBe(5);
    await page.getByRole('button', { name: '2 runs between' }).click();
    await expect.poll(() => page.getByRole('columnheader').count()).toBe(3);
    await photograph(page, 'change-history');
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByText('4 domains, 2 in one run only').waitFor();
    expect(
      await page
        .getByRole('main')
        .getByText(/market/)
        .count(),
    ).toBe(0);

    await page.getByRole('button', { name: 'First and last seen' }).click();
    const seen = page.getByRole('table', { name: 'Sources, first and last seen' });
    await seen.getByRole('row', { name: /^preisblick\.example 3 of 7/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
