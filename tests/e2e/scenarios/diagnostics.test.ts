import { expect, it } from 'vitest';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeOnEveryHost } from '../harness/hosts.ts';
import { goTo, questionBox } from '../harness/window.ts';

describeOnEveryHost('diagnostics', (stage) => {
  it('checks the system in Settings, and shows a problem report before it is sent', async () => {
    const { page, act } = await stage().open();
    await questionBox(page).waitFor();
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'About', exact: true }).click();
    await page.getByRole('button', { name: 'Check this computer' }).click();
    const checks = page.getByRole('table', { name: 'Checks of this computer' });
    await checks.getByRole('row', { name: /^file system OK Can be written/i }).waitFor();
    if (act !== null) {
      await checks.getByRole('row', { name: /^graphics Note/i }).waitFor();
      await page.getByText('This is a development build').waitFor();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/about-${act ? 'desktop' : 'browser'}.png`,
        fullPage: true,
      });
    await page.getByRole('button', { name: 'Report a problem…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await dialog.getByText('It holds no keys, questions or answers.').first().waitFor();
    if (process.env.SHOTS) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: `${process.env.SHOTS}/report-${act ? 'desktop' : 'browser'}.png` });
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    if (act === null) return;
    await dialog.getByRole('button', { name: 'Save as file' }).click();
    await page.getByText('parallax-problem-report.txt saved').waitFor();
  });
});
