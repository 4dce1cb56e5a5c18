import type { Sheet } from './sheet.ts';

/** Text made safe for HTML and SVG, as element content and as a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** An address that may stand in a report: http or https, escaped; null for anything else. */
export function safeHref(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? escapeMarkup(href) : null;
}

/** A sheet as HTML, under its title and note. */
export function sheetTable(sheet: Sheet): string {
  const align = (index: number): string => (sheet.columns[index]?.align === 'end' ? ' class="end"' : '');
  const heads = sheet.columns.map(
    (column, index) => `<th scope="col"${align(index)}>${escapeMarkup(column.heading)}</th>`,
  );
  const rows = sheet.rows.map(
    (row) =>
      `<tr>${row
        .map((cell, index) =>
          cell === null
            ? `<td${align(index)}><span class="no-data">–</span></td>`
            : `<td${align(index)} dir="auto">${escapeMarkup(String(cell))}</td>`,
        )
        .join('')}</tr>`,
  );
  return `<h3>${escapeMarkup(sheet.title)}</h3><p class="note">${escapeMarkup(sheet.note)}</p><div class="wide"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
