import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { processRuntime } from '#main/hosts/cli/processRuntime.ts';
import { runProgram } from '#main/hosts/cli/program.ts';
import type { Terminal } from '#main/hosts/cli/terminal.ts';
import { withoutKeychain } from '#tests/support/keyring/keyringSession.ts';

const entry = fileURLToPath(new URL('../../../src/main/hosts/cli/index.ts', import.meta.url));

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunningCommand = {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Resolves with the next line of stdout. */
  readonly line: () => Promise<string>;
  readonly finished: Promise<Finished>;
};

/** The command line of `parallax` from its sources, the program first. */
export const commandOf = (args: readonly string[], dataFolder: string): readonly [string, ...string[]] => [
  process.execPath,
  entry,
  ...args,
  '--data',
  dataFolder,
];

/** Starts `parallax` from its sources; without a keychain unless `env` brings one. */
export function startParallax(
  args: readonly string[],
  options: { readonly dataFolder: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string },
): RunningCommand {
  const [program, ...rest] = commandOf(args, options.dataFolder);
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
  const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return {
    child,
    finished,
    line: () =>
      Promise.race([
        once(lines, 'line').then(([line]) => line as string),
        finished.then((end) => {
          throw new Error(`parallax ended with ${end.code}: ${end.stderr}`);
        }),
      ]),
  };
}

/** Runs a command in this process: the same program over the same core and threads, without starting Node again. */
export async function runParallax(
  args: readonly string[],
  options: { readonly dataFolder: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string },
): Promise<Finished> {
  const written = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    stdout: (text) => {
      written.stdout += text;
    },
    stderr: (text) => {
      written.stderr += text;
    },
    isRead: () => true,
    live: false,
    columns: () => 200,
    readSecret: async () => options.input?.split('\n', 1)[0]?.trim() ?? '',
  };
  const runtime = processRuntime({
    program: pathToFileURL(entry).href,
    terminal,
    env: options.env ?? {},
    interrupted: new AbortController().signal,
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
