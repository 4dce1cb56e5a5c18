import { AppError } from '#shared/model/appError.ts';
import { dayRange } from '#shared/search/query.ts';
import { annotationsSheet } from '#shared/tables/projectSheets.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';

type Format = 'table' | 'json';

export async function listAnnotations(
  { call, terminal }: CommandContext,
  format: ListFormat,
): Promise<ExitCode> {
  const { annotations } = await call('annotations.list', {});
  const file = sheetText(format, () => annotationsSheet(annotations));
  if (file !== null) terminal.stdout(file);
  else if (format === 'json') for (const annotation of annotations) terminal.stdout(jsonLine(annotation));
  else if (annotations.length === 0) terminal.stderr('No annotations yet.\n');
  else
    terminal.stdout(
      textTable(
        ['ID', 'DATE', 'TEXT'],
        annotations.map(({ id, day, text }) => [id, day, text]),
        terminal.columns(),
      ),
    );
  return exitCode.everyAnswer;
}

export async function addAnnotation(
  { call, terminal }: CommandContext,
  day: string,
  text: string,
  format: Format,
): Promise<ExitCode> {
  const added = await call('annotations.add', { day: dayOf(day), text });
  terminal.stdout(format === 'json' ? jsonLine(added) : `Annotation added: ${added.day} ${added.text}\n`);
  return exitCode.everyAnswer;
}

export async function editAnnotation(
  { call, terminal }: CommandContext,
  id: string,
  { date, text, format }: { readonly date?: string; readonly text?: string; readonly format: Format },
): Promise<ExitCode> {
  if (date === undefined && text === undefined) throw new UsageError('Enter a new --date or --text.');
  const change = {
    ...(date === undefined ? {} : { day: dayOf(date) }),
    ...(text === undefined ? {} : { text }),
  };
  await call('annotations.edit', { id, ...change });
  terminal.stdout(format === 'json' ? jsonLine({ id, ...change }) : 'Annotation changed.\n');
  return exitCode.everyAnswer;
}

export async function deleteAnnotation(
  { call, terminal }: CommandContext,
  id: string,
  format: Format,
): Promise<ExitCode> {
  const { removed } = await call('annotations.remove', { id });
  if (!removed) throw new AppError('NOT_FOUND', `No annotation ${id}.`);
  terminal.stdout(format === 'json' ? jsonLine({ id, deleted: true }) : 'Annotation deleted.\n');
  return exitCode.everyAnswer;
}

/** @throws UsageError for what is no day */
function dayOf(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && dayRange(text) !== null) return text;
  throw new UsageError(`"${text}" is not a day. Use one such as 2026-10-31.`);
}
