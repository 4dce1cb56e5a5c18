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
    ['ask', 'best folding bike locks', '--countries', 'US,DE,JP,BR,SA,FR', '--format', 'json'],
    { dataFolder },
  );
  runId = String(jsonLines(asked.stdout)[0]?.runId);
  await runParallax(['translate', runId, '--to', 'en', '--with', 'sandbox', '--save', '--yes'], {
    dataFolder,
  });
}

describeInOneProgram('six markets, read and compared in English', { prepare }, (app) => {
  it('says which texts were compared, and in every section what the answers agree on', async () => {
    const { page } = app();
    await page.setViewportSize({ width: 1440, height: 900 });
    await readRun(page, runId, 'mode=consensus');
    await page.getByText(/Compared in English translation/).waitFor();
    await page.getByRole('button', { name: 'Translation', exact: true }).click();
    await answers(page)
      .getByText(/of 6 agree/)
      .first()
      .waitFor({ state: 'attached' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await photograph(page, `verdicts-${colorScheme}`);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('names both values of a fact in the column that states it otherwise', async () => {
    const { page } = app();
    await readRun(page, runId, 'mode=consensus');
    await answers(page)
      .getByText(/^Differs: “.+” where the others say “.+”/)
      .first()
      .waitFor();
    await page.keyboard.press('n');
    await photograph(page, 'verdicts-fact');
    await page
      .getByRole('region', { name: 'Current section' })
      .getByText(/Section \d+ of \d+: /)
      .waitFor();
  });
});
