import { build, type InlineConfig, mergeConfig, type Rollup } from 'vite';
import { mainConfig, preloadConfig } from '../../../electron.vite.config.ts';

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
export const bundlePreload = (): Promise<readonly BundledFile[]> => bundle(preloadConfig('out'));

/** Programs and threads of the main side as `npm run build` makes them, in memory; `entries` as in the build configuration. */
export async function bundleMain(entries: Readonly<Record<string, string>>): Promise<readonly BundledFile[]> {
  const config = mainConfig('out');
  const rolldownOptions = { ...config.build?.rolldownOptions, input: { ...entries } };
  return bundle({ ...config, build: { ...config.build, rolldownOptions } });
}

async function bundle(configuration: InlineConfig): Promise<readonly BundledFile[]> {
  const outputs = (await build(
    mergeConfig(configuration, {
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
