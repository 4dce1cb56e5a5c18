import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDocument, ReportTable } from '#shared/documents/reportDocument.ts';
import { runReportHtml } from '#shared/documents/runReportHtml.ts';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { openChromium } from '../harness/sharedChromium.ts';

const { skip, note } = requirement(chromiumMissing());

const table = (head: readonly string[], rows: ReportTable['rows']): ReportTable => ({
  kind: 'table',
  title: 'Table',
  note: '',
  head,
  rows,
});

const report = (paper: ReportDocument['paper'], name: string): ReportDocument => ({
  title: name,
  facts: [],
  logo: null,
  colour: '#0b5a72',
  paper,
  sections: [
    {
      id: 'summary',
      title: 'Summary',
      comment: null,
      blocks: [
        table(
          ['market', 'visibility', 'average position', 'leading'],
          [['United Kingdom', '100 % (3 of 3, 44 to 100)', '1.0 (n 3)', `${name} (3 of 3 answers)`]],
        ),
      ],
      aside: [
        table(
          ['market', 'failed', 'code', 'message'],
          [['United Kingdom', '12 of 36', 'EXTERNAL_SERVICE_ERROR', `${name}: the engine gave no answer.`]],
        ),
        table(
          ['domain', 'type', 'market', 'cited in'],
          [
            [
              `trailhead-comparison.${'consumer.'.repeat(3)}example`,
              'commerce',
              'Deutschland',
              '3 of 3 answers',
            ],
          ],
        ),
      ],
    },
    {
      id: 'brands',
      title: 'Brands',
      comment: null,
      blocks: [
        table(
          ['brand', 'visibility', 'share of voice', 'average position', 'significance', ...'ABCDEFGHIJKL'],
          [[name, '27 of 32, 84 %', '100 %', '1.0', 'Significant difference', ...Array(12).fill('3 of 3')]],
        ),
      ],
      aside: [],
    },
  ],
  footer: '',
});

/** Width of the paper less its margins, CSS pixels. */
const papers = { A4: 1032, Letter: 965 } as const;

const names = {
  English: 'Northumberland Manufacturing',
  German: 'Berufspendlerschlösser Süd',
  Japanese: '折りたたみ自転車用ロック専門店',
  Arabic: 'أقفال الدراجات القابلة للطي',
} as const;

describe.skipIf(skip)(`tables of a report on paper${note}`, () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openChromium();
    page = await browser.newPage();
    await page.emulateMedia({ media: 'print' });
  });
  afterAll(() => browser.close());

  for (const paper of ['A4', 'Letter'] as const)
    for (const [language, name] of Object.entries(names))
      it(`keep words whole and stay on the page, ${language} on ${paper}`, async () => {
        await page.setViewportSize({ width: papers[paper], height: 700 });
        await page.setContent(runReportHtml(report(paper, name)));
        expect(await page.evaluate(brokenWords)).toEqual([]);
        expect(await page.evaluate(beyondTheirPlace)).toEqual([]);
      });

  it('break a word only if it is longer than its column can be, and never leave the page', async () => {
    await page.setViewportSize({ width: papers.A4, height: 700 });
    await page.setContent(runReportHtml(report('A4', 'Diebstahlversicherungsanerkennung'.repeat(4))));
    expect(await page.evaluate(beyondTheirPlace)).toEqual([]);
  });
});

/** Evaluated in the page: words of scripts with spaces that stand on more than one line. */
const brokenWords = String.raw`[...document.querySelectorAll('th,td')].flatMap((cell) => {
  const broken = [];
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const word of text.textContent.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(word[0])) continue;
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
})`;

/** Evaluated in the page: tables that reach over what they stand in. */
const beyondTheirPlace = `[...document.querySelectorAll('table')]
  .filter((each) => each.getBoundingClientRect().right > each.parentElement.getBoundingClientRect().right + 1)
  .map((each) => each.textContent)`;
