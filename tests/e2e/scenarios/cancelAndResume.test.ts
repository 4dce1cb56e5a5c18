import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { patienceMs } from '../harness/app.ts';
import { describeInBrowser, describeOnEveryHost } from '../harness/hosts.ts';
import { storedCells } from '../harness/storedHistory.ts';
import {
  answers,
  ask,
  askButton,
  chooseEngine,
  goTo,
  questionBox,
  runTitle,
  untilAnswered,
} from '../harness/window.ts';

describeOnEveryHost('a running run', (stage) => {
  it('can be cancelled, shows no wrong status, and is shown as cancelled in the history', async () => {
    const { page } = await stage().open();
    const question = 'Which locks? [[sandbox outcome=hang]]';
    await ask(page, { question, markets: 'us, de' });
    await answers(page).getByText('running').first().waitFor();
    const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel' });
    await cancel.click();
    await cancel.waitFor({ state: 'detached' });
    await expect.poll(() => answers(page).getByText('running').count(), { timeout: 20_000 }).toBe(0);

    await goTo(page, 'History');
    await page.getByRole('option').filter({ hasText: 'Which locks?' }).waitFor();
    await expect.poll(() => page.getByRole('option').filter({ hasText: 'running' }).count()).toBe(0);
  });

  it('keeps its answers when the program is killed, and asks the rest once on request', async () => {
    const first = await stage().open({ expectedProblems: /ERR_|Failed to load resource/ });
    const question = 'Which locks are light? [[sandbox latency=4000]]';
    // More markets than the account has slots: for four seconds after the first answers, others are under way and
    // others have not been asked yet.
    await chooseEngine(first.page, 'search');
    await questionBox(first.page).fill(question);
    await first.page.getByRole('button', { name: 'All 250' }).click();
    await askButton(first.page).and(first.page.locator(':enabled')).waitFor();
    await questionBox(first.page).press('Control+Enter');
    await runTitle(first.page, question).waitFor();
    const progress = (page: Page, counted: RegExp) =>
      page.getByRole('status').filter({ hasText: counted }).waitFor();
    await progress(first.page, /^\d+ of 250 answers/);
    // Watched in the file: a busy machine may draw the first answers when the last ones have been asked.
    const completed = (): number => storedCells(stage().dataFolder).states.completed ?? 0;
    await expect.poll(completed, { timeout: patienceMs }).toBeGreaterThan(0);
    process.kill(first.pid, 'SIGKILL');
    await first.quit();
    const kept = storedCells(stage().dataFolder);
    expect(kept.cells).toBe(250);
    expect(kept.wrong).toBe(0);
    expect(kept.states.completed).toBeGreaterThan(0);
    expect(kept.states.planned).toBeGreaterThan(0);
    expect(kept.states.running).toBeGreaterThan(0);

    const { page } = await stage().open();
    await goTo(page, 'History');
    await page.getByRole('option').filter({ hasText: 'Which locks are light?' }).dblclick();
    await runTitle(page, question).waitFor();
    await progress(page, new RegExp(`^${kept.states.completed} of 250 answers`));
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor({ state: 'detached' });
    await page
      .getByRole('progressbar', { name: 'Progress of this run' })
      .waitFor({ state: 'detached', timeout: 120_000 });

    const after = storedCells(stage().dataFolder);
    expect(after.wrong).toBe(0);
    // What was under way may have been charged; it is not asked again by itself.
    expect(after.states).toEqual({
      completed: 250 - (after.states.unknown ?? 0),
      unknown: kept.states.running,
    });
  });
});

describeInBrowser('a failed answer', (stage) => {
  it('is shown as failed in its column and never as empty', async () => {
    const { page } = await stage().open();
    await ask(page, { question: 'Which locks? [[sandbox latency=1 outcome=fatal]]', markets: 'us' });
    await answers(page)
      .getByText(/failed/i)
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^Retry/ })
      .first()
      .waitFor();
  });

  it('is retried during the run if its failure is temporary', async () => {
    const { page } = await stage().open();
    await ask(page, { question: 'Which locks? [[sandbox latency=1 errors=1]]', markets: 'us, de' });
    await untilAnswered(page, 2);
  });
});
