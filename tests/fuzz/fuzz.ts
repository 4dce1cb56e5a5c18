// `npm run fuzz`: tries every parser of foreign bytes with inputs made to break it (see docs/security.md).
//   --seconds 60     for each target (5 unless told)
//   --minutes 60     for all targets together
//   --attempts 1000  at most, for each target: the same inputs on every machine that is quick enough
//   --target NAME    only the targets whose name contains it; may be repeated
//   --seed N         repeats a run; with --target, the round that failed
//   --file PATH      tries one kept input
//   --list           names the targets with what they guarantee
import { readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { corpusFolder, keepInput, readInput } from './inputFile.ts';
import { type FuzzFailure, runFuzz, type TargetCount } from './runFuzz.ts';
import { attempt } from './target.ts';
import { targets } from './targets/all.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    attempts: { type: 'string' },
    threads: { type: 'string', default: '2' },
    target: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
    file: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const threads = Number(values.threads);
const silentMs = 30_000;

if (values.list) for (const { name, guarantee } of targets) console.log(`${name.padEnd(30)} ${guarantee}`);
else if (values.file !== undefined) await tryFile(resolve(values.file));
else await fuzz();

async function tryFile(path: string): Promise<void> {
  const name = relative(corpusFolder, dirname(path)).replaceAll('\\', '/');
  const target = targets.find((each) => each.name === name);
  if (target === undefined)
    throw new Error(`${name} is no target: the file must lie in its folder of the corpus.`);
  const { about, input } = readInput(readFileSync(path, 'utf8'));
  console.log(`${name}, ${basename(path)}: ${about}`);
  await attempt(target, input);
  console.log('The guarantee holds.');
}

async function fuzz(): Promise<void> {
  const wanted = values.target;
  const names = targets
    .map(({ name }) => name)
    .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  if (names.length === 0) throw new Error(`No target is called ${wanted.join(' or ')}: see --list.`);
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
  const shared =
    values.minutes === undefined ? undefined : (Number(values.minutes) * 60 * threads) / names.length;
  const seconds = Number(values.seconds ?? shared ?? 5);
  const minutes = Math.ceil((seconds * names.length) / threads / 60);
  const most = values.attempts === undefined ? '' : ` or ${values.attempts} attempts`;
  console.log(
    `Fuzzing: ${names.length} targets for ${seconds.toFixed(seconds < 10 ? 1 : 0)} s${most} each, ${threads} at once, at most ${minutes} min; seed ${seed}.`,
  );
  if (seconds < 60)
    console.log('The short form: 60 s for each target with --seconds 60, an hour with --minutes 60.');

  const started = performance.now();
  const counts: TargetCount[] = [];
  const failures: FuzzFailure[] = [];
  await runFuzz({
    module: new URL('./targets/all.ts', import.meta.url).href,
    names,
    seed,
    milliseconds: seconds * 1_000,
    mostAttempts: Number(values.attempts ?? Number.POSITIVE_INFINITY),
    threads,
    silentMs,
    memoryMb: 1_024,
    onTarget: (count, failure) => {
      counts.push(count);
      console.log(
        `${failure === null ? 'ok  ' : 'FAIL'} ${count.target.padEnd(30)} ${count.attempts.toLocaleString('en').padStart(12)} attempts`,
      );
      if (failure === null) return;
      failures.push(failure);
      show(failure);
    },
  });

  const attempts = counts.reduce((sum, count) => sum + count.attempts, 0);
  const spent = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(
    `\n${attempts.toLocaleString('en')} attempts on ${counts.length} targets in ${spent} min, seed ${seed}: ${failures.length} failures.`,
  );
  process.exitCode = failures.length > 0 ? 1 : 0;
}

function show({ target, seed, message, input }: FuzzFailure): void {
  const path = relative(
    process.cwd(),
    keepInput(corpusFolder, target, message.split('\n', 1)[0] ?? '', input),
  );
  const shown = typeof input === 'string' ? JSON.stringify(input) : (JSON.stringify(input) ?? 'undefined');
  console.log(`     ${message.split('\n').slice(0, 6).join('\n     ')}`);
  console.log(
    `     input: ${shown.slice(0, 1_000)}${shown.length > 1_000 ? `… (${shown.length} characters)` : ''}`,
  );
  console.log(`     again: npm run fuzz -- --target ${target} --seed ${seed}`);
  console.log(`     kept:  npm run fuzz -- --file ${path}`);
}
