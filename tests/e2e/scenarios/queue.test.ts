import { expect, it } from 'vitest';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInBrowser } from '../harness/hosts.ts';
import { photograph, sizes } from '../harness/pictures.ts';
import { goTo } from '../harness/window.ts';

describeInBrowser('queue and credits', (stage) => {
  it('show queued tasks and spent credits; clearing the queue cancels its requests and leaves none unclear', async () => {
    // Slots and priorities matter where a service can be shared.
    const added = await runParallax(['connection', 'add', 'Agency', 'http://127.0.0.1:9'], {
      dataFolder: stage().dataFolder,
      env: { PARALLAX_API_KEY: `sk_${'a'.repeat(40)}` },
    });
    expect(added.code, added.stderr).toBe(0);
    const { page } = await stage().open();
    await page.setViewportSize(sizes.laptop);
    await goTo(page, 'Plans');
    await page.getByLabel('Plan name').fill('Fahrradschlösser, wöchentlich');
    await page
      .getByLabel('Questions (one per line)')
      .fill(
        'Which lock? [[sandbox latency=5000 words=20]]\n最も安全な鍵は? [[sandbox latency=5000 words=20]]',
      );
    await page.getByLabel('Markets', { exact: true }).fill('de, jp, us');
    await page.keyboard.press('Enter');
    await page.getByLabel('assistant-b').check();
    // Enough to wait for longer than a busy machine takes to come to the queue.
    await page.getByLabel('Repeats per question').fill('50');
    await page.getByLabel('Mode').selectOption('queued');
    await page.getByLabel('Priority of queued tasks').selectOption('10');
    await page.getByRole('button', { name: 'Run 600 requests' }).click();
    await page.getByText(/of 600 · running/).waitFor();

    await goTo(page, 'Service');
    const runs = page.getByRole('region', { name: 'Runs in progress' });
    await runs.getByText('Fahrradschlösser, wöchentlich · version 1').waitFor();
    await page.getByRole('region', { name: 'Your tasks by engine' }).waitFor();
    const byPriority = page.getByRole('region', { name: 'Queued tasks by priority' });
    await byPriority.getByRole('cell', { name: '10', exact: true }).waitFor();
    await photograph(page, 'queue');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear the queue…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clear the queue?' });
    await dialog.getByText(/Requests of 1 run here are cancelled/).waitFor();
    await dialog.getByRole('button', { name: /^Remove \d+ tasks?$/ }).click();
    await page.getByText(/^Removed \d+ tasks?; \d+ requests? here cancelled/).waitFor();
    await runs.getByText('No runs in progress on this connection.').waitFor();
    expect(await page.getByText(/unknown/).count()).toBe(0);

    await page.getByRole('tab', { name: 'Credits' }).click();
    const charges = page.getByRole('region', { name: 'Charges', exact: true });
    await charges.getByRole('combobox', { name: 'By' }).selectOption('engine');
    await charges.getByRole('cell', { name: 'assistant-a' }).waitFor();
    await page.getByText(/ledger agrees/).waitFor();
    await page.getByLabel('Daily credit limit (UTC)').fill('5000');
    await page.getByRole('button', { name: 'Save credit limits' }).click();
    await page.getByText('Credit limits saved').waitFor();
    await photograph(page, 'credits');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
