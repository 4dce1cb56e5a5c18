import type { JsonObject } from '#shared/json.ts';
import { resultOf } from './result.ts';

/** From the first byte of a value up to the one after its end. */
type Place = readonly [start: number, end: number];

/**
 * Reads single fields of a result without parsing the rest; the values are those of a full parse.
 *
 * @param body a stored result, which is valid JSON
 */
export function memberReader(body: Buffer): (name: string) => unknown {
  const places = placesIn(body.toString('latin1'));
  if (places === null) {
    const result: JsonObject = resultOf(body.toString('utf8'));
    return (name) => result[name];
  }
  return (name) => {
    const place = places.get(name);
    return place && JSON.parse(body.toString('utf8', place[0], place[1]));
  };
}

/**
 * The ranges of the result's fields; null if a full parse is necessary.
 * @param json one unit per byte: everything but the insides of strings is ASCII
 */
function placesIn(json: string): ReadonlyMap<string, Place> | null {
  const whole = membersAt(json, spaceEnd(json, 0));
  if (whole === null) return null;
  for (const name of ['result', 'response']) {
    const place = whole.get(name);
    if (place && json.charAt(place[0]) === '{') return membersAt(json, place[0]);
  }
  return new Map();
}

/** Fields of the object that begins at `start`; of a duplicate key the last one counts, as in `JSON.parse`. */
function membersAt(json: string, start: number): ReadonlyMap<string, Place> | null {
  if (json.charAt(start) !== '{') return null;
  const members = new Map<string, Place>();
  let at = spaceEnd(json, start + 1);
  if (json.charAt(at) === '}') return members;
  for (;;) {
    if (json.charAt(at) !== '"') return null;
    const nameEnd = stringEnd(json, at);
    const name = json.slice(at + 1, nameEnd - 1);
    const colon = spaceEnd(json, nameEnd);
    if (name.includes('\\') || json.charAt(colon) !== ':') return null;
    const valueStart = spaceEnd(json, colon + 1);
    const end = valueEnd(json, valueStart);
    members.set(name, [valueStart, end]);
    const next = spaceEnd(json, end);
    if (json.charAt(next) === '}') return members;
    if (json.charAt(next) !== ',') return null;
    at = spaceEnd(json, next + 1);
  }
}

function spaceEnd(json: string, from: number): number {
  let at = from;
  while (isSpace(json.charCodeAt(at))) at++;
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** The offset after the closing quotation mark of the string that begins at `start`. */
function stringEnd(json: string, start: number): number {
  for (let from = start + 1; ; ) {
    const mark = json.indexOf('"', from);
    if (mark === -1) return json.length;
    let escapes = 0;
    while (json.charCodeAt(mark - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return mark + 1;
    from = mark + 1;
  }
}

function valueEnd(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; ) {
    const unit = json.charCodeAt(at);
    if (unit === 0x22) {
      at = stringEnd(json, at);
      if (depth === 0) return at;
      continue;
    }
    if (unit === 0x7b || unit === 0x5b) depth++;
    else if (unit === 0x7d || unit === 0x5d) {
      // Delimiters around a number or literal.
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (unit === 0x2c || isSpace(unit))) return at;
    at++;
  }
  return json.length;
}
