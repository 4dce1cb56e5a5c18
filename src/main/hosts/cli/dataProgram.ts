import { type Command, Option } from 'commander';
import type { HistoryTasks } from '../../history/maintenance/taskClient.ts';
import { type BackupOptions, backup } from './commands/backup.ts';
import { type EvidenceOptions, evidence } from './commands/evidence.ts';
import { type ExportOptions, exportAnswers } from './commands/export.ts';
import { type ImportOptions, importResults } from './commands/import.ts';
import { restore } from './commands/restore.ts';
import { type SqlOptions, sql } from './commands/sql.ts';
import { type VerifyOptions, verify } from './commands/verify.ts';
import type { CommandContext, FileUse } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { pathArgument } from './flags.ts';
import { listFormat } from './listFormats.ts';
import type { FilterFlags } from './storedRecords.ts';
import type { Terminal } from './terminal.ts';

/** How these commands are run; every action hands its promise on, or its exit code would be lost. */
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

/** The first name is the default. */
const format = (first: string, ...others: readonly string[]): Option =>
  new Option('--format <name>', 'how to print').choices([first, ...others]).default(first);

/** The project of --project, which stands before or behind the command. */
const projectOf = (command: Command): { readonly project?: string } => {
  const { project } = command.optsWithGlobals<{ project?: string }>();
  return project === undefined ? {} : { project };
};

/** Adds the commands that bring results in and take them out. */
export function addDataCommands(program: Command, run: DataRunner): void {
  program
    .command('import')
    .description('take in results that were fetched elsewhere: a file, or a folder with all in it')
    .argument('<path>', '.json, .jsonl or .ndjson file, or a folder', pathArgument)
    .option('--engine <name>', 'engine of results that do not say which')
    .option('--question <text>', 'question of results that do not say which')
    .option('--country <code>', 'country of results that do not say which, such as DE or US:CA')
    .addOption(format('table', 'json'))
    .action((path: string, flags: Omit<ImportOptions, 'path'>) =>
      run.withCore((context) => importResults(context, { path, ...flags })),
    );

  program
    .command('export')
    .description(
      'write stored answers as JSON Lines, CSV or an Excel workbook: all, or those of some runs, markets or days',
    )
    .argument('[ids...]', 'runs or answers (default: all of the project)')
    .option('--engine <name>', 'of this engine only')
    .option('--markets <list>', 'from these markets only, such as DE,US:CA or G7')
    .option('--from <day>', 'received on or after this day (UTC)')
    .option('--to <day>', 'received until the end of this day (UTC)')
    .option('--text <words>', 'with these words in the question')
    .option('--out <file>', 'file to write (default: the terminal)', pathArgument)
    .addOption(format('jsonl', 'json', 'csv', 'xlsx'))
    .action((ids: string[], flags: FilterFlags & Pick<ExportOptions, 'format' | 'out'>, command: Command) =>
      run.withCore((context) => exportAnswers(context, { ids, ...flags, ...projectOf(command) })),
    );

  program
    .command('sql')
    .description('ask the history itself; only reads. Tables and views: docs/history-database.md')
    .argument('<statement>', 'such as "SELECT country, count(*) FROM view_answers GROUP BY country"')
    .addOption(listFormat())
    .action((statement: string, flags: Pick<SqlOptions, 'format'>) =>
      run.withHistoryFile('reads', (tasks) => sql(tasks, run.terminal, { statement, ...flags })),
    );

  program
    .command('backup')
    .description('copy the history to a file, also while Parallax is open, and check the copy')
    .argument('<file>', 'file to write', pathArgument)
    .addOption(format('table', 'json'))
    .action((file: BackupOptions['file'], flags: Printed) =>
      run.withHistoryFile('reads', (tasks) => backup(tasks, run.terminal, { file, ...flags })),
    );

  program
    .command('restore')
    .description('put a backup in the place of the history; the one that was there stays beside it')
    .argument('<file>', 'backup to read', pathArgument)
    .addOption(format('table', 'json'))
    .action((file: string, flags: Printed) =>
      run.withHistoryFile('changes', (tasks) =>
        restore(tasks, run.terminal, { file, ...flags }, run.nowMs()),
      ),
    );

  program
    .command('evidence')
    .description('write an evidence file of runs or answers: everything stored, with a chain of hashes')
    .argument('[ids...]', 'runs or answers (default: all of the project that --project names)')
    .requiredOption('--out <file>', 'file to write', pathArgument)
    .addOption(format('table', 'json'))
    .action((ids: string[], flags: Pick<EvidenceOptions, 'out' | 'format'>, command: Command) =>
      run.withCore((context) =>
        evidence(context, { ids, version: run.version, ...flags, ...projectOf(command) }),
      ),
    );

  program
    .command('verify')
    .description('check an evidence file and name what was altered; needs no history and no network')
    .argument('<file>', 'evidence file', pathArgument)
    .option('--seal <hash>', 'seal that was kept elsewhere, to compare with')
    .addOption(format('table', 'json'))
    .action((file: string, flags: Omit<VerifyOptions, 'file'>) =>
      run.finish(verify(run.terminal, { file, ...flags })),
    );
}
