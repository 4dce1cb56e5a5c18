import type { Locator, Page } from 'playwright-core';

/** The window as a person names its parts; scenarios use these and roles, never classes or test ids. */
export const questionBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Question' });
export const marketBox = (page: Page): Locator => page.getByRole('combobox', { name: 'Markets' });
export const askButton = (page: Page): Locator => page.getByRole('button', { name: /^Ask\b.*Enter$/ });
/** The answers, in columns while they arrive and block by block once they can be compared. */
export const answers = (page: Page): Locator => page.getByRole('region', { name: /^Answers/ });

/** Markets that stand as columns, by name, from left to right. */
export async function columnNames(page: Page): Promise<string[]> {
  const menus = answers(page).getByRole('button', { name: /column menu$/ });
  const names = await menus.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label')),
  );
  return names.map((name) => (name ?? '').replace(' column menu', ''));
}

export const runTitle = (page: Page, question: string): Locator =>
  page.getByRole('heading', { level: 1, name: question });

/** Fills the composer and sends it; resolves when the run's answers are on the screen. */
export async function ask(
  page: Page,
  asked: { readonly question: string; readonly markets: string },
): Promise<void> {
  await questionBox(page).fill(asked.question);
  await marketBox(page).fill(asked.markets);
  await marketBox(page).press('Enter');
  await askButton(page).and(page.locator(':enabled')).waitFor();
  await questionBox(page).press('Control+Enter');
  await runTitle(page, asked.question).waitFor();
  await openTab(page, 'Answer');
}

/** The same without a mouse, from whatever has the focus. */
export async function askByKeyboard(
  page: Page,
  asked: { readonly question: string; readonly markets: string },
): Promise<void> {
  await questionBox(page).waitFor();
  await page.keyboard.press('Control+n');
  await page.keyboard.type(asked.question);
  await page.keyboard.press('Tab');
  await page.keyboard.type(asked.markets);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await runTitle(page, asked.question).waitFor();
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  await page.keyboard.press('1');
  await page.getByRole('tab', { name: 'Answer', selected: true }).waitFor();
}

/** Resolves when the run on the screen says that it has this many answers and is over. */
export async function untilAnswered(page: Page, answers: number): Promise<void> {
  const count = new Intl.NumberFormat('en').format(answers);
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${count} answers?$`) })
    .waitFor({ timeout: 120_000 });
}

/** Goes to a place of the window by its link in the sidebar. */
export async function goTo(
  page: Page,
  place:
    | 'Ask'
    | 'History'
    | 'Brands'
    | 'Monitors'
    | 'Plans'
    | 'Questions'
    | 'Service'
    | 'Settings'
    | 'Sources',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: place }).click();
}

/** Opens a tab of the run on the screen, such as Sources. One without data is under More. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  await page.getByRole('tab').first().waitFor();
  if ((await tab.count()) > 0) await tab.click();
  else {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${name} `) }).click();
  }
  await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
}

/** Chooses the engine to ask, by its name in the interface. */
export async function chooseEngine(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Engine:/ }).click();
  await page.getByRole('menu').getByText(name, { exact: true }).click();
  await page.getByRole('button', { name: `Engine: ${name}` }).waitFor();
}
