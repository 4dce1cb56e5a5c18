import { expect, it } from 'vitest';
import { describeInBrowser } from '../harness/hosts.ts';
import { storedCells } from '../harness/storedHistory.ts';
import {
  answers,
  askButton,
  chooseEngine,
  columnNames,
  openTab,
  questionBox,
  runTitle,
  untilAnswered,
} from '../harness/window.ts';

describeInBrowser('a run with all countries', (stage) => {
  it('asks every country, and every answer can be opened as a column', async () => {
    const { page } = await stage().open();
    const question = 'Which locks? [[sandbox latency=50 words=150]]';
    // Not every engine may be asked from everywhere; this one may.
    await chooseEngine(page, 'search');
    await questionBox(page).fill(question);
    await page.getByRole('button', { name: 'All 250' }).click();
    await askButton(page).and(page.locator(':enabled')).waitFor();
    await questionBox(page).press('Control+Enter');
    await runTitle(page, question).waitFor();
    await untilAnswered(page, 250);
    expect(storedCells(stage().dataFolder)).toMatchObject({
      cells: 250,
      states: { completed: 250 },
      wrong: 0,
    });

    await openTab(page, 'Answer');
    const markets = page.getByRole('listbox', { name: 'All markets of this run' });
    await markets.waitFor();
    expect(await markets.getByRole('option').count()).toBe(250);
    const reached = new Set<string>();
    await answers(page).focus();
    for (let step = 0; step < 400 && reached.size < 250; step += 1) {
      for (const name of await columnNames(page)) reached.add(name);
      await answers(page).evaluate((element) => {
        element.scrollLeft += element.clientWidth / 2;
      });
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
    expect(reached.size).toBe(250);

    // A page of a cell for each pair of markets would hold 62,500 of them and open for seconds.
    await openTab(page, 'Map');
    const pairs = page.getByRole('region', { name: 'Similarity of markets' }).getByRole('region');
    await pairs.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page
      .getByRole('status')
      .filter({ hasText: /^\w+ and \w+: / })
      .waitFor();
    expect(Number(await page.evaluate("document.querySelectorAll('main *').length"))).toBeLessThan(5000);
  });
});
