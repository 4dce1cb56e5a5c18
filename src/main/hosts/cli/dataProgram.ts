import type { Command } from 'commander';
import { parquetTableNames } from '#shared/tables/parquetTables.ts';
import type { HistoryTasks } from '../../history/maintenance/taskClient.ts';
import type { BackupOptions } from './commands/backup.ts';
import type { ExportOptions } from './commands/export.ts';
import type { ImportOptions } from './commands/import.ts';
import type { SqlOptions } from './commands/sql.ts';
import type { EvidenceOptions, VerifyOptions } from './commands/verify.ts';
import type { CommandContext, FileUse } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { format, listFormat, pathArgument, surfaceOption, tableOrJson } from './flags.ts';
import type { FilterFlags } from './storedRecords.ts';
import type { Terminal } from './terminal.ts';

// Help and wrong usage need none of the commands.
const loadBackup = () => import('./commands/backup.ts');
const loadExport = () => import('./commands/export.ts');
const loadImport = () => import('./commands/import.ts');
const loadSql = () => import('./commands/sql.ts');
const loadVerify = () => import('./commands/verify.ts');

/** How these commands run; every action returns its promise, or its exit code would be lost. */
export type DataRunner = {
  readonly terminal: Terminal;
  readonly version: string;
  readonly nowMs: () => number;
  readonly finish: (running: Promise<ExitCode>) => Promise<void>;
  readonly withCore: (command: (context: CommandContext) => Promise<ExitCode>) => Promise<void>;
  /** On the history's file, without a core. */
  readonly withHistoryFile: (
    use: FileUse,
    command: (tasks: HistoryTasks) => Promise<ExitCode>,
  ) => Promise<void>;
};

type Printed = { readonly format: 'table' | 'json' };

/** The project of --project, before or after the command. */
const projectOf = (command: Command): { readonly project?: string } => {
  const { project } = command.optsWithGlobals<{ project?: string }>();
  return project === undefined ? {} : { project };
};

/** Adds the commands that import and export results. */
export function addDataCommands(program: Command, run: DataRunner): void {
  program
    .command('import')
    .description('Import results from a file or folder')
    .argument('<path>', '.json, .jsonl or .ndjson file, or a folder', pathArgument)
    .option('--engine <name>', 'Engine of results without one')
    .option('--question <text>', 'Question of results without one')
    .option('--country <code>', 'Country of results without one, such as DE or US:CA')
    .addOption(tableOrJson())
    .action((path: string, flags: Omit<ImportOptions, 'path'>) =>
      run.withCore(async (context) => (await loadImport()).importResults(context, { path, ...flags })),
    );

  program
    .command('export')
    .description('Export answers as JSON Lines, CSV, Excel workbook or Parquet tables')
    .argument('[ids...]', 'Runs or answers (default: all of the project)')
    .option('--engine <name>', 'Only this engine')
    .addOption(surfaceOption())
    .option('--markets <list>', 'Only these markets, such as DE,US:CA or G7')
    .option('--from <day>', 'Received on or after this day (UTC)')
    .option('--to <day>', 'Received until the end of this day (UTC)')
    .option('--text <words>', 'Words in the question')
    .option('--out <file>', 'File to write, of Parquet a new folder (default: the terminal)', pathArgument)
    .option('--since <folder>', 'Parquet: only answers stored after an earlier export')
    .option('--tables <list>', `Parquet: tables to write, of ${parquetTableNames.join(', ')}`)
    .addOption(format('jsonl', 'json', 'csv', 'xlsx', 'parquet'))
    .action(
      (
        ids: string[],
        flags: FilterFlags & Pick<ExportOptions, 'format' | 'out' | 'since' | 'tables'>,
        command: Command,
      ) =>
        run.withCore(async (context) =>
          (await loadExport()).exportAnswers(context, {
            ids,
            version: run.version,
            ...flags,
            ...projectOf(command),
          }),
        ),
    );

  program
    .command('sql')
    .description('Query the history with SQL, read-only. Schema: docs/history-database.md')
    .argument(
      '<statement>',
      'SELECT statement, such as "SELECT country, count(*) FROM view_answers GROUP BY country"',
    )
    .addOption(listFormat())
    .action((statement: string, flags: Pick<SqlOptions, 'format'>) =>
      run.withHistoryFile('reads', async (tasks) =>
        (await loadSql()).sql(tasks, run.terminal, { statement, ...flags }),
      ),
    );

  program
    .command('backup')
    .description('Back up the history to a file and verify the backup; works while Parallax is open')
    .argument('<file>', 'File to write', pathArgument)
    .addOption(tableOrJson())
    .action((file: BackupOptions['file'], flags: Printed) =>
      run.withHistoryFile('reads', async (tasks) =>
        (await loadBackup()).backup(tasks, run.terminal, { file, ...flags }),
      ),
    );

  program
    .command('restore')
    .description('Restore the history from a backup; the current history is kept as a copy')
    .argument('<file>', 'Backup file', pathArgument)
    .addOption(tableOrJson())
    .action((file: string, flags: Printed) =>
      run.withHistoryFile('changes', async (tasks) =>
        (await loadBackup()).restore(tasks, run.terminal, { file, ...flags }, run.nowMs()),
      ),
    );

  addEvidenceCommands(program, run);
}

function addEvidenceCommands(program: Command, run: DataRunner): void {
  program
    .command('evidence')
    .description('Write an evidence file of runs or answers: all stored data with a hash chain')
    .argument('[ids...]', 'Runs or answers (default: all of the project given by --project)')
    .requiredOption('--out <file>', 'File to write', pathArgument)
    .addOption(tableOrJson())
    .action((ids: string[], flags: Pick<EvidenceOptions, 'out' | 'format'>, command: Command) =>
      run.withCore(async (context) =>
        (await loadVerify()).evidence(context, {
          ids,
          version: run.version,
          ...flags,
          ...projectOf(command),
        }),
      ),
    );

  program
    .command('verify')
    .description('Verify an evidence file offline and list what was altered')
    .argument('<file>', 'Evidence file', pathArgument)
    .option('--seal <hash>', 'Seal to compare with')
    .addOption(tableOrJson())
    .action((file: string, flags: Omit<VerifyOptions, 'file'>) =>
      run.finish(loadVerify().then(({ verify }) => verify(run.terminal, { file, ...flags }))),
    );
}
