import type PptxGenJS from 'pptxgenjs';
import type {
  ReportBlock,
  ReportCell,
  ReportDocument,
  ReportQuote,
} from '#shared/documents/reportDocument.ts';
import { tableParts } from '#shared/documents/runReportHtml.ts';
import { xmlText } from '#shared/tables/markup.ts';

/** Size of a wide slide in inches, and the position of its contents. */
const wide = { width: 13.33, left: 0.5, top: 1.05, bottom: 6.95 };
const room = wide.width - 2 * wide.left;
const lineHeight = 0.17;
const font = 'Calibri';
const ink = '1C2329';
const pale = '4A555E';
const quotesOnSlide = 6;

/** The report as PowerPoint slides, with editable tables and charts. */
export async function slidesOf(written: ReportDocument): Promise<Uint8Array> {
  const report = inXml(written);
  const { default: Presentation } = await import('pptxgenjs');
  const deck = new Presentation();
  deck.layout = 'LAYOUT_WIDE';
  deck.title = report.title;
  const colour = report.colour.slice(1).toUpperCase();
  addTitle(deck.addSlide(), report, colour);
  for (const section of report.sections) {
    const page = pages(deck, section.title, colour);
    if (section.comment !== null) addText(page, section.comment, { italic: true, color: pale });
    for (const block of [...section.blocks, ...section.aside]) addBlock(page, block, colour);
  }
  // As a stream, because the library compresses only streams.
  const bytes = await deck.stream({ compression: true });
  if (!(bytes instanceof Uint8Array)) throw new Error('The slides were written as something else.');
  return bytes;
}

/** With every text fit for XML: the library escapes, but keeps characters that make a slide unreadable. */
function inXml<Value>(value: Value): Value {
  if (typeof value === 'string') return xmlText(value) as Value;
  if (Array.isArray(value)) return value.map(inXml) as Value;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inXml(each)])) as Value;
}

function addTitle(slide: PptxGenJS.Slide, report: ReportDocument, colour: string): void {
  const { title, facts, logo, footer } = report;
  slide.addShape('rect', { x: 0, y: 0, w: 0.25, h: 7.5, fill: { color: colour } });
  if (logo !== null)
    slide.addImage({ data: logo, x: 0.9, y: 0.7, w: 3, h: 1, sizing: { type: 'contain', w: 3, h: 1 } });
  slide.addText(title, {
    x: 0.9,
    y: 2.2,
    w: 11.5,
    h: 1.6,
    fontFace: font,
    fontSize: 32,
    bold: true,
    color: ink,
    valign: 'bottom',
  });
  slide.addText(facts.join('\n'), {
    x: 0.9,
    y: 3.9,
    w: 11.5,
    h: 1,
    fontFace: font,
    fontSize: 16,
    color: pale,
    valign: 'top',
  });
  slide.addText(footer, { x: 0.9, y: 6.8, w: 11.5, h: 0.4, fontFace: font, fontSize: 10, color: pale });
}

type Pages = {
  /** The slide and vertical position for the next block of this height; a new slide if it does not fit. */
  readonly next: (height: number) => { readonly slide: PptxGenJS.Slide; readonly y: number };
  readonly left: () => number;
  /** The next block starts a new slide. */
  readonly turn: () => void;
};

function pages(deck: PptxGenJS, title: string, colour: string): Pages {
  let y = wide.top;
  let slide: PptxGenJS.Slide | null = null;
  const begin = (): PptxGenJS.Slide => {
    const begun = deck.addSlide();
    const heading = slide === null ? title : `${title} (continued)`;
    begun.addShape('rect', { x: wide.left, y: 0.4, w: 0.08, h: 0.5, fill: { color: colour } });
    begun.addText(heading, {
      x: wide.left + 0.15,
      y: 0.35,
      w: room,
      h: 0.6,
      fontFace: font,
      fontSize: 20,
      bold: true,
      color: ink,
      fit: 'shrink',
    });
    y = wide.top;
    return begun;
  };
  return {
    next: (height) => {
      if (slide === null || (y + height > wide.bottom && y > wide.top)) slide = begin();
      const at = y;
      y += height;
      return { slide, y: at };
    },
    left: () => wide.bottom - (y >= wide.bottom ? wide.top : y),
    turn: () => {
      if (slide !== null) y = wide.bottom;
    },
  };
}

type Look = {
  readonly fontSize?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly color?: string;
};

function addText(page: Pages, text: string, { fontSize = 12, ...look }: Look = {}): void {
  const lines = Math.ceil((text.length * fontSize) / 1750) + text.split('\n').length - 1;
  const h = (lines * fontSize) / 58 + 0.06;
  const { slide, y } = page.next(h);
  slide.addText(text, {
    x: wide.left,
    y,
    w: room,
    h,
    fontFace: font,
    fontSize,
    color: ink,
    margin: 0,
    valign: 'top',
    fit: 'shrink',
    ...look,
  });
}

function addBlock(page: Pages, block: ReportBlock, colour: string): void {
  switch (block.kind) {
    case 'lead':
      addText(page, block.text, { fontSize: 16, bold: true });
      return;
    case 'text':
      addText(page, block.text);
      return;
    case 'list':
      addText(page, block.title, { bold: true });
      for (const { title, text } of block.items) addText(page, `• ${title}. ${text}`);
      return;
    case 'bars':
      addChart(page, block, colour);
      return;
    case 'table':
      for (const part of tableParts(block)) addTable(page, part, colour);
      return;
    case 'quotes':
      addText(page, block.note, { fontSize: 10, color: pale });
      for (let from = 0; from < block.quotes.length; from += quotesOnSlide)
        addQuotes(page, block.quotes.slice(from, from + quotesOnSlide));
  }
}

function addChart(
  page: Pages,
  { title, note, bars }: Extract<ReportBlock, { kind: 'bars' }>,
  colour: string,
): void {
  addText(page, title, { bold: true });
  addText(page, note, { fontSize: 10, color: pale });
  const h = Math.min(5.2, 0.6 + bars.length * 0.32);
  const { slide, y } = page.next(h);
  // Bars start at the bottom; markets without an answer stay empty, with a label that says so.
  const upwards = [...bars].reverse();
  const values = upwards.map(({ rate }) => rate?.value ?? 0);
  const labels = upwards.map(({ label, rate, state }) =>
    rate === null ? `${label} (${state})` : `${label} (${rate.numerator} of ${rate.denominator})`,
  );
  slide.addChart('bar', [{ name: title, labels, values }], {
    x: wide.left,
    y,
    w: room,
    h,
    barDir: 'bar',
    chartColors: [colour],
    valAxisMinVal: 0,
    valAxisMaxVal: 1,
    valAxisLabelFormatCode: '0 %',
    catAxisLabelFontSize: 11,
    valAxisLabelFontSize: 10,
    showValue: true,
    dataLabelFormatCode: '0 %',
    altText: title,
  });
}

function addTable(page: Pages, table: Extract<ReportBlock, { kind: 'table' }>, colour: string): void {
  const head = table.head.map((text) => ({ text, options: { bold: true, color: pale } }));
  const columns = widths(table.head.length, [table.head, ...table.rows]);
  const heads = rowHeight(table.head, columns);
  if (page.left() < heads + 8 * lineHeight) page.turn();
  addText(page, table.title, { bold: true });
  if (table.note !== '') addText(page, table.note, { fontSize: 10, color: pale });
  let rest = table.rows;
  do {
    let height = heads;
    let fits = 0;
    for (const row of rest) {
      height += rowHeight(row, columns);
      if (height > page.left() && fits > 0) break;
      fits += 1;
    }
    const rows = rest.slice(0, fits);
    rest = rest.slice(fits);
    const { slide, y } = page.next(rows.reduce((sum, row) => sum + rowHeight(row, columns), heads) + 0.15);
    slide.addTable([head, ...rows.map((row) => row.map((cell) => tableCell(cell, colour)))], {
      x: wide.left,
      y,
      w: room,
      colW: columns,
      fontFace: font,
      fontSize: 10,
      color: ink,
      border: { type: 'solid', pt: 0.5, color: 'D7DCE0' },
      margin: 0.03,
    });
    if (rest.length > 0) page.turn();
  } while (rest.length > 0);
}

/** Row height in inches, from the lines of its longest cell; characters of 10 points are some 0.08 wide. */
const rowHeight = (row: readonly ReportCell[], columns: readonly number[]): number =>
  0.08 +
  lineHeight *
    Math.max(
      1,
      ...row.map((cell, at) => Math.ceil((textOf(cell).length * 0.08) / ((columns[at] ?? 1) - 0.06))),
    );

/** Column widths by their longest text, within limits. */
function widths(columns: number, rows: readonly (readonly ReportCell[])[]): number[] {
  const longest = Array.from({ length: columns }, (_, at) =>
    Math.min(40, Math.max(7, ...rows.map((row) => textOf(row[at] ?? '').length))),
  );
  const all = longest.reduce((sum, each) => sum + each, 0);
  return longest.map((each) => (each / all) * room);
}

const textOf = (cell: ReportCell): string => (typeof cell === 'string' ? cell : cell.text);

function tableCell(cell: ReportCell, colour: string) {
  return typeof cell === 'string'
    ? { text: cell }
    : { text: cell.text, options: { fill: { color: tint(colour, cell.share * 0.3) } } };
}

/** The colour mixed with white. */
function tint(colour: string, share: number): string {
  const mixed = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(255 + (channel - 255) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return mixed.join('').toUpperCase();
}

function addQuotes(page: Pages, quotes: readonly ReportQuote[]): void {
  const gap = 0.2;
  const width = (room - 2 * gap) / 3;
  const lines = Math.ceil(quotes.length / 3);
  const height = 2.65;
  const { slide, y } = page.next(lines * height);
  quotes.forEach(({ label, facts, text, direction, language, sources }, index) => {
    const x = wide.left + (index % 3) * (width + gap);
    slide.addText(
      [
        { text: label, options: { bold: true, breakLine: true } },
        { text: facts, options: { color: pale, fontSize: 9, breakLine: true } },
        { text, options: { lang: language, rtlMode: direction === 'rtl', breakLine: true } },
        { text: sources, options: { color: pale, fontSize: 9 } },
      ],
      {
        x,
        y: y + Math.floor(index / 3) * height,
        w: width,
        h: height - 0.15,
        fontFace: font,
        fontSize: 10,
        color: ink,
        valign: 'top',
        line: { color: 'D7DCE0', width: 0.75 },
        margin: 5,
        fit: 'shrink',
      },
    );
  });
}
