import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { readRun } from '../harness/comparedRun.ts';
import { describeInOneProgram } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';
import { answers } from '../harness/window.ts';

let runId: string;
let otherRunId: string;
let dataFolder: string;

async function ask(question: string): Promise<string> {
  const { stdout } = await runParallax(['ask', question, '--countries', 'US,DE,JP,SA', '--format', 'json'], {
    dataFolder,
  });
  return String(jsonLines(stdout)[0]?.runId);
}

async function prepare(folder: string): Promise<void> {
  dataFolder = folder;
  runId = await ask('best folding bike locks');
  otherRunId = await ask('best travel pillows');
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

  it('shows every translation that was asked for, and in the overview what each answer says differently', async () => {
    const { page } = app();
    await readRun(page, otherRunId, 'tab=answer&mode=written');
    await translate(true);
    await bar().getByText('3 of 3 answers translated').waitFor();
    await expect.poll(() => page.getByText('Not translated yet').count()).toBe(0);
    expect(
      await bar()
        .getByRole('button', { name: /^Show / })
        .count(),
    ).toBe(0);
    await bar().getByRole('button', { name: 'Compare translations' }).click();
    await page.getByRole('grid', { name: 'Aligned answers' }).waitFor();

    await page.getByRole('tab', { name: 'Overview', exact: true }).click();
    const table = page.getByRole('table', { name: 'What each answer says differently' });
    await expect.poll(() => table.getByRole('row').count()).toBe(5);
    await photograph(page, 'reading-differences');
    const { stdout } = await runParallax(['overview', otherRunId, '--format', 'json'], { dataFolder });
    const { differences } = JSON.parse(stdout);
    expect(differences).toHaveLength(4);
    for (const [at, { leavesOut, onlyHere }] of differences.entries()) {
      const cells = table
        .getByRole('row')
        .nth(at + 1)
        .getByRole('cell');
      for (const [cell, said] of [leavesOut, onlyHere].entries())
        expect(
          await cells
            .nth(cell + 1)
            .getByRole('listitem')
            .first()
            .innerText({ timeout: 1000 })
            .catch(() => '–'),
        ).toBe(said.length === 0 ? '–' : `“${said[0]}”`);
    }
    expect(differences.flatMap(({ onlyHere }: { onlyHere: readonly string[] }) => onlyHere)).not.toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
