import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storeComparedRun, storeMixedSurfaces, storeSearchRun } from '#tests/support/history/comparedRun.ts';
import { storeStory } from '#tests/support/history/overviewStories.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { patienceMs } from '../harness/app.ts';
import { readRun } from '../harness/comparedRun.ts';
import { desktopHost } from '../harness/desktopHost.ts';
import { describeInOneProgram } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';
import { answers, columnNames } from '../harness/window.ts';

const patience = { timeout: patienceMs };

let runId: string;
let mixedRunId: string;
let searchRunId: string;
let plainRunId: string;

async function prepare(dataFolder: string): Promise<void> {
  runId = await storeComparedRun(dataFolder);
  mixedRunId = await storeMixedSurfaces(dataFolder);
  searchRunId = await storeSearchRun(dataFolder);
  plainRunId = await storeStory(dataFolder, 'oneRepeat');
}

describeInOneProgram('a comparison of twelve countries with three samples each', { prepare }, (app) => {
  it('restores baseline, groups, widths and hidden columns from its address', async () => {
    const { page } = app();
    await page.setViewportSize({ width: 2000, height: 900 });
    await readRun(page, runId, 'base=US&group=language&pin=US&hide=TH,KR&width=DE~420');
    await page.getByRole('button', { name: 'Compare with US' }).waitFor();
    // A column's head says its group, and where in it the column stands.
    await page
      .getByRole('columnheader')
      .filter({ hasText: /^German\s*1 of \d+/ })
      .waitFor();
    await expect
      .poll(async () => (await columnNames(page)).slice(0, 3), patience)
      .toEqual(['United States', 'United Kingdom', 'Canada']);
    await page.getByRole('button', { name: 'Show TH' }).waitFor();
    const edge = page.getByRole('separator', { name: 'Width of the Germany column' });
    await expect.poll(() => edge.getAttribute('aria-valuenow'), patience).toBe('420');
  });

  it('lists the tabs without data under More, with the reason, and opens them from there', async () => {
    const { page } = app();
    await readRun(page, plainRunId, 'tab=brands');
    await page.getByRole('tab', { name: 'Brands', exact: true, selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Ads', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Ads Not requested in this run: ads/ }).click();
    await page.getByRole('tab', { name: 'Ads', exact: true, selected: true }).waitFor();
    await page.getByRole('button', { name: /^Edit & re-run with ads/ }).waitFor();
  });

  it('scrolls to the column that the address selects', async () => {
    const { page } = app();
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const view of ['mode=consensus', 'mode=written']) {
      await readRun(page, runId, `${view}&at=JP`);
      const menu = page.getByRole('button', { name: 'Japan column menu' });
      const edge = async (): Promise<number> => {
        const box = await menu.boundingBox();
        return box === null ? Number.POSITIVE_INFINITY : box.x + box.width;
      };
      await expect.poll(edge, { ...patience, message: view }).toBeLessThan(1280);
    }
  });

  it('changes the width of a column by keyboard, and keeps it in the address and for other views', async () => {
    const { page } = app();
    await readRun(page, runId, 'mode=consensus');
    const edge = page.getByRole('separator', { name: 'Width of the United States column' });
    await edge.focus();
    await edge.press('End');
    await expect.poll(() => edge.getAttribute('aria-valuenow'), patience).toBe('900');
    await expect.poll(() => page.evaluate('location.hash'), patience).toContain('US');
    await readRun(page, runId, 'mode=consensus&only=1');
    expect(await page.evaluate('location.hash')).not.toContain('width');
    await expect.poll(() => edge.getAttribute('aria-valuenow'), patience).toBe('900');
    await edge.press('Escape');
    await expect.poll(() => edge.getAttribute('aria-valuenow'), patience).not.toBe('900');
  });

  it('uses the column order of the address, and updates it when a column is moved', async () => {
    const { page } = app();
    await page.setViewportSize({ width: 2000, height: 900 });
    await readRun(page, runId, 'mode=consensus&order=JP,DE');
    await expect
      .poll(async () => (await columnNames(page)).slice(0, 2), patience)
      .toEqual(['Japan', 'Germany']);
    await page.getByRole('button', { name: 'Germany column menu' }).click();
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await expect
      .poll(async () => (await columnNames(page)).slice(0, 2), patience)
      .toEqual(['Germany', 'Japan']);
    await expect.poll(() => page.evaluate('location.hash'), patience).toMatch(/order=DE(,|%2C)JP/);
  });

  it('moves between differences by keyboard and announces each to a screen reader', async () => {
    const { page } = app();
    await readRun(page, runId, 'mode=consensus');
    // What all languages share comes first.
    await page
      .getByText(/of 11 agree/)
      .first()
      .waitFor({ state: 'attached' });
    await answers(page).focus();
    await page.keyboard.press('n');
    const current = page.getByRole('grid').locator('button[aria-current="true"]');
    await current.waitFor();
    // Sections that only one market has are differences on the way as well.
    await expect
      .poll(async () => {
        const told = (await current.textContent()) ?? '';
        if (!/of 11 agree; /.test(told)) await page.keyboard.press('n');
        return told;
      }, patience)
      .toMatch(/\d+ of 11 agree; .*Between markets: /);
    const chosen = page.getByRole('region', { name: 'Current section' });
    await expect.poll(() => chosen.getByRole('status').textContent(), patience).toMatch(/\d+ of 11 agree; /);
    await chosen.getByRole('button', { name: /^Between markets: / }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Method' }).getByText('Rules').waitFor();
    await page.keyboard.press('Escape');
  });

  it('distinguishes a failed market from one without sources', async () => {
    const { page } = app();
    await readRun(page, runId, 'tab=map');
    const row = page.getByRole('region', { name: 'Map' }).getByRole('row', { name: /Brazil/ });
    await expect.poll(() => row.getByRole('cell').last().textContent(), patience).toBe('no data');
    await page.getByText('4 failed (FR, BR)').waitFor();
    // All twelve stand in the table without scrolling in it.
    const ranked = page.getByRole('region', { name: 'Map' }).getByRole('table');
    await expect.poll(() => ranked.getByRole('row').count(), patience).toBe(13);
    expect(
      await ranked.evaluate((table) => table.clientHeight - (table.parentElement?.clientHeight ?? 0)),
    ).toBe(0);
    await readRun(page, runId, 'tab=sources');
    await page.getByTitle('Brazil (The engine gave no answer.): inspect').waitFor();
    await readRun(page, searchRunId, 'tab=search');
    const table = page.getByRole('region', { name: 'Organic by market' });
    await expect
      .poll(() => table.getByTitle(/: inspect$/).allTextContents(), patience)
      .toEqual(['DE', 'JP', 'FRNo results', 'BRFailed', 'USCancelled']);
    const first = table.locator('tbody tr[aria-rowindex="2"]').getByRole('cell');
    expect((await first.allTextContents()).slice(-3)).toEqual(['no data', 'no data', 'no data']);
  });

  it('shows how a figure was calculated, by mouse and by keyboard', async () => {
    const { page } = app();
    await readRun(page, runId, 'tab=brands');
    const table = page.getByRole('region', { name: 'Brands by market' });
    const row = table.getByRole('row').filter({ hasText: 'Quillon' });
    const visibility = row.getByRole('button', { name: /^\d+ %$/ }).first();
    await visibility.click();
    const detail = page.getByRole('dialog', { name: 'Quillon · Visibility' });
    for (const part of ['Numerator', 'Denominator (n)', '95 % interval', 'Between markets', 'Rules'])
      await detail.getByText(part, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
    // The focus goes back a moment after the dialog is gone.
    const focused = table.locator('[data-figure]:focus');
    await focused.filter({ hasText: /^\d+ %$/ }).waitFor();
    await expect.poll(() => table.locator('[data-figure][tabindex="0"]').count(), patience).toBe(1);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const markets = page.getByRole('dialog', { name: 'Quillon · Markets' });
    await markets.waitFor();
    await page.keyboard.press('Escape');
    await markets.waitFor({ state: 'hidden' });
    await focused.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: / · Markets$/ })
      .getByText('Numerator')
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows which markets are visible if not all fit, and scrolls to the others', async () => {
    const { page } = app();
    await page.setViewportSize({ width: 1280, height: 800 });
    const strip = page.getByRole('region', { name: 'Confidence and method' });
    for (const tab of ['sources', 'brands']) {
      await readRun(page, runId, `tab=${tab}`);
      await strip.getByRole('button', { name: 'Overlap by market' }).waitFor();
      expect((await strip.boundingBox())?.height, tab).toBeLessThan(36);
    }
    const table = page.getByRole('region', { name: 'Brands by market' });
    const previous = page.getByRole('button', { name: 'Previous markets' });
    const next = page.getByRole('button', { name: 'Next markets' });
    const seen: number[] = [];
    for (let to = 0; to < 12; ) {
      const inSight = await page.getByText(/^Markets \d+–\d+ of 12$/).textContent();
      const [from = 0, last = 0] = (inSight ?? '').match(/\d+/g)?.map(Number) ?? [];
      for (let market = from; market <= last; market++) seen.push(market);
      if (last < 12) {
        await next.press('Enter');
        await expect
          .poll(() => page.getByText(/^Markets \d+–\d+ of 12$/).textContent(), patience)
          .not.toBe(inSight);
      }
      to = last;
    }
    expect(new Set(seen).size).toBe(12);
    await expect.poll(() => next.getAttribute('aria-disabled'), patience).toBe('true');
    // The brand stays beside its figures.
    expect((await table.getByRole('rowheader').first().boundingBox())?.x).toBeLessThan(100);
    // A figure that the keyboard reaches is not covered by it, not even in part.
    const figures = table.getByRole('row').filter({ hasText: 'Quillon' }).locator('[data-figure]');
    await figures.nth(5).focus();
    await page.keyboard.press('ArrowLeft');
    const [head, focused] = [table.getByRole('rowheader').first(), table.locator('[data-figure]:focus')];
    const edgeOf = async (box: typeof head) => (await box.boundingBox()) ?? { x: 0, width: 0 };
    await expect
      .poll(
        async () => (await edgeOf(focused)).x - (await edgeOf(head)).x - (await edgeOf(head)).width,
        patience,
      )
      .toBeGreaterThanOrEqual(0);
    await previous.press('Enter');
    await expect.poll(() => next.getAttribute('aria-disabled'), patience).toBe('false');
    await readRun(page, mixedRunId, 'tab=brands');
    await table
      .getByTitle(/: inspect$/)
      .first()
      .waitFor();
    await next.waitFor({ state: 'detached' });
  });

  it('groups its exports by purpose, all reachable by keyboard', async () => {
    const { page } = app();
    await readRun(page, runId, 'tab=brands');
    await page.getByRole('region', { name: 'Brands by market' }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    const menu = page.getByRole('menu', { name: 'Export' });
    await expect
      .poll(
        () =>
          menu
            .getByRole('group')
            .evaluateAll((groups) => groups.map((each) => each.getAttribute('aria-label'))),
        patience,
      )
      .toEqual(['Report', 'Tables and charts', 'Data and evidence']);
    const within: Readonly<Record<string, readonly string[]>> = {
      'Tables of this tab': [
        'Brands by market as CSV',
        'Brands by market as CSV for Excel',
        'Brands by market as JSON Lines',
        'All tables as Markdown',
      ],
      'Full comparison': ['Full comparison as HTML', 'Full comparison as JSON'],
      'Visibility chart': ['Visibility chart as PNG', 'Visibility chart as SVG'],
      'Other formats': [
        'Answers as CSV for Excel',
        'Answers as JSON Lines',
        'Answers as Parquet tables (.zip)',
      ],
    };
    for (const [name, items] of Object.entries(within)) {
      await menu.getByRole('menuitem', { name, exact: true }).press('ArrowRight');
      const sub = page.getByRole('menu', { name });
      for (const item of items) await sub.getByRole('menuitem', { name: item, exact: true }).waitFor();
      await sub.getByRole('menuitem').first().press('ArrowLeft');
      await sub.waitFor({ state: 'detached' });
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  it('states when figures pool several surfaces, and filters or groups by surface', async () => {
    const { page } = app();
    await readRun(page, mixedRunId, 'tab=sources');
    await page
      .getByText('Figures pool answers from different surfaces: Search page (2), Model API (1)')
      .waitFor();
    const table = page.getByRole('region', { name: 'Sources by market' });
    const markets = () => table.getByTitle(/: inspect$/).allTextContents();
    await expect.poll(markets, patience).toEqual(['DESearch page', 'JPModel API', 'BRSearch page']);
    await page.getByRole('button', { name: 'All surfaces' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Order columns by surface' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(markets, patience).toEqual(['DESearch page', 'BRSearch page', 'JPModel API']);
    await page.getByRole('button', { name: 'All surfaces' }).click();
    await page.getByRole('menuitemradio', { name: /^Search page/ }).click();
    await expect.poll(markets, patience).toEqual(['DE', 'BR']);
    await page.getByText(/^Figures pool/).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('location.hash'), patience).toContain('surface=search-page');
    await readRun(page, mixedRunId, 'mode=consensus&group=surface');
    // "Search page" stood on the view before as well: only the columns tell that this one is there.
    await expect.poll(() => columnNames(page), patience).toEqual(['Germany', 'Brazil', 'Japan']);
    await page.getByText('Search page', { exact: true }).first().waitFor();
  });

  it('finds words in the raw response of the selected answer', async () => {
    const { page } = app();
    await readRun(page, runId, 'tab=answer&at=DE');
    await page.keyboard.press('Control+i');
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await inspector.getByText('Raw response', { exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search keys and values' }).fill('SERVEDshape');
    await page.getByText('1 match', { exact: true }).first().waitFor();
    await page.getByText('servedShape').first().waitFor();
    await page.keyboard.press('Control+i');
  });

  it('exports a chart as an image', async () => {
    const { page } = app();
    await readRun(page, runId, 'tab=map');
    const download = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Charts' }).getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Image as PNG' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('figures-by-market.png');
    const chunks: Buffer[] = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).subarray(1, 4).toString()).toBe('PNG');

    // The same for the clipboard, by the context menu of every chart.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('region', { name: 'Charts' }).getByRole('img').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy as image' }).click();
    await page.getByText('Image copied', { exact: true }).waitFor();
    const copied = await page.evaluate(`navigator.clipboard.read().then(async ([item]) => {
      const bitmap = await createImageBitmap(await item.getType('image/png'));
      return bitmap.width;
    })`);
    expect(copied).toBeGreaterThan(200);
  });

  it('copies rows of a table for a spreadsheet, by its context menu and from a selection', async () => {
    const { page } = app();
    await readRun(page, runId, 'tab=brands');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    const table = page.getByRole('main').locator('table').first();
    const row = table.locator('tbody tr').first();
    await row.locator('td').last().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy row' }).click();
    await page.getByText('Copied 1 row', { exact: true }).waitFor();
    const [headers = '', values = '', ...rest] = (await clipboard()).split('\n');
    expect(rest).toEqual([]);
    expect(headers.split('\t').length).toBeGreaterThan(3);
    expect(values.split('\t')).toHaveLength(headers.split('\t').length);
    expect(values).toMatch(/\t\d+(\.\d+)?%/);

    // A selection over cells of several rows is whole rows.
    await page.evaluate(`{
      const rows = document.querySelectorAll('main table tbody tr');
      document.getSelection().setBaseAndExtent(rows[0].cells[1], 0, rows[2].cells[1], 1);
    }`);
    await page.keyboard.press('ControlOrMeta+c');
    await page.getByText('Copied 3 rows', { exact: true }).waitFor();
    const copied = (await clipboard()).split('\n');
    expect(copied).toHaveLength(4);
    expect(copied.slice(0, 2)).toEqual([headers, values]);

    // The rows with the same value, and all of them again. The page holds only those near what is shown.
    await page.evaluate('document.getSelection().removeAllRanges()');
    const rows = table.locator('tbody tr');
    const counted = async (): Promise<number> => Number(await table.getAttribute('aria-rowcount'));
    const before = await counted();
    const name = (await rows.nth(1).locator('[data-name]').getAttribute('data-name')) ?? '';
    await rows.nth(1).locator('td').last().click({ button: 'right' });
    await page.getByRole('menuitem', { name: `Filter by “${name}”` }).click();
    await expect.poll(counted).toBeLessThan(before);
    const shown = await rows
      .locator('[data-name]')
      .evaluateAll((all) => all.map((each) => each.dataset.name));
    expect(shown).toHaveLength((await counted()) - 1);
    for (const each of shown) expect(each).toContain(name);
    await rows.first().locator('td').last().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Clear filter' }).click();
    await expect.poll(counted).toBe(before);
  });

  it('keeps the width that a column was dragged to, until it is reset', async () => {
    const { page } = app();
    const head = page.getByRole('main').locator('table').first().getByRole('columnheader').nth(1);
    const edge = head.getByTitle(/^Drag to set the width/);
    const width = async (): Promise<number> => Math.round((await head.boundingBox())?.width ?? 0);
    await readRun(page, runId, 'tab=brands');
    // Waits until the table has come to rest.
    await edge.hover({ position: { x: 3, y: 5 } });
    const before = await width();
    const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.down();
    await page.mouse.move(x + 43, y + 5);
    await page.mouse.move(x + 83, y + 5);
    await page.mouse.up();
    await expect.poll(width).toBe(before + 80);
    await page.reload();
    await expect.poll(width, { timeout: 30_000 }).toBe(before + 80);
    await edge.dblclick();
    await expect.poll(width).toBe(before);
  });

  it('exports a PDF file in the desktop program', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parallax-pdf-'));
    const id = await storeComparedRun(folder);
    const desktop = await desktopHost.open({ dataFolder: folder });
    try {
      const { page } = desktop;
      await readRun(page, id, 'mode=consensus');
      await page
        .getByText(/of \d+ sections differ/)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Report settings…' }).click();
      const settings = page.getByRole('dialog', { name: 'Report settings' });
      await settings.getByLabel('Title').fill('Locks for Acme');
      await settings.getByLabel('Comment on Brands').fill('Acme gained in Germany.');
      await settings.getByRole('checkbox', { name: 'Answers' }).uncheck();
      expect(await accessibilityProblems(page)).toEqual([]);
      await photograph(page, 'report-settings');
      await settings.getByRole('button', { name: 'Save' }).click();
      await settings.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const file = join(folder, 'saved.pdf');
      await desktop.act?.({ type: 'save-to', path: file });
      await page.getByRole('menuitem', { name: 'Report as PDF' }).click();
      await page.getByText('saved.pdf saved', { exact: true }).waitFor({ timeout: 2 * patienceMs });
      const pdf = await readFile(file);
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.length).toBeGreaterThan(20_000);
    } finally {
      expect(desktop.problems()).toEqual([]);
      await desktop.quit();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
