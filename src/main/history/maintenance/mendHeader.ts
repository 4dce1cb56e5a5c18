import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { userVersion } from '#platform/sqlite/migrate.ts';
import { removeDatabase } from '#platform/sqlite/open.ts';
import { migrations } from '../store/migrations/list.ts';
import { applicationId } from '../store/openDatabase.ts';
import { alteredSchema } from './schema.ts';

const headerBytes = 100;
const magic = Buffer.from('SQLite format 3\0', 'latin1');

/**
 * A copy of a history whose header is right again, beside it; null if its header is sound. The header is 100 bytes
 * that SQLite reads before anything else, and most of them can be nothing else in our files
 * (https://www.sqlite.org/fileformat.html, 1.3).
 */
export function mendedHeader(
  file: string,
): { readonly copy: string; readonly mended: readonly string[] } | null {
  const { size } = statSync(file);
  if (size < 2 * headerBytes) return null;
  const header = readHeader(file);
  const mended = mend(header, size);
  if (mended.length === 0) return null;
  const copy = `${file}.repairing-header`;
  removeDatabase(copy);
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  const handle = openSync(copy, 'r+');
  try {
    writeSync(handle, header, 0, headerBytes, 0);
  } finally {
    closeSync(handle);
  }
  return { copy, mended };
}

/** The version of a file whose stored version is none: the one whose tables it has. Sets it in the file. */
export function mendVersion(db: Database.Database): string | null {
  const stored = userVersion(db);
  if (migrations.some(({ version, replaces }) => version === stored || replaces === stored)) return null;
  for (const { version } of migrations.toReversed()) {
    db.pragma(`user_version = ${version}`);
    if (alteredSchema(db).length === 0) return `The version in the header, ${stored}, was set to ${version}.`;
  }
  db.pragma(`user_version = ${stored}`);
  return null;
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, headerBytes, 0);
  } finally {
    closeSync(handle);
  }
  return header;
}

/** Corrects the header in place. Returns what was wrong, one sentence each. */
function mend(header: Buffer, size: number): readonly string[] {
  const mended: string[] = [];
  const said = (what: string): void => void mended.push(`The header of the file was mended: ${what}.`);
  const set = (what: string, at: number, bytes: Buffer): void => {
    if (header.subarray(at, at + bytes.length).equals(bytes)) return;
    bytes.copy(header, at);
    said(what);
  };
  set('its first bytes', 0, magic);
  const pageSize = pageSizeOf(header.readUInt16BE(16), size);
  set('the size of a page', 16, Buffer.from([pageSize >> 8, pageSize & 0xff]));
  const [write = 0, read = 0] = header.subarray(18, 20);
  const journal = [write, read].find((version) => version === 1 || version === 2) ?? 2;
  if (write !== journal) set('how it is written', 18, Buffer.from([journal]));
  if (read !== journal) set('how it is read', 19, Buffer.from([journal]));
  set('the room in a page', 20, Buffer.from([0, 64, 32, 32]));
  const pages = Math.floor(size / pageSize);
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  if (header.readUInt32BE(28) > pages) set('the number of pages', 28, number(pages));
  const [trunk, free] = [header.readUInt32BE(32), header.readUInt32BE(36)];
  // Free pages are found again when the file is written anew.
  if (trunk > pages || free > pages || (trunk === 0) !== (free === 0))
    set('its free pages', 32, Buffer.alloc(8));
  set('its format', 44, number(4));
  set('how it shrinks', 52, number(0));
  set('its encoding', 56, number(1));
  set('how it shrinks', 64, number(0));
  set('whose file it is', 68, number(applicationId));
  set('reserved bytes', 72, Buffer.alloc(20));
  return mended;
}

const isPowerOfTwo = (value: number): boolean =>
  value >= 512 && value <= 32_768 && (value & (value - 1)) === 0;

/** As stored, if it can be; else the power of two nearest in bits that divides the file. */
function pageSizeOf(stored: number, size: number): number {
  if (isPowerOfTwo(stored) && size % stored === 0) return stored;
  const bits = (value: number): number => value.toString(2).replaceAll('0', '').length;
  const sizes = [2048, 4096, 1024, 8192, 512, 16_384, 32_768].filter((each) => size % each === 0);
  return sizes.toSorted((one, other) => bits(one ^ stored) - bits(other ^ stored))[0] ?? 2048;
}
