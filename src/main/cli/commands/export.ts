import type { ExportFilter } from '#shared/bridge/routes/exports.ts';
import { type ExportFormat, exportHead, exportLine } from '#shared/exports/recordFormats.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { writeNewFile } from '../outputFile.ts';
import { type FilterFlags, filterOf, storedRecords } from '../storedRecords.ts';

export type ExportOptions = FilterFlags & {
  readonly ids: readonly string[];
  readonly format: ExportFormat | 'json';
  readonly out?: string;
};

/** Writes stored answers as JSON Lines or CSV, to a file or to stdout. */
export async function exportAnswers(context: CommandContext, options: ExportOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const filter = filterOf(options.ids, options);
  await refuseUnknown(context, options.ids);
  const { answers } = await call('exports.count', { filter });
  const format = options.format === 'json' ? 'jsonl' : options.format;
  const lines = linesOf(context, filter, format);
  if (options.out === undefined) for await (const line of lines) terminal.stdout(line);
  else await writeNewFile(options.out, lines);
  const where = options.out === undefined ? '' : ` to ${options.out}`;
  terminal.stderr(`${answers} ${answers === 1 ? 'answer' : 'answers'} exported${where}.\n`);
  return exitCode.everyAnswer;
}

async function* linesOf(
  context: CommandContext,
  filter: ExportFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  const head = exportHead(format);
  if (head !== '') yield head;
  for await (const record of storedRecords(context, filter, false)) yield exportLine(record, format);
}

/** An id that names nothing is a slip of the hand, and not an empty result. */
export async function refuseUnknown({ call }: CommandContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { answers } = await call('exports.count', { filter: { ids: [id] } });
    if (answers === 0)
      throw new UsageError(
        `No answer is stored under "${id}": "parallax history" lists the ids of runs and answers.`,
      );
  }
}
