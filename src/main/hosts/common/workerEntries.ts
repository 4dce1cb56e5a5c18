import type { WorkerEntries } from '../../ports.ts';

/**
 * Entry files of the threads: next to the built program, or their sources if the program runs from sources.
 *
 * @param program `import.meta.url` of the program's entry: `out/main/<name>.js` or `src/main/<...>.ts`.
 */
export function workerEntries(program: string): WorkerEntries {
  const source = program.endsWith('.ts') ? program.lastIndexOf('/src/main/') : -1;
  if (source === -1) {
    return {
      history: new URL('./historyWorker.js', program),
      service: new URL('./serviceWorker.js', program),
      analysis: new URL('./analysisWorker.js', program),
      translation: new URL('./translationWorker.js', program),
    };
  }
  const root = program.slice(0, source + 1);
  return {
    history: new URL('src/main/history/threads/worker.ts', root),
    service: new URL('src/service/worker.ts', root),
    analysis: new URL('src/main/analysis/worker.ts', root),
    translation: new URL('src/main/translation/local/worker.ts', root),
  };
}

/** The built window, from wherever the program's entry runs. */
export function windowFolder(program: string): URL {
  const source = program.endsWith('.ts') ? program.lastIndexOf('/src/main/') : -1;
  return source === -1
    ? new URL('../renderer/', program)
    : new URL('out/renderer/', program.slice(0, source + 1));
}
