import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { exitOf, programEnvironment } from '#tests/e2e/harness/hostProcess.ts';

export type WebProgram = {
  readonly pid: number;
  /** Opens one window. */
  readonly link: string;
  readonly end: () => Promise<void>;
};

/**
 * `parallax web` of a checkout, built, on a data folder that goes when it ends.
 * @param folder whose history.db is copied into it
 */
export async function startWeb(root: string, folder: string | undefined): Promise<WebProgram> {
  if (spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: ['ignore', 2, 2] }).status !== 0)
    throw new Error('Parallax could not be built.');
  const data = await mkdtemp(join(tmpdir(), 'parallax-bench-web-'));
  if (folder !== undefined)
    await copyFile(join(folder, 'history.db'), join(data, 'history.db'), constants.COPYFILE_FICLONE);
  const child = spawn(process.execPath, [join(root, 'bin/parallax.js'), 'web', '--no-open', '--data', data], {
    env: programEnvironment(data),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = async (): Promise<void> => {
    child.kill('SIGINT');
    await exitOf(child);
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };
  const [link] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
    exitOf(child).then((code) => {
      throw new Error(`It ended with ${code} before it listened.`);
    }),
  ]);
  return { pid: child.pid ?? 0, link, end };
}
