import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openNodeSettings } from '#main/hosts/node/nodeSettings.ts';
import { startModelCore } from '#tests/support/analysisModel/modelServer.ts';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { storeClaims } from '#tests/support/history/claimStory.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { browserHost } from '../harness/browserHost.ts';
import { readRun } from '../harness/comparedRun.ts';
import { photograph } from '../harness/pictures.ts';

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`analyses by a model in the window${note}`, () => {
  it('show the price first and how far they are, and are cancelled from there', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-analyses-'));
    onTestFinished(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
    const runId = await storeClaims(dataFolder);
    const settings = await openNodeSettings(dataFolder);
    const { core, server } = await startModelCore(() => ({}), { paths: { data: dataFolder }, settings });
    await core.router.invoke('brands.save', { name: 'Acme', kind: 'own', aliases: [], domains: [] });
    await core.stop();
    // It never answers.
    server.enqueue(...Array.from({ length: 40 }, () => ({ hang: 'before' as const })));
    const { page, problems, quit } = await browserHost.open({ dataFolder });
    onTestFinished(async () => void (await quit()));
    await page.setViewportSize({ width: 1280, height: 800 });
    await readRun(page, runId, 'tab=claims');
    await page.getByRole('button', { name: /^Rate 6 answers/ }).click();
    await page.getByText('The text of the answers is sent to this provider.').waitFor();
    expect(server.requests.filter(({ path }) => path.endsWith('/completions'))).toEqual([]);
    await page.getByRole('button', { name: 'Rate', exact: true }).click();
    await page.getByText('Rating: 0 of 6 answers').waitFor();
    await photograph(page, 'claims-rating');
    expect(await accessibilityProblems(page)).toEqual([]);
    // The job outlives the tab.
    await readRun(page, runId, 'mode=consensus');
    const ask = page.getByRole('button', { name: 'Ask the model about open sections…' });
    await ask.waitFor();
    await readRun(page, runId, 'tab=claims');
    await page.getByRole('button', { name: 'Cancel rating' }).click();
    await page.getByRole('button', { name: /^Rate 6 answers/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);

    await readRun(page, runId, 'mode=consensus');
    await ask.click();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Asking the model: 0 of').waitFor();
    await photograph(page, 'verdicts-asking');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await ask.waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(problems()).toEqual([]);
  });
});
