import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInOneProgram } from '../harness/hosts.ts';

let runId = '';

/** Answers with and without text, empty and failed ones, of two engines and a search. */
async function prepare(dataFolder: string): Promise<void> {
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  const question = 'Which {thing} lock should I buy? [[sandbox latency=1 outcome={outcome}]]';
  await parallax(
    ...['plan', 'create', 'Locks', '--question', question, '--var', 'thing=bike,door'],
    ...['--var', 'outcome=answer,empty,fatal', '--repeats', '2'],
    ...['--engines', 'assistant-a,assistant-b,search', '--countries', 'US,DE,JP'],
  );
  const [run] = jsonLines((await parallax('run', 'Locks', '--mode', 'live', '--json')).stdout);
  runId = String(run?.id);
  const [own, ...others] = jsonLines((await parallax('brands', 'detected', '--json')).stdout).map(
    ({ name }) => String(name),
  );
  await parallax('brands', 'add', own ?? '', '--as', 'own');
  for (const name of others.slice(0, 2)) await parallax('brands', 'add', name, '--as', 'competitor');
  await parallax('brands', 'add', 'Nowhere Named', '--as', 'competitor');
  await parallax('recompute');
}

describeInOneProgram('a figure', { prepare }, (app) => {
  const title = (page: Page) => page.getByRole('heading', { level: 1, name: /\banswers?\b/ });
  /** What a figure says: `k of n`, of which the window opens the `k`, or all if there are none. */
  const counted = (text: string): string => {
    const [, named = '', of = ''] = /([\d,]+) of ([\d,]+)/.exec(text) ?? [];
    return named === '0' ? of : named;
  };
  const opensWhatItCounts = async (page: Page, count: string): Promise<void> => {
    await title(page)
      .filter({ hasText: new RegExp(`^(?:Latest 60 of )?${count} answers?\\b`) })
      .waitFor();
    const [shown = ''] = /\d+/.exec(await title(page).innerText()) ?? [];
    await expect
      .poll(() => page.getByRole('button', { name: /column menu$|^Open the run of / }).count())
      .toBeGreaterThan(0);
    expect(Number(shown)).toBe(Math.min(60, Number(count)));
  };

  for (const [name, address] of [
    ['the overview of a plan', () => `run/${runId}`],
    ['the overview of a project', () => 'overview'],
    ['the questions', () => 'questions'],
    ['the brands', () => 'brands'],
    ['the sources', () => 'sources'],
  ] as const)
    it(`of ${name} opens exactly the answers it counts`, async () => {
      const { page } = app();
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${address()}`)}`);
      const figures = page.getByRole('main').getByTitle('Show answers');
      await figures.first().waitFor();
      const texts = await figures.allInnerTexts();
      expect(texts.some((text) => /^[1-9]/.test(text))).toBe(true);
      for (const text of [...new Set(texts)].slice(0, 4)) {
        await figures.getByText(text, { exact: true }).first().press('Enter');
        await opensWhatItCounts(page, counted(text));
        await page.goBack();
        await figures.first().waitFor();
      }
    });

  it('of one question in one market opens no search list and no empty result', async () => {
    const { page } = app();
    await page.evaluate(`location.hash = ${JSON.stringify(`#/run/${runId}`)}`);
    for (const rows of ['Questions', 'Brands']) {
      await page.getByLabel('Rows').selectOption(rows);
      const cell = page
        .getByRole('region', { name: /^Visibility by / })
        .getByRole('button', { name: /, Germany: .*Show answers$/ })
        .first();
      const [, of = ''] =
        / of (\d+)\. Show answers$/.exec((await cell.getAttribute('aria-label')) ?? '') ?? [];
      await cell.press('Enter');
      await opensWhatItCounts(page, of);
      await page.goBack();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
