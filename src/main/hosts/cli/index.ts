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
let lost = false;
const terminal = processTerminal(process, ({ message }) => {
  lost = true;
  process.exitCode = exitCode.someFailed;
  terminal.stderr(`The output could not be written: ${message}\n`);
});
const runtime = processRuntime({ program: import.meta.url, terminal, env: process.env, interrupted });
const code = await runProgram(process.argv.slice(2), runtime);
process.exitCode = lost && code === exitCode.everyAnswer ? exitCode.someFailed : code;
