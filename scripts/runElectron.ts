import { type ChildProcess, spawn } from 'node:child_process';

/** A window that is gone so soon never came: nobody reads a page and quits within it. */
const startMs = 10_000;

export type ElectronEnd =
  /** As a program ends: by its person, or after it said itself what was wrong. */
  | { readonly kind: 'ended'; readonly code: number }
  /** It could not start, or died right after; `how` is a clause. */
  | { readonly kind: 'failed'; readonly how: string };

/** Exit code of a program that showed why it ends; `src/main/hosts/electron/breakdown.ts` gives it. */
export const saidWhy = 70;

/** Starts Electron and tells how it ended. `follow` passes the signals on and hands out whether one came. */
export async function runElectron(
  executable: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  follow: (child: ChildProcess) => () => boolean = () => () => false,
): Promise<ElectronEnd> {
  const startedMs = performance.now();
  return new Promise((done) => {
    const child = spawn(executable, args, { stdio: 'inherit', env });
    const wasAsked = follow(child);
    child.on('error', (error) => done({ kind: 'failed', how: `it could not be started (${error.message})` }));
    child.on('exit', (code, signal) => {
      const early = performance.now() - startedMs < startMs;
      if (early && !wasAsked() && code !== 0 && code !== saidWhy)
        done({ kind: 'failed', how: `it ended at once with ${signal ?? `code ${code}`}` });
      else done({ kind: 'ended', code: code ?? 1 });
    });
  });
}
