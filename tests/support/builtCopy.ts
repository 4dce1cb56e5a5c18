import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildVariable } from './programs.ts';
import { startsCommand } from './service/operator.ts';

/** Which suites run on a build in any case; `npm test` has all of them do so. */
const needsBuild = (suite: string): boolean =>
  suite === 'e2e' || (suite === 'conformance' && startsCommand) || process.env.PARALLAX_BUILT === '1';

/**
 * Vitest's global set-up: builds when needed and copies the program as it would be installed, without its sources: a
 * build made meanwhile never changes a program under its test. Below node_modules, where the copy still finds its
 * packages. One copy for all suites of a run.
 */
export default async function setUp({ name }: Pick<TestProject, 'name'>): Promise<() => Promise<void>> {
  if (process.env[buildVariable] !== undefined || !needsBuild(name)) return async () => {};
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: ['ignore', 2, 2] });
  const parent = join(root, 'node_modules/.cache/tested');
  await mkdir(parent, { recursive: true });
  const copy = await mkdtemp(join(parent, 'build-'));
  for (const part of ['bin', 'out', 'resources', 'package.json']) {
    await cp(join(root, part), join(copy, part), {
      recursive: true,
      // What programs that run meanwhile keep there.
      filter: (path) => !path.includes('.compiled'),
    });
  }
  process.env[buildVariable] = copy;
  return () => rm(copy, { recursive: true, force: true, maxRetries: 5 });
}
