import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlanStep } from '#shared/documents/planSteps.ts';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { storeStory } from '#tests/support/history/overviewStories.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { readRun } from '../harness/comparedRun.ts';
import { photograph, sizes } from '../harness/pictures.ts';
import { goTo, openTab } from '../harness/window.ts';

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`the overview of a run${note}`, () => {
  let dataFolder: string;
  let app: OpenApp | null = null;
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-overview-'));
  });
  afterEach(async () => {
    const problems = app?.problems();
    await app?.quit();
    app = null;
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  it('distinguishes significant differences and failures from chance, and opens the evidence', async () => {
    const now = Date.now();
    const runs = {
      difference: await storeStory(dataFolder, 'missingInBrazil', now),
      failures: await storeStory(dataFolder, 'noiseWithFailures', now),
      source: await storeStory(dataFolder, 'claimOfOneSource', now),
    };
    for (const brand of [
      ['Acme', 'own'],
      ['Rival', 'competitor'],
      ['Thule', 'competitor'],
    ] as const)
      await runParallax(['brands', 'add', brand[0], '--as', brand[1]], { dataFolder });
    app = await browserHost.open({ dataFolder, viewport: sizes.laptop });
    const { page } = app;
    await readRun(page, runs.difference, '');
    const overview = page.getByRole('region', { name: 'Overview', exact: true });
    await overview.getByText('Acme is named in 3 of 4 countries: 9 of 12 answers').waitFor();
    await overview.getByText('Missing in Brazil, where Rival leads.').waitFor();
    await overview.getByText(/^Get named on cadeados\.example/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'overview');

    await overview.getByRole('link', { name: /^cadeados\.example/ }).press('Enter');
    const row = page.getByRole('region', { name: 'Sources by market' }).locator('tr[aria-current="true"]');
    await row.filter({ hasText: 'cadeados.example' }).waitFor();
    await page.goBack();
    await overview.getByRole('link', { name: 'Brazil', exact: true }).click();
    const brand = page.getByRole('region', { name: 'Brands by market' }).locator('tr[aria-current="true"]');
    await brand.filter({ hasText: 'Acme' }).waitFor();

    // What was chosen last is what the next run opens in.
    await openTab(page, 'Overview');
    await readRun(page, runs.failures, '');
    await overview.getByText('Japan has no answer. Based on 4 countries.').waitFor();
    await overview.getByText(/No significant difference between the countries was shown/).waitFor();
    expect(await overview.getByText(/Missing in|differ significantly/).count()).toBe(0);
    await overview.getByRole('button', { name: 'Retry 4 failed requests' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'overview-failures');

    // No brand is missing anywhere: what differs is the one source, and the section it brings.
    await readRun(page, runs.source, '');
    await overview.getByText(/^Acme is named in all 4 countries: 12 of 12 answers/).waitFor();
    const particular = overview.getByRole('link', { name: /^recalls\.example/ });
    await particular.waitFor();
    await overview.getByText('Japan, 3 of 3 answers').first().waitFor();
    expect(await overview.getByText(/Missing in/).count()).toBe(0);
    await photograph(page, 'overview-source');
    await openTab(page, 'Brands');

    // All of it was asked today: the project says what there is, and how there will be something to compare.
    await page.getByRole('link', { name: 'Overview', exact: true }).press('Enter');
    await page
      .getByText(/^In the last 28 days Acme is named in 29 of 35 answers, 83 %, 95 % interval/)
      .waitFor();
    await page.getByText(/^There is nothing to compare yet: /).waitFor();
    // What to do is on the first screen of a laptop, above the chart, in the words of the command line.
    const [said] = jsonLines((await runParallax(['overview', '--json'], { dataFolder })).stdout);
    const { steps } = said as unknown as { readonly steps: readonly PlanStep[] };
    expect(steps.map(({ kind }) => kind)).toContain('add-domains');
    const list = page.getByRole('region', { name: 'Next steps' });
    for (const { title, reason } of steps)
      await list.getByRole('listitem').filter({ hasText: title }).getByText(reason).waitFor();
    const chart = page.getByRole('heading', { name: 'Visibility of your brand and competitors' });
    const [end, begin] = [await list.boundingBox(), await chart.boundingBox()];
    expect((end?.y ?? 800) + (end?.height ?? 0)).toBeLessThan(Math.min(800, begin?.y ?? 0));
    const reach = page.getByRole('region', { name: 'Visibility by brand' });
    await reach.getByText('29 of 35', { exact: true }).waitFor();
    await reach.getByRole('link', { name: 'Rival', exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'project-overview-first-day');
    await reach.getByRole('link', { name: 'Schedule a plan' }).click();
    await page.getByRole('heading', { name: 'Schedule runs and get alerts' }).waitFor();

    await readRun(page, runs.difference, '');
    await page.getByRole('tab', { name: 'Brands', selected: true }).waitFor();
  });

  it('shows figures so far as answers arrive, and says what they are based on', async () => {
    // The answer of one country never arrives.
    const asking = startParallax(
      [
        'ask',
        'Which lock?',
        '--countries',
        'US,FR,DE',
        '--wording',
        'DE=Welches Schloss? [[sandbox outcome=hang]]',
      ],
      { dataFolder },
    );
    try {
      app = await browserHost.open({ dataFolder });
      const { page } = app;
      await goTo(page, 'History');
      await page.getByRole('option').filter({ hasText: 'Which lock?' }).dblclick();
      const overview = page.getByRole('region', { name: 'Overview', exact: true });
      await overview.getByText('In progress: based on 2 countries so far.').waitFor();
      const leading = (country: string) => overview.getByRole('row').filter({ hasText: country });
      await leading('United States').getByText('1 of 1').waitFor();
      await leading('France').getByText('1 of 1').waitFor();
      expect(await leading('Germany').getByText('1 of 1').count()).toBe(0);
    } finally {
      asking.child.kill('SIGKILL');
      await asking.finished;
    }
  });

  it('shows a run of a plan with its brand ranking and a heat map that arrow keys navigate', async () => {
    const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
    await parallax('brands', 'add', 'Halewick', '--as', 'own');
    for (const name of ['Brivanto', 'Steinhöfer', 'Hayasaka'])
      await parallax('brands', 'add', name, '--as', 'competitor');
    const question = 'Which {thing} should I buy? [[sandbox latency=1]]';
    const things = 'thing=bike lock,coffee machine,Fahrradschloss für den Alltag,قفل دراجة,自転車の鍵';
    const asked = ['--engines', 'assistant-a,assistant-b', '--countries', 'US,DE,JP,SA'];
    await parallax('plan', 'create', 'Locks', '--question', question, '--var', things, ...asked);
    const [run] = jsonLines((await parallax('run', 'Locks', '--mode', 'live', '--json')).stdout);
    await parallax('recompute');
    app = await browserHost.open({ dataFolder, viewport: sizes.laptop });
    const { page } = app;
    await readRun(page, String(run?.id), '');
    const overview = page.getByRole('region', { name: 'Plan overview' });
    await overview.getByText(/^Halewick is named in \d+ of 40 answers/).waitFor();
    await overview.getByRole('table', { name: 'Brands by visibility' }).getByText('Your brand').waitFor();
    await photograph(page, 'plan-overview');
    expect(await accessibilityProblems(page)).toEqual([]);
    const figures = overview.getByRole('region', { name: 'Visibility by question' });
    await figures.getByRole('button', { name: /^Which bike lock .*, United States: / }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#/answers?');
    await page.goBack();

    await overview.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    await page.getByRole('menuitem', { name: 'Move to project…' }).click();
    await page.getByRole('dialog', { name: /Move/ }).press('Escape');
    await overview.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete run…' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete this run?' });
    await deleting.getByText('Locks · 5 questions').waitFor();
    await deleting.getByRole('button', { name: 'Delete 40 answers' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  });

  it('states what is known without your brand or with too few repeats, and the next step', async () => {
    const runId = await storeStory(dataFolder, 'oneRepeat');
    const noneNamed = await storeStory(dataFolder, 'noneNamed');
    app = await browserHost.open({ dataFolder, colorScheme: 'dark', viewport: sizes.laptop });
    const { page } = app;
    await readRun(page, runId, '');
    const overview = page.getByRole('region', { name: 'Overview', exact: true });
    await overview.getByText('Your brand is not set.').waitFor();
    await overview.getByText('cannot be judged at 1 repeat: at least 4 per country are needed').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'overview-one-repeat');
    const askAgain = overview.getByRole('button', {
      name: /^Repeat \d+ times \([\d,]+ credits\) to detect differences of \d+ points$/,
    });
    const repeats = (await askAgain.innerText()).match(/\d+/)?.[0] ?? '';
    expect(Number(repeats)).toBeGreaterThan(4);
    await askAgain.click();
    await page.getByRole('button', { name: `${repeats} repeats per market` }).waitFor();
    await overview.getByRole('link', { name: 'Set your brand' }).click();
    await page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor();

    await readRun(page, noneNamed, '');
    const leading = overview.getByRole('table', { name: 'Leading brand by market' });
    await leading.getByRole('row', { name: /^France None named$/ }).waitFor();
  });
});
