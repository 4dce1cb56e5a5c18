/**
 * Reads numbers with units, and prices, in the digits, groupings, magnitudes and currencies that answers use. The key
 * is canonical: "1.299,00 €" (Germany), "€1,299" (Ireland) and "1 299 €" (France) are the same price. A number that
 * cannot be read surely is no number: its kind is `unread`, and its key is what is written.
 */
import { cached } from '../../once.ts';
import {
  type Amount,
  amountAt,
  amountValue,
  eastAsianEnd,
  endOfRange,
  parseNumber,
  signAt,
  sizeEnd,
  spaced,
} from './amounts.ts';
import { byFirst, currencyOf, type NumberRules } from './numberRules.ts';
import { ambiguousSigns, languageUnits, units } from './numberSigns.ts';

export type FoundNumber = {
  /** `code`: a version ("1.2.3") or the like ("4K"). */
  readonly kind: 'number' | 'price' | 'unread' | 'code';
  readonly start: number;
  readonly end: number;
  /** Canonical value with unit or currency: "1299 EUR", "2.5 kg", "84". */
  readonly key: string;
  /** NaN if it is not read. */
  readonly value: number;
  /** ISO 4217, or the sign itself if it is ambiguous ("$", "kr"). */
  readonly currency: string | null;
  readonly unit: string | null;
};

const everywhere = byFirst(units);
const unitsOf = cached((language: string) =>
  language in languageUnits ? [byFirst(languageUnits[language] ?? []), everywhere] : [everywhere],
);

/** Currencies with three decimals, where "1.250" is not 1250. */
const threeDecimals = new Set(['KWD', 'BHD', 'OMR', 'JOD', 'TND', 'LYD', 'IQD']);
/** Before the dash of a range: a number, also of a day ("3.–5. März"), or a word. */
const beforeRange = /(?:[\p{L}\p{N})]|\p{N}\.)$/u;
/** What may stand after the digits of a price without cents: "99,–", "1'299.-", "500/-". */
const withoutCents = /(?:[.,][–—-]{1,2}|\/-)/y;

/**
 * A number, a price or an unreadable number that starts exactly at `position`; null if none does.
 * @param money the text is a price, so that a number without a currency is an amount
 */
export function numberAt(
  text: string,
  position: number,
  rules: NumberRules,
  money = false,
): FoundNumber | null {
  const negative =
    isMinus(text, position) && !beforeRange.test(text.slice(Math.max(0, position - 2), position));
  let start = negative ? position + 1 : position;
  const before = signAt(rules.signs().before, text, start, true);
  if (before === null && rules.signs().letters.has(text.charCodeAt(start))) return null;
  if (before !== null) start = spaced(text, start + before[0].length);
  const minus = before !== null && isMinus(text, start);
  if (minus) start++;
  const ofRange = before === null ? currencyBeforeRange(text, position, rules) : null;
  const amount =
    vulgarAt(text, start) === null
      ? amountAt(text, start, rules, before !== null || ofRange !== null)
      : noWhole(start);
  if (amount === null) return null;
  const phone = before === null && !negative ? phoneEnd(text, position) : 0;
  if (phone > amount.end) return codeOf(text, position, phone);
  const read = (end: number, name: string | null, priced: boolean, unit = ''): FoundNumber => {
    const value =
      amountValue(amount, rules, priced && !threeDecimals.has(name ?? '')) * (negative || minus ? -1 : 1);
    const sure = !Number.isNaN(value);
    const currency = priced ? name : null;
    const meant = currency === null ? unit : currencyMeant(currency, rules);
    return {
      kind: sure ? (currency === null ? 'number' : 'price') : isVersion(amount) ? 'code' : 'unread',
      start: position,
      end,
      key: !sure ? text.slice(position, end) : `${value} ${meant}`.trim(),
      value,
      currency,
      unit: unit || null,
    };
  };
  withoutCents.lastIndex = amount.end;
  const end = withoutCents.test(text) ? withoutCents.lastIndex : amount.end;
  const next = nameFrom(text, end, amount.sized || rules.language === 'ro');
  const after = signAt(rules.signs().after, text, next);
  if (after !== null && (before === null || isSameMoney(before[1], after[1]))) {
    const name = before === null || isMoreExact(after[1], before[1]) ? after[1] : before[1];
    const price = read(next + after[0].length, name, true);
    const cents = next === amount.end ? centsAfterSign.exec(text.slice(price.end, price.end + 4))?.[0] : null;
    return cents == null ? price : amountOf(price, price.value + Number(cents) / 100, price.end + 2);
  }
  const penny = rules.currency === 'GBP' && end - start < 3 && next === end ? pennies : hundredths;
  const hundredth = before === null && rules.currency !== null ? signAt(penny, text, next) : null;
  if (hundredth !== null) {
    const price = read(next + hundredth[0].length, rules.currency, true);
    return amountOf(price, price.value / 100, price.end);
  }
  const abroad = before?.[1] === '$' ? dollarsOf.exec(text.slice(next, next + 12)) : null;
  if (abroad !== null)
    return read(next + (abroad[1] ?? '').length, abroad[2] === undefined ? 'USD' : 'CAD', true);
  const currency = before?.[1] ?? currencyAfterRange(text, position, amount.end, rules) ?? ofRange;
  if (currency !== null) return read(end, currency, true);
  const fraction = fractionOf(text, position, amount.end);
  const unitFrom = unitStart(text, fraction?.end ?? amount.end);
  const unit = signAt(unitsOf(rules.language), text, unitFrom) ?? inchAt(text, unitFrom);
  if (unit !== null) {
    const measured = read(unitFrom + unit[0].length, null, false, unit[1]);
    return fraction === null ? measured : amountOf(measured, fraction.of(measured.value), measured.end);
  }
  if (fraction?.whole === true) {
    const plain = read(fraction.end, null, false);
    return amountOf(plain, fraction.of(plain.value), plain.end);
  }
  const leading = text.slice(Math.max(0, position - 24), position);
  if (percentWordBefore.test(leading) || (percentFirst.has(rules.language) && percentBefore.test(leading)))
    return read(amount.end, null, false, '%');
  if (/^[A-Za-z](?!\p{L})/u.test(text.slice(amount.end, amount.end + 2)))
    return codeOf(text, position, amount.end + 1);
  return read(amount.end, null, money, money ? '' : unitOfRange(text, position, amount.end, rules));
}

/** Behind "$19.99": "US", "CAN". */
const dollarsOf = /^((?:US|U\.S\.|(CAN|CDN))(?![\p{L}\p{N}-]))(?!\s\p{L})/u;

/** Where the unit of a number may begin: "65 inches", "65-inch", "5-kg-Beutel", not "2-in-1" and "3-M". */
function unitStart(text: string, end: number): number {
  if (!/[-\u2011]/.test(text.charAt(end))) return spaced(text, end);
  const [name = '', next] = /^\p{L}+(-)?/u.exec(text.slice(end + 1, end + 20)) ?? [];
  return name.replace('-', '') !== 'in' && (name.length > 1 || next !== undefined) ? end + 1 : end;
}

const codeOf = (text: string, start: number, end: number): FoundNumber => ({
  kind: 'code',
  start,
  end,
  key: text.slice(start, end),
  value: Number.NaN,
  currency: null,
  unit: null,
});

/** "1-800-555-0199", "(030) 123-4567", and what stands behind the plus of "+49 30 1234567". */
const phone = /(?:\d[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)/y;
const phoneAfterPlus = /\d{1,3}(?:[-. ]?\(\d{1,4}\)[-. ]?|[-. ])\d{2,8}(?:[-. ]\d{2,8}){0,4}(?![\d.,])/y;

/** The end of a telephone number, whose groups are no numbers; 0 if there is none. */
function phoneEnd(text: string, at: number): number {
  const pattern = text.charAt(at - 1) === '+' ? phoneAfterPlus : phone;
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0] ?? '';
  return found.replace(/\D/g, '').length < 8 ? 0 : at + found.length;
}

/** Inches as a sign: "27.5″", and "27.5\"" where that does not end a quotation. */
function inchAt(text: string, at: number): readonly [string, string] | null {
  const sign = text.charAt(at);
  if (sign === '″') return [sign, 'in'];
  // In "6'2\"" they are of feet.
  if (sign !== '"' || !/(?<!['’])\p{Nd}$/u.test(text.slice(Math.max(0, at - 2), at))) return null;
  if (/[\p{L}\p{N}]/u.test(text.charAt(at + 1))) return null;
  return text.slice(Math.max(0, at - quotationReach), at).split('"').length % 2 === 1 ? [sign, 'in'] : null;
}
const quotationReach = 400;

/** The same number with another value. */
function amountOf(found: FoundNumber, value: number, end: number): FoundNumber {
  if (Number.isNaN(value)) return { ...found, end };
  const exact = Number(value.toPrecision(12));
  return { ...found, end, value: exact, key: found.key.replace(/^\S+/, String(exact)) };
}

/** Cents behind the sign, as in France: "49€90". */
const centsAfterSign = /^\d\d(?![\d.,])/;
/** "99 cents" is 0.99 of the market's currency. */
const hundredths = [
  byFirst(
    [
      'cents',
      'cent',
      'Cent',
      'ct/',
      'Ct/',
      'ct pro',
      'ct je',
      'Ct. pro',
      'Ct. je',
      '¢',
      'centimes',
      'céntimos',
      'centesimi',
      'eurocent',
      'pence',
    ].map((sign) => [sign, 'cent'] as const),
  ),
];
/** "50p", in Britain. */
const pennies = [...hundredths, byFirst([['p', 'cent']])];
/** Languages that write the sign of percent before the number, or before the first of a range. */
const percentFirst: ReadonlySet<string> = new Set(['tr', 'eu', 'ar', 'fa', 'ur']);
const percentBefore = /[%٪](?:\p{Nd}[\p{Nd}.,]*\s?[–-]\s?)?$/u;
/** Words for percent that stand before the number. */
const percentWordBefore =
  /(?:(?<!\p{L})(?:yüzde|ehuneko|asilimia)\s|百分之)(?:\p{Nd}[\p{Nd}.,]*\s?[–-]\s?)?$/iu;

const fractionAfter = /^(?:[ -]([1-9]))?\/([2-9]|1[06]|32|64)(?!\p{N})/u;

/** "½" and the like, in the order of their code points from U+00BC and U+2150. */
const vulgar: Readonly<Record<string, number>> = Object.fromEntries(
  [...'¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞'].map((sign) => {
    const [above = '', below = '1'] = sign.normalize('NFKD').split('\u2044');
    return [sign, Number((Number(above) / Number(below)).toPrecision(3))];
  }),
);

const vulgarAt = (text: string, at: number): number | null =>
  text.charCodeAt(at) < 0xbc ? null : (vulgar[text.charAt(at)] ?? null);

/** The amount before a fraction that stands alone. */
const noWhole = (at: number): Amount => ({ end: at, sized: false, terms: [{ written: '0', factor: 1 }] });

/** What a fraction that needs no unit is one of: "2/3 of users", "1/2 price". */
const fractionOfWhole =
  /^\s(?:of|off|(?:half |full )?price|cups?|tablespoons?|tbsp|teaspoons?|tsp|hours?|days?|dozen|der|des|von|de|du|di|dei|degli|delle|della|del|do|da|dos|das|van|av|af|ze?|из|от|των|του|Preis|Tassen?|Liter|prix|precio|prezzo|preço|prijs)(?!\p{L})|^\sthe\s|^\s?d['’]/u;
/** "4/5" and "9/10" are also marks, and only parts where the text says of what. */
const fractionOfAll = /^\s(?:of|der)\s/;
/** Before "1/2" as one of two. */
const countedOf =
  /(?:part|page|step|chapter|episode|week|lesson|vol\.?|no\.?|#|teil|seite|schritt|partie|parte|étape|página|paso|pagina|stap|deel)\s?$/iu;

/** "1/2 inch", "1 1/2 inches", "1½", "2/3 of users": what the number before becomes; `whole` if it needs no unit. */
function fractionOf(
  text: string,
  start: number,
  end: number,
): { readonly of: (value: number) => number; readonly end: number; readonly whole: boolean } | null {
  const sign = vulgarAt(text, end);
  if (sign !== null) return { of: (value) => value + sign, end: end + 1, whole: true };
  const found = fractionAfter.exec(text.slice(end, end + 6));
  if (found === null) return null;
  const [{ length }, part, written = ''] = found;
  const divisor = Number(written);
  const above = Number(part ?? text.slice(start, end));
  const after = text.slice(end + length, end + length + 16);
  const isPart =
    (divisor === 5 || divisor === 10 ? fractionOfAll : fractionOfWhole).test(after) &&
    !countedOf.test(text.slice(Math.max(0, start - 12), start));
  return {
    of: (value) => (part === undefined ? rounded(value / divisor) : value + rounded(Number(part) / divisor)),
    end: end + length,
    whole: above < divisor && (part !== undefined || isPart),
  };
}

/** As the sign of the same fraction. */
const rounded = (value: number): number => Number(value.toPrecision(3));

function isVersion({ terms }: Amount): boolean {
  return terms.some(({ written }) => /\.\p{Nd}+\./u.test(written));
}

function isMinus(text: string, at: number): boolean {
  return /^[-−–][\p{Nd}\p{Sc}]/u.test(text.slice(at, at + 2));
}

const joiningWord = /\s(?:de |di |d['’])/y;

/** Where the currency after an amount begins: "2,5 milioni di euro". */
function nameFrom(text: string, end: number, sized: boolean): number {
  joiningWord.lastIndex = end;
  return sized && joiningWord.test(text) ? joiningWord.lastIndex : spaced(text, end);
}

/** A sign that several currencies share is the market's own one where it can be; "$" is elsewhere the US dollar. */
function currencyMeant(shown: string, rules: NumberRules): string | null {
  const { currency } = currencyOf(shown, rules.currency);
  return currency === '$' || currency === 'dollar' ? 'USD' : currency;
}

/** Whether the sign behind an amount says more than that before it: "$15,999 MXN", "$15 dollars". */
function isMoreExact(after: string, before: string): boolean {
  return /^[A-Z]{3}$/.test(after) || (before === '$' && after === 'dollar');
}

/** Whether two signs of one price agree: "$15,999 MXN", "€20 EUR". */
function isSameMoney(before: string, after: string): boolean {
  return (
    before === after ||
    (before === '$' && after === 'dollar') ||
    ambiguousSigns[before]?.has(after) === true ||
    ambiguousSigns[after]?.has(before) === true
  );
}

const size = String.raw`(?:\s?(?:[kKmMbB]|bn|mil|mln|mio\.?|juta|ribu|jt|rb|lakhs?|crores?|[Cc]r|thousand|million|billion))?`;
/** The first number of a range behind its currency, up to the second one: by a dash, or by a word. */
const rangeFrom = new RegExp(String.raw`\p{Nd}[\p{Nd}.,'’]*${size}\s?[–—~〜～-]\s?$`, 'u');
const rangeInWords = new RegExp(
  String.raw`\p{Nd}[\p{Nd}.,'’]*${size}\s(?:to|bis|à|a|al|até|tot|til|till|hingga|sampai)\s$`,
  'u',
);
/** Behind a second number that is the last word of its price: "from $500 to 700 per month", not "$5 to 10 people". */
const endsPrice = new RegExp(
  String.raw`^\p{Nd}[\p{Nd}.,'’]*${size}(?:\s*$|[.!?,;:](?!\p{N})|[/)|*_~+]|\s[()|*–—]|\s(?:per|pro|par|por|al|au|im|a|an|pm|each|monthly|annually|je|på|om|depending|and|plus|range|inkl?\.?|selon|según)(?!\p{L}))`,
  'u',
);

/** The currency behind the second number of a range: "10–20 €". */
function currencyAfterRange(text: string, start: number, end: number, rules: NumberRules): string | null {
  const to = endOfRange(text, start, end);
  if (to === 0) return null;
  const sized = sizeEnd(text, to, rules);
  withoutCents.lastIndex = sized;
  const last = withoutCents.test(text) ? withoutCents.lastIndex : sized;
  const from = nameFrom(text, last, rules.language === 'ro');
  return signAt(rules.signs().after, text, from)?.[1] ?? null;
}

/** Whether the number at `start` is the upper price of a range, and not a count: "$49 – 10 GB", "$9 - 30 days". */
function isSecondPrice(text: string, start: number, first: string, rules: NumberRules): boolean {
  const behind = text.slice(start, start + 40);
  const written = numeral.exec(behind)?.[0] ?? '';
  if (/^[–—~〜～-]$/u.test(first.slice(-1)) && !/\s/.test(first)) {
    const unit = unitStart(text, start + written.length);
    return signAt(unitsOf(rules.language), text, unit) === null;
  }
  const [low, high] = [numeral.exec(first)?.[0] ?? '', written].map((each) => parseNumber(each, rules, true));
  if (low === undefined || high === undefined || !(low < high)) return false;
  return endsPrice.test(behind) || /[.,’']\p{Nd}{2,3}$/u.test(written);
}
const numeral = /^\p{Nd}+(?:[.,'’]\p{Nd}+)*/u;

/** The currency before the first number of a range: "$10–20", "Rs. 500-700", "CHF 500 bis 700". */
function currencyBeforeRange(text: string, start: number, rules: NumberRules): string | null {
  const byDash = /[–—~〜～-]\s?$/.test(text.slice(Math.max(0, start - 2), start));
  if (!byDash && !/\p{Ll}\s$/u.test(text.slice(Math.max(0, start - 2), start))) return null;
  const leading = text.slice(Math.max(0, start - 36), start);
  const first = (byDash ? rangeFrom : rangeInWords).exec(leading);
  if (first === null || !isSecondPrice(text, start, first[0], rules)) return null;
  const number = start - leading.length + first.index;
  for (let from = Math.max(0, number - 6); from < number; from++) {
    const sign = signAt(rules.signs().before, text, from, true);
    if (sign === null || spaced(text, from + sign[0].length) !== number) continue;
    if (!/^\p{L}\p{L}/u.test(text.slice(from - 1, from + 1))) return sign[1];
  }
  return null;
}

/** The unit of the second number of a range: "5–10 kg". */
function unitOfRange(text: string, start: number, end: number, { language }: NumberRules): string {
  const to = endOfRange(text, start, end);
  return to === 0
    ? ''
    : (signAt(unitsOf(language), text, unitStart(text, eastAsianEnd(text, to)))?.[1] ?? '');
}

/**
 * Amount and currency of a displayed price ("ab 79,90 €"); null if it contains no number that can be read surely.
 * @param rules of the market and the language of the text
 */
export function parsePrice(
  shown: string,
  rules: NumberRules,
): { readonly amount: number; readonly currency: string | null } | null {
  let plain: FoundNumber | null = null;
  for (let position = 0; position < shown.length; position++) {
    const read = numberAt(shown, position, rules, true);
    if (read === null) continue;
    // Hundreds of digits are not a price.
    const finite = Number.isFinite(read.value);
    if (read.currency !== null && finite) return { amount: read.value, currency: read.currency };
    if (plain === null && finite) plain = read;
    position = read.end - 1;
  }
  return plain === null ? null : { amount: plain.value, currency: null };
}
