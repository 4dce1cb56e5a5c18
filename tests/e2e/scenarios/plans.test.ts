import { expect, it } from 'vitest';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInBrowser } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';
import { answers, goTo, openTab } from '../harness/window.ts';

describeInBrowser('a plan', (stage) => {
  it('is written, priced, reduced, run and read question by question', async () => {
    const { page } = await stage().open();
    await goTo(page, 'Plans');
    await page.getByLabel('Plan name').fill('Locks');
    await page
      .getByLabel('Questions (one per line)')
      .fill('Which {thing} lock? [[sandbox latency=50]]\nWhere? [[sandbox latency=50 outcome=fatal]]');
    await page.getByLabel('{thing}').fill('bike, door');
    await page.getByLabel('Markets', { exact: true }).fill('de, jp');
    await page.keyboard.press('Enter');
    await page.getByLabel('assistant-b').check();
    const price = page.getByRole('region', { name: 'Price estimate' });
    await price.getByText('12 requests · at most 54 credits').waitFor();
    await page.getByRole('button', { name: 'Sample planner' }).click();
    const planner = page.getByRole('dialog', { name: 'Sample planner' });
    await planner.getByLabel('Change to detect').selectOption('50 points');
    await planner.getByText(/^To detect a 50-point change .+: \d+ repeats, \d+ requests/).waitFor();
    await photograph(page, 'sample-planner');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const grid = page.getByRole('application', { name: 'Requests of this plan' });
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await price.getByText('11 requests · at most 50 credits').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Run 11 requests' }).click();
    await page.getByText('11 of 11 · finished').waitFor();
    const causes = page.getByRole('region', { name: 'Failures by cause' });
    await causes.getByText('4 requests, failed').waitFor();
    await causes.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('link', { name: 'Open answers' }).click();
    const overview = page.getByRole('region', { name: 'Plan overview' });
    await overview.getByText('4 of 11 requests failed. Based on 7 answers.').waitFor();
    await overview.getByText(/Your brand is not set/).waitFor();
    await overview.getByLabel('Metric').selectOption('Concentration');
    const cells = overview.getByRole('region', { name: 'Concentration by question' });
    await cells.getByRole('button', { name: /^Which bike lock.*, Germany: / }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toMatch(/^Which door lock.*, Japan: /);
    expect(await accessibilityProblems(page)).toEqual([]);
    await overview.getByRole('link', { name: 'Which bike lock?' }).click();
    const question = page.getByLabel('Question of this run');
    await question.waitFor();
    await openTab(page, 'Answer');
    await page.getByLabel('Engine of this run').selectOption('assistant-b');
    await expect.poll(() => answers(page).getByRole('heading', { level: 2 }).count()).toBe(1);
    await page.getByRole('button', { name: 'Next question' }).click();
    await page.getByRole('heading', { level: 1, name: 'Which door lock?' }).waitFor();
    await expect.poll(() => answers(page).getByRole('heading', { level: 2 }).count()).toBe(2);
    expect(await question.inputValue()).toBe('1');
    await page.getByRole('link', { name: 'All questions of Locks' }).click();
    await overview.getByText(/Your brand is not set/).waitFor();
  });

  it('of a list that is too long for a text field shows its beginning and can be priced', async () => {
    const { page } = await stage().open();
    await goTo(page, 'Plans');
    const questions = Array.from({ length: 60_000 }, (_, at) => `Which lock for bike ${at + 1}?`);
    await page
      .getByLabel('Question file')
      .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(questions.join('\n')) });
    const shown = page.getByLabel('First 100 of 60,000 questions');
    expect(await shown.inputValue()).toBe(questions.slice(0, 100).join('\n'));
    await page.getByLabel('Markets', { exact: true }).fill('de');
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'Price estimate' })
      .getByText(/^60,000 requests/)
      .waitFor();
    await page.getByRole('button', { name: 'Remove all questions' }).click();
    expect(await page.getByLabel('Questions (one per line)').inputValue()).toBe('');
  });

  it('gets questions from a keyword file and from stored answers, only those that the user chose', async () => {
    const { page } = await stage().open();
    await goTo(page, 'Plans');
    await page.getByLabel('Questions (one per line)').fill('Which bike lock');
    await page.getByRole('button', { name: 'Find questions…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find questions' });
    await dialog.getByLabel('Keyword file').setInputFiles({
      name: 'Queries.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Top queries,Clicks,Impressions\nwhich bike lock,9,400\nWelches Schloss für ein Fahrrad?,2,90\nどの鍵がいいですか,1,70\nbike locks,1,50\n',
      ),
    });
    await dialog.getByText('Search Console: column “Top queries”, “Impressions”; 4 questions').waitFor();
    // That of the plan is not offered again.
    await dialog.getByText('0 of 3 questions selected').waitFor();
    await dialog.getByLabel('Questions only').check();
    await dialog.getByLabel('Select all').check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'find-questions');
    await dialog.getByRole('button', { name: 'Add 2 questions' }).click();
    await expect
      .poll(() => page.getByLabel('Questions (one per line)').inputValue())
      .toBe('Which bike lock\nWelches Schloss für ein Fahrrad?\nどの鍵がいいですか');
    await page.getByRole('button', { name: 'Find questions…' }).click();
    await dialog.getByLabel('Source').selectOption('templates');
    await dialog.getByLabel('Is {brand} good?').check();
    await dialog.getByRole('button', { name: 'Add 1 question' }).click();
    await page.getByLabel('{brand}').waitFor();
    await page.getByRole('button', { name: 'Find questions…' }).click();
    await dialog.getByLabel('Source').selectOption('history');
    await dialog.getByText('Stored answers contain no search queries').waitFor();
  });
});
