import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInOneProgram } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';
import { ask, goTo, openTab, untilAnswered } from '../harness/window.ts';

const table = (page: Page): Locator => page.getByRole('region', { name: 'Brands by market' });
const menuOf = (page: Page, brand: string): Locator =>
  page.getByRole('button', { name: `Correct ${brand}`, exact: true });
const version = (page: Page, shown: string): Promise<void> =>
  page.getByText(shown, { exact: true }).first().waitFor();

/** Every line of the table as it is read: name, figures, places. */
const lines = (page: Page): Promise<string[]> =>
  table(page).locator('tbody tr[aria-rowindex]').allInnerTexts();

async function firstBrands(page: Page): Promise<readonly [string, string]> {
  const labels = await page
    .getByRole('button', { name: /^Correct / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  const [first, second] = labels.map((label) => label.replace('Correct ', ''));
  if (first === undefined || second === undefined) throw new Error('The answers name no two brands.');
  return [first, second];
}

describeInOneProgram('brands in the window', {}, (app) => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = app());
    await ask(page, {
      question: 'Which folding bike locks do people trust? [[sandbox latency=0]]',
      markets: 'us, de, jp, br',
    });
    await untilAnswered(page, 4);
    await openTab(page, 'Brands');
    await page
      .getByRole('button', { name: /^Correct / })
      .first()
      .waitFor();
  });

  it('merges brands by keyboard, recounts them, and restores them when the merge is undone', async () => {
    const before = await lines(page);
    const [from, into] = await firstBrands(page);

    await menuOf(page, from).press('Enter');
    await page.getByRole('menuitem', { name: 'Merge into…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Merge ${from} into…` });
    await dialog.getByRole('textbox', { name: 'Brand' }).fill(into);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Brand' }).press('Enter');
    await version(page, 'Brand list version 1');
    await menuOf(page, from).waitFor({ state: 'detached' });
    const merged = await lines(page);
    expect(merged).not.toEqual(before);
    expect(merged.some((line) => line.startsWith(into) && !line.includes('Detected'))).toBe(true);

    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await version(page, 'Brand list version 2');
    expect(await lines(page)).toEqual(before);

    await page.reload();
    await version(page, 'Brand list version 2');
    await menuOf(page, from).waitFor();
    expect(await lines(page)).toEqual(before);
  });

  it('marks detected names as your brand or not a brand from their menu, and lists every correction', async () => {
    const [ours, nothing] = await firstBrands(page);
    await menuOf(page, ours).click();
    await page.getByRole('menuitemradio', { name: 'Your brand' }).click();
    await version(page, 'Brand list version 3');
    await menuOf(page, nothing).click();
    await page.getByRole('menuitem', { name: 'Not a brand' }).click();
    await version(page, 'Brand list version 4');
    await menuOf(page, nothing).waitFor({ state: 'detached' });
    expect((await lines(page))[0]).toMatch(new RegExp(`^${ours}\\s+Your brand`));
    // What a share of voice is a share of stands beside the figures, and in the panel of each.
    await page.getByText(/^Share of voice: of all brands named, listed or detected\./).waitFor();
    await menuOf(page, ours).focus();
    for (const key of ['Tab', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    const figure = page.getByRole('dialog', { name: `${ours} · Share of voice` });
    await figure.getByText('all brands named', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'brands-decided');

    await page.getByRole('button', { name: '2 manual corrections' }).click();
    await page.getByRole('button', { name: `Undo : ${nothing} is not a brand` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await menuOf(page, nothing).waitFor();
  });

  it('assigns the domains that are marked on the Sources tab', async () => {
    await openTab(page, 'Sources');
    const first = page.getByRole('button', { name: /^Correct / }).first();
    const domain = ((await first.getAttribute('aria-label')) ?? '').replace(/^Correct (.*)$/, '$1');
    await first.click();
    await page.getByRole('menuitemradio', { name: 'You', exact: true }).click();
    await version(page, 'Brand list version 6');
    await page.reload();
    await page
      .getByRole('rowheader', { name: new RegExp(`^${domain.replaceAll('.', '\\.')} Your brand`) })
      .waitFor();
    // The type of the source as well, and back: the versions that follow stay what they were.
    await page.getByRole('button', { name: `Correct ${domain}` }).click();
    await page.getByRole('menuitemradio', { name: 'reviews' }).click();
    await version(page, 'Brand list version 7');
    await page
      .getByRole('row', { name: new RegExp(`${domain.replaceAll('.', '\\.')} Your brand.* reviews`) })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('edits brands on their screen, with problems at their fields and a way to cancel', async () => {
    await goTo(page, 'Brands');
    await page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor();
    await page.getByText(/^Brand list version 7/).waitFor();

    await page.getByRole('button', { name: 'Add brand' }).click();
    const form = page.getByRole('dialog', { name: 'Add brand' });
    await form.getByRole('button', { name: 'Add domain' }).click();
    await form.getByRole('textbox', { name: 'Domain 1' }).fill('nonsense');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('Enter a name for the brand.').waitFor();
    await form.getByText('“nonsense” is not a domain').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Schließwerk');
    await form.getByRole('textbox', { name: 'Domain 1' }).fill('https://www.schliesswerk.de/shop');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const listed = page.getByRole('table', { name: 'Listed brands', exact: true });
    const row = listed.getByRole('row').filter({ hasText: 'Schließwerk' });
    await row.getByText('schliesswerk.de').waitFor();

    await page.getByRole('button', { name: 'Paste list' }).click();
    const list = page.getByRole('dialog', { name: 'Paste list of brands' });
    await list
      .getByRole('textbox', { name: 'List' })
      .fill('حصين; hasin.com\nサイクルガード; cycleguard.jp; other');
    await list.getByRole('button', { name: 'Add 2 brands' }).click();
    await listed.getByRole('row').filter({ hasText: 'حصين' }).waitFor();
    await page.getByText(/^Brand list version 9/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'brands-settings');

    await row.getByRole('button', { name: 'Delete Schließwerk' }).click();
    await row.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await row.waitFor();
  });
});
