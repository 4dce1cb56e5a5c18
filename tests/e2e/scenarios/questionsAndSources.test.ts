import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuestionList, SourceList } from '#shared/model/projectLists.ts';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { listedBrands, storeFigureHistory } from '#tests/support/figures/figureHistory.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { accessibilityProblems, problemsInEitherScheme } from '../harness/accessibility.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { photograph, sizes } from '../harness/pictures.ts';
import { goTo } from '../harness/window.ts';

const none = { light: [], dark: [] };
const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`questions and sources${note}`, () => {
  let dataFolder: string;
  let questions: QuestionList;
  let sources: SourceList;
  let app: OpenApp | null = null;
  const json = async <T>(command: string): Promise<T> =>
    jsonLines((await runParallax([command, '--format', 'json'], { dataFolder })).stdout)[0] as T;
  const opened = async (): Promise<Page> => {
    app ??= await browserHost.open({ dataFolder, viewport: sizes.laptop });
    return app.page;
  };
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-questions-'));
    await storeFigureHistory(dataFolder);
    for (const { name, as, domain } of listedBrands)
      await runParallax(['brands', 'add', name, '--as', as, '--domain', domain], { dataFolder });
    await runParallax(['recompute'], { dataFolder });
    questions = await json('questions');
    sources = await json('sources');
  });
  afterAll(async () => {
    const problems = app?.problems();
    await app?.quit();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  it('lists every question as the command does, filters and opens its overview', async () => {
    const page = await opened();
    await page.getByRole('link', { name: 'Questions', exact: true }).press('Enter');
    const table = page.getByRole('table', { name: 'Questions' });
    for (const { question, visibility, position } of questions.questions) {
      const row = table.getByRole('row').filter({ hasText: question });
      await row
        .getByText(`${visibility?.numerator} of ${visibility?.denominator}`, { exact: true })
        .waitFor();
      await row.getByRole('cell', { name: position?.value?.toFixed(1) ?? '–', exact: true }).waitFor();
    }
    await photograph(page, 'questions');
    expect(await problemsInEitherScheme(page, async () => {})).toEqual(none);

    const [first] = questions.questions;
    const find = page.getByRole('searchbox', { name: 'Find on this screen' });
    await page.keyboard.press('Control+f');
    await find.fill(first?.question.toUpperCase() ?? '');
    await page
      .getByRole('search')
      .getByRole('status')
      .filter({ hasText: /^1 match$/ })
      .waitFor();
    await find.press('Enter');
    await page.getByRole('search').getByRole('status').filter({ hasText: '1 of 1 match' }).waitFor();
    await photograph(page, 'questions-found');
    await find.press('Escape');
    await find.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Markets: all' }).press('Enter');
    await page.getByRole('checkbox', { name: /^Germany/ }).press('Space');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Markets: Germany' }).waitFor();
    await expect.poll(() => page.url()).toContain('#/questions?markets=DE');
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByRole('button', { name: 'Markets: Germany' }).waitFor();
    await page.goBack();

    await table.getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await page.goBack();
    await table.waitFor();
  });

  it('tags, re-runs and deletes selected questions, with Undo', async () => {
    const page = await opened();
    await page.goto(`${page.url().split('#')[0]}#/questions`);
    const table = page.getByRole('table', { name: 'Questions' });
    const name = questions.questions[0]?.question ?? '';
    const row = table.getByRole('row').filter({ hasText: name });
    await row.getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: 'Tag…' }).press('Enter');
    await page.getByRole('textbox', { name: 'Tags, separated by commas' }).fill('locks');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await row.getByText('locks', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Tags: all' }).press('Enter');
    await page.getByRole('checkbox', { name: 'locks' }).press('Space');
    await page.keyboard.press('Escape');
    await expect.poll(() => table.getByRole('checkbox').count()).toBe(1);

    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.getByText(/^2 runs moved to the trash/).waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo/ }).last().press('Enter');
    await row.waitFor();

    await row.getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: 'Edit & re-run' }).press('Enter');
    await expect.poll(() => page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe(name);
    await goTo(page, 'Questions');
    // By name: the list that is read again may have another order.
    for (const { question } of questions.questions)
      await page.getByRole('checkbox', { name: `Select ${question}`, exact: true }).press('Space');
    await page.getByRole('button', { name: 'Edit & re-run' }).press('Enter');
    await expect.poll(() => page.getByRole('textbox', { name: /Questions/ }).inputValue()).toContain(name);
  });

  it('lists domains as the command does, who is cited instead of you, and the pages of a domain', async () => {
    const page = await opened();
    await goTo(page, 'Sources');
    const table = page.getByRole('table', { name: 'Sources' });
    for (const { domain, presence, share, instead } of sources.sources) {
      const row = table.getByRole('row').filter({ hasText: domain });
      for (const count of [presence, share, instead])
        if (count !== null)
          await row.getByText(`${count.numerator} of ${count.denominator}`).first().waitFor();
    }
    await photograph(page, 'sources');
    expect(await problemsInEitherScheme(page, async () => {})).toEqual(none);
    await table.getByRole('link', { name: 'tests.example', exact: true }).press('Enter');
    await table.getByRole('link', { name: 'tests.example/a' }).waitFor();
    await table.getByRole('link', { name: 'tests.example/b' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'All domains' }).press('Enter');
    await table.getByRole('link', { name: 'reddit.com', exact: true }).waitFor();
  });

  it('reads the filters of former addresses', async () => {
    const page = await opened();
    await page.goto(`${page.url().split('#')[0]}#/gaps?market=DE&engine=assistant-a&period=28`);
    await page.getByRole('button', { name: 'Markets: Germany' }).waitFor();
    await page.getByRole('button', { name: /^Engines: (?!all)/ }).waitFor();
    expect(await page.getByLabel('Period', { exact: true }).inputValue()).toBe('28');
  });
});
