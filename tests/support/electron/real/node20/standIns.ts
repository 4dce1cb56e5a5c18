/**
 * What the program needs on an Electron with Node 20, which is two years older than its own: zstd, references to strings in
 * better-sqlite3, and two functions that undici asks for when it is loaded. For tests only: a build stays as it ships except for
 * the name of one import.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const packages = join(root, 'node_modules');
const sqlite = join(packages, 'better-sqlite3');

/**
 * Compiles both addons into a folder below `cache`, once for each version of what they are made of: SQLite takes a minute.
 * @returns the folder
 */
export function compileAddons(cache: string): string {
  const sources = [`${here}stringReferences.hpp`, `${here}zstd.cpp`, `${sqlite}/package.json`];
  const hash = createHash('sha256');
  for (const file of sources) hash.update(readFileSync(file));
  const folder = join(cache, `addons-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const settings = readFileSync(join(sqlite, 'deps/defines.gypi'), 'utf8');
  const defines = [...settings.matchAll(/'([A-Z][A-Z0-9_]+(?:=-?\d+)?)'/g)].map(
    ([, define]) => `-D${define}`,
  );
  const sqliteSource = join(sqlite, 'deps/sqlite3');
  const object = join(fresh, 'sqlite3.o');
  run(
    'gcc',
    // Half the time of -O2, and fast enough for tests.
    '-O1',
    '-fPIC',
    '-std=c99',
    '-w',
    '-DNDEBUG',
    ...defines,
    '-c',
    join(sqliteSource, 'sqlite3.c'),
    '-o',
    object,
  );
  const headers = ['node-api-headers/include', 'node-addon-api'].map((name) => `-I${join(packages, name)}`);
  const addon = [
    '-O2',
    '-fPIC',
    '-shared',
    '-std=c++20',
    '-fvisibility=hidden',
    '-w',
    '-DNDEBUG',
    '-DNAPI_VERSION=9',
    '-DNAPI_DISABLE_CPP_EXCEPTIONS',
    ...headers,
  ];
  run(
    'g++',
    ...addon,
    ...defines,
    '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
    `-I${sqliteSource}`,
    '-include',
    `${here}stringReferences.hpp`,
    join(sqlite, 'src/better_sqlite3.cpp'),
    object,
    '-Wl,-Bsymbolic',
    '-o',
    join(fresh, 'better_sqlite3.node'),
  );
  run('g++', ...addon, `${here}zstd.cpp`, '-lzstd', '-o', join(fresh, 'zstd.node'));
  rmSync(object);
  renameSync(fresh, folder);
  return folder;
}

const run = (program: string, ...args: readonly string[]): void => {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Makes a copy of the built program run on Node 20: a folder with `out` in it, above which the packages are found. */
export function fitToNode20(copy: string, addons: string): void {
  const library = join(copy, 'node_modules/better-sqlite3');
  cpSync(join(sqlite, 'lib'), join(library, 'lib'), { recursive: true });
  cpSync(join(sqlite, 'package.json'), join(library, 'package.json'));
  cpSync(join(addons, 'better_sqlite3.node'), join(library, 'build/Release/better_sqlite3.node'));
  cpSync(join(addons, 'zstd.node'), join(library, 'build/Release/zstd.node'));
  const standIn = join(copy, 'out/main/zlib.cjs');
  writeFileSync(standIn, zlibOfNode20());
  for (const file of globSync('out/main/**/*.js', { cwd: copy })) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    const name = relative(dirname(path), standIn);
    const renamed = text.replaceAll('"node:zlib"', JSON.stringify(name.startsWith('.') ? name : `./${name}`));
    if (renamed !== text) writeFileSync(path, renamed);
  }
}

/** A module with the exports of this Node's `node:zlib`, each by its name because ES modules import them by it. */
function zlibOfNode20(): string {
  const names = Object.keys(zlib).filter((name) => !name.startsWith('zstd') && name !== 'constants');
  return `'use strict';
const zlib = require('node:zlib');
require('node:worker_threads').markAsUncloneable ??= () => {};
const { compress, decompress } = require('../../node_modules/better-sqlite3/build/Release/zstd.node');
const none = new Uint8Array(0);
const level = 100;
const bytes = (given) => (typeof given === 'string' ? Buffer.from(given) : given);
exports.constants = { ...zlib.constants, ZSTD_c_compressionLevel: level, ZSTD_d_windowLogMax: 100 };
exports.zstdCompressSync = (given, { params = {}, dictionary = none } = {}) =>
  Buffer.from(compress(bytes(given), params[level] ?? 3, dictionary));
exports.zstdDecompressSync = (given, { maxOutputLength = 1 << 30, dictionary = none } = {}) =>
  Buffer.from(decompress(bytes(given), maxOutputLength, dictionary));
const later = (now) => (given, ...rest) => {
  const done = rest.pop();
  setImmediate(() => {
    let result;
    try {
      result = now(given, ...rest);
    } catch (error) {
      return done(error);
    }
    done(null, result);
  });
};
exports.zstdCompress = later(exports.zstdCompressSync);
exports.zstdDecompress = later(exports.zstdDecompressSync);
${names.map((name) => `exports.${name} = zlib.${name} ?? (() => { throw new Error('Node 20 has no ${name}'); });`).join('\n')}
`;
}
