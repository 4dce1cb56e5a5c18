import { Option } from 'commander';
import { writingTo } from '../commandOptions.ts';
import type { Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { allowSpendingOption, wholeNumber } from '../flags.ts';

/** Opens the window in the browser. */
export const web: Declare = (command, { onHost }) =>
  command
    .option('--port <n>', 'Port on 127.0.0.1; 0 selects a free one', wholeNumber(0, 65_535), 0)
    // Two flags are called open, and as one option the later would override the other.
    .addOption(writingTo('file', new Option('--open <file>', 'Open a project file read-only')))
    .option('--no-open', 'Print the link only')
    .option('--mcp', 'Serve AI assistants at /mcp, with the token printed or in PARALLAX_MCP_TOKEN')
    .addOption(allowSpendingOption())
    .action(
      onHost(async ({ data, web: open }, flags) => {
        if (flags.allowSpending !== undefined && flags.mcp !== true)
          throw new UsageError('--allow-spending is for assistants: add --mcp.');
        // Undefined where neither flag is given, because the positive one exists.
        return open(data, { ...flags, open: flags.open !== false });
      }),
    );
