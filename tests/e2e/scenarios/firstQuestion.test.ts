import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, describeOnEveryHost } from '../harness/hosts.ts';
import { offline } from '../harness/offline.ts';
import {
  answers,
  ask,
  askButton,
  columnNames,
  goTo,
  marketBox,
  openTab,
  questionBox,
  runTitle,
  untilAnswered,
} from '../harness/window.ts';

const question = 'Which folding bike locks do people trust? [[sandbox latency=20]]';

describeOnEveryHost('a first question', (stage) => {
  it('needs no account, shows its cost before it is sent, and compares its answers side by side', async () => {
    const { page } = await stage().open();
    await questionBox(page).fill(question);
    await marketBox(page).fill('us, germany, jp, br');
    await marketBox(page).press('Enter');
    await page
      .getByRole('status', { name: 'Cost and time' })
      .filter({ hasText: /4 answers · at most \d+ credits/ })
      .waitFor();
    await questionBox(page).press('Control+Enter');
    await runTitle(page, question).waitFor();
    await untilAnswered(page, 4);
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await page.getByText('Your brand is not set.').waitFor();

    await openTab(page, 'Answer');
    await expect
      .poll(() => columnNames(page), { timeout: 15_000 })
      .toEqual(['United States', 'Germany', 'Japan', 'Brazil']);
    await answers(page).getByText('Einen eindeutigen Sieger').first().waitFor();
    await openTab(page, 'Sources');
    await page.getByText('.de.example').first().waitFor();
    await page.getByText('.jp.example').first().waitFor();
    expect(await page.getByText('sandbox', { exact: true }).count()).toBeGreaterThan(0);
  });

  it('keeps its tabs in place when the answers arrive', async () => {
    const { page } = await stage().open();
    // Every place that the tabs had in any frame, from before the question on.
    await page.evaluate(`
      window.places = new Set();
      const look = () => {
        const tabs = document.querySelector('[role="tablist"][aria-label="View"]');
        if (tabs !== null) window.places.add(tabs.getBoundingClientRect().top);
        requestAnimationFrame(look);
      };
      look();
    `);
    await ask(page, { question: 'Which locks? [[sandbox latency=3000]]', markets: 'de, us' });
    await page.getByText('These answers are demo data.').waitFor();
    await untilAnswered(page, 2);
    expect(await page.evaluate('window.places.size')).toBe(1);
  });

  it('can be read unchanged after a restart without a network', async () => {
    const first = await stage().open();
    await ask(first.page, { question, markets: 'us, de' });
    await untilAnswered(first.page, 2);
    const before = await whatIsRead(first.page);
    expect(await first.quit()).toBe(0);

    const { page } = await stage().open({ env: offline });
    await goTo(page, 'History');
    await page.getByRole('option').filter({ hasText: 'Which folding bike locks' }).dblclick();
    await runTitle(page, question).waitFor();
    await untilAnswered(page, 2);
    expect(await whatIsRead(page)).toEqual(before);
  });
});

describeInBrowser('a first question', (stage) => {
  it('is answered after the example is selected and sent with Ctrl+Enter', async () => {
    const { page } = await stage().open();
    await page.getByRole('button', { name: /^Try: which folding bike locks/ }).click();
    await askButton(page).and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('Control+Enter');
    await untilAnswered(page, 4);
  });
});

/** The answers' first words in their languages, and every source with its address. */
async function whatIsRead(page: Page): Promise<unknown> {
  // The window opens the tab that was read last. What a test changes just before it quits may not reach the program.
  await openTab(page, 'Answer');
  for (const words of ['There is no single winner', 'Einen eindeutigen Sieger']) {
    await answers(page).getByText(words).first().waitFor();
  }
  await openTab(page, 'Sources');
  await page.getByText('.de.example').first().waitFor();
  const sources = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
  return sources;
}
