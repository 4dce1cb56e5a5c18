import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';
import { namingPackages, rendererConfig } from './vite.web.config.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const entries = {
  index: fromRoot('src/main/index.ts'),
  cli: fromRoot('src/main/hosts/cli/index.ts'),
  historyWorker: fromRoot('src/main/history/threads/worker.ts'),
  serviceWorker: fromRoot('src/service/worker.ts'),
  analysisWorker: fromRoot('src/main/analysis/worker.ts'),
};

/** The programs and threads of the main side; `out/main/<name>.js` each. */
export const mainEntries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(entries).filter(([, file]) => existsSync(file)),
);

export default defineConfig({
  main: {
    plugins: [namingPackages()],
    // What package.json names as a dependency is found in node_modules at run time, and everything else is in the bundle: one
    // file is read in a fraction of the time that many small ones take.
    build: {
      sourcemap: true,
      rolldownOptions: {
        input: mainEntries,
        output: { format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload is a plain script: one CommonJS file that asks for nothing but electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: fromRoot('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: rendererConfig,
});
