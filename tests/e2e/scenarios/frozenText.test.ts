import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostileTexts } from '#tests/support/analysis/hostileMarkdown.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { describeInBrowser } from '../harness/hosts.ts';
import { answers, openTab, runTitle } from '../harness/window.ts';

/**
 * Processor time of the window's own thread, seconds, to open a run of two such answers and go to its sources and back:
 * before there were limits, these texts took up to 45 s at once. Time that other processes take does not count.
 */
const mostSeconds = 10;

/** Those that froze the window first, and those that took Chromium longest. */
const named = [
  'strikethrough that never closes',
  'bold that never closes',
  'quotes in quotes',
  'lists in lists on one line',
  'headings',
  'numbered items',
  'a deep list',
  'punctuation',
  'no characters',
  'mixed emphasis',
  'parts of e-mail addresses',
  'marks on one letter',
  'brackets of a citation',
];
// Every one there is with PARALLAX_LONG=1.
const texts = Object.entries(hostileTexts).filter(
  ([name]) => process.env.PARALLAX_LONG === '1' || named.includes(name),
);

describeInBrowser('an answer with text designed to freeze the window', (stage) => {
  it('is compared with another, and the window stays responsive', { timeout: 900_000 }, async () => {
    const { dataFolder } = stage();
    const file = join(dataFolder, 'hostile.jsonl');
    const records = texts.flatMap(([question, make]) =>
      ['DE', 'US'].map((country) => {
        const text = make(100_000).slice(country === 'DE' ? 0 : 1);
        const response = JSON.parse(sampleBody(country, { text, markdown: text }));
        return { engine: 'assistant-a', request: { prompt: question, country }, response };
      }),
    );
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(await runParallax(['import', file], { dataFolder })).toMatchObject({ code: 0 });
    const listed = await runParallax(['history', '--limit', '100', '--format', 'jsonl'], { dataFolder });
    const runs = new Map(jsonLines(listed.stdout).map(({ question, run }) => [question, run]));

    const { page } = await stage().open();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    for (const [question] of texts) {
      const before = await worked();
      await page.evaluate(`location.hash = '#/run/${runs.get(question)}?tab=answer'`);
      await runTitle(page, question).waitFor();
      await answers(page).waitFor();
      await openTab(page, 'Sources');
      await openTab(page, 'Answer');
      await answers(page).waitFor();
      const seconds = (await worked()) - before;
      console.log(`${question}: ${seconds.toFixed(1)} s of processor time`);
      expect.soft(seconds, question).toBeLessThan(mostSeconds);
    }
  });
});
