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

const ascii = /^[\0-\x7f]*$/;
/** Folded characters by their one unit, filled as they come. */
const unitFolds: (string | undefined)[] = [];

function foldAt(text: string, position: number): { readonly part: string; readonly units: number } {
  const unit = text.charCodeAt(position);
  if (unit >= 0xd800 && unit < 0xe000) {
    const character = String.fromCodePoint(text.codePointAt(position) ?? 0);
    return { part: foldCharacter(character), units: character.length };
  }
  const part = unitFolds[unit] ?? foldCharacter(text.charAt(position));
  unitFolds[unit] = part;
  return { part, units: 1 };
}

function asciiEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) < 128) end++;
  return end;
}

/** Folds `text`, keeping the way back. */
export function foldWithOffsets(text: string): Folded {
  if (ascii.test(text)) return { text: text.toLowerCase(), offsets: null };
  let folded = '';
  let position = 0;
  // Written from the first character on that another number of units became of: most texts have none.
  let offsets: number[] | null = null;
  while (position < text.length) {
    const end = asciiEnd(text, position);
    if (end > position) {
      folded += text.slice(position, end).toLowerCase();
      if (offsets !== null) for (let unit = position; unit < end; unit++) offsets.push(unit);
      position = end;
      continue;
    }
    const { part: alone, units } = foldAt(text, position);
    let part = alone;
    if ((part === '\u3099' || part === '\u309a') && folded !== '') {
      // Half-width kana write their voicing mark apart: join it to the letter before.
      const joined = (folded.slice(-1) + part).normalize('NFC');
      if (joined.length === 1) {
        folded = folded.slice(0, -1) + joined;
        part = '';
      }
    }
    if (part.length !== units) offsets ??= startsOf(text, position);
    if (offsets !== null) for (let unit = 0; unit < part.length; unit++) offsets.push(position);
    folded += part;
    position += units;
  }
  offsets?.push(position);
  // Same lengths everywhere means surrogate pairs stayed pairs: only their second unit needs care.
  return { text: folded, offsets: offsets === null ? null : Uint32Array.from(offsets) };
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
