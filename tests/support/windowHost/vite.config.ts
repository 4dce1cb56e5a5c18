import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { rendererConfig } from '../../../vite.web.config.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The window over made-up data: `vite -c tests/support/windowHost/vite.config.ts`. Development only. */
export default defineConfig({
  ...rendererConfig,
  root: here('.'),
  server: { fs: { allow: [here('../../..')] } },
  build: {
    ...rendererConfig.build,
    outDir: here('../../../out/windowHost'),
    rolldownOptions: { input: [here('index.html'), here('gallery.html')].filter((page) => existsSync(page)) },
  },
});
