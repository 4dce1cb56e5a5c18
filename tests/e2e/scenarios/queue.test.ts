import { expect, it } from 'vitest';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInBrowser } from '../harness/hosts.ts';
import { photograph, sizes } from '../harness/pictures.ts';
import { goTo } from '../harness/window.ts';

describeInBrowser('queue and credits', (stage) => {
  it('show what waits and what was spent; a cleared queue leaves cancelled cells and none in doubt', async () => {
    const { page } = await stage().open();
    await page.setViewportSize(sizes.laptop);
    await goTo(page, 'Plans');
    await page.getByLabel('Name of the plan').fill('Fahrradschlösser, wöchentlich');
    await page
      .getByLabel('Questions, one a line')
      .fill(
        'Which lock? [[sandbox latency=5000 words=20]]\n最も安全な鍵は? [[sandbox latency=5000 words=20]]',
      );
    await page.getByLabel('Markets', { exact: true }).fill('de, jp, us');
    await page.keyboard.press('Enter');
    await page.getByLabel('assistant-b').check();
    await page.getByLabel('Samples of each cell').fill('20');
    await page.getByLabel('How').selectOption('queued');
    await page.getByLabel('Priority of queued tasks').selectOption('10');
    await page.getByRole('button', { name: 'Run 240 cells' }).click();
    await page.getByText(/of 240 · running/).waitFor();

    await goTo(page, 'Queue');
    const runs = page.getByRole('region', { name: 'Our runs' });
    await runs.getByText('Fahrradschlösser, wöchentlich · version 1').waitFor();
    await page.getByRole('region', { name: 'Tasks of ours by engine' }).waitFor();
    const byPriority = page.getByRole('region', { name: 'Queued tasks by priority' });
    await byPriority.getByRole('cell', { name: '10', exact: true }).waitFor();
    await photograph(page, 'queue');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear the queue…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clear the queue?' });
    await dialog.getByText(/Cells of 1 run here become cancelled/).waitFor();
    await dialog.getByRole('button', { name: /^Remove \d+ tasks?$/ }).click();
    await page.getByText(/^Removed \d+ tasks?; \d+ cells? here cancelled/).waitFor();
    await runs.getByText('No run of ours is under way on this connection.').waitFor();
    expect(await page.getByText(/unknown/).count()).toBe(0);

    await page.getByRole('tab', { name: 'Credits' }).click();
    const charges = page.getByRole('region', { name: 'Charges', exact: true });
    await charges.getByRole('combobox', { name: 'By' }).selectOption('engine');
    await charges.getByRole('cell', { name: 'assistant-a' }).waitFor();
    await page.getByText(/ledger says the same/).waitFor();
    await page.getByLabel('Ceiling of a day (UTC)').fill('5000');
    await page.getByRole('button', { name: 'Store the ceilings' }).click();
    await page.getByText('The ceilings are stored').waitFor();
    await photograph(page, 'credits');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
