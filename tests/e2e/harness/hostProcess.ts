import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutKeychain } from '#tests/support/keyring/keyringSession.ts';
import { buildVariable } from '#tests/support/programs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Entry of a built program, from the copy that the suites run. */
export const builtProgram = (name: string): string =>
  join(process.env[buildVariable] ?? root, `out/main/${name}.js`);

/** A bare environment: no keychain, no settings of the person who runs the tests. */
export function programEnvironment(dataFolder: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { HOME: _, ...bare } = withoutKeychain(dataFolder);
  return { ...bare, HOME: homedir(), LANG: 'en_US.UTF-8', ...env };
}

/** Keeps the last lines a program wrote, for the message of a test that fails. */
export function keepOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-4000);
    });
  }
  return () => text;
}

/** Resolves with the exit code, or the name of the signal that ended it. */
export async function exitOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}
