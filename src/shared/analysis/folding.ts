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

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}

/** Folds `text`, keeping the way back. */
export function foldWithOffsets(text: string): Folded {
  if (isAscii(text)) return { text: text.toLowerCase(), offsets: null };
  let folded = '';
  const offsets: number[] = [];
  let position = 0;
  let identical = true;
  for (const character of text) {
    let part = foldCharacter(character);
    if ((part === '\u3099' || part === '\u309a') && folded !== '') {
      // Half-width kana write their voicing mark apart: join it to the letter before.
      const joined = (folded.slice(-1) + part).normalize('NFC');
      if (joined.length === 1) {
        folded = folded.slice(0, -1) + joined;
        part = '';
      }
    }
    for (let unit = 0; unit < part.length; unit++) offsets.push(position);
    if (part.length !== character.length) identical = false;
    folded += part;
    position += character.length;
  }
  offsets.push(position);
  // Same lengths everywhere means surrogate pairs stayed pairs: only their second unit needs care.
  return {
    text: folded,
    offsets: identical && folded.length === text.length ? null : Uint32Array.from(offsets),
  };
}

/** Folded text alone, spaces collapsed: the key two names are the same by. */
export function foldName(name: string): string {
  return foldWithOffsets(name).text.replace(/\s+/g, ' ').trim();
}
