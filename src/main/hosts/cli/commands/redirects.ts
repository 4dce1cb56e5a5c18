import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';

export type RedirectOptions = {
  readonly status: boolean;
  readonly all: boolean;
  readonly format: 'table' | 'json';
};

const number = (value: number): string => value.toLocaleString('en');

/** Resolves the redirects among the stored addresses, or says how many there are. */
export async function redirects(context: CommandContext, options: RedirectOptions): Promise<ExitCode> {
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
