import { withConnection } from '../connections.ts';
import type { Declare } from '../context.ts';
import { exitCode } from '../exitCodes.ts';
import { connectionOption, tableOrJson } from '../flags.ts';
import { lines, number, print, utcMinute } from '../print.ts';

/** Resolves the redirects among the stored addresses, or says how many there are. */
export const redirects: Declare = (command, { withCore }) =>
  command
    .option('--status', 'Show the status only', false)
    .option('--all', 'Retry skipped links too', false)
    .addOption(connectionOption())
    .addOption(tableOrJson())
    .action(
      withCore(async (context, { status: only, all, connection, format }) => {
        const { call, terminal, interrupted } = context;
        // Without a key of the environment every link is asked at its own connection, with that one's key.
        if (!only && (connection !== undefined || context.keyFromEnvironment !== null))
          await withConnection(context, connection);
        const status = only
          ? { ...(await call('redirects.status', {})), away: null }
          : await call('redirects.resolve', { all }, interrupted);
        const { resolved, waiting, refused, on, nextTryAtMs, lastFailure, away } = status;
        print(
          context,
          format,
          status,
          lines([
            `${number(resolved)} resolved, ${number(waiting)} waiting, ${number(refused)} skipped. In the background: ${on ? 'on' : 'off'}.`,
            ...(nextTryAtMs !== null && nextTryAtMs > 0
              ? [`Next attempt: ${utcMinute(nextTryAtMs)} UTC.`]
              : []),
            ...(lastFailure === null ? [] : [`Last failure: ${lastFailure}`]),
          ]),
        );
        if (away !== null && format === 'table')
          terminal.stderr(`The service is not available now: ${away}\n`);
        return away === null ? exitCode.everyAnswer : exitCode.someFailed;
      }),
    );
