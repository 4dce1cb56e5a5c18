import { expect, it } from 'vitest';
import { describeInBrowser } from '../harness/hosts.ts';
import {
  askButton,
  goTo,
  marketBox,
  openTab,
  questionBox,
  runTitle,
  untilAnswered,
} from '../harness/window.ts';

/** The host is ended in the middle. */
const expectedProblems = /net::ERR_/;
const question = 'Which lock? [[sandbox latency=1]]';

describeInBrowser('the window', (stage) => {
  it('loses nothing over a reload, opens what was asked for, and says when its host is gone', async () => {
    const { page, pid, quit } = await stage().open({ expectedProblems });
    const cost = page.getByRole('status', { name: 'Cost and time' });
    const focused = (): Promise<string> => page.evaluate('document.activeElement?.textContent ?? ""');

    // What is hidden gives its focus on, and no message moves what is below it.
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
    const height = (): Promise<number> => page.evaluate('document.querySelector("main").clientHeight');
    const before = await height();

    // The first question.
    await marketBox(page).fill('us, us:ca, de');
    await marketBox(page).press('Enter');
    await cost.getByText('No question yet · 0 credits').waitFor();
    await page.getByRole('button', { name: 'All 250' }).click();
    await page.getByText('1 state replaced by 250 countries').waitFor();
    await page.getByRole('button', { name: 'Clear 250 markets' }).waitFor();
    expect(await height()).toBe(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove California' }).waitFor();
    await questionBox(page).fill(question);
    await page.reload();
    await cost.getByText(/^3 answers/).waitFor();
    expect(await questionBox(page).inputValue()).toBe(question);
    await askButton(page).and(page.locator(':enabled')).waitFor();
    await questionBox(page).press('Control+Enter');
    await runTitle(page, question).waitFor();
    await expect.poll(focused).toBe(question);
    await untilAnswered(page, 3);

    // Arrow keys reach the tabs with data, and a new run opens on its overview.
    await openTab(page, 'Brands');
    await page.getByRole('tab', { name: 'Brands', selected: true }).focus();
    for (let pressed = 0; pressed < 12; pressed++) {
      await page.keyboard.press('ArrowRight');
      expect(await page.evaluate('document.activeElement.title')).toBe('');
    }
    await openTab(page, 'Sources');
    await page.keyboard.press('Control+n');
    await questionBox(page).fill('Which bag? [[sandbox latency=1]]');
    await askButton(page).and(page.locator(':enabled')).waitFor();
    await questionBox(page).press('Control+Enter');
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await untilAnswered(page, 3);

    // The keys of the list, and the words of answers.
    await goTo(page, 'History');
    await page.getByRole('option').first().waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('listbox');
    await page.keyboard.press('Enter');
    await runTitle(page, 'Which bag? [[sandbox latency=1]]').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('lock');
    await page.getByRole('group', { name: 'Answers' }).getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');

    // Another client does not see the first one's run.
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByLabel('New project').fill('Second');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('button', { name: 'Use Second' }).waitFor();
    await goTo(page, 'History');
    await page.getByRole('option').first().click();
    await runTitle(page, 'Which bag? [[sandbox latency=1]]').waitFor();
    await page.getByRole('button', { name: 'Project: First project' }).click();
    await page.getByRole('menuitemradio', { name: /^Second/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    process.kill(pid, 'SIGKILL');
    await page.getByText('Parallax does not respond. Trying again…').waitFor();
    await quit();
  });

  it('renames a plan, and asks before running a changed one saves a version', async () => {
    const { page } = await stage().open();
    await goTo(page, 'Plans');
    await page.getByLabel('Plan name').fill('Locks');
    await page.getByLabel('Questions (one per line)').fill(question);
    await page.getByLabel('Markets', { exact: true }).fill('us');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    await page.getByLabel('Plan name').fill('Bike locks');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('link', { name: /^Bike locks/ }).waitFor();
    await page.getByLabel('Repeats per question').fill('2');
    await page.getByRole('button', { name: 'Run 2 requests' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as version 2 and run?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save as version 2' }).waitFor();
    await page.getByRole('button', { name: 'Run 2 requests' }).click();
    await dialog.getByRole('button', { name: 'Save and run' }).click();
    await page.getByText('2 of 2 · finished').waitFor();
    await page.getByText('2 completed').waitFor();
  });
});
