import '../common/newFilesPrivate.ts';
import process from 'node:process';
import { endingBy, endNow } from './ending.ts';
import { exitCode } from './exitCodes.ts';
import { processRuntime } from './processRuntime.ts';
import { runProgram } from './program.ts';
import { lostOutput, processTerminal } from './terminal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// Libraries also add listeners, and any listener disables the system's default action.
const letGo = (): void => {
  for (const signal of signals) process.removeAllListeners(signal);
};
const ending = endingBy({
  listen: (handler) => {
    for (const signal of signals) process.on(signal, handler);
  },
  after: (ms, then) => setTimeout(then, ms).unref(),
  letGo: () => {
    letGo();
    terminal.stderr('Stopping. Press Ctrl+C again to stop at once.\n');
  },
  end: (signal, code) => {
    if (code !== null) endNow(code);
    letGo();
    terminal.stderr('Stopped.\n');
    process.kill(process.pid, signal);
  },
});
// A file that reaches its size limit (`ulimit -f`) ends the process by default; with a listener the write fails, as on a
// full disk.
if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined);
let lost = false;
const terminal = processTerminal(process, (error) => {
  lost = true;
  process.exitCode = exitCode.someFailed;
  terminal.stderr(`${lostOutput(error)}\n`);
});
process.on('uncaughtException', (error) => {
  // Node would print it unchanged, with whatever its message contains.
  terminal.stderr(`Parallax failed: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(exitCode.someFailed);
});
const runtime = processRuntime({ program: import.meta.url, terminal, env: process.env, ...ending });
const code = await runProgram(process.argv.slice(2), runtime);
process.exitCode = lost && code === exitCode.everyAnswer ? exitCode.someFailed : code;
