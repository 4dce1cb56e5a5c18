import { engines } from '#shared/interface/engines.ts';
import { goTo } from '#tests/e2e/harness/window.ts';
import { openMeasuredWindow } from '../measuredWindow.ts';

export type Step = {
  readonly step: string;
  readonly ms: number;
  /** Longest task of the window; 0 when none took more than 50 ms. */
  readonly windowMs: number;
  /** Longest block of the host's main thread. */
  readonly hostMs: number;
};

/** Requests of a question: every country that each of the engines can be asked in. */
export const cellsOfQuestion = 1976;

/**
 * A plan of 250 countries, 8 engines and questions is written, priced, thinned out, run and watched in Chromium:
 * how long window and host stall in each step.
 */
export async function bigPlan(
  { questions: count, watchMs }: { readonly questions: number; readonly watchMs: number },
  onStep: (step: Step) => void,
): Promise<void> {
  const questions = Array.from(
    { length: count },
    (_, index) => `Which lock number ${index}? [[sandbox latency=200 words=50]]`,
  );
  const cells = (count * cellsOfQuestion).toLocaleString('en');
  const window = await openMeasuredWindow();
  try {
    const { page } = window;
    page.setDefaultTimeout(30_000);
    const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      await window.longTasks();
      await window.loopDelay('reset');
      const startedAt = performance.now();
      await work();
      const ms = performance.now() - startedAt;
      const { max } = await window.loopDelay('report');
      onStep({ step: name, ms, windowMs: (await window.longTasks()).longest, hostMs: max });
    };
    const price = page.getByRole('region', { name: 'Price estimate' });
    /** The price of the plan as it stands, not one that is still being worked out. */
    const priced = (words: RegExp) =>
      price.and(page.locator('[aria-busy="false"]')).getByText(words).waitFor();
    const grid = page.getByRole('application', { name: 'Requests of this plan' });
    await goTo(page, 'Plans');
    await page.getByLabel('Plan name').fill('Everything');
    await page.getByLabel('Questions (one per line)').fill(questions.join('\n'));
    await step('all countries chosen, priced', async () => {
      await page.getByLabel('Markets', { exact: true }).fill('All countries');
      await page.keyboard.press('Enter');
      await priced(/requests · at most/);
    });
    for (const engine of engines.slice(1))
      await step(`${engine} added, priced`, async () => {
        await page.getByLabel(engine, { exact: true }).check();
        await priced(/requests · at most/);
      });
    await step('a question edited, priced', async () => {
      await page.getByLabel('Questions (one per line)').press('End');
      await page.keyboard.type(' And why?', { delay: 30 });
      await priced(new RegExp(`${cells} requests`));
    });
    await step('what would be refused is switched off', async () => {
      await page.getByRole('button', { name: 'Exclude them' }).click();
      await page
        .getByRole('button', { name: `Run ${cells} requests` })
        .and(page.locator(':not([aria-disabled])'))
        .waitFor();
    });
    await step('the grid scrolled', async () => {
      await grid.focus();
      for (let press = 0; press < 30; press += 1) await page.keyboard.press('PageDown');
    });
    await step('planned and begun', async () => {
      await page.getByRole('button', { name: `Run ${cells} requests` }).click();
      await page.getByText(new RegExp(`of ${cells} · running`)).waitFor();
    });
    await step('watched while it runs', () => page.waitForTimeout(watchMs));
    await step('cancelled', async () => {
      await page.getByRole('button', { name: 'Cancel run' }).click();
      await page.getByText(new RegExp(`of ${cells} · cancelled`)).waitFor();
    });
  } finally {
    await window.close();
  }
}
