import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { answersAsMarkdown, answersAsTable } from '#main/hosts/cli/answerDocument.ts';
import { AnswerText } from '#renderer/reading/AnswerText.tsx';
import { Markdown } from '#renderer/ui/Markdown.tsx';
import { markdownPage } from '#service/drivers/markdownPage.ts';
import { htmlReport } from '#shared/documents/htmlReport.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { indexableText } from '#shared/search/indexText.ts';
import { parseSearch } from '#shared/search/query.ts';
import { snippetOf } from '#shared/search/snippet.ts';
import { comparisonSheets, comparisonTabs } from '#shared/tables/comparisonTables.ts';
import { sheetToCsv, sheetToText } from '#shared/tables/sheetFormats.ts';
import { column } from '#tests/support/analysis/columns.ts';
import { hostileTexts } from '#tests/support/analysis/hostileMarkdown.ts';

type Usage = { readonly user: number; readonly system: number };
// The window's types know nothing of Node, which runs this test.
declare const process: { readonly threadCpuUsage: (since?: Usage) => Usage };

/** Processor time of one reader for one text of 100,000 characters; most need a hundredth of it. */
const mostMs = 6_000;

/** The shortest of two: on a busy machine the same work may take several times as long. */
function inTime<Result>(work: () => Result): Result {
  const timed = () => {
    const before = process.threadCpuUsage();
    const result = work();
    const { user, system } = process.threadCpuUsage(before);
    return { result, ms: (user + system) / 1_000 };
  };
  const first = timed();
  expect(first.ms > mostMs ? timed().ms : first.ms).toBeLessThan(mostMs);
  return first.result;
}

const hostile = Object.entries(hostileTexts).map(([name, make]) => [name, make(100_000)] as const);
const line = {
  id: 'a',
  runId: 'r',
  country: 'DE',
  state: null,
  status: 'completed',
  imported: false,
  creditsCharged: 5,
  error: null,
  sources: [],
};

describe.each(hostile)('%s: 100,000 characters of it are read in time', (_, text) => {
  it('where answers are compared, and in what leaves the program of that', () => {
    const comparison = inTime(() =>
      compareObservations(
        [column('DE', text, text.slice(1)), column('US', 'Said in short.')],
        defaultOptions,
      ),
    );
    const head = {
      question: 'q',
      engine: 'assistant-a',
      askedAt: '',
      writtenAt: '',
      runId: 'r',
      program: 'Parallax',
    };
    expect(inTime(() => htmlReport(comparison, head))).toContain('</html>');
    for (const sheet of comparisonTabs.flatMap((tab) => comparisonSheets(comparison, tab)))
      inTime(() => sheetToCsv(sheet) + sheetToText(sheet));
  });

  it('in the window', () => {
    inTime(() => renderToStaticMarkup(<Markdown source={text} />));
    const observation = { language: 'de', text, markdown: null, sources: [], citations: [] } as never;
    const html = inTime(() =>
      renderToStaticMarkup(<AnswerText observation={observation} unfolded onUnfold={() => {}} />),
    );
    // More elements than this take a browser seconds to lay out.
    expect(html.split('<p').length).toBeLessThan(10_100);
  });

  it('in a search, on the command line and as a page of the service', () => {
    inTime(() => indexableText([text]));
    inTime(() => snippetOf(text, parseSearch('a b "a a" folding*').terms));
    inTime(() =>
      answersAsMarkdown({ question: text }, [{ line: { ...line, text } as never, markdown: text }]),
    );
    inTime(() => answersAsTable([{ ...line, text } as never], 120));
    inTime(() => markdownPage({ title: text, markdown: text, sources: [], provider: 'P' }));
  });
});
