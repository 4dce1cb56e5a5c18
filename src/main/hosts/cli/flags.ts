import { InvalidArgumentError, Option } from 'commander';
import { findPlan, type PlanId, planIds } from '#shared/interface/plans.ts';
import { surfaceChoices } from '#shared/interface/surface.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import { type SheetFileFormat, sheetFileFormats, sheetToFile } from '#shared/tables/sheetFormats.ts';

/** Parsers of flag values; each error says what is valid. */

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
  };

/** For a flag that may be repeated. */
export const collect = (entry: string, entries: readonly string[]): string[] => [...entries, entry];

/** A file or folder: an empty one would be the current folder. */
export function pathArgument(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It is empty: enter a path.');
}

/** A number above zero, fractions allowed. */
export const positiveNumber =
  (most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() !== '' && number > 0 && number <= most) return number;
    throw new InvalidArgumentError(`Use a number above 0 and up to ${most}.`);
  };

export function planArgument(text: string): PlanId {
  const plan = findPlan(text);
  if (plan) return plan.id;
  throw new InvalidArgumentError(`Use one of ${planIds.join(', ')}.`);
}

/** How a list is printed: for reading, with all data of each row, or as the window exports it. */
export type ListFormat = 'table' | 'json' | SheetFileFormat;

/** Output formats of a command; the first name is the default. */
export const format = (first: string, ...others: readonly string[]): Option =>
  new Option('--format <name>', 'Output format').choices([first, ...others]).default(first);

/** `--surface` of a command over answers. */
export const surfaceOption = (): Option =>
  new Option('--surface <name>', 'Only answers read from this surface').choices(surfaceChoices);

/** `--format` of a command that says what it did. */
export const tableOrJson = (): Option => format('table', 'json');
/** `--format` of a command that prints a list. */
export const listFormat = (): Option => format('table', 'json', ...sheetFileFormats);

/** The list in file format; null if it is to be printed differently. */
export function sheetText(format: string, sheet: () => Sheet): string | null {
  const file = sheetFileFormats.find((each) => each === format);
  return file === undefined ? null : sheetToFile(sheet(), file);
}
