import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Chunk size for compression: a few milliseconds of a helper thread, and little memory. */
const chunkBytes = 256 * 1024;

const stored = 0;
const deflated = 8;

export type ZipEntry = {
  readonly name: string;
  /** Of the uncompressed bytes. */
  readonly crc: number;
  readonly bytes: number;
  readonly method: typeof stored | typeof deflated;
  readonly packed: readonly Buffer[] | AsyncIterable<Buffer>;
  readonly packedBytes: number;
};

export type ZipEntryWriter = {
  readonly write: (text: string) => Promise<void>;
  readonly end: () => Promise<ZipEntry>;
};

/**
 * Adds one file of an archive chunk by chunk and keeps it compressed (RFC 1951, in blocks that end on whole
 * bytes).
 */
export function createZipEntry(name: string): ZipEntryWriter {
  const packed: Buffer[] = [];
  let waiting: string[] = [];
  let waitingLength = 0;
  let crc = 0;
  let bytes = 0;
  const pack = async (finishFlush: number): Promise<void> => {
    const raw = Buffer.from(waiting.join(''), 'utf8');
    waiting = [];
    waitingLength = 0;
    crc = crc32(raw, crc);
    bytes += raw.length;
    packed.push(await deflate(raw, { finishFlush }));
  };
  return {
    async write(text) {
      waiting.push(text);
      waitingLength += text.length;
      if (waitingLength >= chunkBytes) await pack(constants.Z_SYNC_FLUSH);
    },
    async end() {
      await pack(constants.Z_FINISH);
      const packedBytes = packed.reduce((sum, part) => sum + part.length, 0);
      return { name, crc, bytes, method: deflated, packed, packedBytes };
    },
  };
}

/**
 * An uncompressed file, which is read again when the archive is written: compressed data would not get smaller.
 */
export async function storedEntry(name: string, file: string): Promise<ZipEntry> {
  let crc = 0;
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    crc = crc32(chunk, crc);
    bytes += chunk.length;
  }
  const packed = { [Symbol.asyncIterator]: () => createReadStream(file)[Symbol.asyncIterator]() };
  return { name, crc, bytes, method: stored, packed, packedBytes: bytes };
}

const utf8Names = 0x0800;
/** 1980-01-01, so that the same answers give the same file. */
const noDate = 0x0021;

/** A ZIP archive (APPNOTE 6.3.9, without ZIP64) of complete entries. */
export async function* zipArchive(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    writeFacts(local, 4, entry, name.length);
    yield local;
    yield name;
    yield* entry.packed;
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 4);
    writeFacts(record, 6, entry, name.length);
    record.writeUInt32LE(offset, 42);
    central.push(record, name);
    offset += local.length + name.length + entry.packedBytes;
  }
  const directory = Buffer.concat(central);
  yield directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield end;
}

/** The part both headers of an entry share. */
function writeFacts(header: Buffer, at: number, entry: ZipEntry, nameLength: number): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(utf8Names, at + 2);
  header.writeUInt16LE(entry.method, at + 4);
  header.writeUInt16LE(noDate, at + 8);
  header.writeUInt32LE(entry.crc, at + 10);
  header.writeUInt32LE(entry.packedBytes, at + 14);
  header.writeUInt32LE(entry.bytes, at + 18);
  header.writeUInt16LE(nameLength, at + 22);
}
