import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process of the bench that answers in JSON lines. */
export type BenchChild = {
  /** The next line it prints, parsed. */
  readonly line: () => Promise<unknown>;
  readonly say: (text: string) => void;
  readonly kill: () => Promise<void>;
};

export function startChild(script: string, ...args: readonly string[]): BenchChild {
  const child: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL(script, import.meta.url)), ...args],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const { stdout, stdin } = child;
  if (stdout === null || stdin === null) throw new Error('the child has no pipes');
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: stdout }).on('line', (line) => {
    const next = waiting.shift();
    if (next === undefined) lines.push(line);
    else next(line);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    line: async () => {
      const ready = lines.shift();
      return JSON.parse(ready ?? (await new Promise<string>((resolve) => waiting.push(resolve)))) as unknown;
    },
    say: (text) => void stdin.write(`${text}\n`),
    kill: async () => {
      child.kill();
      await exited;
    },
  };
}
