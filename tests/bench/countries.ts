/**
 * `npm run bench:countries`: all 250 countries asked at once of the sandbox, and how responsive host and window stay
 * meanwhile, beside the seven of the G7 asked in the same program just before.
 */
import type { Page } from 'playwright-core';
import { answers, columnNames, goTo } from '#tests/e2e/harness/window.ts';
import { askMarkets, chooseSearchEngine, openMeasuredWindow } from './countriesHost.ts';
import { milliseconds, printTable, times } from './startupTable.ts';

/** Names of the columns met on the way from the first to the last, and the last one that stood there. */
async function reachColumns(page: Page): Promise<{ readonly reached: number; readonly last: string | null }> {
  const reached = new Set<string>();
  let last: string | null = null;
  await answers(page).focus();
  for (let step = 0; step < 400; step += 1) {
    const names = await columnNames(page);
    for (const name of names) reached.add(name);
    last = names.at(-1) ?? null;
    const moved = await answers(page).evaluate((element) => {
      const before = element.scrollLeft;
      element.scrollLeft += element.clientWidth * 0.7;
      return element.scrollLeft > before;
    });
    if (!moved) break;
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
  return { reached: reached.size, last };
}

const window = await openMeasuredWindow();
let met = false;
try {
  const { page } = window;
  page.setDefaultTimeout(30_000);
  const measured = async (preset: 'G7' | 'All 250', count: number) => {
    await chooseSearchEngine(page);
    await window.longTasks();
    await window.loopDelay('reset');
    const question = `Which locks from ${count} countries? [[sandbox latency=200]]`;
    const ms = await askMarkets(page, { question, preset, answers: count });
    const loop = await window.loopDelay('report');
    return { ms, loop, tasks: await window.longTasks() };
  };
  const few = await measured('G7', 7);
  await goTo(page, 'Ask');
  const all = await measured('All 250', 250);
  const { reached, last } = await reachColumns(page);
  const seven = (value: number, baseline: number) => ({
    value: milliseconds(value),
    baseline: `G7 ${milliseconds(baseline)}`,
    ratio: times(value, baseline),
  });
  met = printTable('250 countries at once, 200 ms each', [
    { figure: 'from sending to the last answer on the screen', ...seven(all.ms, few.ms) },
    { figure: 'longest main-process block', ...seven(all.loop.max, few.loop.max) },
    { figure: '99th percentile of the event loop delay', ...seven(all.loop.p99, few.loop.p99) },
    { figure: 'longest renderer task (0: none over 50 ms)', ...seven(all.tasks.longest, few.tasks.longest) },
    {
      figure: 'renderer tasks over 50 ms',
      value: String(all.tasks.count),
      baseline: `G7 ${few.tasks.count}`,
    },
    {
      figure: `columns reached by scrolling, the last: ${last ?? 'none'}`,
      value: String(reached),
      target: '250',
      met: reached === 250,
    },
  ]);
} finally {
  await window.close();
}
// Times say nothing on a loaded machine and fail nothing; a column that cannot be reached does.
process.exitCode = met ? 0 : 1;
