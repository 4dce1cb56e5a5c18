import { Option } from 'commander';
import type { Sheet } from '#shared/report/sheet.ts';
import { type SheetFileFormat, sheetFileFormats, sheetToFile } from '#shared/report/sheetFormats.ts';

/** How a list is printed: to be read, with everything known of each row, or as the window exports it. */
export type ListFormat = 'table' | 'json' | SheetFileFormat;

const format = (...names: readonly string[]): Option =>
  new Option('--format <name>', 'Output format').choices(names).default('table');

/** `--format` of a command that says what it did. */
export const tableOrJson = (): Option => format('table', 'json');
/** `--format` of a command that prints a list. */
export const listFormat = (): Option => format('table', 'json', ...sheetFileFormats);

/** The list as a file holds it; null where it is to be printed in another way. */
export function sheetText(format: string, sheet: () => Sheet): string | null {
  const file = sheetFileFormats.find((each) => each === format);
  return file === undefined ? null : sheetToFile(sheet(), file);
}
