import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { storeSeries } from '#tests/support/history/storedSeries.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { browserHost } from '../harness/browserHost.ts';
import { photograph } from '../harness/pictures.ts';
import { goTo } from '../harness/window.ts';

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`a monitor in the window${note}`, () => {
  it('is scheduled, sends alerts, is paused and run now, and its alert opens the answers', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-monitors-'));
    onTestFinished(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
    await storeSeries(dataFolder, {
      countries: ['DE', 'JP'],
      samples: 5,
      rules: [{ kind: 'source' }],
      lastMs: Date.now(),
    });
    const core = await startCore({ paths: { data: dataFolder } });
    await core.router.invoke('translations.choose', { setting: { to: 'en', with: 'sandbox' } });
    await core.stop();
    const { page, problems, quit } = await browserHost.open({ dataFolder });
    onTestFinished(async () => void (await quit()));
    await goTo(page, 'Monitors');
    const lost = page.getByRole('link', { name: /forum\.example is no longer cited in DE/ });
    await lost.waitFor();
    await page.getByRole('navigation', { name: 'Navigation' }).getByText('new alerts').waitFor();

    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByLabel('Monitor name').fill('Tokyo');
    await page.getByLabel('Time zone').fill('Atlantis');
    await page.getByText('"Atlantis" is not a time zone.').waitFor();
    await page.getByLabel('Time zone').fill('Asia/Tokyo');
    const next = page.getByRole('region', { name: 'Next five runs' });
    await next.getByText('At 07:00, only on Monday').waitFor();
    await expect.poll(() => next.getByRole('listitem').count()).toBe(5);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create monitor' }).click();

    // It translates nothing before that is chosen; the limit is refused where it is typed.
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Translate the answers of each run into English').check();
    await page.getByLabel('Cost limit of translations per run').fill('much');
    await page.getByText('Enter an amount, such as 5, or leave empty for no limit.').waitFor();
    await page.getByLabel('Cost limit of translations per run').fill('2');
    await photograph(page, 'monitor-translation');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('answers of each run, at most 2 per run').waitFor();

    // A new monitor has the usual rules.
    await page.getByText('Brand is lost in a market (your brands)').waitFor();
    await page.getByText('20 % or more of the requests of a run fail').waitFor();
    await page.getByLabel('Change', { exact: true }).selectOption('both');
    await page.getByLabel('Brands', { exact: true }).selectOption('own');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('Brand is gained or lost in a market (your brands)').waitFor();
    await page.getByLabel('Condition', { exact: true }).selectOption('source');
    await page.getByLabel('Change', { exact: true }).selectOption('new');
    await page.getByLabel('Domains (empty: all)').fill('Example.org, wiki.example');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('example.org, wiki.example is new in a market').waitFor();
    await page.getByLabel('Condition', { exact: true }).selectOption('failures');
    await page.getByLabel('At least (%)').fill('0');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('None while paused').waitFor();

    await page.getByRole('link', { name: /^Weekly/ }).click();
    await lost.waitFor();
    await page.getByRole('table', { name: 'Run history, newest first' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'monitor');
    await lost.click();
    await expect.poll(() => page.url()).toMatch(/#\/selection\//);
    await page
      .getByText(/most people trust/)
      .first()
      .waitFor();

    await goTo(page, 'Monitors');
    await page.getByRole('link', { name: /^Tokyo/ }).click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('10 of 10 · finished').waitFor();

    await goTo(page, 'Monitors');
    await page.getByRole('link', { name: 'Settings, Channels' }).click();
    await page.getByRole('heading', { name: 'Alert channels' }).waitFor();
    await page.getByRole('heading', { name: 'Report channels' }).scrollIntoViewIfNeeded();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'report-channels');
    await goTo(page, 'Monitors');
    await page.getByRole('link', { name: /^Tokyo/ }).click();
    await page.getByRole('table', { name: 'Run history, newest first' }).getByText('Open').waitFor();
    await page.getByLabel('Write a report after every run').check();
    await page.getByLabel('Format').selectOption('html');
    await page.getByLabel('Copy to folder').fill(join(dataFolder, 'client'));
    await page.getByRole('button', { name: 'Save report' }).click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('10 of 10 · finished').waitFor();
    await goTo(page, 'Monitors');
    await page.getByRole('link', { name: /^Tokyo/ }).click();
    const reports = page.getByRole('table', { name: 'Reports, newest first' });
    await reports.getByText('folder: sent').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'scheduled-report');
    const download = page.waitForEvent('download');
    await reports.getByRole('button', { name: /\.html$/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.html$/);
    expect(problems()).toEqual([]);
  });
});
