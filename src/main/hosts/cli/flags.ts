import { type Command, InvalidArgumentError, Option } from 'commander';
import { languageName } from '#shared/geo/languages.ts';
import { engines } from '#shared/interface/engines.ts';
import { findPlan, type PlanId, planIds } from '#shared/interface/plans.ts';
import { surfaceChoices } from '#shared/interface/surface.ts';
import type { WantedMode } from '#shared/model/plan.ts';
import { type SheetFileFormat, sheetFileFormats } from '#shared/tables/sheetFormats.ts';
import type { Declare } from './context.ts';

/** The commands of a group, in the order of the help. */
export const groupOf =
  (...commands: readonly Declare[]): Declare =>
  (group, actions) => {
    for (const declare of commands) declare(group, actions);
  };

/** A command of a group, as the help shows it. */
export const leaf = (group: Command, name: string, about: string) => group.command(name).description(about);

// Parsers of flag values; each error says what is valid.

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
  };

/** A language of two letters, as translations are stored. */
export function languageArgument(text: string): string {
  const code = text.trim().toLowerCase();
  if (/^[a-z]{2}$/.test(code) && languageName(code, 'en') !== code) return code;
  throw new InvalidArgumentError('Use the two letters of a language, such as en.');
}

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

/** A whole number, or none. */
export const numberOrNone =
  (least: number, most: number, error: string) =>
  (text: string): number | 'none' => {
    if (text === 'none') return text;
    try {
      return wholeNumber(least, most)(text);
    } catch {
      throw new InvalidArgumentError(error);
    }
  };

export const maxCredits = 1_000_000_000;

/** The parts of a list separated by commas, without empty ones. */
export const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Without what was not given. */
export const defined = <Given extends object>(given: Given): Partial<Given> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Given>;

/** Output formats of a command; the first name is the default. */
export const formatOption = <const First extends string, const Others extends readonly string[]>(
  first: First,
  ...others: Others
) =>
  new Option('--format <name>', 'Output format')
    .choices([first, ...others] as readonly (First | Others[number])[])
    .default(first as First | Others[number]);

/** `--surface` of a command over answers. */
export const surfaceOption = () =>
  new Option('--surface <name>', 'Only answers read from this surface').choices(surfaceChoices);

/** `--question` of a command over one comparison. */
export const questionOption = () =>
  new Option('--question <n>', 'Question of a plan run, counted from 1').argParser(wholeNumber(1, 100_000));
export const engineOption = (about = 'Engine of a plan run') =>
  new Option('--engine <name>', about).choices(engines);

/** `--branded` of a command over answers. */
export const brandedOption = () =>
  new Option('--branded <rule>', 'Branded questions: exclude (without), only, or include (with)')
    .choices(['without', 'only', 'with'])
    .default('without' as 'without' | 'only' | 'with');

export const connectionOption = (about = 'Connection to use (default: the current one)') =>
  new Option('--connection <name>', about);

export const modeOption = () =>
  new Option('--mode <name>', 'live: from this computer; queued: at the service; auto: by size')
    .choices(['live', 'queued', 'auto'])
    .default('auto' as WantedMode);

export const allowSpendingOption = () =>
  new Option(
    '--allow-spending <credits>',
    'Let assistants ask, for at most this many credits per month (UTC); without it they only read',
  ).argParser(wholeNumber(1, maxCredits));

/** `--format` of a command that says what it did. */
export const tableOrJson = () => formatOption('table', 'json');
/** `--format` of a command that prints a list. */
export const listFormat = () => formatOption('table', 'json', ...sheetFileFormats);

/** A command of a group that says what it did, and one that prints a list. */
export const acting = (group: Command, name: string, about: string) =>
  leaf(group, name, about).addOption(tableOrJson());
export const listing = (group: Command, name: string, about: string) =>
  leaf(group, name, about).addOption(listFormat());
export type ListFormat = 'table' | 'json' | SheetFileFormat;
