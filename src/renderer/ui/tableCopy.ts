/** A table as it is copied: texts as they are shown, numbers without separators of thousands. */
export type CopiedTable = {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const nothing = /^(?:–|-|none|no data)?$/i;
const number = String.raw`[+−-]?\d[\d.,'’\u00a0\u202f ]*`;
const numberOnly = new RegExp(`^${number}(?:\\s?%)?$`);
const withInterval = new RegExp(
  `^(${number}?(?:\\s?%)?)\\s+\\(?(${number}?(?:\\s?%)?)\\s?(?:to|–)\\s?(${number}?(?:\\s?%)?)\\)?$`,
);

/**
 * What is shown in a table, for a spreadsheet: an interval gets columns of its own, a number loses its separators of
 * thousands, and a cell that says that there is nothing is empty.
 * @param group the separator of thousands of the texts, such as `,`
 */
export function copiedTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  group: string,
): CopiedTable {
  const intervals = headers.map((_header, at) => rows.some((row) => withInterval.test(row[at] ?? '')));
  return {
    headers: headers.flatMap((header, at) =>
      intervals[at] ? [header, `${header} (from)`, `${header} (to)`] : [header],
    ),
    rows: rows.map((row) =>
      headers.flatMap((_header, at) => {
        const text = row[at] ?? '';
        if (!intervals[at]) return [plain(text, group)];
        const [, value = text, from = '', to = ''] = withInterval.exec(text) ?? [];
        const unit = value.endsWith('%') ? '%' : '';
        return [value, from, to].map((part) =>
          plain(part === '' || part.endsWith('%') ? part : `${part}${unit}`, group),
        );
      }),
    ),
  };
}

function plain(text: string, group: string): string {
  if (nothing.test(text)) return '';
  if (!numberOnly.test(text)) return text;
  return text
    .replaceAll(group, '')
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-');
}

/** The separator of thousands of a locale. */
export function groupOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567);
  return parts.find(({ type }) => type === 'group')?.value ?? ',';
}

export function tsvOf({ headers, rows }: CopiedTable): string {
  return [headers, ...rows].map((row) => row.map(field).join('\t')).join('\n');
}

/** A field of tab-separated text, quoted as spreadsheets read it; one that begins like a formula stays text. */
function field(text: string): string {
  const safe = /^[=@]|^[+-](?![\d.,]+%?$)/.test(text) ? `'${text}` : text;
  return /[\t\n"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function htmlOf({ headers, rows }: CopiedTable): string {
  const cells = (row: readonly string[], tag: 'th' | 'td') =>
    `<tr>${row.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells(headers, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody></table>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
