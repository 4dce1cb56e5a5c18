import { onTestFinished } from 'vitest';
import type { CommandContext } from '#main/hosts/cli/context.ts';
import { processRuntime } from '#main/hosts/cli/processRuntime.ts';
import { runProgram } from '#main/hosts/cli/program.ts';
import { openTerminalCore } from '#main/hosts/cli/terminalCore.ts';
import { commandEntry } from '#tests/support/programs.ts';
import { unending } from './parallax.ts';
import { keepingTerminal } from './terminals.ts';

/** Many commands, one after the other, on one core: starting it takes longer than most of them. */
export async function openCommands(dataFolder: string): Promise<{
  readonly call: CommandContext['call'];
  /** Runs a command and returns what it prints. @throws Error with what it says if it fails */
  readonly print: (...args: readonly string[]) => Promise<string>;
}> {
  const host = (terminal: ReturnType<typeof keepingTerminal>['terminal']) => ({
    ...{ program: commandEntry.href, terminal, env: {} },
    ...unending(),
  });
  const opened = await openTerminalCore(host(keepingTerminal().terminal), dataFolder, 'for-this-command');
  onTestFinished(async () => void (await opened.close()));
  return {
    call: opened.context.call,
    print: async (...args) => {
      const { written, terminal } = keepingTerminal({ columns: () => 200 });
      const context = { ...opened.context, terminal };
      const code = await runProgram(args, {
        ...processRuntime(host(terminal)),
        withCore: (_data, _key, command) => command(context),
        withHistory: (_data, command) => command(context),
      });
      if (code !== 0) throw new Error(`parallax ${args.join(' ')}: ${written.stderr}`);
      return written.stdout;
    },
  };
}
