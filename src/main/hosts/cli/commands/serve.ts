import { Option } from 'commander';
import { planIds } from '#shared/interface/plans.ts';
import type { Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { planArgument, positiveNumber, wholeNumber } from '../flags.ts';

/** Runs the service alone until it is interrupted. */
export const serve: Declare = (command, { onHost }) =>
  command
    .option('--port <n>', 'Port; 0 selects a free one', wholeNumber(0, 65_535))
    .option('--host <address>', 'Address to listen on', '127.0.0.1')
    .option('--store <url>', 'PostgreSQL database to share with other nodes (or PARALLAX_STORE)')
    .option('--plan <name>', `Plan of a new account: ${planIds.join(', ')}`, planArgument)
    .option('--workers <n>', 'Concurrent jobs over all accounts', wholeNumber(1, 100_000))
    .option('--rate-limit <n>', 'Requests per second and account', wholeNumber(1, 1_000_000))
    .option('--queue-limit <n>', 'Queued tasks per account', wholeNumber(1, 10_000_000))
    .option('--retention-hours <n>', 'Retention of finished tasks and files', positiveNumber(100_000))
    .option('--attempt-window-seconds <n>', 'Time limit for new attempts at a job', positiveNumber(86_400))
    .option('--retry-base-ms <n>', 'First wait between attempts', wholeNumber(0, 3_600_000))
    .option('--webhook-base-ms <n>', 'First wait between webhook attempts', wholeNumber(0, 86_400_000))
    .option('--allow-private-webhooks', 'Allow webhooks to private and loopback addresses')
    .option('--public-url <url>', 'Public URL behind a proxy')
    .option('--metrics', 'Serve figures for Prometheus at /metrics, without a key')
    .addOption(
      new Option('--log-to <target>', 'Where the log goes')
        .choices(['file', 'stderr'])
        .default('file' as 'file' | 'stderr'),
    )
    .option('--log-requests', 'Log every request with its ID, route, status and time')
    .option(
      '--shutdown-delay-seconds <n>',
      'Keep serving after a stop signal, not ready',
      wholeNumber(0, 3_600),
    )
    .option('--mcp [folder]', 'Serve AI assistants at /mcp: the history of the data folder or of this one')
    .option('--openapi <file>', 'Write the OpenAPI description to a file and exit')
    .action(
      onHost(async ({ data, project, serve: start }, flags) => {
        if (flags.port === undefined && flags.openapi === undefined)
          throw new UsageError('Set a port with --port, such as --port 8080, or --port 0 for a free one.');
        return start(data, { ...flags, project });
      }),
    );
