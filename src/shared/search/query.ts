import { isCountryCode } from '../geo/countryCodes.ts';
import { parseMarketInput } from '../geo/marketInput.ts';
import { engines, isEngine } from '../interface/engines.ts';
import { endsInHangul, type SearchTerm, withoutParticle } from './words.ts';

/** Fields that narrow a search, written `field:value`; a leading `-` excludes. */
export const searchFields = [
  'engine',
  'country',
  'market',
  'language',
  'domain',
  'brand',
  'status',
  'driver',
  'surface',
  'run',
  'question',
  'project',
  'tag',
  'label',
  'before',
  'after',
  'on',
] as const;

export type SearchField = (typeof searchFields)[number];

export type SearchFilter = {
  readonly field: SearchField;
  readonly value: string;
  readonly negated: boolean;
};

export type SearchProblem = {
  /** The invalid part of the text. */
  readonly part: string;
  /** Its position in characters, from 1. */
  readonly at: number;
  readonly message: string;
};

export type SearchQuery = {
  readonly terms: readonly SearchTerm[];
  readonly filters: readonly SearchFilter[];
  readonly problems: readonly SearchProblem[];
};

const part = /(-?)(?:([A-Za-z]+):(?:"([^"]*)(?:"|$)|(\S*))|"([^"]*)(?:"|$)|(\S+))/gu;
const dateFields: ReadonlySet<string> = new Set(['before', 'after', 'on']);
const statuses: ReadonlySet<string> = new Set(['completed', 'failed']);

/**
 * Parses a search: words, `word*` for a prefix, `"exact phrase"`, `-` in front of any of them to exclude, and
 * `field:value` filters. `NOT word` means `-word`. Parsing never fails: `problems` lists invalid parts and the
 * rest is searched.
 * @param strangeValue the error of a filter value, if only the stored data can tell; such a filter stays, and
 * finds nothing
 */
export function parseSearch(
  text: string,
  strangeValue: (filter: SearchFilter) => string | null = () => null,
): SearchQuery {
  const terms: SearchTerm[] = [];
  const filters: SearchFilter[] = [];
  const problems: SearchProblem[] = [];
  let negateNext = false;

  for (const match of text.normalize('NFC').matchAll(part)) {
    const [whole, minus, name, fieldPhrase, fieldWord, phrase, word] = match;
    const quoted = fieldPhrase ?? phrase;
    const bare = fieldWord ?? word;
    if (bare === 'NOT' && name === undefined) {
      negateNext = true;
      continue;
    }
    const negated = minus === '-' || negateNext;
    negateNext = false;
    const value = (quoted ?? bare ?? '').trim();
    const problem = (message: string): void => {
      problems.push({ part: whole, at: match.index + 1, message });
    };
    if (quoted !== undefined && !/"[^"]*"$/.test(whole)) {
      problem('The quotation mark is not closed. Add one at the end of the phrase.');
      continue;
    }
    if (name !== undefined && bare?.startsWith('//') !== true) {
      const field = searchFields.find((known) => known === name.toLowerCase());
      if (field === undefined) {
        problem(`"${name}:" is not a filter. Filters are ${searchFields.join(', ')}.`);
      } else if (value === '') {
        problem('Enter a value after the colon.');
      } else if (dateFields.has(field) && dayRange(value) === null) {
        problem(`"${value}" is not a date. Enter 2026, 2026-10 or 2026-10-31.`);
      } else if (field === 'status' && !statuses.has(value)) {
        problem(`"${value}" is not a status. Enter completed or failed.`);
      } else if (field === 'engine' && !isEngine(value)) {
        problem(`"${value}" is not an engine. Engines are ${engines.join(', ')}.`);
      } else if (field === 'country') {
        const { countries, message } = countriesOf(value);
        if (message !== null) problem(message);
        for (const country of countries) filters.push({ field, value: country, negated });
      } else {
        const filter = { field, value, negated };
        const message = strangeValue(filter);
        if (message !== null) problem(message);
        filters.push(filter);
      }
      continue;
    }
    const written = name === undefined ? value : `${name}:${value}`;
    if (!/[\p{L}\p{N}\p{Sc}\p{Extended_Pictographic}\p{RI}]/u.test(written)) {
      // A lone hyphen or dash is what stands between words.
      if (!/^[\p{Pd}|&]*$/u.test(written)) problem(nothingIn(written));
      continue;
    }
    if (quoted !== undefined) terms.push({ kind: 'phrase', text: written, negated });
    else if (endsInHangul(written)) terms.push({ kind: 'prefix', text: withoutParticle(written), negated });
    else if (written.endsWith('*'))
      terms.push({ kind: 'prefix', text: written.replace(/\*+$/, ''), negated });
    else terms.push({ kind: 'word', text: written, negated });
  }

  if (negateNext) {
    const at = text.normalize('NFC').lastIndexOf('NOT') + 1;
    problems.push({ part: 'NOT', at, message: 'Enter the words to exclude after NOT.' });
  }
  // Hyphens and empty quotation marks alone would find everything.
  if (terms.length + filters.length + problems.length === 0 && text.trim() !== '') {
    const part = text.trim();
    problems.push({ part, at: text.indexOf(part) + 1, message: nothingIn(part) });
  }
  if (terms.length > 0 && filters.length === 0 && terms.every((term) => term.negated)) {
    problems.push({
      part: terms.map((term) => `-${term.text}`).join(' '),
      at: 1,
      message: 'All words are excluded. Add a word to search for, or a filter.',
    });
  }
  return { terms, filters, problems };
}

const nothingIn = (text: string): string =>
  `"${text}" has no letter, digit, currency sign or emoji, and cannot be searched for. Enter words.`;

type Countries = { readonly countries: readonly string[]; readonly message: string | null };

/** A code as it was typed, `*` for no country, or every country that a name or a group such as G7 stands for. */
function countriesOf(value: string): Countries {
  if (value === '*' || isCountryCode(value.toUpperCase())) return { countries: [value], message: null };
  const { markets, unknown } = parseMarketInput(value);
  const [stranger] = unknown;
  if (stranger !== undefined || markets.length === 0) {
    const hint =
      stranger?.suggestion === undefined
        ? 'Enter a name, a code such as DE, or a group such as G7.'
        : `Did you mean ${stranger.suggestion}?`;
    return { countries: [], message: `"${stranger?.text ?? value}" is not a country or group. ${hint}` };
  }
  const place = markets.find(({ state }) => state !== undefined);
  if (place !== undefined)
    return { countries: [], message: `"${value}" is a state. Enter market:${place.country}:${place.state}.` };
  return { countries: markets.map(({ country }) => country), message: null };
}

/**
 * The UTC milliseconds a written date covers, start inclusive and end exclusive: a year, a month or a day.
 * Null for anything else.
 */
export function dayRange(value: string): { readonly startMs: number; readonly endMs: number } | null {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value);
  if (match === null) return null;
  const [, yearText, monthText, dayText] = match;
  const year = Number(yearText);
  const month = monthText === undefined ? 1 : Number(monthText);
  const day = dayText === undefined ? 1 : Number(dayText);
  const startMs = Date.UTC(year, month - 1, day);
  const start = new Date(startMs);
  if (start.getUTCMonth() !== month - 1 || start.getUTCDate() !== day) return null;
  if (monthText === undefined) return { startMs, endMs: Date.UTC(year + 1, 0, 1) };
  if (dayText === undefined) return { startMs, endMs: Date.UTC(year, month, 1) };
  return { startMs, endMs: Date.UTC(year, month - 1, day + 1) };
}
