import process from 'node:process';
import { exitCode } from './exitCodes.ts';
import { interruptionBy } from './interruption.ts';
import { processRuntime } from './processRuntime.ts';
import { runProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

const interrupted = interruptionBy(
  (handler) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handler);
  },
  () => performance.now(),
  () => process.exit(exitCode.someFailed),
);
// The reader of a pipe may leave before the end, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCode.everyAnswer);
  throw error;
});

const terminal = processTerminal(process);
const runtime = processRuntime({ program: import.meta.url, terminal, env: process.env, interrupted });
process.exitCode = await runProgram(process.argv.slice(2), runtime);
