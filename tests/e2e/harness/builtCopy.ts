import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Vitest's global set-up of the end-to-end suites: they run a copy of the build, so that a build made meanwhile
 * never changes a program under its test. Below node_modules, where the copy still finds its packages.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  if (!existsSync(join(root, 'out/main'))) {
    throw new Error('The end-to-end suites run the built programs: run "npm run build" first.');
  }
  const parent = join(root, 'node_modules/.cache/e2e');
  await mkdir(parent, { recursive: true });
  const copy = await mkdtemp(join(parent, 'build-'));
  await cp(join(root, 'out'), join(copy, 'out'), { recursive: true });
  process.env.PARALLAX_E2E_BUILD = copy;
  return () => rm(copy, { recursive: true, force: true, maxRetries: 5 });
}
