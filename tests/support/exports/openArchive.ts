import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a ZIP archive by name, read from its directory; throws when a length or a checksum is wrong. */
export function openArchive(file: Buffer): ReadonlyMap<string, string> {
  return new Map([...archivedFiles(file)].map(([name, bytes]) => [name, bytes.toString('utf8')]));
}

/** The same, as bytes. */
export function archivedFiles(file: Buffer): ReadonlyMap<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const files = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory is broken.');
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
    const raw = file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    if (raw.length !== file.readUInt32LE(at + 24)) throw new Error(`${name} has another length.`);
    if (crc32(raw) !== file.readUInt32LE(at + 16)) throw new Error(`${name} has another checksum.`);
    files.set(name, raw);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return files;
}

/** Whether a text has a character that XML 1.0 has nowhere, as itself or as a reference. */
export function hasForbiddenSign(xml: string): boolean {
  const referred = [...xml.matchAll(/&#(x?)([0-9a-f]+);/gi)].map(([, hex, digits = '']) =>
    Number.parseInt(digits, hex === '' ? 10 : 16),
  );
  return [...[...xml].map((sign) => sign.codePointAt(0) ?? 0), ...referred].some(
    (code) => (code < 0x20 && code !== 9 && code !== 10 && code !== 13) || code === 0xfffe || code === 0xffff,
  );
}

/** Throws unless a text is well-formed XML as far as tags, attributes, entities and signs go. */
export function assertWellFormed(xml: string): void {
  if (hasForbiddenSign(xml)) throw new Error('A sign XML lacks.');
  const open: string[] = [];
  const part = /<\?xml [^?]*\?>|<(\/?)([A-Za-z][\w:]*)((?: [\w:]+="[^"<]*")*)(\/?)>|[^<]+/gy;
  let roots = 0;
  let position = 0;
  for (const [whole, closing, name = '', attributes = '', empty] of xml.matchAll(part)) {
    position += whole.length;
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(name === '' ? whole : attributes))
      throw new Error(`A bare "&" in ${whole.slice(0, 60)}`);
    if (name === '') continue;
    if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing.`);
    } else {
      if (open.length === 0) roots += 1;
      if (!empty) open.push(name);
    }
  }
  if (position !== xml.length)
    throw new Error(`Not XML at ${position}: ${xml.slice(position, position + 60)}`);
  if (open.length > 0 || roots !== 1) throw new Error(`${open.length} elements are open, ${roots} roots.`);
}
