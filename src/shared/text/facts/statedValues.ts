/** The values that a text states, each with its unit and what it counts. */

import { contentStem } from '../words/terms.ts';
import type { Token } from '../words/tokens.ts';
import { type Cues, cuesOf } from './cues.ts';

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
const seconds = [1, 60, 3600, 86_400, 604_800, 2_629_746, 31_556_952];

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
  language: string,
  cues: Cues | null,
): readonly StatedValue[] {
  const values: StatedValue[] = [];
  for (const [at, token] of tokens.entries()) {
    const { kind, key } = token;
    if (kind === 'word') {
      const share = cues === cuesOf.en ? shareAt(tokens, at) : null;
      if (share !== null) {
        // The "two" of "two thirds" is no value of its own.
        if (share.counted > 0) values.pop();
        const label = text.slice(tokens[share.from]?.start, token.end);
        const about = around(tokens, at + 1, language);
        values.push({ value: share.value, bare: share.value, unit: '%', isPrice: false, label, about });
        continue;
      }
      const count = cues === null ? 0 : countOf(key.toLowerCase(), tokens[at + 1], cues);
      if (count > 0)
        values.push({
          ...ofTime(count, tokens, at, cues, text),
          bare: count,
          isPrice: false,
          about: around(tokens, at, language),
        });
      continue;
    }
    if (kind !== 'number' && kind !== 'price') continue;
    const [amount = '', ...rest] = key.split(' ');
    const bare = Number(amount);
    if (!Number.isFinite(bare)) continue;
    const written = rest.join(' ');
    const isPrice = kind === 'price';
    const about = around(tokens, at, language);
    if (!isPrice && written === '') {
      values.push({ ...ofTime(bare, tokens, at, cues, text), bare, isPrice, about });
      continue;
    }
    const [unit, factor] = isPrice ? [written, 1] : (bases[written] ?? [written, 1]);
    values.push({
      value: bare * factor,
      bare,
      unit,
      isPrice,
      label: text.slice(token.start, token.end),
      about,
    });
  }
  return values;
}

/** English numbers above twelve, and a dozen. */
const largeNumbers: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'dozen:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 ' +
    'thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90'
  )
    .split(' ')
    .map((pair) => pair.split(':'))
    .map(([word = '', value]) => [word, Number(value)]),
);

const parts: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ...['third', 'quarter', 'fifth'].flatMap((word, at): [string, number][] => [
    [word, at + 3],
    [`${word}s`, at + 3],
  ]),
  ['tenth', 10],
]);

/** "Half of the buyers", "two thirds of them": a share in percent, and the token it begins with; null if there is none. */
function shareAt(
  tokens: readonly Token[],
  at: number,
): { readonly value: number; readonly from: number; readonly counted: number } | null {
  if (tokens[at + 1]?.key !== 'of') return null;
  const part = parts.get(tokens[at]?.key.toLowerCase() ?? '');
  if (part === undefined) return null;
  const before = tokens[at - 1]?.key === '-' ? at - 2 : at - 1;
  const written = tokens[before]?.key.toLowerCase() ?? '';
  const counted = (cuesOf.en?.numbers.indexOf(written, 1) ?? -1) + 1;
  const single = written === 'a' || written === 'one';
  if (part > 2 && counted === 0 && !single) return null;
  return {
    counted,
    value: Math.round((100 * Math.max(1, counted)) / part),
    from: counted > 0 || single ? before : at,
  };
}

/** The count that a word stands for; 0 if it is none. */
function countOf(lower: string, next: Token | undefined, cues: Cues): number {
  const count = countsOf(cues).get(lower);
  if (count === undefined) return 0;
  // "One" is a count only of time, "once" only before it: "one hour", "once a month".
  if (count > 1 || lower === 'once')
    return lower !== 'once' || /^(?:a|per|every)$/i.test(next?.key ?? '') ? count : 0;
  return lower === 'one' && next !== undefined && cues.times.test(next.key) ? 1 : 0;
}

const countWords = new Map<Cues, ReadonlyMap<string, number>>();

/** Counts by the words of a language. */
function countsOf(cues: Cues): ReadonlyMap<string, number> {
  const known = countWords.get(cues);
  if (known !== undefined) return known;
  const counts = new Map(cues.numbers.map((word, at) => [word, at + 1]));
  if (cues === cuesOf.en) {
    counts.set('once', 1).set('twice', 2);
    for (const [word, value] of Object.entries(largeNumbers)) counts.set(word, value);
  }
  countWords.set(cues, counts);
  return counts;
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

/** Stems after a number, up to the next number or mark, or else the one before it. */
function around(tokens: readonly Token[], at: number, language: string): readonly string[] {
  if (cuesOf[language] === undefined) return [];
  const stems: string[] = [];
  for (const token of tokens.slice(at + 1, at + 4)) {
    if (token.kind !== 'word') {
      if (token.kind === 'mark' && token.key === '-') continue;
      break;
    }
    const stem = stemOf(token);
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
  // The reader of a translation reads its digits.
  const label = found !== undefined && /[^\P{Nd}0-9]/u.test(value.label) ? found.label : value.label;
  return { ...value, about: found?.about ?? [], label };
}
