/** A table as it is copied: texts as they are shown, numbers without separators of thousands. */
export type CopiedTable = {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const nothing = /^(?:–|-|none|no data)?$/i;
const number = String.raw`[+−-]?\d[\d.,'’\u00a0\u202f ]*`;
const share = String.raw`${number}(?:\s?%)?`;
const numberOnly = new RegExp(`^${number}(?:\\s?%)?$`);
/** A figure with its counts, its interval, or both: `47 % 38 of 81 37 to 58 %`. */
const figure = new RegExp(
  `^(?<value>${number}?(?:\\s?%)?)(?:\\s+(?<count>${number}?) of (?<all>${number}?))?(?:\\s+\\(?(?<from>${number}?(?:\\s?%)?)\\s?(?:to|–)\\s?(?<to>${share})\\)?)?$`,
);

const countOf = new RegExp(`^(?<value>${number}?) of (?<all>${number}?)$`);

/** Parts of a figure that get columns of their own, with what their headings add. */
const parts = { count: 'count', all: 'of', from: 'from', to: 'to' } as const;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

/**
 * What is shown in a table, for a spreadsheet: counts and intervals get columns of their own, a number loses its separators of
 * thousands, and a cell that says that there is nothing is empty.
 * @param group the separator of thousands of the texts, such as `,`
 */
export function copiedTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  group: string,
): CopiedTable {
  // A text such as "1 of 5" among other texts stays one.
  const counted = headers.map((_header, at) =>
    rows.every(
      (row) => nothing.test(row[at] ?? '') || numberOnly.test(row[at] ?? '') || countOf.test(row[at] ?? ''),
    ),
  );
  const figures = rows.map((row) =>
    headers.map((_header, at) => {
      const text = row[at] ?? '';
      return (figure.exec(text) ?? (counted[at] ? countOf.exec(text) : null))?.groups ?? {};
    }),
  );
  const partsOf = headers.map((_header, at) =>
    partNames.filter((part) => figures.some((row) => row[at]?.[part] !== undefined)),
  );
  return {
    headers: headers.flatMap((header, at) => [
      header,
      ...(partsOf[at] ?? []).map((part) => `${header} (${parts[part]})`),
    ]),
    rows: rows.map((row, line) =>
      headers.flatMap((_header, at) => {
        const found = figures[line]?.[at] ?? {};
        const value = found.value ?? row[at] ?? '';
        const unit = value.endsWith('%') ? '%' : '';
        const withUnit = (part: Part): string => {
          const text = found[part] ?? '';
          const plainCount = text === '' || text.endsWith('%') || part === 'count' || part === 'all';
          return plainCount ? text : `${text}${unit}`;
        };
        return [value, ...(partsOf[at] ?? []).map(withUnit)].map((text) => plain(text, group));
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
