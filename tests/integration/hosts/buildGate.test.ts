import { builtinModules } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BundledFile, bundleMain } from '#tests/support/electron/bundle.ts';
import { mainEntries } from '../../../electron.vite.config.ts';

const { index: desktop = '', ...withoutElectron } = mainEntries;

describe('the programs that run without Electron', () => {
  let files: readonly BundledFile[];
  beforeAll(async () => {
    files = await bundleMain(withoutElectron);
  });

  it('are the command line with the browser host, and every thread', () => {
    const names = files.map(({ fileName }) => fileName);
    for (const entry of Object.keys(withoutElectron)) expect(names).toContain(`${entry}.js`);
  });

  it('have no electron anywhere in their graph', () => {
    for (const { fileName, imports, modules } of files) {
      expect(
        imports.filter((name) => /^electron(\/|-store|$)/.test(name)),
        fileName,
      ).toEqual([]);
      expect(
        modules.filter((name) => /\/src\/(main\/electron|preload)\//.test(name)),
        fileName,
      ).toEqual([]);
    }
  });

  it('bundle no package: what they need is installed beside them', () => {
    const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    for (const { fileName, imports, modules } of files) {
      expect(
        modules.filter((name) => name.includes('/node_modules/')),
        fileName,
      ).toEqual([]);
      for (const name of imports) {
        if (builtin.has(name) || name.startsWith('chunks/') || name.endsWith('.js')) continue;
        expect(name, fileName).toMatch(/^(@[\w-]+\/)?[\w.-]+/);
      }
    }
  });
});

describe('the desktop program', () => {
  it('never waits for Electron before its entry has run to its end', async () => {
    const files = await bundleMain({ index: desktop });
    const entry = files.find(({ fileName }) => fileName === 'index.js');
    expect(entry?.code).not.toMatch(/^(const .* = )?await /m);
  });
});
