import { fileURLToPath } from 'node:url';
import { MainConfigFactory, PreloadConfigFactory } from 'electron-vite';
import { build, mergeConfig, type Rollup } from 'vite';
import config from '../../../electron.vite.config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export type BundledFile = {
  readonly fileName: string;
  readonly code: string;
  /** Modules from outside of the bundle, as they are imported. */
  readonly imports: readonly string[];
  /** Those of them that are only read when the program asks for them. */
  readonly dynamicImports: readonly string[];
  /** Files of ours in it, absolute. */
  readonly modules: readonly string[];
};

/** The preload as `npm run build` makes it, in memory. */
export async function bundlePreload(): Promise<readonly BundledFile[]> {
  const preload = await new PreloadConfigFactory(
    config.preload ?? {},
    { root, mode: 'production' },
    { root },
  ).build();
  return bundle(preload);
}

/** Programs and threads of the main side as `npm run build` makes them, in memory; `entries` as in the build configuration. */
export async function bundleMain(entries: Readonly<Record<string, string>>): Promise<readonly BundledFile[]> {
  const base = await new MainConfigFactory(config.main ?? {}, { root, mode: 'production' }, { root }).build();
  if (base.build?.rolldownOptions) base.build.rolldownOptions.input = { ...entries };
  return bundle(base);
}

async function bundle(configuration: object): Promise<readonly BundledFile[]> {
  process.env.NODE_ENV_ELECTRON_VITE = 'production';
  const outputs = (await build(
    mergeConfig(configuration, {
      configFile: false,
      logLevel: 'error',
      build: { write: false, sourcemap: false },
    }),
  )) as Rollup.RollupOutput | Rollup.RollupOutput[];
  return [outputs].flat().flatMap(({ output }) =>
    output.flatMap((file) =>
      file.type === 'chunk'
        ? [
            {
              fileName: file.fileName,
              code: file.code,
              imports: [...file.imports, ...file.dynamicImports],
              dynamicImports: file.dynamicImports,
              modules: Object.keys(file.modules),
            },
          ]
        : [],
    ),
  );
}
