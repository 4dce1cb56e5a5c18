import { resolve } from 'node:path';
import type { ExportFilter } from '#shared/model/export.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { parquetTableNames, usualParquetTables } from '#shared/tables/parquetTables.ts';
import { recordTexts } from '../../../exports/recordTexts.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { formatOption, pathArgument, surfaceOption } from '../flags.ts';
import { filterOf, storedRecords } from '../storedRecords.ts';
import { whileRead } from '../terminal.ts';
import { projectDays } from '../timeFlags.ts';
import { writeNewFile } from '../writeNewFile.ts';

/** Writes stored answers as JSON Lines, CSV or an Excel workbook, to a file or, but for the last, to stdout. */
export const exportAnswers: Declare = (command, { withCore, version }) =>
  command
    .argument('[ids...]', 'Runs or answers (default: all of the project)')
    .option('--engine <name>', 'Only this engine')
    .addOption(surfaceOption())
    .option('--markets <list>', 'Only these markets, such as DE,US:CA or G7')
    .option('--from <day>', 'Received on or after this day of the project')
    .option('--to <day>', 'Received until the end of this day of the project')
    .option('--text <words>', 'Words in the question')
    .option('--out <file>', 'File to write, of Parquet a new folder (default: the terminal)', pathArgument)
    .option('--since <folder>', 'Parquet: only answers stored after an earlier export')
    .option('--tables <list>', `Parquet: tables to write, of ${parquetTableNames.join(', ')}`)
    .addOption(formatOption('jsonl', 'json', 'csv', 'csv-excel', 'xlsx', 'parquet'))
    .action(
      withCore(async (context, ids, { format, out, since, tables, ...flags }) => {
        const { call, terminal } = context;
        // Ids say themselves what is meant, whichever project it is in.
        const inUse = async () => (await call('projects.list', {})).currentId;
        const project = context.project ?? (ids.length === 0 ? await inUse() : undefined);
        const filter = filterOf(ids, { ...flags, project }, await projectDays(context.call, project));
        await refuseUnknown(context, ids);
        const { answers, translated } = await call('exports.count', { filter });
        if (format === 'parquet') return writeTables(context, filter, version, { out, since, tables });
        if (since !== undefined || tables !== undefined)
          throw new UsageError('--since and --tables are for --format parquet only.');
        const unreadable: string[] = [];
        const leftOut = (found: readonly string[]): void => void unreadable.push(...found);
        if (format === 'xlsx') leftOut(await writeWorkbook(context, filter, out));
        else {
          const written = format === 'json' ? 'jsonl' : format;
          const texts = recordTexts(
            storedRecords(context, filter, false, leftOut),
            written,
            translated,
            leftOut,
          );
          if (out === undefined) for await (const line of whileRead(terminal, texts)) terminal.stdout(line);
          else await writeNewFile(out, texts);
        }
        if (out === undefined && !terminal.isRead()) return exitCode.everyAnswer;
        const where = out === undefined ? '' : ` to ${out}`;
        terminal.stderr(`${counted(answers - unreadable.length, 'answer')} exported${where}.\n`);
        if (unreadable.length > 0)
          terminal.stderr(
            `${counted(unreadable.length, 'stored answer')} damaged and left out: ${unreadable.join(', ')}. A backup may still have them.\n`,
          );
        return exitCode.everyAnswer;
      }),
    );

async function writeTables(
  { call, exportTables, terminal, clock, interrupted }: CommandContext,
  { project, ...rest }: ExportFilter,
  version: string,
  { out, since, tables }: { readonly out?: string; readonly since?: string; readonly tables?: string },
): Promise<ExitCode> {
  if (out === undefined)
    throw new UsageError('Parquet tables need a folder: use --out, such as --out tables.');
  const wanted = tables?.split(',').map((name) => name.trim());
  const unknown = wanted?.find((name) => !parquetTableNames.some((known) => known === name));
  if (unknown !== undefined)
    throw new UsageError(`Unknown table "${unknown}". Tables: ${parquetTableNames.join(', ')}.`);
  const { projects } = await call('projects.list', {});
  const named = projects.find(
    ({ id, name }) => id === project || name.toLowerCase() === project?.toLowerCase(),
  );
  const facts = await exportTables(
    {
      filter: named === undefined ? rest : { ...rest, project: named.id },
      tables:
        wanted === undefined ? usualParquetTables : parquetTableNames.filter((name) => wanted.includes(name)),
      target: resolve(out),
      since: since === undefined ? null : resolve(since),
      version,
      nowMs: clock.now(),
    },
    undefined,
    interrupted,
  );
  for (const { file, rows, bytes } of facts.tables)
    terminal.stderr(`${file}: ${counted(rows, 'row')}, ${(bytes / 1e6).toFixed(1)} MB\n`);
  if (facts.unreadable.length > 0)
    terminal.stderr(
      `${counted(facts.unreadable.length, 'stored answer')} damaged: ${facts.unreadable.join(', ')}.\n`,
    );
  if (facts.rulesChanged)
    terminal.stderr('The brand list changed since the earlier export: export without --since once.\n');
  return exitCode.everyAnswer;
}

async function writeWorkbook(
  context: CommandContext,
  filter: ExportFilter,
  out: string | undefined,
): Promise<readonly string[]> {
  if (out === undefined)
    throw new UsageError('An Excel workbook needs a file: use --out, such as --out a.xlsx.');
  const { fileId, unreadable } = await context.call('exports.make', {
    selection: { filter },
    format: 'xlsx',
  });
  await writeNewFile(out, downloadedFile(context, fileId));
  return unreadable;
}

/** A file that the core made, chunk by chunk. */
export async function* downloadedFile({ call }: CommandContext, fileId: string): AsyncGenerator<Buffer> {
  for (let from: number | null = 0; from !== null; ) {
    const chunk: { base64: string; next: number | null } = await call('exports.read', { fileId, from });
    yield Buffer.from(chunk.base64, 'base64');
    from = chunk.next;
  }
}

/** An id that names nothing is a slip of the hand, and not an empty result. */
export async function refuseUnknown({ call }: CommandContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { answers } = await call('exports.count', { filter: { ids: [id] } });
    if (answers === 0) throw new UsageError(`No answer or run "${id}". List IDs with "parallax history".`);
  }
}
