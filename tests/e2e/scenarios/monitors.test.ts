import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { browserHost } from '../harness/browserHost.ts';
import { photograph } from '../harness/pictures.ts';
import { goTo } from '../harness/window.ts';

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`a monitor in the window${note}`, () => {
  it('is put on a schedule, told about, paused, and its alert leads to the run', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-monitors-'));
    onTestFinished(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
    const { page, quit } = await browserHost.open({ dataFolder });
    onTestFinished(async () => void (await quit()));
    await goTo(page, 'Monitors');
    await page.getByRole('button', { name: 'Write a plan first' }).click();
    await page.getByLabel('Name of the plan').fill('Locks');
    await page.getByLabel('Questions, one a line').fill('Which lock? [[sandbox latency=5 words=20]]');
    await page.getByLabel('Markets', { exact: true }).fill('de, jp');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Store this plan' }).click();
    await page.getByRole('link', { name: /^Locks/ }).waitFor();

    await goTo(page, 'Monitors');
    await page.getByRole('button', { name: 'Put a plan on a schedule' }).click();
    await page.getByLabel('Name of the monitor').fill('Weekly');
    await page.getByLabel('Time zone').fill('Atlantis');
    await page.getByText('"Atlantis" is not a time zone.').waitFor();
    await page.getByLabel('Time zone').fill('Asia/Tokyo');
    const next = page.getByRole('region', { name: 'Next five times' });
    await next.getByText('At 07:00, only on Monday').waitFor();
    expect(await next.getByRole('listitem').count()).toBe(5);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('How often').selectOption('cron');
    await page.getByLabel('Cron line').fill('* * * * *');
    await page.getByRole('button', { name: 'Start monitoring' }).click();

    await page.getByLabel('What happens').selectOption('cost');
    await page.getByLabel('More than credits').fill('3');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('A run costs more than 3 credits').waitFor();
    await page
      .getByRole('link', { name: /The run cost \d+ credits/ })
      .first()
      .waitFor({ timeout: 100_000 });
    await page.getByRole('navigation', { name: 'Places' }).getByText('new alerts').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'monitor');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('None while it is paused').waitFor();
    await page
      .getByRole('link', { name: /The run cost \d+ credits/ })
      .first()
      .click();
    await page.getByText('2 of 2 · finished').waitFor();
  });
});
