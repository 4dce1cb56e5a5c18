/** The spellings of a brand's name that count as the name. */

import { foldName, isUnseen } from '../words/folding.ts';

type StrictSpelling = {
  readonly spelling: string;
  readonly rule: string;
  readonly accepts: (written: string) => boolean;
};

/** Spellings that are another word in another case or without an umlaut. */
export function strictSpellings(name: string): readonly StrictSpelling[] {
  const inCase = (written: string): StrictSpelling => {
    const exact = exactForm(written);
    return { spelling: foldName(written), rule: exact, accepts: (found) => exactForm(found) === exact };
  };
  const found: StrictSpelling[] = [];
  // "Hub Spot" for HubSpot and "Linked In" for LinkedIn, but not "linked in".
  const parts = name.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  if (
    parts.length > 1 &&
    parts.length <= maxGaps &&
    parts.every((part) => part.length > 1 || /\p{Lu}/u.test(part))
  )
    found.push(inCase(parts.join(' ')), ...(parts[0]?.length === 1 ? [inCase(parts.join('.'))] : []));
  // "1 Password" for 1Password and "7 Up" for 7UP, but not "1 password".
  const numbered = /^(\d{1,3})(?=\p{Lu}\p{L})(.+)$/u.exec(name);
  if (numbered !== null) {
    const [, digits = '', rest = ''] = numbered;
    found.push(
      inCase(`${digits} ${rest}`),
      inCase(`${digits} ${rest.charAt(0)}${rest.slice(1).toLowerCase()}`),
    );
  }
  // "Disney Plus" for Disney+ and the other way round, but not "Disney plus Hulu".
  if (/\p{L}\+$/u.test(name)) found.push(inCase(name.replace(/\+$/, ' Plus')));
  else if (/\p{L} Plus$/u.test(name)) found.push(inCase(name.replace(/ Plus$/, '+')));
  // "De Longhi" for De'Longhi.
  if (/\p{L}['’]\p{Lu}/u.test(name)) found.push(inCase(name.replace(/(?<=\p{L})['’](?=\p{Lu})/gu, ' ')));
  // "APC" for A.P.C., and the other way round.
  if (/^\p{L}\.(?:\p{L}{1,2}\.?){1,4}$/u.test(name))
    found.push(inCase(name.replaceAll('.', '')), inCase(name.replace(/\.$/, '')));
  // "LL Bean" for L.L.Bean.
  const initials = /^((?:\p{Lu}\.){2,3}) ?(?=\p{Lu}\p{Ll})/u.exec(name);
  if (initials !== null) {
    const letters = (initials[1] ?? '').replaceAll('.', '');
    const written = name.slice(initials[0].length);
    for (const rest of new Set([written, written.replace(/['’]/g, ''), written.replaceAll("'", '’')]))
      found.push(
        ...[letters, [...letters].join(' '), initials[1]].map((first) => inCase(`${first} ${rest}`)),
        inCase(`${letters}${rest}`),
      );
  }
  // "H and M" for H&M, but not "h and m".
  if (twoLetters.test(name))
    for (const word of joiners) if (/\p{L}/u.test(word)) found.push(inCase(name.replace(joiner, word)));
  if (/^\p{Lu}{2,5}$/u.test(name)) {
    const dotted = [...name].join('.');
    found.push(inCase(dotted), inCase(`${dotted}.`));
  }
  const plain = foldName(name);
  const short = plain.replace(/([aou])e/g, '$1');
  if (short !== plain)
    found.push({
      spelling: short,
      rule: `umlaut ${plain}`,
      accepts: (text) => foldName(transliterated(text)) === plain,
    });
  return found;
}

/** Form in which case-sensitive names are compared: spaces and hyphens, and all apostrophes, count as equal. */
export function exactForm(text: string): string {
  const seen = [...text].filter((character) => !isUnseen(character)).join('');
  return seen
    .normalize('NFKC')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[\s\u2010-\u2013-]+/g, ' ')
    .trim();
}

/**
 * Up to this number of gaps, every combination of spellings is tried. Longer names use the same spelling for all
 * gaps.
 */
const maxGaps = 3;

/** Letters that a name must have at least to be written as one word ("Fold Master"); shorter ones are often another word. */
const minJoined = 5;

/**
 * All spellings of a folded name: "Cola-Craft" and "Cola Craft", "小米 14" and "小米14". A Persian zero-width non-joiner
 * may also be a space.
 */
export function spellingsOf(name: string): ReadonlySet<string> {
  const spellings = new Set<string>();
  for (const folded of writtenForms(name)) {
    const parts = folded.split(/(?<=[\p{L}\p{M}\p{N}])[ ・-](?=[\p{L}\p{N}])/u).flatMap(splitAtWriting);
    const gaps = parts.slice(1).map((part, at) => gapsBetween(parts[at] ?? '', part, folded.length));
    spellings.add(folded);
    const combinations =
      gaps.length <= maxGaps
        ? gaps.reduce<readonly (readonly string[])[]>(
            (all, gap) => all.flatMap((before) => gap.map((each) => [...before, each])),
            [[]],
          )
        : [gaps.map(([gap = '']) => gap), gaps.map((gap) => gap.at(-1) ?? '')];
    for (const chosen of combinations)
      spellings.add(parts.map((part, at) => (at === 0 ? part : `${chosen[at - 1] ?? ''}${part}`)).join(''));
  }
  return spellings;
}

/** Words for "&" between two names. */
const joiners = [
  '&',
  ' & ',
  ' and ',
  ' und ',
  ' et ',
  ' y ',
  ' e ',
  ' en ',
  ' og ',
  ' och ',
  ' ja ',
  ' i ',
  ' + ',
  '+',
];
const joiner = /(?<=[\p{L}\p{N}.]) ?[&+] ?(?=[\p{L}\p{N}])|(?<=\p{L}) (?:and|und|et|y|og|och) (?=\p{L})/u;

const twoLetters = /^\p{L} ?[&+] ?\p{L}$/u;

/**
 * Variants: a zero-width non-joiner as a space, "&" as a word, "Dr.Oetker" and "Dr Oetker" for "Dr. Oetker", "JCrew" for
 * "J.Crew", "oe" for "ö", "McDonalds" for "McDonald's", "Toys R Us" for "Toys“R”Us", "Yahoo" for "Yahoo!".
 */
function writtenForms(name: string): ReadonlySet<string> {
  const forms = [name, name.replace(/\u200c/g, ' '), transliterated(name)].map(foldName);
  return new Set(
    forms
      .flatMap((form) => {
        if (!joiner.test(form)) return [form];
        const words = twoLetters.test(form) ? joiners.filter((word) => !/\p{L}/u.test(word)) : joiners;
        return words.map((word) => form.replace(joiner, word));
      })
      .flatMap((form) => [form, ...withoutMarks(form)])
      .flatMap(withApostrophe),
  );
}

function withoutMarks(form: string): readonly string[] {
  const found: string[] = [];
  if (/\p{L}{4}[!?]+$/u.test(form)) found.push(form.replace(/[!?]+$/, ''));
  if (/\. /.test(form)) found.push(form.replace(/\. /g, '.'), form.replace(/\. /g, ' '));
  // An initial: "J.Crew"; not the dot of "booking.com".
  else if (/(?<!\p{L})\p{L}\.\p{L}{3}/u.test(form))
    found.push(...['', ' ', '. '].map((gap) => form.replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}{3})/gu, gap)));
  // "Dr Oetker", "J Crew".
  if (/^[a-z]{1,3} [a-z]{3}/.test(form)) found.push(form.replace(' ', '. '), form.replace(' ', '.'));
  if (/["“”]/.test(form))
    found.push(
      ...[' ', ''].map((gap) => form.replace(/ ?["“”] ?/g, gap).trim()),
      ...[' "$1" ', "'$1'", " '$1' "].map((quoted) => form.replace(/ ?"(\p{L})" ?/u, quoted)),
    );
  if (/'\p{L}'/u.test(form)) found.push(form.replace(/ ?' ?/g, ' ').trim(), form.replace(/'/g, ''));
  // "Toys R Us".
  if (/\p{L} \p{L} \p{L}/u.test(form))
    for (const quoted of ['"$1"', ' "$1" ', "'$1'", " '$1' "]) found.push(form.replace(/ (\p{L}) /u, quoted));
  return found;
}

/** "mcdonalds" and "mcdonald's", "l'oreal" and "loreal". */
function withApostrophe(form: string): readonly string[] {
  const found = [form];
  if (/\p{L}'\p{L}/u.test(form)) found.push(form.replace(/(?<=\p{L})'(?=\p{L})/gu, ''));
  if (/^[ld][aeiou][a-z]{3}/.test(form)) found.push(`${form.charAt(0)}'${form.slice(1)}`);
  if (/[a-z]{4}s(?= |$)/.test(form)) found.push(form.replace(/(?<=[a-z]{4})s(?= |$)/, "'s"));
  return found;
}

/** German names with "ae", "oe" and "ue" instead of umlauts. */
function transliterated(name: string): string {
  return name.normalize('NFC').replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD').charAt(0)}e`);
}

const eastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const writingChanges = new RegExp(`(?<=[${eastAsian}])(?=[a-z0-9])|(?<=[a-z0-9])(?=[${eastAsian}])`, 'u');

const isSyllabic = /^(?:[\p{Script=Katakana}ー]{2}|\p{Script=Hangul}{2})$/u;

function splitAtWriting(part: string): readonly string[] {
  return part.split(writingChanges);
}

function gapsBetween(one: string, two: string, length: number): readonly string[] {
  const isLatin = /^\p{Script=Latin}+$/u;
  if (writingChanges.test(`${one.slice(-1)}${two.slice(0, 1)}`)) return [' ', ''];
  // "7Eleven" is one word as well; "GPX-4" and "GPX4" may be two models.
  // "セブンイレブン", "コカコーラ" and "배달의민족": katakana and Korean words are also written together.
  if (length > minJoined && isSyllabic.test(`${one.slice(-1)}${two.slice(0, 1)}`))
    return [' ', '-', '・', ''];
  const joins = (isLatin.test(one) || /^\d+$/.test(one)) && isLatin.test(two);
  return joins && length > minJoined ? [' ', '-', ''] : [' ', '-'];
}
