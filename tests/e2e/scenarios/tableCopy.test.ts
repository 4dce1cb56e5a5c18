import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { listedBrands, storeFigureHistory } from '#tests/support/figures/figureHistory.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import type { OpenApp } from '../harness/app.ts';
import { browserHost } from '../harness/browserHost.ts';
import { sizes } from '../harness/pictures.ts';
import { goTo, openTab } from '../harness/window.ts';

const { skip, note } = requirement(chromiumMissing());

describe.skipIf(skip)(`copied rows${note}`, () => {
  let dataFolder: string;
  let app: OpenApp;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-copy-'));
    await storeFigureHistory(dataFolder);
    for (const { name, as, domain } of listedBrands)
      await runParallax(['brands', 'add', name, '--as', as, '--domain', domain], { dataFolder });
    await runParallax(['recompute'], { dataFolder });
    app = await browserHost.open({ dataFolder, viewport: sizes.laptop });
  });
  afterAll(async () => {
    const problems = app.problems();
    await app.quit();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  it('are what a spreadsheet takes, from a drag that begins on a name: figures, counts and intervals in columns', async () => {
    const { page } = app;
    await page.evaluate(`document.addEventListener('copy', ({ clipboardData }) => {
      globalThis.copied = ['text/plain', 'text/html'].map((type) => clipboardData.getData(type));
    })`);
    /** The lines on the clipboard; its table must have the same cells. */
    const copied = async (rows: number): Promise<readonly string[]> => {
      await page.evaluate('globalThis.copied = null');
      await page.keyboard.press('Control+c');
      await page
        .getByText(`Copied ${rows} ${rows === 1 ? 'row' : 'rows'}`, { exact: true })
        .last()
        .waitFor();
      const [text, html] = await page.evaluate<[string, string]>('globalThis.copied');
      const cells = await page.evaluate<readonly string[]>(
        `[...new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html').querySelectorAll('tr')]
          .map((row) => [...row.cells].map((cell) => cell.textContent).join('\t'))`,
      );
      expect(cells.join('\n')).toBe(text);
      return cells.map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME'));
    };
    const drag = async (from: Locator, to: Locator): Promise<void> => {
      await from.scrollIntoViewIfNeeded();
      const [start, end] = [await from.boundingBox(), await to.boundingBox()];
      if (start === null || end === null) throw new Error('What is dragged over is not on the screen.');
      await page.mouse.move(start.x + 3, start.y + start.height / 2);
      await page.mouse.down();
      await page.mouse.move(end.x + end.width - 4, end.y + end.height / 2, { steps: 6 });
      await page.mouse.up();
    };
    const dragOver = async (label: string, rows: number): Promise<readonly string[]> => {
      const lines = page.getByRole('main').getByRole('table', { name: label }).locator('tbody tr');
      const name = lines.first().getByRole('rowheader');
      const pressed = name.locator('a, button');
      await name.waitFor();
      const hash = await page.evaluate('location.hash');
      await drag(
        (await pressed.count()) > 0 ? pressed.first() : name,
        lines
          .nth(rows - 1)
          .getByRole('cell')
          .last(),
      );
      const shown = await copied(rows);
      // The end of a drag is no click on the name, or on the figure under it.
      expect(await page.evaluate('location.hash')).toBe(hash);
      return shown;
    };

    await goTo(page, 'Sources');
    await page.getByRole('table', { name: 'Sources' }).waitFor();
    expect(await dragOver('Sources', 3)).toEqual([
      'Domain\tDomain (note)\tType\tCited in\tCited in (count)\tCited in (of)\tCited in (from)\tCited in (to)\tCitation share\tCitation share (count)\tCitation share (of)\tTrend\tInstead of you\tInstead of you (of)\tQuestions\tMarkets\tLast cited',
      'reddit.com\t\tsocial\t63%\t10\t16\t39%\t82%\t36%\t10\t28\t\t5\t10\t2\tDE, FR, JP\tTIME',
      'tests.example\t\treviews\t56%\t9\t16\t33%\t77%\t43%\t12\t28\t\t5\t9\t2\tDE, FR, JP\tTIME',
      'acme.example\tYour brand\town\t38%\t6\t16\t18%\t61%\t21%\t6\t28\t\t\t\t2\tDE, FR, JP\tTIME',
    ]);
    await goTo(page, 'Questions');
    expect(await dragOver('Questions', 2)).toEqual([
      'Question\tVisibility\tVisibility (count)\tVisibility (of)\tVisibility (from)\tVisibility (to)\tTrend\tAverage position\tLeads, listed brands\tNot named in\tLast answer',
      'Which helmet is light?\t60%\t6\t10\t31%\t83%\t\t1.8\tRival\tnamed in all\tTIME',
      'Which bike lock is best?\t30%\t3\t10\t11%\t60%\t\t2.0\tRival\tnamed in all\tTIME',
    ]);
    await goTo(page, 'Brands');
    expect((await dragOver('Visibility of the listed brands', 2)).slice(1)).toEqual([
      'Rival\t\t65%\t13\t20\t43%\t82%\t42%\t1.3',
      'Acme\tYour brand\t45%\t9\t20\t26%\t66%\t29%\t1.9',
    ]);

    // In the history, the marked run without a selection, and the runs of one.
    await goTo(page, 'History');
    const runs = page.getByRole('listbox', { name: 'Runs' });
    const head = 'Question\tEngine\tEngine (note)\tMarkets\tCompleted\tCompleted (of)\tCredits\tDate';
    const lines = [
      'Which helmet is light?\tsearch\tsandbox\tDE, FR, JP\t8\t9\t40\tTIME',
      'Which helmet is light?\tassistant-a\tsandbox\tDE, FR, JP\t7\t9\t35\tTIME',
    ];
    await runs.focus();
    expect(await copied(1)).toEqual([head, lines[0]]);
    await drag(
      runs.getByRole('option').first().locator('span').first(),
      runs.getByRole('option').nth(1).locator('time'),
    );
    expect(await copied(2)).toEqual([head, ...lines]);

    await runs.getByRole('option').first().click();
    await openTab(page, 'Overview');
    expect((await dragOver('Acme by market', 2)).slice(1)).toEqual([
      'Germany\t0%\t0\t1\t0%\t79%\t\tRival 1 of 1',
      'France\t0%\t0\t1\t0%\t79%\t\tRival 1 of 1',
    ]);
  });
});
