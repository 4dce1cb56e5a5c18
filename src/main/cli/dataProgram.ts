import { type Command, Option } from 'commander';
import { type ImportOptions, importResults } from './commands/import.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';

/** How these commands are run; every action hands its promise on, or its exit code would be lost. */
export type DataRunner = {
  readonly withCore: (command: (context: CommandContext) => Promise<ExitCode>) => Promise<void>;
};

/** The first name is the default. */
const format = (first: string, ...others: readonly string[]): Option =>
  new Option('--format <name>', 'how to print').choices([first, ...others]).default(first);

/** Adds the commands that bring results in and take them out. */
export function addDataCommands(program: Command, run: DataRunner): void {
  program
    .command('import')
    .description('take in results that were fetched elsewhere: a file, or a folder with all in it')
    .argument('<path>', '.json, .jsonl or .ndjson file, or a folder')
    .option('--engine <name>', 'engine of results that do not say which')
    .option('--question <text>', 'question of results that do not say which')
    .option('--country <code>', 'country of results that do not say which, such as DE or US:CA')
    .addOption(format('table', 'json'))
    .action((path: string, flags: Omit<ImportOptions, 'path'>) =>
      run.withCore((context) => importResults(context, { path, ...flags })),
    );
}
