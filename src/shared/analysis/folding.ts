/**
 * Compatibility form of a text for comparing names: NFKC, lower case, Latin letters without accents, one
 * kind of hyphen. Keeps a map back to the original offsets, because folding changes lengths (`ﬁ`, `İ`, `ｶﾞ`).
 */

export interface Folded {
  readonly text: string;
  /** Original offset of every folded code unit plus the length at the end; null when they are the same. */
  readonly offsets: Uint32Array | null;
}

const folds = new Map<string, string>();

function foldCharacter(character: string): string {
  const known = folds.get(character);
  if (known !== undefined) return known;
  let folded = character.normalize('NFKC').toLowerCase();
  if (/[\p{Script=Latin}]/u.test(folded)) folded = folded.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  folded = folded
    .replace(/[\u2010\u2011\u2012\u2013]/g, '-')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/ß/g, 'ss');
  if (/^[\u0300-\u036f]$/.test(folded)) folded = '';
  if (folds.size < 20_000) folds.set(character, folded);
  return folded;
}

/** A folded text as units, good until the next text is folded. */
export interface FoldedUnits {
  /** Two zeros come after the last one. */
  readonly units: Uint16Array;
  readonly length: number;
  /** As `Folded.offsets`; longer than it, because it is used again. */
  readonly offsets: Uint32Array | null;
}

/** What a unit folds to where that is one unit; 0 for what was not met yet and for what takes more than that. */
const unitFolds = new Uint16Array(65_536);
let [units, origins] = [new Uint16Array(8192), new Uint32Array(8192)];

function makeRoom(length: number): void {
  if (length + 2 <= units.length) return;
  const [shorter, fewer] = [units, origins];
  units = new Uint16Array(length * 2 + 2);
  origins = new Uint32Array(length * 2 + 2);
  units.set(shorter);
  origins.set(fewer);
}

/** Folds `text` into memory that is used again and again: the way to look at very many texts. */
export function foldUnits(text: string): FoldedUnits {
  makeRoom(text.length);
  let length = 0;
  // Written from the first character on that another number of units became of: most texts have none.
  let moved = false;
  for (let position = 0; position < text.length; position++) {
    const unit = text.charCodeAt(position);
    const alone = unitFolds[unit] as number;
    if (alone !== 0) {
      if (moved) origins[length] = position;
      units[length++] = alone;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(position) ?? 0);
    let part = foldCharacter(character);
    if (part === '\u3099' || part === '\u309a') {
      // Half-width kana write their voicing mark apart: join it to the letter before.
      const joined = (String.fromCharCode(units[length - 1] ?? 0) + part).normalize('NFC');
      if (length > 0 && joined.length === 1) {
        units[length - 1] = joined.charCodeAt(0);
        part = '';
      }
    } else if (part.length === 1 && (unit < 0xd800 || unit >= 0xe000)) unitFolds[unit] = part.charCodeAt(0);
    if (part.length !== character.length) {
      if (!moved) origins.set(startsOf(text, position));
      moved = true;
      makeRoom(length + part.length + text.length - position);
    }
    for (let at = 0; at < part.length; at++) {
      if (moved) origins[length] = position;
      units[length++] = part.charCodeAt(at);
    }
    position += character.length - 1;
  }
  units[length] = 0;
  units[length + 1] = 0;
  if (moved) origins[length] = text.length;
  // Same lengths everywhere means surrogate pairs stayed pairs: only their second unit needs care.
  return { units, length, offsets: moved ? origins : null };
}

/** Units a call takes as arguments at once. */
const unitsAtOnce = 4096;

/** The folded text itself, from one unit up to another. */
export function textOf({ units: folded, length }: FoldedUnits, from = 0, to = length): string {
  const end = Math.min(length, to);
  let text = '';
  for (let at = Math.max(0, from); at < end; at += unitsAtOnce)
    text += String.fromCharCode(...folded.subarray(at, Math.min(end, at + unitsAtOnce)));
  return text;
}

const ascii = /^[\0-\x7f]*$/;

/** Folds `text`, keeping the way back. */
export function foldWithOffsets(text: string): Folded {
  if (ascii.test(text)) return { text: text.toLowerCase(), offsets: null };
  const folded = foldUnits(text);
  return { text: textOf(folded), offsets: folded.offsets?.slice(0, folded.length + 1) ?? null };
}

/** Where the character of every unit before `end` begins: both halves of a surrogate pair at the first. */
function startsOf(text: string, end: number): number[] {
  const starts: number[] = [];
  for (let position = 0; position < end; ) {
    const units = (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
    for (let unit = 0; unit < units; unit++) starts.push(position);
    position += units;
  }
  return starts;
}

/** Folded text alone, spaces collapsed: the key two names are the same by. */
export function foldName(name: string): string {
  return foldWithOffsets(name).text.replace(/\s+/g, ' ').trim();
}
