import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** "PRLX": distinguishes a Parallax history from other SQLite files. */
export const applicationId = 0x50524c58;

const headerBytes = 100;
const magic = Buffer.from('SQLite format 3\0', 'latin1');

/**
 * Whether the header has what it can have in none of our files: what SQLite then says of the file, such as that it
 * cannot be written, is not the cause.
 */
export function isHeaderDamaged(file: string): boolean {
  try {
    const { header, stored } = headerOf(file);
    const mark = (stored.readUInt32BE(68) ^ applicationId) >>> 0;
    // A mark that is further from ours is another program's.
    if ((mark & (mark - 1)) !== 0) return false;
    // Counters and lists of pages may lag behind the log beside the file.
    const isSame = (from: number, to: number): boolean =>
      header.subarray(from, to).equals(stored.subarray(from, to));
    return !(isSame(0, 24) && isSame(44, 48) && isSame(52, 60) && isSame(64, 72));
  } catch {
    return false;
  }
}

/** The header of a file as stored and as it must be, with what differs, one sentence each. */
export function headerOf(file: string): {
  readonly stored: Buffer;
  readonly header: Buffer;
  readonly mended: readonly string[];
} {
  const { size } = statSync(file);
  const isWhole = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const handle = openSync(file, 'r');
  const read: ReadAt = (position, bytes) => {
    const buffer = Buffer.alloc(bytes);
    readSync(handle, buffer, 0, bytes, position);
    return buffer;
  };
  try {
    const stored = read(0, headerBytes);
    const header = Buffer.from(stored);
    return {
      stored,
      header,
      mended: size < 2 * headerBytes ? [] : mendHeader(header, { size, read, isWhole }),
    };
  } finally {
    closeSync(handle);
  }
}

type ReadAt = (position: number, bytes: number) => Buffer;

/**
 * Corrects a header in place, from the size of the file and from its pages. The header is 100 bytes that SQLite reads
 * before anything else, and most of them can be nothing else in our files
 * (https://www.sqlite.org/fileformat.html, 1.3). Counters of changes and the version of SQLite may have any value.
 * @param file `read` gives the bytes at a position; `isWhole` if no log beside the file has newer pages
 * @returns what was wrong, one sentence each
 */
export function mendHeader(
  header: Buffer,
  { size, read, isWhole }: { readonly size: number; readonly read: ReadAt; readonly isWhole: boolean },
): readonly string[] {
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
  const [writing = 0, reading = 0] = header.subarray(18, 20);
  const journal = [writing, reading].find((version) => version === 1 || version === 2) ?? 2;
  if (writing !== journal) set('how it is written', 18, Buffer.from([journal]));
  if (reading !== journal) set('how it is read', 19, Buffer.from([journal]));
  set('the room in a page', 20, Buffer.from([0, 64, 32, 32]));
  const pages = Math.floor(size / pageSize);
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  // SQLite heeds the number only while both counters of changes are equal.
  const isHeeded = header.readUInt32BE(24) === header.readUInt32BE(92);
  if (isWhole && isHeeded) set('the number of pages', 28, number(pages));
  if (isWhole) {
    const free = freePages(header.readUInt32BE(32), header.readUInt32BE(36), { pages, pageSize, read });
    set('its free pages', 32, Buffer.concat([number(free.first), number(free.count)]));
  }
  set('its format', 44, number(4));
  set('the size of its cache', 48, number(0));
  set('how it shrinks', 52, number(0));
  set('its encoding', 56, number(1));
  set('how it shrinks', 64, number(0));
  set('whose file it is', 68, number(applicationId));
  set('reserved bytes', 72, Buffer.alloc(20));
  return mended;
}

type Pages = { readonly pages: number; readonly pageSize: number; readonly read: ReadAt };

/**
 * The list of free pages (https://www.sqlite.org/fileformat.html, 1.5): as stated, or with one bit of its first page or
 * its length mended. Free pages whose list is lost are left out when the file is written anew.
 */
function freePages(
  stated: number,
  length: number,
  file: Pages,
): { readonly first: number; readonly count: number } {
  const found = [stated, ...Array.from({ length: 32 }, (_, bit) => (stated ^ (1 << bit)) >>> 0)].map(
    (first) => ({
      first,
      count: freeFrom(first, file),
    }),
  );
  const [asStated] = found;
  const whole = found.find(({ count }) => count === length) ?? asStated;
  return whole !== undefined && whole.count !== null
    ? { ...whole, count: whole.count }
    : { first: 0, count: 0 };
}

/** How many pages the list has that begins there; null if none does. */
function freeFrom(first: number, { pages, pageSize, read }: Pages): number | null {
  let count = 0;
  for (let trunk = first; trunk !== 0; ) {
    if (trunk === 1 || trunk > pages || count > pages) return null;
    const page = read((trunk - 1) * pageSize, pageSize);
    const leaves = page.readUInt32BE(4);
    if (leaves > pageSize / 4 - 2) return null;
    for (let leaf = 0; leaf < leaves; leaf += 1) {
      const at = page.readUInt32BE(8 + 4 * leaf);
      if (at < 2 || at > pages) return null;
    }
    count += 1 + leaves;
    trunk = page.readUInt32BE(0);
  }
  return count;
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
