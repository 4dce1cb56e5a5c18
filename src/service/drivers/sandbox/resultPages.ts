import type { ResultPage } from '../driver.ts';
import type { Market } from './market.ts';

export type ResultRow = {
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
  readonly page?: number;
};

/** One page of HTML per page of results, plain and without scripts. */
export function searchPages(
  market: Market,
  query: string,
  rows: readonly ResultRow[],
  pages: number,
): ResultPage[] {
  return Array.from({ length: pages }, (_, index) => ({
    html: pageOf(
      market,
      query,
      rows.filter((row) => (row.page ?? 1) === index + 1),
      index + 1,
    ),
  }));
}

function pageOf(market: Market, query: string, rows: readonly ResultRow[], page: number): string {
  const items = rows
    .map(
      (row) =>
        `<li><a href="${escaped(row.link)}" rel="noopener noreferrer">${escaped(row.title)}</a><p>${escaped(row.snippet ?? '')}</p></li>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${market.language}" dir="auto">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(query)} – ${page}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}li{margin:0 0 1rem}p{margin:.2rem 0}footer{color:#55555f;font-size:.85rem}</style>
</head>
<body>
<h1 dir="auto">${escaped(query)}</h1>
<ol start="${(page - 1) * 10 + 1}">
${items}
</ol>
<footer>Sandbox result page ${page}: invented results on reserved example domains.</footer>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
