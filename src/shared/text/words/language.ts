/**
 * Identifies the language of a text by its script and its most common short words. It uses no model or frequency
 * tables and covers the languages of answers. Uncertain results are `und` or have a low confidence.
 */
import type { Direction, LanguageTag } from '../../model/comparison/comparison.ts';
import { type Script, scriptOf, scripts } from './scripts.ts';
import { otherWords, stopWords, uniqueLetters } from './stopWords.ts';

/** Maximum characters read. Reading more does not change the result. */
const sampleLength = 1200;
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'dv', 'ku']);

const unknownLanguage: LanguageTag = { code: 'und', script: 'Zyyy', direction: 'ltr', confidence: 0 };

/** Writing direction of a language tag. */
export function directionOf(code: string): Direction {
  return rightToLeft.has(code.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

const syllabic = new Set<Script>(['Hani', 'Hira', 'Kana', 'Hang']);

/** Index of a UTF-16 unit's script in `scripts`, plus 1; 0 if it is not known yet. */
const scriptPlace = new Uint8Array(0x1_00_00);

function placeOf(unit: number): number {
  const known = scriptPlace[unit] ?? 0;
  if (known !== 0) return known;
  const place = scripts.indexOf(scriptOf(unit)) + 1;
  scriptPlace[unit] = place;
  return place;
}

/** Number of letters of each script in the text. */
function countScripts(text: string): (script: Script) => number {
  const units = new Uint32Array(scripts.length + 1);
  for (let index = 0; index < text.length; index++) {
    const place = placeOf(text.charCodeAt(index));
    units[place] = (units[place] ?? 0) + 1;
  }
  return (script) => {
    const count = units[scripts.indexOf(script) + 1] ?? 0;
    // A character of a syllabic or logographic script counts as two letters.
    return syllabic.has(script) ? 2 * count : count;
  };
}

const simplifiedOnly = new Set('们这说对国时会来个为东车锁开关线网发点过还样没问题应该买价质电级钱号');
const traditionalOnly = new Set('們這說對國時會來個為東車鎖開關線網發點過還樣沒問題應該買價質電級錢號');

function chineseScript(text: string): string {
  let simplified = 0;
  let traditional = 0;
  for (const character of text) {
    const inSimplified = simplifiedOnly.has(character);
    const inTraditional = traditionalOnly.has(character);
    if (inSimplified && !inTraditional) simplified++;
    if (inTraditional && !inSimplified) traditional++;
  }
  return traditional > simplified ? 'Hant' : 'Hans';
}

const wordCharacter = /[\p{L}\p{M}'’]/u;
/** Cache by UTF-16 unit: 0 unknown, 1 not part of a word, 2 part of a word. */
const ofWord = new Uint8Array(0x1_00_00);

/** Whether the unit is part of a word. Several times as fast as a regular expression for words. */
function isOfWord(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit >= 0xd800 && unit < 0xe000) {
    const point = text.codePointAt(unit < 0xdc00 ? index : index - 1) ?? 0;
    return point > 0xffff && wordCharacter.test(String.fromCodePoint(point));
  }
  let known = ofWord[unit] ?? 0;
  if (known === 0) {
    known = wordCharacter.test(String.fromCharCode(unit)) ? 2 : 1;
    ofWord[unit] = known;
  }
  return known === 2;
}

/** Languages of one script, indexed by their words and letters. */
type Candidates = {
  readonly codes: readonly string[];
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  /** By UTF-16 unit. */
  readonly byLetter: ReadonlyMap<number, readonly number[]>;
};

function candidates(codes: readonly string[]): Candidates {
  const words = (code: string) => new Set([...(stopWords[code] ?? []), ...(otherWords[code] ?? [])]);
  const invert = (lists: Readonly<Record<string, ReadonlySet<string>>>) => {
    const users = new Map<string, number[]>();
    codes.forEach((code, index) => {
      for (const entry of lists[code] ?? []) {
        const known = users.get(entry);
        if (known === undefined) users.set(entry, [index]);
        else known.push(index);
      }
    });
    return users;
  };
  const byWord = invert(Object.fromEntries(codes.map((code) => [code, words(code)])));
  const byLetter = new Map(
    [...invert(uniqueLetters)].map(([letter, users]) => [letter.charCodeAt(0), users]),
  );
  return { codes, byWord, byLetter };
}

/** Words that a language of the market is ahead by. */
const expectedScore = 0.5;

/** Best language of one script by its stop words. Letters that only one language uses count half. */
function byStopWords(
  text: string,
  among: Candidates,
  script: string,
  fallback: string,
  expected: readonly string[],
): LanguageTag {
  const scores = new Float64Array(among.codes.length);
  const lower = text.toLowerCase();
  const add = (users: readonly number[] | undefined, score: number): void => {
    if (users !== undefined) for (const user of users) scores[user] = (scores[user] ?? 0) + score;
  };
  let wordAt = -1;
  let isSentence = false;
  const word = (start: number, end: number): void => {
    const users = among.byWord.get(lower.slice(start, end));
    if (users === undefined) return;
    add(users, 1);
    isSentence ||= start === 0 || text.charCodeAt(start) === lower.charCodeAt(start);
  };
  for (let index = 0; index < lower.length; index++) {
    const unit = lower.charCodeAt(index);
    if (unit >= 128) add(among.byLetter.get(unit), 0.5);
    // Uzbek writes a letter with it ("bo‘lsa"); elsewhere it opens a quotation.
    if (isOfWord(lower, index) || (unit === 0x2018 && wordAt >= 0)) {
      if (wordAt < 0) wordAt = index;
    } else if (wordAt >= 0) {
      word(wordAt, index);
      wordAt = -1;
    }
  }
  if (wordAt >= 0) word(wordAt, lower.length);
  // A language of the market wins where the words fit several, and only then.
  for (const [index, score] of scores.entries())
    if (score > 0 && expected.includes(among.codes[index] ?? '')) scores[index] = score + expectedScore;
  let best = -1;
  let bestScore = 0;
  let secondScore = 0;
  scores.forEach((score, index) => {
    if (score > bestScore) {
      secondScore = bestScore;
      bestScore = score;
      best = index;
    } else if (score > secondScore) secondScore = score;
  });
  const code = among.codes[best] ?? fallback;
  // "Acme Pro": a name that happens to be a short word of a language.
  if (bestScore === 0 || (bestScore <= 1 && !isSentence && script === 'Latn'))
    return { code: fallback, script, direction: directionOf(fallback), confidence: 0 };
  const lead = (bestScore - secondScore) / bestScore;
  const volume = Math.min(1, bestScore / 4);
  return { code, script, direction: directionOf(code), confidence: round(Math.min(1, lead * 1.5) * volume) };
}

const latinLanguages = candidates(
  'en de fr es pt it nl pl sv da no fi cs sk hu ro tr id vi hr ca is sl lt lv et sq az ms tl sw af eu gl cy ga gd br so yo ha jv ceb fo uz'.split(
    ' ',
  ),
);
const arabic = candidates(['ar', 'fa', 'ur', 'ps']);
const devanagari = candidates(['hi', 'mr', 'ne']);
const cyrillic = candidates(['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk', 'ky', 'mn']);

/** Scripts that are almost always one language. */
const oneLanguage = [
  ['Thai', 'th'],
  ['Hebr', 'he'],
  ['Grek', 'el'],
  ['Armn', 'hy'],
  ['Geor', 'ka'],
  ['Ethi', 'am'],
  ['Beng', 'bn'],
  ['Guru', 'pa'],
  ['Gujr', 'gu'],
  ['Orya', 'or'],
  ['Taml', 'ta'],
  ['Telu', 'te'],
  ['Knda', 'kn'],
  ['Mlym', 'ml'],
  ['Sinh', 'si'],
  ['Laoo', 'lo'],
  ['Tibt', 'bo'],
  ['Mymr', 'my'],
  ['Khmr', 'km'],
  ['Mong', 'mn'],
] as const satisfies readonly (readonly [Script, string])[];

/**
 * Identifies the language of `text`.
 * @param hint BCP 47 tag declared by the result; used only if the text itself is ambiguous
 * @param expected ISO 639-1 codes of the market's languages, a prior and not a verdict
 */
export function identifyLanguage(
  text: string,
  hint: string | null = null,
  expected: readonly string[] = [],
): LanguageTag {
  const sample = text.length > sampleLength ? text.slice(0, sampleLength) : text;
  const count = countScripts(sample);
  let letters = 0;
  for (const script of scripts) if (script !== 'Zyyy') letters += count(script);
  if (letters === 0) return hinted(hint) ?? unknownLanguage;
  const share = (script: Script) => count(script) / letters;

  // Product and brand names are in Latin letters everywhere, so other scripts win with less than half.
  const kana = share('Hira') + share('Kana');
  if (kana > 0.05 && kana + share('Hani') > 0.3) return tag('ja', 'Jpan', kana + share('Hani'));
  if (share('Hang') > 0.25) return tag('ko', 'Kore', share('Hang'));
  if (share('Hani') > 0.25) return tag('zh', chineseScript(sample), share('Hani'));
  for (const [script, code] of oneLanguage) if (share(script) > 0.25) return tag(code, script, share(script));
  if (share('Arab') > 0.25)
    return settle(byStopWords(sample, arabic, 'Arab', 'ar', expected), hint, share('Arab'));
  if (share('Deva') > 0.25)
    return settle(byStopWords(sample, devanagari, 'Deva', 'hi', expected), hint, share('Deva'));
  if (share('Cyrl') > 0.25)
    return settle(byStopWords(sample, cyrillic, 'Cyrl', 'ru', expected), hint, share('Cyrl'));
  const latin = byStopWords(sample, latinLanguages, 'Latn', 'und', expected);
  return latin.confidence < 0.05 ? (hinted(hint) ?? { ...unknownLanguage, script: 'Latn' }) : latin;
}

function tag(code: string, script: string, confidence: number): LanguageTag {
  return { code, script, direction: directionOf(code), confidence: round(Math.min(1, confidence + 0.3)) };
}

/**
 * Chooses among the languages of a script: by stop words, then by the hint. The share of the script is the
 * confidence.
 */
function settle(found: LanguageTag, hint: string | null, share: number): LanguageTag {
  if (found.confidence > 0)
    return { ...found, confidence: round(Math.max(found.confidence, Math.min(1, share))) };
  const told = hinted(hint);
  return told !== null && told.script === found.script ? told : { ...found, confidence: 0.5 };
}

const scriptOfLanguage: Readonly<Record<string, string>> = Object.fromEntries([
  ...arabic.codes.map((code) => [code, 'Arab']),
  ...devanagari.codes.map((code) => [code, 'Deva']),
  ...cyrillic.codes.map((code) => [code, 'Cyrl']),
  ...oneLanguage.map(([script, code]) => [code, script]),
  ...[
    ['ja', 'Jpan'],
    ['ko', 'Kore'],
    ['zh', 'Hans'],
  ],
]);

function hinted(hint: string | null): LanguageTag | null {
  if (hint === null || hint === '') return null;
  const code = hint.toLowerCase().split(/[-_]/)[0] ?? '';
  if (!/^[a-z]{2,3}$/.test(code)) return null;
  return { code, script: scriptOfLanguage[code] ?? 'Latn', direction: directionOf(code), confidence: 0.4 };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Whether the language is written in Latin letters. True for unknown codes. */
export function usesLatin(code: string): boolean {
  return scriptOfLanguage[code] === undefined;
}

/**
 * Whether words of the two languages can be compared. A text that is too short to identify can be compared with any
 * language in Latin letters; other scripts are identified within one or two words.
 */
export function sameLanguage(one: string, two: string): boolean {
  if (one === two) return true;
  return (one === 'und' && usesLatin(two)) || (two === 'und' && usesLatin(one));
}
