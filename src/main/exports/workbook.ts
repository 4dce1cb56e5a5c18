import { AppError } from '#shared/model/appError.ts';
import { xmlText } from '#shared/tables/markup.ts';
import { createZipEntry, type ZipEntry, zipArchive } from './zipEntry.ts';

export type WorkbookColumn = {
  readonly label: string;
  /** A date in milliseconds since 1970, shown in UTC. */
  readonly kind: 'text' | 'number' | 'date';
  /** Characters. */
  readonly width: number;
};

export type WorkbookCell = string | number | null;

export type WorkbookSheet = {
  /** @throws AppError INVALID_INPUT when the sheet is full */
  readonly add: (cells: readonly WorkbookCell[]) => Promise<void>;
};

export type Workbook = {
  /** @param name at most 31 characters, none of `[]:*?/\` */
  readonly sheet: (name: string, columns: readonly WorkbookColumn[]) => Promise<WorkbookSheet>;
  /** The file; nothing can be added any more. */
  readonly finish: () => Promise<AsyncIterable<Buffer>>;
};

/** Maximum rows of a sheet. */
const maxRows = 1_048_576;
const maxCharacters = 32_767;
/** Longer texts rarely repeat and are stored in their cell. */
const maxShared = 300;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Styles by index: nothing, a date, a heading. */
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

/**
 * An Excel workbook (ECMA-376, the parts every spreadsheet program reads), compressed while rows arrive. Every
 * text is stored as text, so nothing in it can run as a formula.
 */
export function createWorkbook(): Workbook {
  const strings = new Map<string, number>();
  let uses = 0;
  const names: string[] = [];
  const open: (() => Promise<ZipEntry>)[] = [];

  const textCell = (place: string, text: string, style: string): string => {
    const shown = printable(text);
    if (shown.length > maxShared)
      return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`;
    uses += 1;
    const known = strings.get(shown);
    const index = known ?? strings.size;
    if (known === undefined) strings.set(shown, index);
    return `<c r="${place}"${style} t="s"><v>${index}</v></c>`;
  };

  return {
    async sheet(name, columns) {
      names.push(name);
      const entry = createZipEntry(`xl/worksheets/sheet${names.length}.xml`);
      const letters = columns.map((_, index) => columnLetters(index));
      let rows = 1;
      open.push(async () => {
        await entry.write(`</sheetData><autoFilter ref="A1:${letters.at(-1)}${rows}"/></worksheet>`);
        return entry.end();
      });
      const heads = columns.map(({ label }, index) => textCell(`${letters[index]}1`, label, ' s="2"'));
      const widths = columns.map(
        ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
      );
      await entry.write(
        `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView ${names.length === 1 ? 'tabSelected="1" ' : ''}workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">${heads.join('')}</row>`,
      );
      return {
        async add(cells) {
          if (rows === maxRows)
            throw new AppError(
              'INVALID_INPUT',
              `The sheet "${name}" would have more than ${maxRows} rows, the limit of Excel. Export fewer answers, or use CSV or JSON Lines.`,
            );
          rows += 1;
          const written = cells.map((cell, index) => {
            const place = `${letters[index]}${rows}`;
            if (cell === null || cell === '') return '';
            if (typeof cell === 'string') return textCell(place, cell, '');
            if (columns[index]?.kind === 'date')
              return `<c r="${place}" s="1"><v>${serialDate(cell)}</v></c>`;
            return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : '';
          });
          await entry.write(`<row r="${rows}">${written.join('')}</row>`);
        },
      };
    },
    async finish() {
      const sheets: ZipEntry[] = [];
      for (const end of open) sheets.push(await end());
      return zipArchive([
        await whole('[Content_Types].xml', contentTypes(names.length)),
        await whole(
          '_rels/.rels',
          `${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
        ),
        await whole('xl/workbook.xml', workbookXml(names)),
        await whole('xl/_rels/workbook.xml.rels', workbookRelations(names.length)),
        await whole('xl/styles.xml', styles),
        await sharedStrings(strings, uses),
        ...sheets,
      ]);
    },
  };
}

async function whole(name: string, text: string): Promise<ZipEntry> {
  const entry = createZipEntry(name);
  await entry.write(text);
  return entry.end();
}

async function sharedStrings(strings: ReadonlyMap<string, number>, uses: number): Promise<ZipEntry> {
  const entry = createZipEntry('xl/sharedStrings.xml');
  await entry.write(`${declaration}<sst xmlns="${main}" count="${uses}" uniqueCount="${strings.size}">`);
  for (const text of strings.keys())
    await entry.write(`<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
  await entry.write('</sst>');
  return entry.end();
}

function contentTypes(sheets: number): string {
  const parts = Array.from(
    { length: sheets },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
  );
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${sheetType}.sharedStrings+xml"/>${parts.join('')}</Types>`;
}

function workbookXml(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function workbookRelations(sheets: number): string {
  const each = Array.from(
    { length: sheets },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const rest = ['styles', 'sharedStrings'].map(
    (part, index) =>
      `<Relationship Id="rId${sheets + index + 1}" Type="${relations}/${part}" Target="${part}.xml"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageRelations}">${each.join('')}${rest.join('')}</Relationships>`;
}

/** `A`, `Z`, `AA`: the column's name, from 0. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** Days since 1899-12-30 in UTC, the format's date serial number. */
function serialDate(atMs: number): number {
  return atMs / 86_400_000 + 25_569;
}

/**
 * The text in a form that a cell can contain: without characters invalid in XML, truncated where Excel would
 * reject the file, and with the format's own escape syntax (`_x000D_`) escaped.
 */
function printable(text: string): string {
  const clean = xmlText(text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return clean.length <= maxCharacters ? clean : `${clean.slice(0, maxCharacters - 1).toWellFormed()}…`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
