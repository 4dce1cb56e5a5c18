import { otherMarkets, type StepText } from '#shared/documents/overviewSentences.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import {
  escapeMarkdown,
  type SheetFileFormat,
  sheetFileFormats,
  sheetToFile,
  sheetToMarkdown,
  sheetToText,
} from '#shared/tables/sheetFormats.ts';
import { sheetOf, type TableDefinition, terminalColumns } from '#shared/tables/table.ts';
import { type ExitCode, exitCode } from './exitCodes.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

/** How a command writes what it prints: for reading, with all data, or as the window exports it. */
export type OutputFormat = 'table' | 'text' | 'md' | 'json' | SheetFileFormat;

type Printer = { readonly terminal: Pick<Terminal, 'stdout' | 'stderr' | 'columns'> };

/** A name as a word of a command that is suggested: what a shell would read as its own is quoted. */
export function shellWord(name: string): string {
  if (/^[\p{L}\p{N}_.:/@][\p{L}\p{N}_.:/@-]*$/u.test(name)) return name;
  return /["`$\\!]/.test(name) ? `'${name.replaceAll("'", `'\\''`)}'` : `"${name}"`;
}

export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Prints one value: as JSON, as the file that `sheet` makes, or as text for a person. */
export function print(
  { terminal }: Printer,
  format: OutputFormat,
  value: unknown,
  text: string | (() => string),
  sheet?: () => Sheet,
): ExitCode {
  const file = sheetFileFormats.find((each) => each === format);
  if (format === 'json') terminal.stdout(jsonLine(value));
  else if (file !== undefined && sheet !== undefined) terminal.stdout(sheetToFile(sheet(), file));
  else terminal.stdout(typeof text === 'string' ? text : text());
  return exitCode.everyAnswer;
}

/** A list: what a person reads of a row, by heading, and all of it as files have it. */
export type ListTable<Row> = {
  readonly columns: Readonly<Record<string, (row: Row) => string | number>>;
  readonly sheet?: (rows: readonly Row[]) => Sheet;
};

/** A list of `shared/tables`: the columns that it names for a terminal, and its file. */
export const listFrom = <Row, Id extends string>(table: TableDefinition<Row, Id>): ListTable<Row> => ({
  columns: terminalColumns(table),
  sheet: (rows) => sheetOf(table, rows),
});

/** What a list prints differently. */
type ListWords<Row> = {
  /** Said to a person, on stderr, in place of a table without rows. */
  readonly none?: string;
  /** What JSON has of a row, if not all of it. */
  readonly json?: (row: Row) => unknown;
  /** What a person reads, if not only the table. */
  readonly text?: () => string;
};

/** Prints a list: a line of JSON for each row, a file, or a table. */
export function printList<Row>(
  context: Printer,
  format: OutputFormat,
  { columns, sheet }: ListTable<Row>,
  rows: readonly Row[],
  { none, json = (row) => row, text = () => tableText(context, columns, rows) }: ListWords<Row> = {},
): ExitCode {
  const { terminal } = context;
  if (format === 'json') for (const row of rows) terminal.stdout(jsonLine(json(row)));
  else if (format === 'table' && none !== undefined && rows.length === 0) terminal.stderr(`${none}\n`);
  else print(context, format, rows, text, sheet && (() => sheet(rows)));
  return exitCode.everyAnswer;
}

/** Rows for a person, in columns by heading. */
export function tableText<Row>(
  { terminal }: Printer,
  columns: ListTable<Row>['columns'],
  rows: readonly Row[],
): string {
  const cells = Object.values(columns);
  return textTable(
    Object.keys(columns),
    rows.map((row) => cells.map((cell) => String(cell(row)))),
    terminal.columns(),
  );
}

/** A document of sentences and tables, for a person. */
export type PrintedDocument = {
  readonly title: string;
  /** Below the title. */
  readonly about?: string;
  readonly sentences: readonly string[];
  readonly sheets: readonly Sheet[];
  /** Of a table in text: widest column. */
  readonly widest?: number;
  /** Lines after the tables. */
  readonly end?: (markdown: boolean) => readonly string[];
};

/** Prints one value as JSON, or as a document in Markdown or text. */
export const printDocument = (
  context: Printer,
  format: 'text' | 'md' | 'json',
  value: unknown,
  document: () => PrintedDocument,
): ExitCode =>
  print(context, format, value, () => (format === 'md' ? asMarkdown(document()) : asText(document())));

const asMarkdown = ({ title, about, sentences, sheets, end }: PrintedDocument): string =>
  lines([
    `# ${escapeMarkdown(title)}`,
    '',
    ...(about === undefined ? [] : [escapeMarkdown(about), '']),
    escapeMarkdown(sentences.join(' ')),
    '',
    ...sheets.map(sheetToMarkdown),
    ...(end?.(true) ?? []),
  ]);

const asText = ({ title, about, sentences, sheets, widest, end }: PrintedDocument): string =>
  lines([
    title,
    ...(about === undefined ? [] : [about]),
    '',
    ...sentences,
    '',
    ...sheets.map((sheet) => sheetToText(sheet, widest)),
    ...(end?.(false) ?? []),
  ]);

/** Each line with its end. */
export const lines = (texts: readonly string[]): string => `${texts.join('\n')}\n`;

/** A number with separators between thousands. */
export const number = (value: number): string => value.toLocaleString('en');
/** UTC. */
export const utcMinute = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
export const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

export function bytesLabel(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** Next steps at the end of an overview. */
export function stepLines(steps: readonly StepText[], markdown: boolean): readonly string[] {
  if (steps.length === 0) return [];
  const all = ({ markets }: StepText): string => (markets === undefined ? '' : ` ${otherMarkets(markets)}`);
  if (!markdown) return ['Next steps', ...steps.map((step) => `- ${step.title}. ${step.reason}${all(step)}`)];
  const items = steps.map(
    (step) => `- **${escapeMarkdown(step.title)}**: ${escapeMarkdown(`${step.reason}${all(step)}`)}`,
  );
  return ['## Next steps', '', ...items];
}
