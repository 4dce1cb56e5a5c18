import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as tldts from 'tldts';
import { type InlineConfig, mergeConfig, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { namingPackages } from './vite.web.config.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const historyThreads = fromRoot('src/main/history/threads');
const historyWorker = `${historyThreads}/worker.ts`;

const entries = {
  index: fromRoot('src/main/index.ts'),
  cli: fromRoot('src/main/hosts/cli/index.ts'),
  historyWorker,
  serviceWorker: fromRoot('src/service/worker.ts'),
  analysisWorker: fromRoot('src/main/analysis/worker.ts'),
  translationWorker: fromRoot('src/main/translation/local/worker.ts'),
};

/** The programs and threads of the main side; `out/main/<name>.js` each. */
export const mainEntries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(entries).filter(([, file]) => existsSync(file)),
);

const output = { format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' } as const;

/** The two kinds of thread that start most often are a bundle of their own, in the same folder. */
const apart = /\/(serveHistory|serveReading)\.ts$/;
const leftApart: Plugin = {
  name: 'left-apart',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer === historyWorker && apart.test(source)
      ? { id: `./${basename(source, '.ts')}.js`, external: true }
      : null,
};

/**
 * The list of public suffixes is parsed by the first call of a function of tldts, not by every program and thread that has one:
 * 4 ms each.
 */
const lateSuffixList: Plugin = {
  name: 'late-suffix-list',
  enforce: 'pre',
  resolveId: (source) => (source === 'tldts' ? '\0tldts.cjs' : null),
  load: (id) =>
    id === '\0tldts.cjs'
      ? `for (const name of ${JSON.stringify(Object.keys(tldts))})
           exports[name] = (...given) => require(${JSON.stringify(createRequire(import.meta.url).resolve('tldts'))})[name](...given);`
      : null,
};

/** conf loads a validator for schemas, which its settings here do not have: 20 ms of every start of the desktop. */
const withoutValidator: Plugin = {
  name: 'without-validator',
  enforce: 'pre',
  resolveId: (source, importer) =>
    /^ajv(-formats|\/dist\/2020\.js)$/.test(source) && /\/node_modules\/conf\//.test(importer ?? '')
      ? '\0no-validator.js'
      : null,
  load: (id) =>
    id === '\0no-validator.js'
      ? `export default function refuse() { throw new Error('Settings have no schema.'); }
         export { refuse as Ajv2020 };`
      : null,
};

/** What a program or thread does not use of the schemas is left out. */
const treeshake = { manualPureFunctions: ['z', 'lazySchema', 'strictSchema', 'looseSchema', 'objectSchema'] };

const installed = Object.keys(packageJson.dependencies);

/**
 * What package.json names as a dependency is found in node_modules at run time, and everything else is in the bundle: one file is
 * read in a fraction of the time that many small ones take.
 */
const external = (id: string): boolean =>
  ['electron', ...installed].some((each) => id === each || id.startsWith(`${each}/`));

/** For Node, into a folder of `outDir` with what else is built there. */
const forNode = (outDir: string, rest: InlineConfig): InlineConfig =>
  mergeConfig<InlineConfig, InlineConfig>(
    {
      configFile: false,
      root: fromRoot('.'),
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: true,
        ssrEmitAssets: true,
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        minify: false,
        target: 'node24',
        rolldownOptions: { external },
      },
    },
    rest,
  );

export const mainConfig = (outDir: string): InlineConfig =>
  forNode(`${outDir}/main`, {
    plugins: [leftApart, lateSuffixList, withoutValidator, namingPackages()],
    build: {
      sourcemap: true,
      assetsDir: 'chunks',
      rolldownOptions: {
        treeshake,
        input: mainEntries,
        output: { ...output, entryFileNames: '[name].js' },
      },
    },
  });

/** A sandboxed preload is a plain script: one CommonJS file that asks for nothing but electron. */
export const preloadConfig = (outDir: string): InlineConfig =>
  forNode(`${outDir}/preload`, {
    build: {
      rolldownOptions: {
        input: { index: fromRoot('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  });

/**
 * Those threads share no files with the programs: what several entries share is split into many small files, and a thread that
 * reads two in place of eighty starts in four fifths of the time. It starts often, because it ends when idle.
 */
export const threadsApart = (outDir: string): InlineConfig =>
  forNode(`${outDir}/main`, {
    plugins: [lateSuffixList, namingPackages('packages.threads.json')],
    build: {
      sourcemap: true,
      rolldownOptions: {
        treeshake,
        // What a thread at rest imports late, to return memory, is here already.
        checks: { ineffectiveDynamicImport: false },
        input: {
          serveHistory: `${historyThreads}/serveHistory.ts`,
          serveReading: `${historyThreads}/serveReading.ts`,
        },
        output: { ...output, entryFileNames: '[name].js' },
      },
    },
  });
