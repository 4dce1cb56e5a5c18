import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const sources = {
  cli: 'src/main/hosts/cli/index.ts',
  historyWorker: 'src/main/history/threads/worker.ts',
  serviceWorker: 'src/service/worker.ts',
  analysisWorker: 'src/main/analysis/worker.ts',
};

/**
 * A flag of Node for test processes and the programs of scenarios. Threads live for a test or two: with room for what
 * they load, V8 starts no collection that outlasts them.
 */
export const roomToLoad = '--min-semi-space-size=8';

/** Environment variable with the folder of the build that the suites run; the sources without it. */
export const buildVariable = 'PARALLAX_TESTED_BUILD';

/**
 * Where a program or a thread starts: as `npm test` has built it, which is read several times as fast, or from its
 * sources where a test is run by itself and nothing may have been built.
 */
export function programEntry(name: keyof typeof sources): URL {
  const build = process.env[buildVariable];
  return build === undefined
    ? new URL(`../../${sources[name]}`, import.meta.url)
    : pathToFileURL(join(build, `out/main/${name}.js`));
}

export const historyEntry = programEntry('historyWorker');
export const analysisEntry = programEntry('analysisWorker');
/** The service itself. */
export const serviceEntry = programEntry('serviceWorker');
export const commandEntry = programEntry('cli');
