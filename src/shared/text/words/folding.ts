/**
 * Folds a text for comparing names: NFKC, lower case, no accents in scripts that are readable without them, one form
 * of hyphen, apostrophe, space and digit, no invisible characters. Folding changes lengths (`ﬁ`, `İ`, `ｶﾞ`, a soft
 * hyphen), so it returns a map to the original offsets.
 */

/** Invisible characters and trade mark signs: soft hyphens, joiners, direction marks, variation selectors. */
const unseen = /[©®℠™\p{Default_Ignorable_Code_Point}]/gu;

/** Whether folding removes the character. */
export function isUnseen(character: string): boolean {
  return character.replace(unseen, '') === '';
}

const folds = new Map<string, string>();

function foldCharacter(character: string): string {
  const known = folds.get(character);
  if (known !== undefined) return known;
  const folded = compared(character);
  if (folds.size < 20_000) folds.set(character, folded);
  return folded;
}

/** Letters that are treated as equal although Unicode does not decompose them. */
const alike: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ς: 'σ', ё: 'е' },
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ی: 'ي', ئ: 'ي', ؤ: 'و', ک: 'ك', ة: 'ه' },
  ...{ ۀ: 'ه', ہ: 'ه', ۂ: 'ه', ھ: 'ه', '\u0640': '', '٫': '.', '٬': ',' },
};
const hyphen = /[\u05be\u2010-\u2013\u2212]/g;
const apostrophe = /[\u00b4\u02b9\u02bb\u02bc\u05f3\u2018\u2019\u2032]/g;
const quote = /[\u05f4\u201c-\u201e\u2033]/g;
/** Vowel points and other marks that are usually omitted in writing. */
const point =
  /[\u093c\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc]/g;
const accent = /[\u0300-\u036f]/g;

function compared(character: string): string {
  // NFKC would split these: an acute accent into a space and a mark, Thai and Lao "am" into two characters.
  if (/[\u00b4\u0e33\u0eb3]/.test(character)) return character === '\u00b4' ? "'" : character;
  if (/[\u2028\u2029]/.test(character)) return '\n';
  if (character !== '\n' && /^\s$/.test(character)) return ' ';
  let folded = character.replace(unseen, '').normalize('NFKC').toLowerCase();
  if (/[\p{Script=Latin}\p{Script=Greek}]/u.test(folded))
    folded = folded.normalize('NFD').replace(accent, '');
  folded = folded.replace(hyphen, '-').replace(apostrophe, "'").replace(quote, '"').replace(point, '');
  return folded.replace(/[^\0-\x7f]/gu, (letter) => alike[letter] ?? asDigit(letter));
}

const digit = /^\p{Nd}$/u;
/** Some 700 characters are digits; a text of 100,000 of them asks for the same few. */
const asciiOf = new Map<string, string>();

/** The ASCII digit for a digit of any script. Unicode orders digits in groups of ten, beginning with zero. */
export function asDigit(letter: string): string {
  const known = asciiOf.get(letter);
  if (known !== undefined) return known;
  if (!digit.test(letter)) return letter;
  const unit = letter.codePointAt(0) ?? 0;
  let value = 0;
  while (digit.test(String.fromCodePoint(unit - value - 1))) value++;
  const ascii = String(value % 10);
  asciiOf.set(letter, ascii);
  return ascii;
}

/**
 * Second units of characters that Unicode composes into one: accents, kana voicing marks, Korean jamo, vowels of two
 * parts.
 */
function isSecondPart(unit: number): boolean {
  if (unit < 0x300) return false;
  if (unit < 0x370) return true;
  if (unit < 0x1160) return secondParts.has(unit);
  return unit < 0x1200 || unit === 0x3099 || unit === 0x309a || (unit >= 0xd7b0 && unit < 0xd800);
}

const secondParts = new Set([
  ...[0x93c, 0x9be, 0x9d7, 0xb3e, 0xb56, 0xb57, 0xbbe, 0xbd7, 0xc56, 0xcc2, 0xcd5, 0xcd6, 0xd3e, 0xd57],
  ...[0xdca, 0xdcf, 0xddf, 0xe32, 0xeb2, 0x102e],
]);

const joins = new Map<number, number>();

/** The folded composition of two units; 0 if they do not compose. */
function joined(first: number, second: number): number {
  const key = first * 0x1_00_00 + second;
  const known = joins.get(key);
  if (known !== undefined) return known;
  const thai = (first === 0xe4d && second === 0xe32) || (first === 0xecd && second === 0xeb2);
  const together = thai
    ? String.fromCharCode(second + 1)
    : String.fromCharCode(first, second).normalize('NFC');
  const folded = together.length === 1 ? foldCharacter(together) : '';
  const unit = folded.length === 1 ? folded.charCodeAt(0) : 0;
  if (joins.size < 20_000) joins.set(key, unit);
  return unit;
}

/** A folded text as UTF-16 units. Valid only until the next text is folded. */
export type FoldedUnits = {
  /** Followed by two zeros. */
  readonly units: Uint16Array;
  readonly length: number;
  /** Original offset of each unit; null if all offsets are unchanged. The array is reused and may be longer. */
  readonly offsets: Uint32Array | null;
};

/** Folded form of a unit if it is one unit; 0 if it is not known yet or is longer. */
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

/** Folds `text` into a reused buffer, which is fast for many texts. */
export function foldUnits(text: string): FoldedUnits {
  makeRoom(text.length);
  let length = 0;
  // Offsets are stored only from the first character that changes the number of units. Most texts have none.
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
    const part = partOf(character, unit, length);
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
  // Without a change of length, surrogate pairs stayed pairs, and the offsets are the identity.
  return { units, length, offsets: moved ? origins : null };
}

/** The folded units of a character. A second part of a letter changes the previous unit instead and returns "". */
function partOf(character: string, unit: number, length: number): string {
  const part = foldCharacter(character);
  // Half-width kana have a separate voicing mark, so the folded unit decides, not the original one.
  const second = part.length === 1 ? part.charCodeAt(0) : unit;
  if (!isSecondPart(second) && !isSecondPart(unit)) {
    if (part.length === 1 && (unit < 0xd800 || unit >= 0xe000)) unitFolds[unit] = second;
    return part;
  }
  const letter = length === 0 ? 0 : joined(units[length - 1] as number, second);
  if (letter !== 0) {
    units[length - 1] = letter;
    return '';
  }
  // Drops stress marks, and accents of scripts that are readable without them.
  return second < 0x370 || (unit >= 0x300 && unit < 0x370) ? '' : part;
}

/** Maximum units per call of `String.fromCharCode`. */
const unitsAtOnce = 4096;

/** The folded text from one unit to another, as a string. */
export function textOf({ units: folded, length }: FoldedUnits, from = 0, to = length): string {
  const end = Math.min(length, to);
  let text = '';
  for (let at = Math.max(0, from); at < end; at += unitsAtOnce)
    text += String.fromCharCode(...folded.subarray(at, Math.min(end, at + unitsAtOnce)));
  return text;
}

/** The offset of every unit's character before `end`. Both units of a surrogate pair get the first offset. */
function startsOf(text: string, end: number): number[] {
  const starts: number[] = [];
  for (let position = 0; position < end; ) {
    const units = (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
    for (let unit = 0; unit < units; unit++) starts.push(position);
    position += units;
  }
  return starts;
}

const printableAscii = /^[ -~]*$/;

/** Folds a name to a string with single spaces. Names with equal results count as the same name. */
export function foldName(name: string): string {
  if (printableAscii.test(name)) return name.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return textOf(foldUnits(name)).replace(/\s+/g, ' ').trim();
}
