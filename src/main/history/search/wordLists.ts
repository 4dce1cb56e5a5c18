import type { Database } from 'better-sqlite3';

/** A segment of the full-text index, written at once; FTS5 merges them later. */
type Segment = {
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  readonly pagesOfRemoved: number;
};

/** Row ids of answers with a word, ascending; one list per segment. */
export type WordLists = readonly Int32Array[];

/** Structure record of the supported index format: contentless, with deletable rows. */
const form = Buffer.from([0xff, 0x00, 0x00, 0x01]);
const noStructure = Buffer.alloc(8);
const versionRead = 4;
const structureId = 10;
const pageHeader = 4;
const removedHeader = 8;

/**
 * Reads posting lists directly from the pages of the full-text index, in the format described in SQLite's
 * fts5_index.c: a million answers take some ten milliseconds. A query returns the same one by one and takes ten
 * times as long.
 */
export function createWordLists(db: Database): (word: string) => WordLists | null {
  const version = db.prepare<[], number>("SELECT v FROM search_index_config WHERE k = 'version'").pluck();
  const structure = db
    .prepare<{ id: number }, Buffer>('SELECT block FROM search_index_data WHERE id = @id')
    .pluck();
  const pageWith = db
    .prepare<{ segment: number; term: Buffer }, number>(
      `SELECT pgno >> 1 FROM search_index_idx WHERE segid = @segment AND term <= @term
       ORDER BY term DESC LIMIT 1`,
    )
    .pluck();
  // Page numbers are built as BigInt: those of deleted rows exceed JavaScript's safe integers.
  const pages = db
    .prepare<{ segment: number; first: number; last: number }, readonly [at: number, page: Buffer]>(
      `SELECT id - (@segment << 37), block FROM search_index_data
       WHERE id BETWEEN (@segment << 37) + CAST(@first AS INTEGER) AND (@segment << 37) + CAST(@last AS INTEGER)
       ORDER BY id`,
    )
    .raw();

  const removedFrom = ({ id, pagesOfRemoved }: Segment): ReadonlySet<number> => {
    const removed = new Set<number>();
    if (pagesOfRemoved > 0)
      for (const [, page] of pages.iterate({ segment: id + 0x10000, first: 0, last: pagesOfRemoved - 1 }))
        addRemoved(page, removed);
    return removed;
  };
  const listOf = (segment: Segment, term: Buffer): Int32Array => {
    const first = Math.max(segment.firstPage, pageWith.get({ segment: segment.id, term }) ?? 1);
    const parts: Part[] = [];
    let upcoming = first;
    for (const [at, page] of pages.iterate({ segment: segment.id, first, last: segment.lastPage })) {
      if (at !== upcoming++) throw new RangeError('A page of the index is missing');
      const part = parts.length === 0 ? beginningOf(page, term) : continuationOf(page);
      if (part === null) break;
      parts.push(part);
      if (part.isLast) break;
    }
    if (upcoming === first) throw new RangeError('A page of the index is missing');
    const ids = idsIn(parts);
    const removed = removedFrom(segment);
    return removed.size === 0 ? ids : ids.filter((id) => !removed.has(id));
  };

  /** Null if the index has another format or is damaged; a query then reports the problem. */
  return (word) => {
    if (!word.isWellFormed() || version.get() !== versionRead) return null;
    // Index terms have the prefix 0; prefix indexes, which this index does not have, use other digits.
    const term = Buffer.from(`0${word}`);
    try {
      return segmentsIn(structure.get({ id: structureId }) ?? noStructure).map((segment) =>
        listOf(segment, term),
      );
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
}

/** Reads varints: seven bits per byte, most significant first. */
class Numbers {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    let value = 0;
    for (let count = 1; ; count += 1) {
      const byte = this.#bytes.readUInt8(this.at++);
      if (count === 9) return value * 256 + byte;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
}

/** @throws RangeError if the format differs or the data is truncated */
function segmentsIn(structure: Buffer): readonly Segment[] {
  if (structure.compare(form, 0, form.length, 4, 8) !== 0) throw new RangeError('Another form of index');
  const numbers = new Numbers(structure, 8);
  const levels = numbers.next();
  numbers.next();
  numbers.next();
  const segments: Segment[] = [];
  for (let level = 0; level < levels; level += 1) {
    numbers.next();
    for (let left = numbers.next(); left > 0; left -= 1) {
      const [id, firstPage, lastPage] = [numbers.next(), numbers.next(), numbers.next()];
      const [, , pagesOfRemoved] = [numbers.next(), numbers.next(), numbers.next()];
      numbers.next();
      numbers.next();
      segments.push({ id, firstPage, lastPage, pagesOfRemoved });
    }
  }
  return segments;
}

/** The bytes of one page that belong to a word's list. */
type Part = { readonly page: Buffer; readonly from: number; readonly end: number; readonly isLast: boolean };

/** Start of the page's term index. */
function textEndOf(page: Buffer): number {
  const end = page.readUInt16BE(2);
  if (end < pageHeader || end > page.length) throw new RangeError('A page of the index is damaged');
  return end;
}

/** Start of the list on the page, if the page has the word. */
function beginningOf(page: Buffer, term: Buffer): Part | null {
  const textEnd = textEndOf(page);
  const offsets = new Numbers(page, textEnd);
  const known = Buffer.alloc(term.length);
  for (let start = 0; offsets.at < page.length; ) {
    const isFirst = start === 0;
    start += offsets.next();
    const numbers = new Numbers(page, start);
    // All terms but the first of a page omit the prefix shared with the previous one.
    const shared = isFirst ? 0 : numbers.next();
    const length = numbers.next();
    const from = numbers.at + length;
    page.copy(known, shared, numbers.at, from);
    if (shared + length === term.length && known.equals(term)) {
      const isLast = offsets.at < page.length;
      return { page, from, end: isLast ? start + offsets.next() : textEnd, isLast };
    }
  }
  return null;
}

/** The rest of a list from an earlier page, up to the first term of this one. */
function continuationOf(page: Buffer): Part {
  const textEnd = textEndOf(page);
  const isLast = textEnd < page.length;
  return { page, from: pageHeader, end: isLast ? new Numbers(page, textEnd).next() : textEnd, isLast };
}

/** On each page the first id is absolute and the next ones are deltas. */
function idsIn(parts: readonly Part[]): Int32Array {
  const ids = new Int32Array(parts.reduce((sum, { from, end }) => sum + end - from, 0));
  let found = 0;
  for (const { page, from, end } of parts) {
    let id = 0;
    for (let at = from; at < end; ) {
      let byte = page[at++] ?? 0;
      let step = byte & 127;
      while (byte >= 128) {
        byte = page[at++] ?? 0;
        step = step * 128 + (byte & 127);
      }
      id += step;
      ids[found++] = id;
    }
  }
  return ids.subarray(0, found);
}

/** A hash table: empty slots are zero. */
function addRemoved(page: Buffer, removed: Set<number>): void {
  const width = page[0] ?? 4;
  for (let at = removedHeader; at + width <= page.length; at += width) {
    const id = page.readUIntBE(at + (width === 8 ? 2 : 0), width === 8 ? 6 : 4);
    if (id !== 0) removed.add(id);
  }
}
