import { expect, it } from 'vitest';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInBrowser } from '../harness/hosts.ts';
import { askByKeyboard, untilAnswered } from '../harness/window.ts';

describeInBrowser('searching the history', (stage) => {
  it('finds answers by words, filters, selects and compares them without a mouse', async () => {
    const { page } = await stage().open();
    const question = 'Which locks weigh least? [[sandbox latency=1]]';
    await askByKeyboard(page, { question, markets: 'us, gb, japan' });
    await untilAnswered(page, 3);

    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search history' }).focus();
    await page.keyboard.type('lock* country:US country:"united kingdom"');
    const found = page.getByRole('listbox', { name: 'Search results' });
    await expect.poll(() => found.getByRole('option').count()).toBe(2);
    expect(await found.locator('mark').first().textContent()).toMatch(/^lock$/i);
    const countries = page.getByRole('navigation', { name: 'Filters' });
    await expect.poll(() => countries.getByRole('button', { pressed: true }).count()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect.poll(() => found.getByRole('option', { selected: true }).count()).toBe(2);
    await page.keyboard.press('c');
    await page.getByRole('heading', { level: 1, name: '2 selected answers' }).waitFor();
    await page.getByRole('columnheader', { name: 'United States' }).waitFor();
    await page.getByRole('columnheader', { name: 'United Kingdom' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('rowheader').locator('[aria-current="true"]').waitFor();
    await page.goBack();
    await found.waitFor();
  });
});
