import { escapeMarkup } from '../tables/markup.ts';
import type {
  ReportBlock,
  ReportCell,
  ReportDocument,
  ReportSection,
  ReportTable,
} from './reportDocument.ts';
import { maxTableColumns } from './runReport.ts';
import { visibilityChart } from './visibilityChart.ts';

/** A report as one HTML file: no scripts, nothing fetched from anywhere, and on paper a page for each section. */
export function runReportHtml(report: ReportDocument): string {
  const { title, facts, logo, colour, sections } = report;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapeMarkup(title)}</title><style>:root{--colour:${colour}}${style}@page{size:${report.paper} landscape;margin:11mm 12mm 13mm;@bottom-right{content:counter(page) " / " counter(pages);font:8pt system-ui,sans-serif;color:#5b666f}}</style></head>
<body><header>${logo === null ? '' : `<img alt="" src="${escapeMarkup(logo)}">`}<div><h1 dir="auto">${escapeMarkup(title)}</h1>${facts
    .map((fact) => `<p dir="auto">${escapeMarkup(fact)}</p>`)
    .join('')}</div></header>
<main>${sections.map((section) => sectionHtml(section, colour)).join('\n')}</main>
<footer>${escapeMarkup(report.footer)}</footer></body></html>
`;
}

function sectionHtml(section: ReportSection, colour: string): string {
  const { id, title, comment, blocks, aside } = section;
  const html = (parts: readonly ReportBlock[]): string =>
    parts.map((part) => blockHtml(part, colour)).join('');
  const beside =
    aside.length === 0
      ? html(blocks)
      : `<div class="beside"><div>${html(blocks)}</div><div>${html(aside)}</div></div>`;
  const said = comment === null ? '' : `<p class="comment" dir="auto">${escapeMarkup(comment)}</p>`;
  return `<section id="${id}"><h2 dir="auto">${escapeMarkup(title)}</h2>${said}${beside}</section>`;
}

function blockHtml(block: ReportBlock, colour: string): string {
  switch (block.kind) {
    case 'lead':
    case 'text':
      return `<p class="${block.kind}" dir="auto">${escapeMarkup(block.text)}</p>`;
    case 'list':
      return `<h3>${escapeMarkup(block.title)}</h3><ol>${block.items
        .map(({ title, text }) => `<li><b>${escapeMarkup(title)}</b> ${escapeMarkup(text)}</li>`)
        .join('')}</ol>`;
    case 'bars':
      return `${headed(block.title, block.note)}<figure>${visibilityChart(block.title, block.bars, colour)}</figure>`;
    case 'table':
      return `${headed(block.title, block.note)}${tableParts(block).map(tableHtml).join('')}`;
    case 'quotes':
      return `<p class="note">${escapeMarkup(block.note)}</p><div class="quotes">${block.quotes
        .map(
          (quote) =>
            `<article><h3>${escapeMarkup(quote.label)} <small>${escapeMarkup(quote.facts)}</small></h3><p lang="${escapeMarkup(quote.language)}" dir="${quote.direction}">${escapeMarkup(quote.text)}</p>${quote.sources === '' ? '' : `<p class="note">${escapeMarkup(quote.sources)}</p>`}</article>`,
        )
        .join('')}</div>`;
  }
}

const headed = (title: string, note: string): string =>
  `<h3 dir="auto">${escapeMarkup(title)}</h3>${note === '' ? '' : `<p class="note">${escapeMarkup(note)}</p>`}`;

/** A table that is too wide for its page as several of one width below each other, each with the first column. */
export function tableParts(table: ReportTable): readonly ReportTable[] {
  const { head, rows } = table;
  if (head.length <= maxTableColumns) return [table];
  const parts: ReportTable[] = [];
  const others = head.length - 1;
  const step = Math.ceil(others / Math.ceil(others / (maxTableColumns - 1)));
  for (let from = 1; from < head.length; from += step) {
    const part = <Cell>(cells: readonly Cell[]): readonly Cell[] => [
      ...cells.slice(0, 1),
      ...cells.slice(from, from + step),
    ];
    parts.push({ ...table, head: part(head), rows: rows.map(part) });
  }
  return parts;
}

function tableHtml({ head, rows }: ReportTable): string {
  const body = rows.map(
    (row) =>
      `<tr>${row.map((cell, index) => (index === 0 ? `<th scope="row" dir="auto">${cellText(cell)}</th>` : cellHtml(cell))).join('')}</tr>`,
  );
  return `<table><thead><tr>${head.map((label) => `<th scope="col">${breakable(label)}</th>`).join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

const cellText = (cell: ReportCell): string => breakable(typeof cell === 'string' ? cell : cell.text);

/** Longer words may break anywhere, since a column as wide as they are takes the room of the others. */
const maxWholeWord = 22;

const joint = /(?<=\p{L})(?=\.\p{L})|(?<=\p{L}[/_-])(?=[\p{L}\p{N}])/u;

/** Words stay whole; an address breaks before its dots, a code after its joints. */
function breakable(text: string): string {
  const word = (part: string): string =>
    part.length > maxWholeWord ? `<span class="long">${escapeMarkup(part)}</span>` : escapeMarkup(part);
  return text
    .split(joint)
    .map((part) => part.split(/(\s+)/).map(word).join(''))
    .join('<wbr>');
}

/** Shaded by its share, light enough for the figure in it to be read. */
function cellHtml(cell: ReportCell): string {
  const shade =
    typeof cell === 'string'
      ? ''
      : ` style="background:color-mix(in srgb,var(--colour) ${Math.round(cell.share * 30)}%,#fff)"`;
  return `<td dir="auto"${shade}>${cellText(cell)}</td>`;
}

const style = `
:root{color-scheme:light;font:10pt/1.4 system-ui,-apple-system,"Segoe UI","Noto Sans","Noto Sans CJK JP","Noto Sans Arabic",sans-serif;color:#1c2329;background:#fff}
body{margin:24px auto;max-width:1120px;padding:0 24px}
header{display:flex;gap:16px;align-items:center;border-bottom:3px solid var(--colour);padding-bottom:8px}header img{max-height:44px;max-width:180px}
h1{font-size:16pt;line-height:1.2;margin:0}header p{margin:2px 0 0;color:#4a555e}
h2{font-size:13pt;line-height:1.25;margin:20px 0 6px;padding-inline-start:8px;border-inline-start:4px solid var(--colour)}h3{font-size:10pt;margin:10px 0 2px}
.lead{font-size:12pt;font-weight:600;margin:6px 0}.text{margin:3px 0}.note,footer{color:#4a555e;font-size:8.5pt;margin:0 0 4px}
.comment{background:#f4f6f7;border-inline-start:3px solid #9aa4ac;padding:6px 10px;margin:6px 0;white-space:pre-line}
.beside{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:20px}
table{border-collapse:collapse;width:100%;font-size:8.5pt;line-height:1.3;margin-bottom:8px;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid #d7dce0;padding:2.5px 6px;text-align:start;vertical-align:top}.long{overflow-wrap:anywhere;hyphens:auto}thead th{color:#4a555e;font-weight:500;border-bottom:1px solid #9aa4ac;vertical-align:bottom}thead th::first-letter{text-transform:uppercase}tbody th{font-weight:500}
ol{margin:2px 0;padding-inline-start:18px}li{margin-bottom:3px}
figure{margin:4px 0}svg{max-width:100%;height:auto}
.quotes{display:grid;grid-template-columns:repeat(auto-fill,minmax(320px,1fr));gap:10px 16px}article{border:1px solid #d7dce0;border-radius:6px;padding:4px 10px;break-inside:avoid}article h3{margin:2px 0}article p{margin:2px 0;font-size:9pt;overflow-wrap:break-word;hyphens:auto}small{color:#4a555e;font-weight:400}
footer{margin-top:12px}
@media print{body{margin:0;max-width:none;padding:0}section+section{break-before:page}section+section h2{margin-top:0}tr,li{break-inside:avoid}thead{display:table-header-group}.quotes{grid-template-columns:repeat(3,minmax(0,1fr))}h3{break-after:avoid}}
@media screen and (max-width:800px){.beside{display:block}table{display:block;overflow-x:auto}}
`;
