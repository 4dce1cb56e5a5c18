import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BundledFile, bundleMain } from '#tests/support/electron/bundle.ts';
import { mainEntries } from '../../../electron.vite.config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly license?: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
const packageName = (folder: string): string => folder.split('/node_modules/').at(-1) ?? '';

const { index: desktop = '', ...withoutElectron } = mainEntries;

describe('the programs that run without Electron', () => {
  let files: readonly BundledFile[];
  beforeAll(async () => {
    files = await bundleMain(withoutElectron);
  });

  it('are the command line with the browser host, and all threads', () => {
    const names = files.map(({ fileName }) => fileName);
    for (const entry of Object.keys(withoutElectron)) expect(names).toContain(`${entry}.js`);
  });

  it('have only files that Node can compile, also those that are read when they are needed', () => {
    const compile = `let text = ''; process.stdin.on('data', (part) => { text += part; }).on('end', () => {
      const { SourceTextModule } = require('node:vm');
      const failed = [];
      for (const { fileName, code } of JSON.parse(text))
        try { new SourceTextModule(code); } catch (error) { failed.push(fileName + ': ' + error.message); }
      console.log(JSON.stringify(failed));
    })`;
    const flags = ['--experimental-vm-modules', '--no-warnings', '-e', compile];
    const { stdout, stderr } = spawnSync(process.execPath, flags, {
      input: JSON.stringify(files.map(({ fileName, code }) => ({ fileName, code }))),
      encoding: 'utf8',
    });
    expect(stdout, stderr).toBe('[]\n');
  });

  it('do not import Electron', () => {
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

  it('load no schema, database or command to print help', () => {
    const read = new Map<string, BundledFile>();
    const enter = (name: string): void => {
      const file = files.find(({ fileName }) => fileName === name);
      if (file === undefined || read.has(name)) return;
      read.set(name, file);
      for (const next of file.imports) if (!file.dynamicImports.includes(next)) enter(next);
    };
    enter('cli.js');
    expect([...read.values()].flatMap(({ imports }) => imports)).not.toContain('better-sqlite3');
    const modules = [...read.values()].flatMap((file) => file.modules);
    expect(modules.some((name) => name.includes('/node_modules/commander/'))).toBe(true);
    expect(modules.filter((name) => /\/node_modules\/zod\/|\/hosts\/cli\/commands\//.test(name))).toEqual([]);
  });

  it('bundle only JavaScript packages with permissive licences; their other packages are installed dependencies', () => {
    const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    const installed = Object.keys(manifestOf(root).dependencies ?? {});
    const bundled = new Set<string>();
    for (const { fileName, imports, modules } of files) {
      for (const name of modules) {
        const [folder] = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(name.replace('\0', '')) ?? [];
        if (folder !== undefined) bundled.add(folder);
      }
      for (const name of imports) {
        if (builtin.has(name) || name.startsWith('chunks/') || name.endsWith('.js')) continue;
        expect(installed, fileName).toContain(/^(@[\w-]+\/)?[\w.-]+/.exec(name)?.[0]);
      }
    }
    expect([...bundled].map(packageName)).toEqual(expect.arrayContaining(['zod', 'commander']));
    for (const folder of bundled) {
      expect(manifestOf(folder).license, folder).toMatch(/^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/);
      expect(existsSync(join(folder, 'binding.gyp')), folder).toBe(false);
    }
  });
});

describe('the desktop program', () => {
  it('does not wait for Electron before its entry script has finished', async () => {
    const files = await bundleMain({ index: desktop });
    const entry = files.find(({ fileName }) => fileName === 'index.js');
    expect(entry?.code).not.toMatch(/^(const .* = )?await /m);
  });
});
