/**
 * How a market writes numbers, prices and dates. Separators, names of months, the order of a date and the signs of the
 * market's own currency come from CLDR through `Intl`.
 *
 * Deviations from CLDR, because answers do not follow it there: English separates thousands with a comma everywhere (in
 * CLDR not in South Africa), and a language that is foreign to the market is written as in its own country. Not
 * covered: numbers in words ("twelve", "三千"), Roman and Ethiopic numerals, other calendars than the Gregorian (except
 * Buddhist years), dates relative to today.
 */
import { type Country, findCountry } from '../../geo/countries.ts';
import { cached, once } from '../../once.ts';
import { ambiguousSigns, currencySigns, marketSigns } from './numberSigns.ts';

/** [as written, ISO 4217 or the sign itself if it is ambiguous], by first character, longest first. */
export type SignTable = ReadonlyMap<string, readonly (readonly [written: string, meaning: string])[]>;

type Signs = {
  /** The market's own signs, then those that are known everywhere. */
  readonly before: readonly SignTable[];
  readonly after: readonly SignTable[];
  /** UTF-16 units of the letters that a sign before an amount begins with. */
  readonly letters: ReadonlySet<number>;
};

type Months = {
  /** Month 1 to 12 by its lower-case names. */
  readonly months: ReadonlyMap<string, number>;
  /** The first word of each name, in lower case. */
  readonly firstWords: ReadonlySet<string>;
  /** UTF-16 units that the name of a month begins with, lower and upper case. */
  readonly monthLetters: ReadonlySet<number>;
};

/** Order of day and month in 11/12/2026; null if it is unknown. */
type DateOrder = 'dmy' | 'mdy' | null;

/** What costs time to ask of `Intl` is a function, and is asked once. */
export type NumberRules = {
  readonly language: string;
  /** ISO 3166-1 alpha-2; "" if unknown. */
  readonly country: string;
  /** Null if it is unknown: "1.299" is then no number. */
  readonly decimal: '.' | ',' | null;
  /** Whether a space separates thousands. */
  readonly spaced: boolean;
  /** ISO 4217 of the market; null if the market has no country. */
  readonly currency: string | null;
  readonly signs: () => Signs;
  readonly dates: () => DateOrder;
  readonly names: () => Months;
};

const known = new Map<string, NumberRules>();

/**
 * @param language ISO 639-1, or `und`
 * @param country ISO 3166-1 alpha-2, upper case; "" if unknown
 */
export function numberRules(language: string, country = ''): NumberRules {
  const market = findCountry(country);
  const name = `${language}-${market?.code ?? ''}`;
  let rules = known.get(name);
  if (rules === undefined) {
    rules = computeRules(language, market);
    known.set(name, rules);
  }
  return rules;
}

function computeRules(language: string, market: Country | undefined): NumberRules {
  const country = market?.code ?? '';
  const own = market?.languages.map((tag) => tag.split('-')[0] ?? '') ?? [];
  const spoken = language === 'und' ? own[0] : language;
  const locale = spoken === undefined ? null : localeOf(spoken, own.includes(spoken) ? country : '');
  const currency = market?.currency || null;
  return {
    language,
    country,
    ...(locale === null ? { decimal: null, spaced: false } : separators(locale, spoken)),
    currency,
    signs: once(() => signsOf(currency, localeOf(own[0] ?? '', country), locale)),
    dates: once(() => dateOrder(spoken === 'en' && own.includes('en') ? `en-${country}` : locale, country)),
    names: once(() => monthsOf(language)),
  };
}

const digit = /\p{Nd}/u;
const numericDate = /\p{Nd}[./-]\p{Nd}{1,2}[./-]\p{Nd}/u;

/** What the numbers of a text depend on, so that a text is read once for all markets that read it alike. */
export function readBy(text: string, rules: NumberRules): string {
  if (!digit.test(text)) return rules.language;
  const { language, country, decimal, spaced, currency } = rules;
  return `${language} ${decimal} ${spaced} ${currency} ${numericDate.test(text) ? country : ''}`;
}

/** The locale of a language in a country, in Latin digits and the Gregorian calendar; null if it is unknown. */
function localeOf(language: string, country: string): string | null {
  if (language === '') return null;
  const tag = `${language}${country === '' ? '' : `-${country}`}`;
  return Intl.NumberFormat.supportedLocalesOf(tag).length > 0 ? `${tag}-u-ca-gregory-nu-latn` : null;
}

function separators(locale: string, language: string | undefined): Pick<NumberRules, 'decimal' | 'spaced'> {
  if (language === 'en') return { decimal: '.', spaced: false };
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value;
  return {
    decimal: decimal === '.' || decimal === ',' ? decimal : null,
    spaced: /^\s$/.test(parts.find(({ type }) => type === 'group')?.value ?? ''),
  };
}

/** English without a country, and Canada, write either order. */
function dateOrder(locale: string | null, country: string): DateOrder {
  if (locale === null || country === 'CA' || (locale.startsWith('en-u') && country === '')) return null;
  const tag = locale.startsWith('en-u') ? `en-${country}` : locale;
  // Where the short form begins with the year, dates that end with it follow the longer form (South Africa, Sweden).
  for (const dateStyle of ['short', 'medium'] as const) {
    const order = new Intl.DateTimeFormat(tag, { dateStyle, timeZone: 'UTC' })
      .formatToParts(0)
      .map(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? type.charAt(0) : ''))
      .join('');
    if (order === 'dmy' || order === 'mdy') return order;
  }
  return null;
}

const everywhere = {
  before: byFirst(currencySigns.before),
  after: byFirst(currencySigns.after.flatMap(inBothCases)),
};
const openers = letterUnits(currencySigns.before.map(([sign]) => sign));

function letterUnits(words: readonly string[]): readonly number[] {
  return words.filter((word) => /^\p{L}/u.test(word)).map((word) => word.charCodeAt(0));
}

/**
 * Known signs, and those of the market's own currency, which may be ordinary letters elsewhere ("R 12", "12 L").
 * @param own locale of the market
 * @param spoken locale of the text
 */
function signsOf(currency: string | null, own: string | null, spoken: string | null): Signs {
  if (currency === null) {
    const after = spoken === null ? [everywhere.after] : [foreignNames(spoken), everywhere.after];
    return { before: [everywhere.before], after, letters: new Set(openers) };
  }
  const signs = [
    currency,
    ...localSigns(currency, own ?? 'en', 'symbol', [1]),
    ...localSigns(currency, spoken ?? own ?? 'en', 'name', [1, 2, 5, 1.5]),
    ...(marketSigns[currency] ?? []),
  ].map((sign): readonly [string, string] => [
    sign,
    ambiguousSigns[sign]?.has(currency) === true ? sign : currency,
  ]);
  const before = signs.filter(([sign]) => !/ |\p{Ll}{3}/u.test(sign));
  // "5 L" is a volume also where L is the currency.
  const after = signs.filter(([sign]) => !/^\p{Script=Latin}$/u.test(sign)).flatMap(inBothCases);
  return {
    before: [byFirst(before), everywhere.before],
    after: [byFirst(after), foreignNames(spoken ?? own ?? 'en'), everywhere.after],
    letters: new Set([...openers, ...letterUnits(before.map(([sign]) => sign))]),
  };
}

const worldCurrencies = 'USD EUR GBP JPY CHF CAD AUD NZD HKD SGD CNY INR'.split(' ');

/** Names of currencies of other markets in the language of a text: "100 dólares canadienses". */
const foreignNames = cached((locale: string) =>
  byFirst(
    worldCurrencies.flatMap((code) =>
      localSigns(code, locale, 'name', [1, 2, 10])
        .filter((name) => name.length > 2 || !/^\p{Script=Latin}/u.test(name))
        .flatMap((name) => inBothCases([name, code])),
    ),
  ),
);

/** A word with a small and with a capital first letter: "lei", "Lei"; "Kanadische Dollar", "kanadische Dollar". */
function inBothCases([sign, meaning]: readonly [string, string]): readonly (readonly [string, string])[] {
  const first = sign.charAt(0);
  const isWord = /^\p{L}\p{Ll}{2}/u.test(sign);
  return isWord && first.toLowerCase() !== first.toUpperCase()
    ? [first.toLowerCase(), first.toUpperCase()].map((letter) => [letter + sign.slice(1), meaning])
    : [[sign, meaning]];
}

function localSigns(
  currency: string,
  locale: string,
  currencyDisplay: 'symbol' | 'name',
  amounts: readonly number[],
): readonly string[] {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
  return amounts.flatMap((amount) => {
    const shown =
      format
        .formatToParts(amount)
        .find(({ type }) => type === 'currency')
        ?.value.trim() ?? '';
    const bare = shown.replace(/[\u200e\u200f\u061c]/g, '');
    return bare === '' ? [] : [bare];
  });
}

/**
 * The currency of a price in a market. If the sign is missing or shared by several currencies, the market's currency
 * is used where it fits, and marked `assumed`. Otherwise the sign is kept.
 * @param shown ISO 4217, or the sign, as returned by `parsePrice`; null if the price has none
 * @param own ISO 4217 of the market; null if it is unknown
 */
export function currencyOf(
  shown: string | null,
  own: string | null,
): { readonly currency: string | null; readonly assumed: boolean } {
  if (own === null) return { currency: shown, assumed: false };
  if (shown === null) return { currency: own, assumed: true };
  return ambiguousSigns[shown]?.has(own) === true
    ? { currency: own, assumed: true }
    : { currency: shown, assumed: false };
}

/** Index by first character, longest first. It is used thousands of times per answer. */
export function byFirst(pairs: readonly (readonly [string, string])[]): SignTable {
  const map = new Map<string, (readonly [string, string])[]>();
  for (const pair of pairs) {
    const first = pair[0].charAt(0);
    const list = map.get(first);
    if (list === undefined) map.set(first, [pair]);
    else list.push(pair);
  }
  for (const list of map.values()) list.sort((one, two) => two[0].length - one[0].length);
  return map;
}

/** Languages with more than one set of names. */
const otherMonths: Readonly<Record<string, readonly string[]>> = {
  ar: ['ar-SY', 'ar-MA', 'ar-DZ'],
  de: ['de-AT'],
  sr: ['sr-Latn'],
};

/** Names of the months, January to December, after a preposition ("в ноябре", "w listopadzie"): not in CLDR. */
const monthsInside: Readonly<Record<string, string>> = {
  ru: 'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре',
  uk: 'січні лютому березні квітні травні червні липні серпні вересні жовтні листопаді грудні',
  pl: 'styczniu lutym marcu kwietniu maju czerwcu lipcu sierpniu wrześniu październiku listopadzie grudniu',
  cs: 'lednu únoru březnu dubnu květnu červnu červenci srpnu září říjnu listopadu prosinci',
  sk: 'januári februári marci apríli máji júni júli auguste septembri októbri novembri decembri',
  hr: 'siječnju veljači ožujku travnju svibnju lipnju srpnju kolovozu rujnu listopadu studenom prosincu',
  sl: 'januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra januarju februarju marcu aprilu maju juniju juliju avgustu septembru oktobru novembru decembru',
  sr: 'јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra јануару фебруару марту априлу мају јуну јулу августу септембру октобру новембру децембру',
  lt: 'sausį vasarį kovą balandį gegužę birželį liepą rugpjūtį rugsėjį spalį lapkritį gruodį',
  lv: 'janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī',
  fi: 'tammikuussa helmikuussa maaliskuussa huhtikuussa toukokuussa kesäkuussa heinäkuussa elokuussa syyskuussa lokakuussa marraskuussa joulukuussa',
  et: 'jaanuaris veebruaris märtsis aprillis mais juunis juulis augustis septembris oktoobris novembris detsembris jaanuaril veebruaril märtsil aprillil mail juunil juulil augustil septembril oktoobril novembril detsembril',
  hu: 'januárban februárban márciusban áprilisban májusban júniusban júliusban augusztusban szeptemberben októberben novemberben decemberben januárjában februárjában márciusában áprilisában májusában júniusában júliusában augusztusában szeptemberében októberében novemberében decemberében',
  el: 'ιανουάριο φεβρουάριο μάρτιο απρίλιο μάιο ιούνιο ιούλιο αύγουστο σεπτέμβριο οκτώβριο νοέμβριο δεκέμβριο ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος οκτώβριος νοέμβριος δεκέμβριος',
  he: 'בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר',
};
const months = new Map<string, Months>();

/** Names of the months in the language and in English, in every form that a date may have. */
function monthsOf(language: string): Months {
  const made = months.get(language);
  if (made !== undefined) return made;
  const names = new Map<string, number>();
  for (const tag of [language, ...(otherMonths[language] ?? []), 'en', 'en-GB']) {
    const locale = tag === 'und' ? null : localeOf(tag.split('-')[0] ?? '', tag.split('-')[1] ?? '');
    if (locale === null) continue;
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(locale, { month, day, timeZone: 'UTC' });
        for (let at = 0; at < 12; at++) {
          const shown = format
            .formatToParts(Date.UTC(2026, at, 5))
            .find(({ type }) => type === 'month')?.value;
          const name = shown?.toLowerCase().replace(/\.$/, '') ?? '';
          if (/^\p{L}[\p{L}\p{M} ]+$/u.test(name) && !names.has(name)) names.set(name, at + 1);
        }
      }
  }
  for (const [at, name] of (monthsInside[language]?.split(' ') ?? []).entries())
    if (!names.has(name)) names.set(name, (at % 12) + 1);
  const letters = [...names.keys()].flatMap((name) => [name.charCodeAt(0), name.toUpperCase().charCodeAt(0)]);
  const firstWords = new Set([...names.keys()].map((name) => name.split(' ')[0] ?? name));
  const result = { months: names, firstWords, monthLetters: new Set(letters) };
  months.set(language, result);
  return result;
}
