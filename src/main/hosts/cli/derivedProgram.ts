import type { Command } from 'commander';
import { type RecomputationOptions, recompute } from './commands/recompute.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { exitCode } from './exitCodes.ts';
import { listFormat, tableOrJson } from './flags.ts';
import { jsonLine } from './storedAnswers.ts';

/** Adds `parallax recompute` and `parallax redirects`: what is derived from everything ever stored. */
export function addDerivedCommands(
  program: Command,
  run: (command: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('recompute')
    .alias('replay')
    .description(
      'Recompute brands in all stored answers with the latest rules; Ctrl+C stops, run again to resume',
    )
    .option('--status', 'Show the status only', false)
    .option('--cancel', 'Stop a recomputation, also of another program', false)
    .option('--changes', 'Show the effect of the last rule change, by brand and market', false)
    .addOption(listFormat())
    .action((options: RecomputationOptions) => run((context) => recompute(context, options)));

  program
    .command('redirects')
    .description('Resolve redirect links of sources to their final domain; costs no credits')
    .option('--status', 'Show the status only', false)
    .option('--all', 'Retry skipped links too', false)
    .addOption(tableOrJson())
    .action((options: RedirectOptions) => run((context) => redirects(context, options)));
}

type RedirectOptions = {
  readonly status: boolean;
  readonly all: boolean;
  readonly format: 'table' | 'json';
};

const number = (value: number): string => value.toLocaleString('en');

/** Resolves the redirects among the stored addresses, or says how many there are. */
async function redirects(context: CommandContext, options: RedirectOptions): Promise<ExitCode> {
  const { call, terminal, interrupted } = context;
  const status = options.status
    ? { ...(await call('redirects.status', {})), away: null }
    : await call('redirects.resolve', { all: options.all }, interrupted);
  if (options.format === 'json') terminal.stdout(jsonLine(status));
  else {
    const { resolved, waiting, refused, on, nextTryAtMs, lastFailure } = status;
    terminal.stdout(
      `${number(resolved)} resolved, ${number(waiting)} waiting, ${number(refused)} skipped. In the background: ${on ? 'on' : 'off'}.\n`,
    );
    if (nextTryAtMs !== null && nextTryAtMs > 0)
      terminal.stdout(
        `Next attempt: ${new Date(nextTryAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC.\n`,
      );
    if (lastFailure !== null) terminal.stdout(`Last failure: ${lastFailure}\n`);
    if (status.away !== null) terminal.stderr(`The service is not available now: ${status.away}\n`);
  }
  return status.away === null ? exitCode.everyAnswer : exitCode.someFailed;
}
