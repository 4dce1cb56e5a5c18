import type { Sheet } from './sheet.ts';

/**
 * Text without the characters that XML 1.0 does not allow, not even escaped: programs reject a file that has one, such
 * as the vertical tab that Word writes as a line break (https://www.w3.org/TR/xml/#charsets). A carriage return is
 * removed as well, because XML reads it as a line feed.
 */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML has no room for
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '');

/** Text made safe for HTML, SVG and XML, as element content and as a quoted attribute. */
export function escapeMarkup(text: string): string {
  return xmlText(text)
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
