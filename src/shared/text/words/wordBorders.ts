/**
 * Where a name begins and ends in a folded text: at word borders of its script, including what a language attaches to
 * a name (prefixes, particles, case endings, elided articles).
 */
import { type FoldedUnits, textOf } from './folding.ts';
import { isCombining, needsSegmenter, type Script, scriptOf } from './scripts.ts';

const apostrophe = 0x27;
const quote = 0x22;
/** The combining keycap of an emoji, which belongs to no word. */
const keycap = 0x20e3;

/**
 * Whether words begin at `start` and end at `stop`.
 * @param text the original text
 * @param folded the same text, folded
 */
export function isWhole(text: string, folded: FoldedUnits, start: number, stop: number): boolean {
  const begins = beginning(text, folded, start, stop);
  if (begins === 'inside') return false;
  const ends = ending(text, folded, start, stop);
  if (ends === 'inside') return false;
  return (begins === 'border' && ends === 'border') || standsApart(folded, start, stop);
}

/** `unspaced`: the script writes no spaces, so words have to be found by segmentation. */
type Side = 'border' | 'inside' | 'unspaced';

const sideOf = (border: boolean): Side => (border ? 'border' : 'inside');

function beginning(text: string, folded: FoldedUnits, position: number, stop: number): Side {
  if (position === 0) return 'border';
  const { units } = folded;
  const before = units[position - 1] as number;
  const first = units[position] as number;
  const script = scriptOf(first);
  if (isDigit(first)) return sideOf(numberBegins(text, folded, position));
  if (script === 'Zyyy') return 'border';
  if (before === apostrophe) return sideOf(afterApostrophe(folded, position, script));
  if (isDigit(before)) return sideOf(!isAlphabet(script) || !isWrittenDigit(text, folded, position - 1));
  let base = position - 1;
  while (base > 0 && isCombining(units[base] as number)) base--;
  if ((units[position - 1] as number) === keycap) return 'border';
  const scriptBefore = scriptOf(units[base] as number);
  if (scriptBefore !== script) return isOneWriting(scriptBefore, script) ? 'unspaced' : 'border';
  if (needsSegmenter(script)) return 'unspaced';
  const length = stop - position;
  if (script === 'Hebr')
    return sideOf(length > 2 && hebrewPrefix.test(textOf(folded, position - 5, position)));
  if (script === 'Arab')
    return sideOf(length > 2 && arabicPrefix.test(textOf(folded, position - 6, position)));
  return 'inside';
}

function ending(text: string, folded: FoldedUnits, start: number, stop: number): Side {
  const { units, length } = folded;
  if (stop >= length) return 'border';
  const last = units[stop - 1] as number;
  const after = units[stop] as number;
  const script = scriptOf(last);
  if (after === keycap) return 'border';
  const endings = endingsByScript[script];
  if (endings !== undefined && scriptOf(after) === script)
    return sideOf(endings.test(wordFrom(folded, stop, script)));
  if (isCombining(after)) return 'inside';
  if (isDigit(last)) return sideOf(numberEnds(text, folded, stop));
  if (script === 'Zyyy') return 'border';
  if (after === apostrophe) return sideOf(beforeApostrophe(text, folded, start, stop, script));
  // The last letter of a Hebrew acronym follows gershayim (a double stroke).
  if (after === quote && script === 'Hebr') return sideOf(wordFrom(folded, stop + 1, script).length !== 1);
  if (isDigit(after)) return sideOf(!isAlphabet(script) || !isWrittenDigit(text, folded, stop));
  const scriptAfter = scriptOf(after);
  if (scriptAfter !== script) {
    if (after === longVowel && (script === 'Kana' || script === 'Hira')) return 'inside';
    return isOneWriting(script, scriptAfter) ? 'unspaced' : 'border';
  }
  if (needsSegmenter(script)) return 'unspaced';
  if (script === 'Arab') return sideOf(joinedEnding(text, folded, stop));
  return 'inside';
}

const digit = /\p{Nd}/u;

/** Folding converts the digits of all scripts to ASCII. */
function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** The original character at a folded position. */
function writtenAt(text: string, { offsets }: FoldedUnits, position: number): string {
  const at = offsets === null ? position : (offsets[position] as number);
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** Whether a folded digit was a plain digit originally. A superscript or circled one is a footnote or item number. */
function isWrittenDigit(text: string, folded: FoldedUnits, position: number): boolean {
  return digit.test(writtenAt(text, folded, position));
}

function isLetter(unit: number): boolean {
  return scriptOf(unit) !== 'Zyyy';
}

/** Scripts whose names can contain digits ("Arc2"). */
function isAlphabet(script: Script): boolean {
  return (
    script === 'Latn' || script === 'Cyrl' || script === 'Grek' || script === 'Armn' || script === 'Geor'
  );
}

const currency = /\p{Sc}/u;

function numberBegins(text: string, folded: FoldedUnits, position: number): boolean {
  const before = folded.units[position - 1] as number;
  if (isDigit(before)) return !isWrittenDigit(text, folded, position - 1);
  if ((before === 0x2e || before === 0x2c) && isDigit(folded.units[position - 2] ?? 0)) return false;
  return !isAlphabet(scriptOf(before)) && !currency.test(String.fromCharCode(before));
}

function numberEnds(text: string, folded: FoldedUnits, stop: number): boolean {
  const { units } = folded;
  const after = units[stop] as number;
  if (isDigit(after)) return !isWrittenDigit(text, folded, stop);
  // 90.5 and 90,000 are different numbers; 90 %, 90° and 90 € are measures and prices.
  if (isDigit(units[stop + 1] as number) && /[.,\u066b\u066c]/.test(writtenAt(text, folded, stop)))
    return false;
  if (/^ ?(?:[%°‰]|\p{Sc}(?!\d))/u.test(textOf(folded, stop, stop + 3))) return false;
  return !isAlphabet(scriptOf(after));
}

/** Folded articles and short words that lose their vowel before a name (French, Italian, Catalan). */
const elided = new Set(
  'l d qu j n s c m t lorsqu puisqu quoiqu jusqu presqu quelqu un dell nell all sull dall coll quell quest bell sant anch senz tutt mezz gl'.split(
    ' ',
  ),
);

/**
 * Whether a name begins after an apostrophe: after an opening quotation mark or an elided word, but not inside a name
 * ("O'Reilly", "об'єкт").
 */
function afterApostrophe(folded: FoldedUnits, position: number, script: Script): boolean {
  const before = folded.units[position - 2] ?? 0;
  if (position < 2 || (!isLetter(before) && !isDigit(before))) return true;
  if (scriptOf(before) !== script) return true;
  if (script === 'Latn') {
    const word = /[a-z]+$/.exec(textOf(folded, position - 12, position - 1))?.[0] ?? '';
    return elided.has(word);
  }
  return script !== 'Cyrl' && script !== 'Hebr';
}

function beforeApostrophe(
  text: string,
  folded: FoldedUnits,
  start: number,
  stop: number,
  script: Script,
): boolean {
  const { units, offsets } = folded;
  const next = units[stop + 1] as number;
  // A closing quotation mark.
  if (scriptOf(next) !== script || units[start - 1] === apostrophe) return !isDigit(next);
  // "Brico'Dépôt" is another name.
  const at = offsets?.[stop + 1] ?? stop + 1;
  if (/^\p{Lu}\p{Ll}/u.test(text.slice(at, at + 2))) return false;
  return script !== 'Cyrl' && script !== 'Hebr' && script !== 'Armn';
}

/** The letters and marks of this script that begin at `from`. */
function wordFrom({ units, length, offsets }: FoldedUnits, from: number, script: Script): string {
  let end = from;
  while (end < length && end - from < 16 && scriptOf(units[end] as number) === script) end++;
  return textOf({ units, length, offsets }, from, end);
}

/** Letters that Hebrew and Arabic attach to the beginning of a name ("and", "in", "to", "from", "the" …). */
const hebrewPrefix = /(?:^|[^\u05d0-\u05ea])[ושלבמכה]{1,4}$/;
const arabicPrefix = /(?:^|[^\u0620-\u064a])(?:[وفبلك]{1,2}|(?:[وف])?(?:[بلك])?ال|لل|ولل)$/;

/** Persian attaches some endings with a zero-width non-joiner, which folding removes. */
const persianEndings = /^(?:ها(?:يي?|يي)?|اي|ي|ام|ات|اش|مان|تان|شان|تر(?:ين)?|اند|ايم|ايد)$/;

function joinedEnding(text: string, folded: FoldedUnits, stop: number): boolean {
  const { offsets } = folded;
  if (offsets === null) return false;
  const between = text.slice(offsets[stop - 1] as number, offsets[stop] as number);
  return between.includes('\u200c') && persianEndings.test(wordFrom(folded, stop, 'Arab'));
}

/** Endings attached to a name, by script, up to the end of the word. */
const endingsByScript: Readonly<Partial<Record<Script, RegExp>>> = {
  // Case particles, then limiting or stressing particles, or a form of "to be".
  Hang: new RegExp(
    '^(?:들|측|사|제|용|님|표)?' +
      '(?:에게서?|한테서?|에서|에|께서?|으?로서|으?로써|으?로부터|으?로|와|과|하고|이?랑|만|까지|부터|보다|처럼|같이|만큼|대로|밖에|마다|조차|마저|뿐)?' +
      '(?:만|까지|부터|조차|마저|뿐|으로|보다)?' +
      '(?:은|는|이|가|을|를|의|도|와|과|이?나|이?라도|요|이?다|입니다|이?며|이?고|인|이?라는|이?라고는?|이?라면|이?라서|이?지만|이었?고|였고|이었다|였다|이었습니다|였습니다|이었던|였던|이에요|예요|이?죠|이?란|이?든지?|이므로|이어서|일|및)?요?$',
  ),
  Geor: /^(?:[სმც]|ის|მა|ით|ად|ში|ზე|თან|დან|მდე|სთვის|ისთვის|ია|ო|ები|ების|ებს)$/,
  Armn: /^(?:[նըիսդ]|ին|ից|ով|ում|ներ|ները|ների|եր|երը|երի|ական)$/,
  Beng: /^(?:ের|র|এর|কে|তে|য়|ে|টি|টা|ই|ও|দের|গুলি|গুলো)$/,
  Taml: /^(?:இன்|இல்|ஐ|ஆல்|க்கு|உடன்|வின்|வை|யின்|யை|கள்|களின்)$/,
};

const longVowel = 0x30fc;

/** Kanji and hiragana form words together. All other scripts are separate. */
function isOneWriting(one: Script, two: Script): boolean {
  return (one === 'Hani' && two === 'Hira') || (one === 'Hira' && two === 'Hani');
}

let segmenter: Intl.Segmenter | null = null;
/** Letters read on either side. More would not change the words next to the name. */
const reach = 24;
/** Suffixes that form another word from a Chinese noun: "-ise", "-class", "-ness". */
const chineseEndings = new Set(['化', '级', '級', '性']);

/** Short Chinese words that the segmenter may join with the first or last character of a name. */
const chineseBefore = new Set('在从從和与與对對用把被到给給让讓跟由是或及至将將');
const chineseAfter = new Set('的了是和与與在等也都就或及');

/**
 * Whether the name consists of whole words in a script without spaces. An unknown name may be segmented wrongly. It
 * then counts if treating it as a word gives fewer words, or equally many with only function words ("in", "of")
 * beside it.
 */
function standsApart(folded: FoldedUnits, start: number, stop: number): boolean {
  const { units, length } = folded;
  const unspaced = (at: number): boolean => {
    const unit = units[at] as number;
    return needsSegmenter(scriptOf(unit)) || isCombining(unit);
  };
  let from = start;
  while (from > 0 && start - from < reach && unspaced(from - 1)) from--;
  let to = stop;
  while (to < length && to - stop < reach && unspaced(to)) to++;
  const words = wordsOf(textOf(folded, from, to)).map(({ index }) => from + index);
  const next = words.find((border) => border > stop) ?? to;
  const apart = { before: words.includes(start), after: stop === to || words.includes(stop) };
  if (apart.after && chineseEndings.has(textOf(folded, stop, next))) return false;
  // Japanese 的な and 的に form adjectives and adverbs from nouns.
  if (/^的[なに]/.test(textOf(folded, stop, stop + 2))) return false;
  if (apart.before && apart.after) return true;
  const count = (one: number, two: number): number =>
    one === two ? 0 : wordsOf(textOf(folded, one, two)).length;
  const together = count(from, start) + 1 + count(stop, to);
  if (together !== words.length) return together < words.length;
  const before = words.findLast((border) => border < start) ?? from;
  return (
    (apart.before || chineseBefore.has(textOf(folded, before, start))) &&
    (apart.after || chineseAfter.has(textOf(folded, stop, next)))
  );
}

function wordsOf(text: string): readonly Intl.SegmentData[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return [...segmenter.segment(text)];
}
