import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInBrowser } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';
import { ask, goTo, untilAnswered } from '../harness/window.ts';

const name = 'Österreichische Fahrradschlossmanufaktur Lindenberger & Söhne';

describeInBrowser('a project', (stage) => {
  it('sets the defaults of new questions, and is exported as a file that can be imported', async () => {
    const { page } = await stage().open();
    await ask(page, { question: 'Which lock? [[sandbox latency=50]]', markets: 'us' });
    await untilAnswered(page, 1);
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByLabel('New project').fill(name);
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('button', { name: `Use ${name}` }).click();
    await page.getByRole('heading', { name: `Current project: ${name}` }).waitFor();

    const begins = page.getByRole('form', { name: 'Defaults for new questions' });
    await begins.getByLabel('Markets').fill('de, atlantis');
    await begins.getByText('Unknown country or group “atlantis”').waitFor();
    expect(await begins.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await begins.getByLabel('Markets').fill('germany, at');
    await begins.getByLabel('Engine').selectOption('assistant-b');
    await begins.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Defaults of “${name}” saved`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'projects');
    await goTo(page, 'Ask');
    await page.getByRole('button', { name: 'Engine: assistant-b' }).waitFor();
    for (const market of ['Germany', 'Austria'])
      await page.getByRole('button', { name: `Remove ${market}` }).waitFor();
    expect(await page.getByRole('button', { name: 'Remove United States' }).count()).toBe(0);

    await goTo(page, 'History');
    await page.getByRole('heading', { name: `No runs in “${name}” yet` }).waitFor();
    await page.getByRole('button', { name: 'Show 1 run of other projects' }).click();
    await page.getByRole('option', { name: /Which lock/ }).waitFor();

    await page.getByRole('listbox', { name: 'Runs' }).focus();
    await page.keyboard.press('m');
    const moving = page.getByRole('dialog', { name: 'Move run to another project' });
    await moving.getByText('is in First project').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await moving.getByRole('button', { name: 'Move 1 answer' }).click();
    await page.getByText(`Run moved to “${name}”`).waitFor();
    await page.getByRole('checkbox', { name: 'All projects' }).uncheck();
    await page.getByRole('option', { name: /Which lock/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: `No runs in “${name}” yet` }).waitFor();

    await page.getByRole('button', { name: `Project: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Manage projects…' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export First project' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('First project.parallax');
    const file = join(stage().dataFolder, 'exported.parallax');
    await download.saveAs(file);
    await page.getByText('First project.parallax: 1 run, 1 answer, verified').waitFor();
    const chooser = page.getByLabel('Project file to import');
    await chooser.setInputFiles({ name: 'report.parallax', mimeType: '', buffer: Buffer.from('no project') });
    await page
      .getByRole('alert')
      .getByText(/report\.parallax .*damaged, or not a Parallax history/)
      .waitFor();
    await chooser.setInputFiles(file);
    await page.getByText('0 runs and 0 answers added; 1 run already present').waitFor();

    // Holds the import as a large file would.
    const cancelled = page.waitForRequest('**/bridge/cancel');
    await page.route('**/bridge/invoke', async (route) => {
      if (!route.request().postData()?.includes('projects.import')) return route.continue();
      await cancelled;
      const error = { code: 'CANCELLED', message: 'Cancelled.', retryable: false };
      return route.fulfill({ json: { ok: false, error } });
    });
    await chooser.setInputFiles(file);
    await page.getByText(/^Importing /).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText(/^Import of .* cancelled/).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Export First project' }).isEnabled()).toBe(true);
  });
});
