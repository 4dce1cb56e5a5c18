import assert from 'node:assert/strict';
import fc from 'fast-check';
import { htmlReport } from '#shared/documents/htmlReport.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { engines } from '#shared/interface/engines.ts';
import { packAnswer, unpackAnswer } from '#shared/model/comparison/packedAnswer.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { indexableText } from '#shared/search/indexText.ts';
import { parseSearch } from '#shared/search/query.ts';
import { findTerms, snippetOf } from '#shared/search/snippet.ts';
import { comparisonSheets, comparisonTabs } from '#shared/tables/comparisonTables.ts';
import { safeHref } from '#shared/tables/markup.ts';
import {
  csvRow,
  escapeMarkdown,
  sheetToCsv,
  sheetToMarkdown,
  sheetToText,
} from '#shared/tables/sheetFormats.ts';
import { hostName } from '#shared/text/addresses/pages.ts';
import { registrableDomain, sourceIdentity, urlIdentity } from '#shared/text/addresses/urls.ts';
import { carriedDestination } from '#shared/text/addresses/wrappers.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { parseAnswer } from '#shared/text/markdown/blocks.ts';
import { samplesFromResult } from '#shared/text/samples.ts';
import { numberRules } from '#shared/text/words/numberRules.ts';
import { numberAt, parsePrice } from '#shared/text/words/numbers.ts';
import { tokenize } from '#shared/text/words/tokens.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';
import { longText, mutatedJson, mutatedText } from '../generators.ts';
import { boundedBy, inside, survivesJson } from '../guarantees.ts';
import { type FuzzTarget, target } from '../target.ts';
import { answers } from './providers.ts';

const blocks = target(
  'answer/markdown',
  'An answer is read into blocks whose spans and marks lie in their text; its words are no longer than it was.',
  longText(answers),
  (markdown) => {
    const { blocks: read } = parseAnswer('', markdown);
    boundedBy(
      read.reduce((sum, { text }) => sum + text.length, 0),
      markdown.length,
      2,
    );
    for (const { text, spans, marks } of read) {
      for (const span of spans) inside(span, text.length);
      for (const { at } of marks) inside({ start: at, end: at }, text.length);
    }
  },
  { cpuMs: 3_000 },
);

const compared = target(
  'answer/comparison',
  'Answers are compared into plain data that can be sent; every block of them stands in exactly one row.',
  fc.tuple(longText(answers), longText(answers), longText(answers)),
  ([a, b, c]) => {
    const comparison = compareObservations(
      [column('DE', a, b), column('US', b), column('JP', c)],
      defaultOptions,
    );
    survivesJson(comparison.answer);
    assert.deepEqual(unpackAnswer(packAnswer(comparison.answer)), comparison.answer);
  },
  // Three texts of up to 100,000 characters, each with every other.
  { cpuMs: 15_000 },
);

const reports = target(
  'answer/report',
  'The report of a comparison holds no script and no link but to the web; its tables keep their shape in CSV and Markdown.',
  fc.tuple(
    mutatedText(answers),
    mutatedText(['<script>alert(1)</script>', '=1+1', '](javascript:a)', '"><img onerror=a>']),
  ),
  ([a, b]) => {
    const comparison = compareObservations(
      [
        column('DE', sample(a, { sources: [{ position: 1, url: b, title: b, description: b }] })),
        column('US', b),
      ],
      defaultOptions,
    );
    const html = htmlReport(comparison, {
      question: b,
      engine: b,
      askedAt: b,
      writtenAt: '2026-11-22',
      runId: b,
      program: 'Parallax',
    });
    const tagsOnly = html.replace(/<style>[\s\S]*?<\/style>/g, '').replace(/>[^<]*/g, '>');
    assert.doesNotMatch(tagsOnly, /<(script|iframe|object|embed|form|base|img)\b|\son\w+\s*=/i);
    for (const [, address = ''] of tagsOnly.matchAll(/href="([^"]*)"/g)) assert.match(address, /^https?:|^#/);
    for (const tab of comparisonTabs)
      for (const sheet of comparisonSheets(comparison, tab)) {
        assert.ok(sheet.rows.every((row) => row.length === sheet.columns.length));
        const lines = sheetToMarkdown(sheet).split('\n');
        assert.equal(lines.filter((line) => line.startsWith('| ')).length, sheet.rows.length + 2);
        sheetToText(sheet);
        sheetToCsv(sheet);
      }
  },
  { cpuMs: 3_000 },
);

const cells = target(
  'answer/csv-cell',
  'A cell is read back as it was by RFC 4180, without NUL, and no spreadsheet takes it for a formula.',
  mutatedText(['=1+1', '-2', '@SUM(A1)', '\t=1', '\r\n=1', '＝1', 'a;=1', '"quoted"', '+49 89 1']),
  (text) => {
    const line = csvRow('csv', [text, 'end']);
    const [, first = ''] = /^(?:"((?:[^"]|"")*)"|[^",\r\n]*),/.exec(line) ?? [];
    const read = line.startsWith('"') ? first.replaceAll('""', '"') : line.slice(0, line.lastIndexOf(','));
    // Apostrophes are put before what would be a formula, a NUL is replaced, and nothing else is changed.
    const kept = text.replaceAll("'", '').replaceAll('\0', '\ufffd');
    assert.equal(read.replaceAll("'", ''), kept, JSON.stringify(line));
    for (const part of read.split(';'))
      assert.doesNotMatch(part, /^[\s\p{Cc}\p{Cf}]*[=+@\-＝＋－＠]/u, 'a formula');
    assert.ok(!/[\r\n]/.test(escapeMarkdown(text).replace(/\r(?!\n)/g, '')));
  },
);

const urls = target(
  'answer/address',
  'An address has a host and a domain in lower case or is none; a link of a report is http, https or none.',
  mutatedText([
    'https://www.Example.co.uk/a?utm_source=x#y',
    'http://[::1]:8080/',
    'https://search.example/url?q=https://a.example/',
    '//a.b',
    'müller.de',
    'javascript:alert(1)',
  ]),
  (text) => {
    const identity = urlIdentity(text) ?? sourceIdentity(text, text);
    if (identity !== null) assert.equal(identity.host, identity.host.toLowerCase());
    const host = hostName(text);
    if (host !== null) assert.doesNotMatch(host, /[\s/?#@]/);
    registrableDomain(text);
    const url = URL.parse(text);
    const destination = url === null ? null : carriedDestination(url);
    if (destination !== null) assert.match(destination, /^https?:\/\//i);
    const href = safeHref(text);
    if (href !== null) assert.match(href, /^https?:\/\/[^"<>]*$/);
  },
);

const words = target(
  'answer/words',
  'Words of a text lie in it one after another, and numbers in it are finite.',
  longText([...answers.slice(0, 10), 'ab 1.234,56 € und ٣٤ oder 2026-10-31', 'ภาษาไทย 日本語 العربية']),
  (text) => {
    let before = 0;
    for (const { start, end } of tokenize(text, numberRules('de', 'DE'))) {
      assert.ok(start >= before);
      inside({ start, end }, text.length);
      before = end;
    }
    for (let position = 0; position < Math.min(text.length, 200); position += 7) {
      const number = numberAt(text, position, numberRules('de', 'DE'));
      if (number !== null) assert.ok(number.end > number.start && number.end <= text.length);
    }
    const price = parsePrice(text.slice(0, 500), numberRules('de', 'DE'));
    if (price !== null) assert.ok(Number.isFinite(price.amount));
  },
);

const matcher = createBrandMatcher([
  { id: 'a', name: 'Alpina', kind: 'own', aliases: [{ text: 'アルピナ' }], domains: ['alpina.com'] },
  { id: 'n', name: 'Nordlauf Breeze', kind: 'competitor', aliases: [], domains: [] },
]);

const named = target(
  'answer/brands',
  'Mentions of brands lie in the text, one after another.',
  longText([
    ...answers.slice(0, 10),
    'Alpina, ALPINAs and アルピナ; www.alpina.com — Nordlauf\u00a0Breeze',
    'Al\u00adpi\u200bna',
  ]),
  (text) => {
    for (const mention of matcher.find(text)) inside(mention, text.length);
  },
);

const found = target(
  'answer/found-text',
  'What is found of a search stands in the text, and its snippet shows it.',
  fc.record({ text: longText(answers), query: mutatedText(['lock* "folding bike" größe', 'a', '日本 the']) }),
  ({ text, query }) => {
    const { terms } = parseSearch(query);
    for (const place of findTerms(text, terms).places) inside(place, text.length);
    const snippet = snippetOf(text, terms);
    if (snippet !== null) {
      boundedBy(snippet.text.length, 0, 0, 2_000 + query.length * 4);
      for (const [start, end] of snippet.marks) inside({ start, end }, snippet.text.length);
    }
    boundedBy(indexableText([text]).length, text.length, 4, 100);
  },
  // A query may hold as many terms as fit into it, and each is looked for.
  { cpuMs: 3_000 },
);

const bodies = [
  {
    text: 'An answer [1].',
    markdown: '**An** answer [1].',
    sources: [{ position: 1, url: 'https://a.example/', label: 'A', description: 'd' }],
    searchQueries: ['q'],
    products: [{ name: 'P', price: '12,50 €', merchants: [{ name: 'M', price: 3 }] }],
    ads: [{ title: 'x', url: 'https://b.example' }],
    aioverview: { text: 't', markdown: 'm', sources: [{ url: 'https://c.example' }] },
    organicResults: [{ position: 1, title: 'T', url: 'https://d.example', description: 'x' }],
    newsResults: [{ title: 'N', url: 'u', date: '1 day ago' }],
  },
];

const results = target(
  'answer/result',
  'The result of any engine gives text, sources and lists of the kinds they are, whatever stands in their place.',
  fc.record({ engine: fc.constantFrom(...engines), result: mutatedJson(bodies) }),
  ({ engine, result }) => {
    const given = typeof result === 'object' && result !== null && !Array.isArray(result) ? result : {};
    const content = samplesFromResult(engine, given as Readonly<Record<string, unknown>>);
    assert.equal(typeof content.text, 'string');
    for (const { url, title } of content.sources ?? [])
      assert.ok(typeof url === 'string' && typeof title === 'string');
    compareObservations([column('DE', sample(content.text, content)), column('US', 'x')], defaultOptions);
  },
  { cpuMs: 3_000 },
);

export const answerTargets: readonly FuzzTarget[] = [
  blocks,
  compared,
  reports,
  cells,
  urls,
  words,
  named,
  found,
  results,
];
