import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { readRun } from '../harness/comparedRun.ts';
import { describeInOneProgram } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';
import { answers } from '../harness/window.ts';

let runId: string;

async function prepare(dataFolder: string): Promise<void> {
  const asked = await runParallax(
    ['ask', 'best folding bike locks', '--countries', 'US,DE,JP,SA', '--format', 'json'],
    { dataFolder },
  );
  runId = String(jsonLines(asked.stdout)[0]?.runId);
}

describeInOneProgram('answers in other languages, read in English', { prepare }, (app) => {
  const bar = () => app().page.getByRole('region', { name: 'Language of the answers' }).first();
  const translate = async (remember: boolean): Promise<void> => {
    const { page } = app();
    await bar()
      .getByRole('button', { name: /^Translate \d/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().selectOption('sandbox');
    await dialog.getByText(/Free\. Made up/).waitFor();
    await dialog.getByRole('checkbox').setChecked(remember);
    await dialog.getByRole('button', { name: 'Translate', exact: true }).click();
  };

  it('offers to compare until every stored translation is compared', async () => {
    const { page } = app();
    await page.setViewportSize({ width: 1280, height: 800 });
    await readRun(page, runId, 'mode=consensus&hide=JP,SA');
    await translate(true);
    await bar().getByText('1 of 1 answer translated').waitFor();
    const compare = bar().getByRole('button', { name: 'Compare translations' });
    await bar()
      .getByText(/Compared in English translation/)
      .waitFor();
    await readRun(page, runId, 'mode=consensus');
    await bar().getByText('1 of 3 answers translated').waitFor();
    await translate(false);
    await bar().getByText('3 of 3 answers translated').waitFor();
    await compare.click();
    await compare.waitFor({ state: 'detached' });
    await bar()
      .getByText(/Compared in English translation/)
      .waitFor();
  });

  it('is one choice: the same in full texts, a single answer, and search', async () => {
    const { page } = app();
    const firstRow = async (): Promise<number> => {
      const row = page.getByRole('grid', { name: 'Aligned answers' }).getByRole('row').nth(1);
      return (await row.boundingBox())?.height ?? 0;
    };
    const before = await firstRow();
    await bar().getByRole('button', { name: 'Both', exact: true }).click();
    await expect.poll(firstRow).toBeGreaterThan(before + 40);
    const both = await firstRow();
    await bar().getByRole('button', { name: 'Translation', exact: true }).click();
    await expect.poll(firstRow).toBeLessThan(both - 40);
    await readRun(page, runId, 'tab=answer&mode=written');
    await bar().getByText('3 of 3 answers translated').waitFor();
    expect(
      await bar().getByRole('button', { name: 'Translation', exact: true }).getAttribute('aria-pressed'),
    ).toBe('true');
    await answers(page).locator('[data-answer] [lang=en]').first().waitFor();
    await bar().getByRole('button', { name: 'Both', exact: true }).click();
    await answers(page).locator('[data-answer] [lang=ar][dir=rtl]').first().waitFor();
    await photograph(page, 'reading-both');
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.evaluate("location.hash = '#/history'");
    await page.getByRole('searchbox').fill('country:jp locks');
    const list = page.getByRole('listbox', { name: 'Search results' });
    await list.getByRole('option').first().waitFor();
    await photograph(page, 'reading-search');
  });
});
