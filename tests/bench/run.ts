/**
 * `npm run bench:NAME [-- ARGUMENTS]` runs one bench; `npm run bench` runs the main ones in their quick form, one after
 * another, since they would slow each other down. A bench that does not end is ended, with a message.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Ten times what a bench takes on a quiet machine with two cores; the long forms are started by hand. */
const limitMinutes = { one: 240, ofAll: 8 };

const quickForms: readonly (readonly [name: string, ...args: string[]])[] = [
  ['startup', '--quick'],
  ['scroll', '--quick'],
  ['service', '--quick'],
  ['compare', '--quick'],
  ['history', '--quick'],
  ['trends', '--count', '20000'],
];

/** Exit code of one bench; 1 if it had to be ended. */
async function runBench(name: string, args: readonly string[], minutes: number): Promise<number> {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  // A group of its own, so that programs and browsers that it started end with it.
  const bench = spawn(process.execPath, [file, ...args], { stdio: 'inherit', detached: true });
  const endAll = (signal: NodeJS.Signals): void => {
    try {
      if (bench.pid !== undefined) process.kill(-bench.pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  };
  const stop = (signal: NodeJS.Signals): void => endAll(signal);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const deadline = setTimeout(() => {
    console.error(
      `${name} did not end within ${minutes} minutes and was stopped: something it waits for does not come.`,
    );
    endAll('SIGKILL');
  }, minutes * 60_000);
  const status = await new Promise<number>((resolve, reject) =>
    bench.once('error', reject).once('close', (code) => resolve(code ?? 1)),
  );
  clearTimeout(deadline);
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return status;
}

const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined) {
  process.exitCode = await runBench(wanted, args, limitMinutes.one);
} else {
  const failed: string[] = [];
  for (const [name, ...form] of quickForms) {
    console.log(`\n== ${name}`);
    if ((await runBench(name, form, limitMinutes.ofAll)) !== 0) failed.push(name);
  }
  if (failed.length > 0) console.log(`\nMissed or failed: ${failed.join(', ')}.`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
