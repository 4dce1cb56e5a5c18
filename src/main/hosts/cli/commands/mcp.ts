import type { Declare } from '../context.ts';
import { allowSpendingOption, pathArgument, wholeNumber } from '../flags.ts';

/** Serves AI assistants. */
export const mcp: Declare = (command, { onHost }) =>
  command
    .option(
      '--port <n>',
      'Serve over HTTP on 127.0.0.1 at /mcp; 0 selects a free port',
      wholeNumber(0, 65_535),
    )
    .addOption(allowSpendingOption())
    .option(
      '--bundle <file>',
      'Write a bundle (.mcpb) that Claude installs with one click, and exit',
      pathArgument,
    )
    .action(onHost(({ data, project, mcp: start }, flags) => start(data, { ...flags, project })));
