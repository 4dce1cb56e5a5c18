/**
 * `npm run bench:NAME [-- ARGUMENTS]` runs one bench; `npm run bench` runs the main ones in their quick form, one after
 * another, since they would slow each other down; `npm run bench -- --smoke` runs every one in its smallest form, to show
 * that it still works. A bench that does not end is ended, with a message.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Ten times what a bench takes on a quiet machine with two cores; the long forms are started by hand. */
const limitMinutes = { one: 240, quick: 8, smoke: 2 };

const quickForms = ['startup', 'scroll', 'service', 'compare', 'history', 'trends'];

/** Every bench that package.json names, those first that take longest. */
function everyBench(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const slow = ['history', 'windowWork', 'cluster', 'startup'];
  return Object.entries(scripts)
    .filter(([name]) => name.startsWith('bench:'))
    .map(([, command]) => command.split(' ').at(-1) ?? '')
    .toSorted((one, two) => Number(slow.includes(two)) - Number(slow.includes(one)));
}

type Ended = { readonly code: number; readonly seconds: number; readonly output: string };

/** Runs one bench to its end; 1 if it had to be ended. `kept`: what it prints is returned and not shown. */
async function runBench(
  name: string,
  args: readonly string[],
  minutes: number,
  shown: 'shown' | 'kept' = 'shown',
): Promise<Ended> {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const began = performance.now();
  // A group of its own, so that programs and browsers that it started end with it.
  const bench = spawn(process.execPath, [file, ...args], {
    stdio: [
      'ignore',
      ...(shown === 'kept' ? (['pipe', 'pipe'] as const) : (['inherit', 'inherit'] as const)),
    ],
    detached: true,
  });
  let output = '';
  for (const stream of [bench.stdout, bench.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
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
  const code = await new Promise<number>((resolve, reject) =>
    bench.once('error', reject).once('close', (status) => resolve(status ?? 1)),
  );
  clearTimeout(deadline);
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return { code, seconds: (performance.now() - began) / 1000, output };
}

/** Several at a time, since nothing is measured and they wait for much. Each must end well and print a figure. */
async function smoke(): Promise<readonly string[]> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.ts', import.meta.url))]);
  // What all of them import is compiled once.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/bench', import.meta.url),
  );
  const waiting = [...everyBench()];
  const failed: string[] = [];
  const runNext = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { code, seconds, output } = await runBench(name, ['--smoke'], limitMinutes.smoke, 'kept');
      const works = code === 0 && /\d/.test(output);
      if (!works) failed.push(name);
      console.log(`${works ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(5)} s`);
      if (!works) console.log(`${output}\nended with ${code}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return failed;
}

async function quick(): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const name of quickForms) {
    console.log(`\n== ${name}`);
    if ((await runBench(name, ['--quick'], limitMinutes.quick)).code !== 0) failed.push(name);
  }
  return failed;
}

const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined && wanted !== '--smoke') {
  process.exitCode = (await runBench(wanted, args, limitMinutes.one)).code;
} else {
  const failed = await (wanted === '--smoke' ? smoke() : quick());
  if (failed.length > 0) console.log(`\nMissed or failed: ${failed.join(', ')}.`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
