import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { patienceMs, watchProblems } from '../harness/app.ts';
import { describeInOneProgram, describeOnEveryHost } from '../harness/hosts.ts';
import { askByKeyboard, columnNames, goTo, questionBox, runTitle, untilAnswered } from '../harness/window.ts';

/** Run in the page: the focused element, and whether the page says by its look that it is the one. */
const focusMark = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing';
  const lookOf = (each) => {
    const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(each);
    return outline + boxShadow + borderColor + backgroundColor;
  };
  const around = [];
  for (let each = element; each && around.length < 4; each = each.parentElement) around.push(each);
  const focused = around.map(lookOf).join();
  element.blur();
  const plain = around.map(lookOf).join();
  element.focus({ preventScroll: true });
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && focused !== plain ? 'seen' : element.outerHTML.slice(0, 200);
})()`;

describeOnEveryHost('without a mouse', (stage) => {
  it('asks a question, reads the answer, leaves it and finds it again', async () => {
    const { page } = await stage().open();
    const question = 'Which locks weigh least? [[sandbox latency=1]]';
    await askByKeyboard(page, { question, markets: 'us, japan' });
    await untilAnswered(page, 2);
    await expect.poll(() => columnNames(page), { timeout: 15_000 }).toEqual(['United States', 'Japan']);

    await page.keyboard.press('2');
    await page.getByRole('tab', { name: 'Sources', selected: true }).waitFor();
    await page.keyboard.press('1');
    await page.getByRole('tab', { name: 'Answer', selected: true }).waitFor();

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search or run a command' });
    await palette.locator(':focus').waitFor();
    await page.keyboard.type('history');
    await palette.getByRole('option', { selected: true }).filter({ hasText: 'History' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await page.getByRole('option').filter({ hasText: 'Which locks weigh least?' }).waitFor();
    await page.getByRole('listbox', { name: 'Runs' }).focus();
    await page.keyboard.press('Enter');
    await runTitle(page, question).waitFor();

    await page.keyboard.press('?');
    await page.getByRole('dialog').filter({ hasText: 'Ctrl+K' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').filter({ hasText: 'Ctrl+K' }).waitFor({ state: 'hidden' });
  });
});

describeInOneProgram('without a mouse, each in a tab of its own', {}, (app) => {
  let page: Page;
  let problems: readonly string[];
  beforeEach(async () => {
    page = await app().page.context().newPage();
    page.setDefaultTimeout(patienceMs);
    problems = watchProblems(page, undefined).problems();
    await page.goto(new URL('/', app().page.url()).href);
  });
  afterEach(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });
  it('text typed while the palette opens is its search and triggers no command', async () => {
    await askByKeyboard(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'us, japan' });
    await untilAnswered(page, 2);
    // At once: nothing is drawn between these keys, as on a slow computer. X would hide a column.
    await page.evaluate(`{
      document.activeElement?.blur();
      const press = (key, ctrlKey = false) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
      press('k', true);
      press('e');
      press('x');
    }`);
    const search = page.getByRole('dialog').getByRole('combobox');
    await expect.poll(() => search.inputValue()).toBe('ex');
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'hidden' });
    expect(await page.getByText('is hidden').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await expect.poll(() => search.inputValue()).toBe('');
  });

  it('finds actions, settings, markets and questions in the palette by synonyms', async () => {
    await askByKeyboard(page, { question: 'Which helmets? [[sandbox latency=1]]', markets: 'us, japan' });
    await untilAnswered(page, 2);
    // A run that was opened while it ran shows full texts, which have no tables.
    await page.keyboard.press('2');
    await page.getByRole('tab', { name: 'Sources', selected: true }).waitFor();
    const palette = page.getByRole('dialog', { name: 'Search or run a command' });
    const offered = async (text: string, option: RegExp): Promise<void> => {
      await page.keyboard.press('Control+k');
      await palette.locator(':focus').waitFor();
      await page.keyboard.type(text);
      await palette.getByRole('option').filter({ hasText: option }).waitFor();
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'hidden' });
    };
    await offered('download', /^Export report as PDF$/);
    await offered('copy table', /^Copy tables of this tab$/);
    await offered('chart png', /^Export visibility chart as PNG$/);
    await offered('chatgpt', /^Provider of an engine$/);
    await offered('gdpr', /^Retention$/);
    await offered('helmets', /^Which helmets/);
    await page.keyboard.press('Control+k');
    await palette.locator(':focus').waitFor();
    await page.keyboard.type('germany');
    await palette.getByRole('option', { name: 'Ask in Germany', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Germany' }).waitFor();
  });

  it('opens the inspector with the first selection, says before what to select, and follows the selection', async () => {
    await askByKeyboard(page, { question: 'Which bags? [[sandbox latency=1]]', markets: 'us, japan' });
    await untilAnswered(page, 2);
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await page.keyboard.press('Control+i');
    await page.getByText(/^Nothing is selected\. In a run, click the name of a country or press →/).waitFor();
    expect(await inspector.count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await inspector.waitFor();
    await page.keyboard.press('Escape');
    await inspector.waitFor({ state: 'hidden' });

    // In the history it shows the marked run, and follows it.
    await page.keyboard.press('Control+n');
    await askByKeyboard(page, { question: 'Which lights? [[sandbox latency=1]]', markets: 'us' });
    await untilAnswered(page, 2);
    await goTo(page, 'History');
    const runs = page.getByRole('listbox', { name: 'Runs' });
    await runs.focus();
    await page.keyboard.press('Control+i');
    await inspector.getByRole('heading', { name: /^Which lights/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await inspector.getByRole('heading', { name: /^Which bags/ }).waitFor();
    await page.keyboard.press('Control+i');
    await inspector.waitFor({ state: 'hidden' });
  });

  it('moves the focus to the heading of what was opened, by sidebar, shortcut, palette and link', async () => {
    const focused = () =>
      page.evaluate(`{
        const { tagName, textContent } = document.activeElement;
        tagName === 'H1' ? textContent : tagName;
      }`);
    const question = 'Which locks open again? [[sandbox latency=1]]';
    await askByKeyboard(page, { question, markets: 'us, japan' });
    await untilAnswered(page, 2);
    await goTo(page, 'Monitors');
    await expect.poll(focused).toBe('Monitors');
    await page.keyboard.press('Control+,');
    await expect.poll(focused).toBe('Settings');
    const palette = page.getByRole('dialog', { name: 'Search or run a command' });
    // By its shortcut, and by the field that looks like a search: that is what had the focus before.
    for (const [open, screen] of [
      [() => page.keyboard.press('Control+k'), 'Brands'],
      [() => page.getByRole('button', { name: /^Search or run a command/ }).click(), 'Gaps'],
    ] as const) {
      await open();
      await palette.locator(':focus').waitFor();
      await page.keyboard.type(screen);
      await palette.getByRole('option', { selected: true }).filter({ hasText: screen }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(focused).toBe(screen);
    }
    await page.keyboard.press('Control+n');
    await page.getByRole('navigation', { name: 'Recent' }).getByRole('link', { name: question }).click();
    await expect.poll(focused).toBe(question);
  });

  it('opens the guide with F1, follows its links, and shows what is new', async () => {
    await questionBox(page).waitFor();
    await page.keyboard.press('F1');
    const guide = page.getByRole('region', { name: 'Guide' });
    await guide.getByRole('heading', { name: 'Parallax: user guide' }).waitFor();
    await guide.getByRole('link', { name: 'Keyboard shortcuts' }).click();
    await guide.getByRole('heading', { level: 2, name: 'Keyboard shortcuts' }).waitFor();
    await page.goBack();
    await guide.getByRole('heading', { name: 'Parallax: user guide' }).waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages of the guide' });
    await pages.getByRole('link', { name: 'Export and backup' }).click();
    await guide.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await pages.getByRole('link', { name: 'What’s new' }).click();
    await guide.getByRole('heading', { name: '0.1.0 (unreleased)' }).waitFor();
  });

  it('marks what is selected in forced colours, and names the state of the connection', async () => {
    await askByKeyboard(page, { question: 'Which pumps? [[sandbox latency=1]]', markets: 'us, japan' });
    await untilAnswered(page, 2);
    await page.emulateMedia({ forcedColors: 'active' });
    // As the system draws what is selected; anything else would be drawn like the rest.
    const highlight = await page.evaluate<string>(`(() => {
      const mark = document.body.appendChild(document.createElement('i'));
      Object.assign(mark.style, { forcedColorAdjust: 'none', backgroundColor: 'Highlight' });
      const colour = getComputedStyle(mark).backgroundColor;
      mark.remove();
      return colour;
    })()`);
    const grounds = (selector: string) =>
      page.evaluate<readonly string[]>(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => getComputedStyle(each).backgroundColor)`,
      );
    for (const selected of ['[role=tab][aria-selected=true]', '[aria-label=Navigation] [aria-current=page]'])
      await expect.poll(() => grounds(selected)).toEqual([highlight]);
    expect(await grounds('[role=tab][aria-selected=false]')).not.toContain(highlight);
    await page
      .getByRole('button', { name: /^Connection: / })
      .getByText(/^(connected|not tested)$/)
      .waitFor();
  });

  it('shows the focus at every Tab stop', async () => {
    await questionBox(page).waitFor();
    for (let stop = 0; stop < 25; stop += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate<string>(focusMark);
      expect(['seen', 'nothing'], seen).toContain(seen);
    }
  });
});
