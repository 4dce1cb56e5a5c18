import type { Comparison } from '../model/comparison/comparison.ts';
import { type ColumnLabels, columnLabels } from '../tables/columnLabels.ts';
import { type ComparisonTab, comparisonTabs, reportSections } from '../tables/comparisonTables.ts';
import { dataQualitySentences } from '../tables/figureLabels.ts';
import { escapeMarkup } from '../tables/markup.ts';

export type ReportHead = {
  readonly question: string;
  readonly engine: string;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  readonly writtenAt: string;
  readonly runId: string;
  readonly program: string;
  /** What the columns are; markets when absent. */
  readonly words?: ColumnLabels;
};

/**
 * A comparison as one HTML file: no scripts, nothing loaded from elsewhere, readable in any browser and on
 * paper. Tabs without data in any column are omitted.
 */
export function htmlReport(
  comparison: Comparison,
  head: ReportHead,
  tabs: readonly ComparisonTab[] = comparisonTabs,
): string {
  const { words = columnLabels.market } = head;
  const sections = reportSections(comparison, tabs, words);
  const question = escapeMarkup(head.question);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${question}</title><style>${style}${pageSize(comparison.columns.length)}</style></head>
<body><header><h1 dir="auto">${question}</h1>
<p>${escapeMarkup(`${head.engine} · ${comparison.columns.length} ${words.many} · asked ${head.askedAt} · run ${head.runId}`)}</p>
<nav>${sections.map(({ tab, title }) => `<a href="#${tab}">${title}</a>`).join(' ')}</nav></header>
<section class="dataQuality" aria-label="Confidence and method"><h2>Confidence and method</h2><ul>${dataQualitySentences(
    comparison,
    words,
  )
    .map((sentence) => `<li>${escapeMarkup(sentence)}</li>`)
    .join('')}</ul></section>
${sections.map(({ tab, title, body }) => `<section id="${tab}"><h2>${title}</h2>${body}</section>`).join('\n')}
<footer>${escapeMarkup(`Written by ${head.program} at ${head.writtenAt}.`)}</footer></body></html>
`;
}

/**
 * Paper as wide as the columns need to be read, in the proportions of A4: a comparison on a page that is too narrow
 * loses its right half. No program makes pages of more than some five metres.
 */
function pageSize(columns: number): string {
  const width = Math.min(18_000, Math.max(1123, 220 + columns * 260));
  return `@page{size:${width}px ${Math.round(width * Math.SQRT1_2)}px;margin:40px}`;
}

// On paper the hatching is plain: a thousand gradients take a PDF minutes, and the cells are labelled anyway.
const style = `
:root{color-scheme:light;font:13px/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;color:#1c2329;background:#fff}
body{margin:24px auto;max-width:1600px;padding:0 24px}
h1{font-size:20px;margin:0 0 4px}h2{font-size:16px;margin:32px 0 8px;border-bottom:1px solid #d7dce0;padding-bottom:4px}h3{font-size:13px;margin:20px 0 2px}
header p,.note,footer{color:#4a555e;margin:0 0 8px}nav a{margin-right:12px;color:#0b5a72}
.dataQuality{background:#f4f6f7;border:1px solid #d7dce0;border-radius:6px;padding:0 16px 8px;margin-top:16px}.dataQuality h2{border:0;margin-top:12px}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:12px}
th,td{border:1px solid #d7dce0;padding:4px 8px;text-align:start;vertical-align:top}thead th{background:#f4f6f7;position:sticky;top:0}
.end{text-align:end;font-variant-numeric:tabular-nums}.no-data{color:#6a757e}
.answer td{font-size:15px;line-height:24px;min-width:280px;max-width:520px;white-space:pre-wrap;overflow-wrap:anywhere}.answer .heading{font-weight:600}
.answer .none{color:#5b666f;background:repeating-linear-gradient(45deg,#fafbfb 0 6px,#f1f3f4 6px 12px)}
ins{background:#dcebfb;color:#0b3f78;text-decoration:underline}ins::before{content:"+"}
del{background:#fbe7d3;color:#7a3a05;text-decoration:line-through}del::before{content:"−"}
.move{margin:0;color:#5b2a9d;font-size:12px}.anchors,.word{font-size:12px;color:#4a555e;margin:4px 0 0}
figure{margin:16px 0;overflow-x:auto}figcaption{font-weight:600}
@media print{body{margin:0;max-width:none;padding:0}.answer td{min-width:0}.answer .none{background:#f4f5f6}.wide,figure{overflow:visible}thead th{position:static}section{break-inside:auto}tr{break-inside:avoid}}
`;
