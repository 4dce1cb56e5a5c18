import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Ending } from '#main/hosts/cli/ending.ts';
import { processRuntime } from '#main/hosts/cli/processRuntime.ts';
import { runProgram } from '#main/hosts/cli/program.ts';
import { withoutKeychain } from '#tests/support/keyring/keyringSession.ts';
import { commandEntry } from '#tests/support/programs.ts';
import { keepingTerminal } from './terminals.ts';

const entry = fileURLToPath(commandEntry);

export type Finished = {
  readonly code: number | null;
  /** What ended it, when it did not end by itself. */
  readonly signal?: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type RunningCommand = {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Resolves with the next line of stdout. */
  readonly line: () => Promise<string>;
  /** Resolves with stderr so far, once it holds the text. */
  readonly said: (text: string) => Promise<string>;
  readonly finished: Promise<Finished>;
};

/** The command line of `parallax` from its sources, the program first. */
export const commandOf = (
  args: readonly string[],
  dataFolder: string,
  program = entry,
): readonly [string, ...string[]] => [process.execPath, program, ...args, '--data', dataFolder];

/** Starts `parallax` from its sources; without a keychain unless `env` brings one. */
export function startParallax(
  args: readonly string[],
  options: {
    readonly dataFolder: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly input?: string;
    /** Another program than the sources. */
    readonly entry?: string;
    /** Largest size of a file it can write, in kilobytes: a full disk without a disk of its own. */
    readonly limitKilobytes?: number;
    /** It cannot write what its mode protects, as root otherwise could. */
    readonly obeysModes?: boolean;
    /** What its clock shows, as faketime takes it: `+20y`, `@2020-01-01 00:00:00`. */
    readonly clock?: string;
  },
): RunningCommand {
  const own = commandOf(args, options.dataFolder, options.entry);
  const plain = options.clock === undefined ? own : (['faketime', '-f', options.clock, ...own] as const);
  const command =
    options.obeysModes === true && process.getuid?.() === 0
      ? (['setpriv', '--bounding-set=-dac_override', ...plain] as const)
      : plain;
  const [program, ...rest] =
    options.limitKilobytes === undefined
      ? command
      : (['bash', '-c', `ulimit -f ${options.limitKilobytes}; exec "$@"`, 'bash', ...command] as const);
  const child = spawn(program, rest, {
    env: { ...withoutKeychain(options.dataFolder), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(options.input ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  const lines = createInterface({ input: child.stdout });
  const finished = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  return {
    child,
    finished,
    said: async (text) => {
      while (!stderr.includes(text)) {
        if (child.stderr.readableEnded) {
          const { code, signal } = await finished;
          throw new Error(`parallax ended with ${code ?? signal} and never said "${text}": ${stderr}`);
        }
        await Promise.race([once(child.stderr, 'data'), once(child.stderr, 'end')]);
      }
      return stderr;
    },
    line: () =>
      Promise.race([
        once(lines, 'line').then(([line]) => line as string),
        finished.then((end) => {
          throw new Error(`parallax ended with ${end.code}: ${end.stderr}`);
        }),
      ]),
  };
}

/** A process that nobody ends, for what runs in this one. */
export const unending = (interrupted = new AbortController().signal): Ending => ({
  interrupted,
  within: () => undefined,
  before: () => undefined,
  now: (code) => {
    throw new Error(`The process would have ended with ${code}.`);
  },
});

/** Runs a command in this process: the same program over the same core and threads, without starting Node again. */
export async function runParallax(
  args: readonly string[],
  options: {
    readonly dataFolder: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly input?: string;
    /** Aborts as the first Ctrl+C does. */
    readonly interrupted?: AbortSignal;
  },
): Promise<Finished> {
  const { written, terminal } = keepingTerminal({
    columns: () => 200,
    readSecret: async () => options.input?.split('\n', 1)[0]?.trim() ?? '',
  });
  const runtime = processRuntime({
    program: pathToFileURL(entry).href,
    terminal,
    env: options.env ?? {},
    ...unending(options.interrupted),
  });
  const code = await runProgram([...args, '--data', options.dataFolder], runtime);
  return { code, ...written };
}

/** The lines of `--format json`. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
