import '../common/newFilesPrivate.ts';
import process from 'node:process';
import { exitCode } from './exitCodes.ts';
import { interruptionBy, processRuntime } from './processRuntime.ts';
import { runProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const interrupted = interruptionBy({
  listen: (handler) => {
    for (const signal of signals) process.on(signal, handler);
  },
  after: (ms, then) => setTimeout(then, ms).unref(),
  letGo: () => {
    // Libraries also add listeners, and any listener disables the system's default action.
    for (const signal of signals) process.removeAllListeners(signal);
    terminal.stderr('Stopping. Press Ctrl+C again to stop at once.\n');
  },
});
let lost = false;
const terminal = processTerminal(process, ({ message }) => {
  lost = true;
  process.exitCode = exitCode.someFailed;
  terminal.stderr(`The output could not be written: ${message}\n`);
});
process.on('uncaughtException', (error) => {
  // Node would print it unchanged, with whatever its message contains.
  terminal.stderr(`Parallax failed: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(exitCode.someFailed);
});
const runtime = processRuntime({ program: import.meta.url, terminal, env: process.env, interrupted });
const code = await runProgram(process.argv.slice(2), runtime);
process.exitCode = lost && code === exitCode.everyAnswer ? exitCode.someFailed : code;
