import { countries, countryName } from './countries.ts';
import { countryAliases, foldName } from './countryAliases.ts';
import { isCountryCode } from './countryCodes.ts';
import { marketPresets } from './presets.ts';
import { isUsState, usStates } from './states.ts';

/** A country, or one US state. */
export type MarketPlace = {
  readonly country: string;
  /** Upper-case code of one of the 50 states or DC, only with country US. */
  readonly state?: string;
};

export type MarketInput = {
  /** In the order written, each once. */
  readonly markets: readonly MarketPlace[];
  /** Ids of those that were written by themselves, not only as part of a group such as "all". */
  readonly named: ReadonlySet<string>;
  /** Unknown words, as written. */
  readonly unknown: readonly UnknownMarket[];
};

export type UnknownMarket = {
  readonly text: string;
  /** The nearest known name, if one is similar. */
  readonly suggestion?: string;
};

/**
 * Reads text such as "germany, at, G7, -us, US:CA".
 *
 * Parts are separated by commas, semicolons or lines; blanks separate parts too where the whole is no name. A part
 * is a code, a name in English, German or a language of the country, a preset, "US:CA", or a state name. A leading
 * "-", "!" or "not " takes it away again, wherever it stands: "-us" takes away the country and leaves "US:CA".
 */
export function parseMarketInput(text: string): MarketInput {
  const added = new Map<string, MarketPlace>();
  const named = new Set<string>();
  const removed = new Set<string>();
  const unknown: UnknownMarket[] = [];
  for (const part of text.split(/[,;\n\t、，]+|\s\+\s/)) {
    const { excluded, rest } = readSign(part.trim());
    if (rest === '') continue;
    for (const found of readPart(rest, excluded)) {
      if (found.kind === 'unknown')
        unknown.push(unknown.length < maxSuggested ? describeUnknown(found.text) : { text: found.text });
      else if (found.excluded) for (const market of found.markets) removed.add(marketId(market));
      else
        for (const market of found.markets) {
          added.set(marketId(market), market);
          if (found.markets.length === 1) named.add(marketId(market));
        }
    }
  }
  const markets = [...added.values()].filter((market) => !removed.has(marketId(market)));
  return { markets, named, unknown };
}

/** "DE" or "US:CA": how a market place is written in text and in identifiers. */
export function marketId(market: MarketPlace): string {
  return market.state === undefined ? market.country : `${market.country}:${market.state}`;
}

type MarketPart =
  | { readonly kind: 'markets'; readonly markets: readonly MarketPlace[]; readonly excluded: boolean }
  | { readonly kind: 'unknown'; readonly text: string };

function readPart(part: string, excluded: boolean): MarketPart[] {
  const whole = lookUp(part);
  if (whole !== undefined) return [{ kind: 'markets', markets: whole, excluded }];
  const words = part.split(/\s+/);
  if (words.length === 1) return [{ kind: 'unknown', text: part }];
  return readWords(words, excluded);
}

/** Longest names first, so that "south africa germany" is two countries and not "south" and two more. */
function readWords(words: readonly string[], excludedFirst: boolean): MarketPart[] {
  const found: MarketPart[] = [];
  let strangers: string[] = [];
  const flush = () => {
    if (strangers.length > 0) found.push({ kind: 'unknown', text: strangers.join(' ') });
    strangers = [];
  };
  let start = 0;
  while (start < words.length) {
    const sign = readSign(words[start] ?? '');
    const excluded = sign.excluded || (start === 0 && excludedFirst);
    let taken = 0;
    for (let length = Math.min(6, words.length - start); length > 0 && taken === 0; length -= 1) {
      const markets = lookUp([sign.rest, ...words.slice(start + 1, start + length)].join(' '));
      if (markets === undefined) continue;
      flush();
      found.push({ kind: 'markets', markets, excluded });
      taken = length;
    }
    if (taken === 0) strangers.push(words[start] ?? '');
    start += Math.max(1, taken);
  }
  flush();
  return found;
}

function readSign(part: string): { readonly excluded: boolean; readonly rest: string } {
  const match = /^(?:[-−–!]\s*|(?:not|without|except|ohne)\s+)(?=\S)/i.exec(part);
  return match === null
    ? { excluded: false, rest: part }
    : { excluded: true, rest: part.slice(match[0].length) };
}

function lookUp(text: string): readonly MarketPlace[] | undefined {
  const state = /^(?:us|usa)\s*[:/-]\s*(.+)$/i.exec(text.trim())?.[1]?.trim();
  if (state !== undefined) return lookUpState(state);
  const upper = text.trim().toUpperCase();
  if (isCountryCode(upper)) return [{ country: upper }];
  return index().get(foldName(text));
}

function lookUpState(text: string): readonly MarketPlace[] | undefined {
  if (text === '*' || /^all$/i.test(text)) return allStates;
  const upper = text.toUpperCase();
  if (isUsState(upper)) return [{ country: 'US', state: upper }];
  const folded = foldName(text);
  const named = usStates.find((candidate) => foldName(candidate.name) === folded);
  return named === undefined ? undefined : [{ country: 'US', state: named.code }];
}

const allStates: readonly MarketPlace[] = usStates.map((state) => ({ country: 'US', state: state.code }));

let nameIndex: ReadonlyMap<string, readonly MarketPlace[]> | undefined;

/** Built on first use: some 1,500 names. Where two meanings share a name, countries win over states. */
function index(): ReadonlyMap<string, readonly MarketPlace[]> {
  if (nameIndex !== undefined) return nameIndex;
  const names = new Map<string, readonly MarketPlace[]>();
  const offer = (name: string, places: readonly MarketPlace[]) => {
    const folded = foldName(name);
    if (folded !== '' && !names.has(folded)) names.set(folded, places);
  };
  for (const preset of marketPresets) {
    const places = preset.countries.map((country) => ({ country }));
    for (const name of [preset.id, preset.name, ...preset.aliases]) offer(name, places);
  }
  for (const [name, country] of Object.entries(countryAliases)) offer(name, [{ country }]);
  for (const locale of ['en', 'de'])
    for (const { code } of countries) offer(countryName(code, locale), [{ country: code }]);
  for (const { code, languages } of countries)
    for (const language of languages) offer(countryName(code, language), [{ country: code }]);
  for (const state of usStates) offer(state.name, [{ country: 'US', state: state.code }]);
  offer('us states', allStates);
  offer('all us states', allStates);
  nameIndex = names;
  return names;
}

/** Unknown parts that a name is looked for: each is compared with some 1,500 names, and nobody mistypes more. */
const maxSuggested = 20;

function describeUnknown(text: string): UnknownMarket {
  const folded = foldName(text);
  if (folded.length < 4) return { text };
  for (const [name, places] of index()) {
    const first = places[0];
    if (first === undefined || !isNear(folded, name)) continue;
    if (places.length > 1) return { text, suggestion: name };
    const state = usStates.find((candidate) => candidate.code === first.state);
    return { text, suggestion: state?.name ?? countryName(first.country, 'en') };
  }
  return { text };
}

/** True when one insertion, deletion, replacement or swap of neighbours turns one word into the other. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const [leftA, leftB] = [a.slice(start, endA), b.slice(start, endB)];
  if (leftA.length <= 1 && leftB.length <= 1) return true;
  return leftA.length === 2 && leftB.length === 2 && leftA[0] === leftB[1] && leftA[1] === leftB[0];
}
