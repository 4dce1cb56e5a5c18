import type { Command } from 'commander';
import type { AddConnectionOptions } from './commands/connection.ts';
import type { CommandContext, EnvironmentKeyUse } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { collect, type ListFormat, listFormat, tableOrJson } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadConnection = () => import('./commands/connection.ts');

/** Adds `parallax connection ...`: services and their keys. */
export function addConnectionCommands(
  program: Command,
  run: (keyUse: EnvironmentKeyUse, work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  const connection = program
    .command('connection')
    .description('Manage connections to services')
    .exitOverride();
  connection
    .command('add')
    .description('Add a connection; its key is read from PARALLAX_API_KEY or prompted for')
    .argument('<name>')
    .argument('<address>', 'Address, such as https://answers.example.org')
    .option(
      '--engine-path <engine=path>',
      'Path of an engine with another name there (repeatable)',
      collect,
      [],
    )
    .option('--select', 'Make it the current connection', false)
    .addOption(tableOrJson())
    .action((name: string, baseUrl: string, flags: Omit<AddConnectionOptions, 'name' | 'baseUrl'>) =>
      run('to-be-stored', async (context) =>
        (await loadConnection()).addConnection(context, { name, baseUrl, ...flags }),
      ),
    );
  connection
    .command('key')
    .description('Replace the key of a connection; read from PARALLAX_API_KEY or prompted for')
    .argument('<name>')
    .addOption(tableOrJson())
    .action((name: string, { format }: { format: 'table' | 'json' }) =>
      run('to-be-stored', async (context) => (await loadConnection()).replaceKey(context, name, format)),
    );
  connection
    .command('list')
    .description('List connections')
    .addOption(listFormat())
    .action((flags: { format: ListFormat }) =>
      run('for-this-command', async (context) =>
        (await loadConnection()).listConnections(context, flags.format),
      ),
    );
  connection
    .command('test')
    .description('Test a connection')
    .argument('<name>')
    .addOption(tableOrJson())
    .action((name: string, { format }: { format: 'table' | 'json' }) =>
      run('for-this-command', async (context) =>
        (await loadConnection()).testConnection(context, name, format),
      ),
    );
  connection
    .command('delete')
    .alias('remove')
    .description('Delete a connection and its key; answers are kept')
    .argument('<name>')
    .addOption(tableOrJson())
    .action((name: string, { format }: { format: 'table' | 'json' }) =>
      run('for-this-command', async (context) =>
        (await loadConnection()).deleteConnection(context, name, format),
      ),
    );
}
