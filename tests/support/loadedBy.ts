import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program and gives what it loaded of the addresses that `kept`, a regular expression, picks a name from. */
export async function loadedBy(kept: string, program: string): Promise<readonly string[]> {
  const recording = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const name = new RegExp(${JSON.stringify(kept)}).exec(url)?.[1];
        if (name !== undefined) loaded.add(name);
        return next(url, context);
      },
    });
    ${program}
    console.log(JSON.stringify([...loaded].sort()));`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', recording], {
    cwd: process.cwd(),
  });
  return JSON.parse(stdout);
}
