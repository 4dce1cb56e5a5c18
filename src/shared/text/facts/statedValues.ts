/** The values that a text states, each with its unit and what it counts. */

import type { NumberRules } from '../words/numberRules.ts';
import { numberAt } from '../words/numbers.ts';
import { contentStem } from '../words/terms.ts';
import type { Token } from '../words/tokens.ts';
import { type Cues, cuesOf, synonyms } from './cues.ts';
import { halfAfter, parts, type Spelled, shareAt, spelledAt } from './spelledNumbers.ts';

export type StatedValue = {
  readonly value: number;
  /** The number as it stands before its unit, for a text whose unit was not read. */
  readonly bare: number;
  /** Unit in its base (lb as kg), or ISO 4217 or the sign of a price; "" for a bare number. */
  readonly unit: string;
  readonly isPrice: boolean;
  /** As written. */
  readonly label: string;
  /** Stems of the words around it, which say what it counts; empty if they are not known. */
  readonly about: readonly string[];
};

/** Unit of durations, in seconds. */
export const timeUnit = 's';

/** Seconds of each unit of time, in the order of `times`. */
const seconds = [1, 60, 3600, 86_400, 604_800, 2_629_746, 31_556_952, 315_569_520];

/** Factors to one unit of each quantity. */
const bases: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  g: ['kg', 0.001],
  mg: ['kg', 1e-6],
  lb: ['kg', 0.45359],
  oz: ['kg', 0.02835],
  mm: ['m', 0.001],
  cm: ['m', 0.01],
  km: ['m', 1000],
  in: ['m', 0.0254],
  ft: ['m', 0.3048],
  mi: ['m', 1609.34],
  mph: ['km/h', 1.60934],
  ml: ['l', 0.001],
  cl: ['l', 0.01],
  gal: ['l', 3.78541],
  L: ['l', 1],
  MB: ['GB', 0.001],
  TB: ['GB', 1000],
  Wh: ['kWh', 0.001],
};

/** Content stem of a word; undefined for other tokens and function words. */
export function stemOf({ kind, key }: Token): string | undefined {
  return kind === 'word' ? (contentStem(key) ?? undefined) : undefined;
}

export function valuesIn(
  tokens: readonly Token[],
  text: string,
  rules: NumberRules,
  cues: Cues | null,
): readonly StatedValue[] {
  const values: StatedValue[] = [];
  /** Where the number that is spelled ends. */
  let from = 0;
  for (const [at, token] of tokens.entries()) {
    if (at < from) continue;
    const { kind, key } = token;
    if (kind === 'word') {
      const spelled = cues === null ? null : wordValue(tokens, at, text, rules, cues);
      if (spelled === null) continue;
      values.push(spelled.value);
      from = spelled.to;
      continue;
    }
    if (kind === 'code') {
      const [, letters, digits] = shortCode.exec(key) ?? [];
      if (digits !== undefined)
        values.push(named(Number(digits), `${codeUnit}${letters}`, text.slice(token.start, token.end), []));
      continue;
    }
    if (kind !== 'number' && kind !== 'price') continue;
    const found = numberValue(tokens, at, text, rules.language, cues);
    if (found !== null) values.push(found);
  }
  return values;
}

/** The value of a token that is a number. */
function numberValue(
  tokens: readonly Token[],
  at: number,
  text: string,
  language: string,
  cues: Cues | null,
): StatedValue | null {
  const { kind, key, start, end } = tokens[at] as Token;
  const [amount = '', ...rest] = key.split(' ');
  const bare = Number(amount);
  if (!Number.isFinite(bare)) return null;
  const written = rest.join(' ');
  const isPrice = kind === 'price';
  const about = around(tokens, at, language);
  const next = tokens[at + 1];
  if (!isPrice && written === '') {
    if (next?.kind === 'word' && next.start === end && /^(?:st|nd|rd|th)$/.test(next.key))
      return named(bare, ordinalUnit, text.slice(start, next.end), around(tokens, at + 1, language));
    // Tenths, in Japanese: 3割.
    if (language === 'ja' && next?.start === end && next.key.startsWith('割'))
      return named(bare * 10, '%', text.slice(start, next.end), about);
    const labelled = [...about, ...labelBefore(tokens, at, language)];
    return { ...ofTime(bare, tokens, at, cues, text), bare, isPrice, about: labelled };
  }
  const [unit, factor] = isPrice ? [written, 1] : (bases[written] ?? [written, 1]);
  return { value: bare * factor, bare, unit, isPrice, label: text.slice(start, end), about };
}

const named = (value: number, unit: string, label: string, about: readonly string[]): StatedValue => ({
  ...{ value, bare: value, unit, isPrice: false, label, about },
});

/** Units of the third and the 3rd, of hundreds and thousands, and, before its letters, of a code such as IP67. */
const [ordinalUnit, manyUnit, codeUnit] = ['th', '~', '#'];
const shortCode = /^([A-Z]{1,3}|(?=\d+G$))(\d{1,3})G?$/;

/** Whether values of a unit are compared only where they count the same. */
export function isCounting(unit: string): boolean {
  return unit === '' || unit === ordinalUnit || unit === manyUnit;
}

/** Whether a unit only names: on one side alone, its value is no addition. */
export function isNamedUnit(unit: string): boolean {
  return isCounting(unit) || unit.startsWith(codeUnit);
}

type WordValue = { readonly value: StatedValue; readonly to: number };

/** A value that begins with a word: "two and a half hours", "half of the buyers", "third place"; and where it ends. */
function wordValue(
  tokens: readonly Token[],
  at: number,
  text: string,
  rules: NumberRules,
  cues: Cues,
): WordValue | null {
  const { language } = rules;
  const token = tokens[at] as Token;
  const lower = token.key.toLowerCase();
  const upTo = (value: number, unit: string, last: number, counted = last): WordValue => ({
    value: named(value, unit, text.slice(token.start, tokens[last]?.end), around(tokens, counted, language)),
    to: last + 1,
  });
  if (cues !== cuesOf.en) {
    if (halves.has(lower)) return upTo(50, '%', at);
  } else {
    const share = shareAt(tokens, at);
    if (share !== null) return upTo(share.value, '%', share.to, share.counted);
    const hour = partOfHour(lower, tokens, at, cues);
    if (hour !== null) return upTo(hour.value, timeUnit, hour.to);
    const place = ordinals.indexOf(lower) + 1;
    if (place > 0 && isPlace(tokens, at)) return upTo(place, ordinalUnit, at);
    const many = manyOf.get(lower);
    if (many !== undefined && tokens[at + 1]?.key === 'of') return upTo(many, manyUnit, at + 1);
  }
  const spelled = spelledAt(tokens, at, cues);
  return spelled === null ? null : spelledValue(tokens, at, spelled, text, rules, cues);
}

/** A number in words, read with its unit or currency as in digits: "two hundred dollars", "a litre and a half". */
function spelledValue(
  tokens: readonly Token[],
  at: number,
  { count, last, isCount }: Spelled,
  text: string,
  rules: NumberRules,
  cues: Cues,
): WordValue | null {
  const { language } = rules;
  const start = tokens[at]?.start ?? 0;
  const end = tokens[last]?.end ?? start;
  const about = around(tokens, last, language);
  const bare = count + halfAfter(tokens, last + 1);
  const time = ofTime(count, tokens, last, cues, text);
  if (time.unit === timeUnit) {
    const unitEnd = (tokens[last]?.start ?? 0) + time.label.length;
    const value = (time.value / count) * bare;
    return { value: { ...named(value, timeUnit, text.slice(start, unitEnd), about), bare }, to: last + 1 };
  }
  const digits = String(count);
  const read = numberAt(digits + text.slice(end, end + 24), 0, rules);
  if (read !== null && (read.unit ?? read.currency) !== null) {
    const readEnd = end + read.end - digits.length;
    const next = tokens.findIndex((token, index) => index > last && token.start >= readEnd);
    const [, written = ''] = read.key.split(' ');
    const isPrice = read.currency !== null;
    const [unit, factor] = isPrice ? [written, 1] : (bases[written] ?? [written, 1]);
    const label = text.slice(start, readEnd);
    const value = { value: bare * factor, bare, unit, isPrice, label, about };
    return { value, to: next === -1 ? tokens.length : next };
  }
  if (!isCount) return null;
  const labelled = [...about, ...labelBefore(tokens, at, language)];
  return { value: named(count, '', text.slice(start, end), labelled), to: last + 1 };
}

/** Words for a half of all, in other languages. */
const halves: ReadonlySet<string> = new Set('hälfte moitié mitad metà metade helft'.split(' '));
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
/** What an ordinal counts, unlike "first, rinse the rice" and "the second one". */
const ranked =
  /^(?:prize|place|rank|century|floor|edition|generation|class|quarter|position|grade|gear|row)$/i;
/** "Came in third", "finished second". */
const placedIn = /^(?:in|came|comes|finished|finishes|ranks|ranked|placed)$/i;
const manyOf: ReadonlyMap<string, number> = new Map([
  ['dozens', 12],
  ['hundreds', 100],
  ['thousands', 1000],
  ['millions', 1e6],
]);

function isPlace(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (ranked.test(next?.key ?? '')) return true;
  return (
    placedIn.test(tokens[at - 1]?.key ?? '') &&
    (next?.kind !== 'word' || /^(?:in|out|of|among|overall|on)$/i.test(next.key))
  );
}

/** "Half an hour", "a quarter of an hour", in seconds. */
function partOfHour(
  lower: string,
  tokens: readonly Token[],
  at: number,
  cues: Cues,
): { readonly value: number; readonly to: number } | null {
  const part = parts.get(lower);
  if (part === undefined || part > 4) return null;
  const to = tokens[at + 1]?.key === 'of' ? at + 3 : at + 2;
  if (!/^an?$/.test(tokens[to - 1]?.key ?? '')) return null;
  const unit = ofTime(1, tokens, to - 1, cues, '');
  const above = Math.max(
    1,
    (cuesOf.en?.numbers.indexOf(tokens[at - 1]?.key.toLowerCase() ?? '', 1) ?? -1) + 1,
  );
  return unit.unit === timeUnit ? { value: (unit.value * above) / part, to } : null;
}

/** A number before a unit of time, in seconds, written with its unit. */
function ofTime(
  count: number,
  tokens: readonly Token[],
  at: number,
  cues: Cues | null,
  text: string,
): Pick<StatedValue, 'value' | 'unit' | 'label'> {
  const next = tokens[at + 1]?.key === '-' ? tokens[at + 2] : tokens[at + 1];
  const start = tokens[at]?.start ?? 0;
  const found = next?.kind === 'word' ? cues?.times.exec(next.key) : null;
  const which = found?.slice(1).findIndex((group) => group !== undefined) ?? -1;
  const factor = seconds[which];
  return factor === undefined
    ? { value: count, unit: '', label: text.slice(start, tokens[at]?.end) }
    : { value: count * factor, unit: timeUnit, label: text.slice(start, next?.end) };
}

/** What a number belongs to that stands before it: "version 12", "Android 9". */
function labelBefore(tokens: readonly Token[], at: number, language: string): readonly string[] {
  const before = tokens[at - 1];
  if (language !== 'en' || before?.kind !== 'word') return [];
  const isLabel = at > 1 && /^\p{Lu}/u.test(before.key) ? true : labels.test(before.key);
  return isLabel ? [contentStem(before.key) ?? before.key.toLowerCase()] : [];
}

const labels =
  /^(?:version|level|size|class|grade|type|step|chapter|number|page|generation|gate|route|line|model|aged?)$/i;

/** Stems after a number, up to the next number or mark. */
function around(tokens: readonly Token[], at: number, language: string): readonly string[] {
  if (cuesOf[language] === undefined) return [];
  const stems: string[] = [];
  for (const token of tokens.slice(at + 1, at + 4)) {
    if (token.kind !== 'word') {
      if (token.kind === 'mark' && token.key === '-') continue;
      break;
    }
    const same = synonyms[language]?.get(token.key.toLowerCase());
    const stem = same === undefined ? stemOf(token) : (contentStem(same) ?? same);
    if (stem !== undefined) stems.push(stem);
  }
  return stems.slice(0, 2);
}

/** A value of the original with what it counts, and its unit if only the translation has words for it. */
export function withWords(value: StatedValue, counted: readonly StatedValue[]): StatedValue {
  const found =
    counted.find((one) => one.value === value.value && one.unit === value.unit) ??
    counted.find((one) => one.bare === value.bare && one.isPrice === value.isPrice);
  const isTime = value.unit === '' && found?.unit === timeUnit;
  if (isTime) return found;
  // The reader of a translation reads its digits and words; signs such as "kg" and "€" stay.
  const isForeign = /[^\P{Nd}0-9]|\p{L}{3}/u.test(value.label);
  const label = found !== undefined && isForeign ? found.label : value.label;
  return { ...value, about: found?.about ?? [], label };
}
