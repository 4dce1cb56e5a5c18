import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Writes a file beside the bundle: the folders of the packages that are in it, for their licences. */
export function namingPackages(fileName = 'packages.json'): Plugin {
  return {
    name: 'naming-packages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      );
      const folders = modules.flatMap(([id, { renderedLength }]) => {
        const [folder] = /node_modules\/(.*node_modules\/)?(@[^/]+\/)?[^/]+/.exec(id) ?? [];
        return folder !== undefined && renderedLength > 0 ? [folder] : [];
      });
      this.emitFile({
        type: 'asset',
        fileName,
        source: JSON.stringify([...new Set(folders)].sort(), null, 1),
      });
    },
  };
}

/**
 * Has the page ask first for what its first picture waits for: the style sheet, and `early.ts`, which runs before the page is
 * painted. Browsers that do not know of `blocking` paint first: in the theme of the system.
 */
function paintingAfterEarly(): Plugin {
  return {
    name: 'painting-after-early',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const file = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === 'early');
        // Pages of development have none.
        if (file === undefined) return html;
        const early = `<script type="module" crossorigin blocking="render" src="./${file.fileName}"></script>`;
        const [styles = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
        return html.replace(styles, '').replace('<script type="module"', `${styles}\n    ${early}\n    $&`);
      },
    },
  };
}

const early = fromRoot('src/renderer/early.ts');

/** A module with everything that it imports statically. */
function importsOf(
  id: string,
  context: Rolldown.ChunkingContext,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, context, found);
  return found;
}

/** The window, for both hosts: relative addresses, so that it can be served from `app://` and from loopback HTTP alike. */
export const rendererConfig: UserConfig = {
  root: fromRoot('src/renderer'),
  base: './',
  plugins: [react(), tailwindcss(), namingPackages(), paintingAfterEarly()],
  build: {
    emptyOutDir: true,
    minify: true,
    sourcemap: false,
    // The policy of both hosts has no `data:` scripts and no inline ones; small files stay files.
    assetsInlineLimit: 0,
    // Read from the disk beside the program; what matters is the time to the first page, which the bench reports.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: { index: fromRoot('src/renderer/index.html'), early },
      output: {
        codeSplitting: {
          groups: [
            // Each file is one more request before the first screen. `early.ts` stays apart: the first paint waits for it.
            {
              name: (id, context) => (importsOf(early, context).has(id) ? null : 'index'),
              debugName: 'index',
              tags: ['$initial'],
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
};

/** The window alone, as `electron.vite.config.ts` places it. */
export default defineConfig({
  ...rendererConfig,
  build: { ...rendererConfig.build, outDir: fromRoot('out/renderer') },
});
