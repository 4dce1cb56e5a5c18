import { isUtf8 } from 'node:buffer';

/** A body that is not valid JSON; answered with BAD_REQUEST. */
export class UnreadableBody extends Error {
  readonly statusCode = 400;
}

/** Far more nesting and values than any request of the interface needs. */
const deepest = 100;
const maxContainers = 400_000;
const maxSeparators = 2_000_000;

/**
 * Parses a JSON body strictly: UTF-8 only, with limits on nesting and the number of arrays, objects and values,
 * so that an allowed body cannot expand to many times its size in memory.
 * @throws UnreadableBody
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new UnreadableBody('The body is empty: a JSON body is required');
  if (!isUtf8(bytes)) throw new UnreadableBody('The body is not UTF-8');
  checkShape(bytes);
  return parseJson(bytes);
}

/** @throws UnreadableBody */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new UnreadableBody('The body is not valid JSON');
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

function checkShape(bytes: Buffer): void {
  let depth = 0;
  let containers = 0;
  let separators = 0;
  let inText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) {
      inText = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      containers += 1;
      if (depth > deepest) throw new UnreadableBody(`The body is nested more than ${deepest} levels deep`);
      if (containers > maxContainers) throw new UnreadableBody('The body holds too many objects');
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
    } else if (byte === comma) {
      separators += 1;
      if (separators > maxSeparators) throw new UnreadableBody('The body holds too many values');
    }
  }
}

const isOpening = (byte: number | undefined): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number | undefined): boolean => byte === 0x7d || byte === 0x5d;

/** The first byte from an index on that is not white space of JSON. */
function firstByte(bytes: Buffer, from: number): number {
  let index = from;
  while (index < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[index] as number)) index += 1;
  return index;
}

/** Whether a JSON text is an array, by its first byte. */
export const isJsonArray = (bytes: Buffer): boolean => bytes[firstByte(bytes, 0)] === 0x5b;

/**
 * The items of a JSON array as bytes, found one at a time and not parsed. Their syntax is the caller's to
 * check: the array is valid if this ends and every item is.
 * @throws UnreadableBody
 */
export function* jsonItems(bytes: Buffer): Generator<Buffer, void> {
  if (!isUtf8(bytes)) throw new UnreadableBody('The body is not UTF-8');
  const start = firstByte(bytes, 0) + 1;
  let from = start;
  let depth = 1;
  let inText = false;
  let index = start;
  for (; index < bytes.length && depth > 0; index += 1) {
    const byte = bytes[index];
    if (inText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (isOpening(byte)) {
      depth += 1;
      if (depth > deepest) throw new UnreadableBody(`The body is nested more than ${deepest} levels deep`);
    } else if (isClosing(byte)) depth -= 1;
    else if (byte === comma && depth === 1) {
      yield bytes.subarray(from, index);
      from = index + 1;
    }
  }
  const isClosed = depth === 0 && bytes[index - 1] === 0x5d;
  if (!isClosed || firstByte(bytes, index) < bytes.length)
    throw new UnreadableBody('The body is not valid JSON');
  const last = bytes.subarray(from, index - 1);
  if (from > start || firstByte(last, 0) < last.length) yield last;
}

/** True for `application/json`, with or without a charset of UTF-8 or other parameters. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') return false;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return charset === undefined || charset === 'utf-8' || charset === '"utf-8"' || charset === 'utf8';
}

/** True if the body is not plain JSON bytes, for example gzip. */
export function isEncoded(headers: {
  readonly 'content-encoding'?: string;
  readonly 'transfer-encoding'?: string;
}): boolean {
  const coded = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const transferred = headers['transfer-encoding']?.trim().toLowerCase() ?? '';
  return (coded !== '' && coded !== 'identity') || (transferred !== '' && transferred !== 'chunked');
}
