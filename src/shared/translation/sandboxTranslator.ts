/**
 * Translates what the sandbox says, and nothing else: it says the same sentences in every language, so a sentence is
 * found by its template and written in the other language with the same values. Made up, like its answers.
 */

import { countries, countryName } from '../geo/countries.ts';
import { type NumberRules, numberRules } from '../text/words/numberRules.ts';
import { phraseFiles, type SandboxLanguage, topicNamesFile } from './sandboxPhrases.ts';
import { localizedNumbers } from './values.ts';

type JsonValue = string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
type Phrases = { readonly [key: string]: JsonValue };

type Sentence = {
  readonly pattern: RegExp;
  /** The same where other sentences follow. */
  readonly leading: RegExp;
  readonly slots: readonly string[];
  /** Template in the other language. */
  readonly into: string;
  readonly stop: boolean;
  /** Characters that are not in slots. */
  readonly literals: number;
};

type Pair = {
  readonly sentences: readonly Sentence[];
  /** Null if the slot can hold no such value. */
  readonly valueFor: (slot: string, written: string) => string | null;
  readonly stop: string;
};

/** Whether the sandbox speaks a language (ISO 639-1). */
export function sandboxSpeaks(language: string): boolean {
  return tagsOf(language).length > 0;
}

const pairs = new Map<string, Promise<readonly Pair[]>>();

/**
 * Translates sentences of the sandbox, by block.
 * @param country of the answers (ISO 3166-1 alpha-2, or ""), for their numbers
 * @returns texts in the order of `blocks`; "" for what the sandbox never says, null for a sentence that the one before
 * says already
 */
export async function translateSandbox(
  blocks: readonly (readonly string[])[],
  from: string,
  to: string,
  country: string,
): Promise<readonly (readonly (string | null)[])[]> {
  const key = `${from} ${country} ${to}`;
  const loaded = pairs.get(key) ?? loadPairs(numberRules(from, country), to);
  pairs.set(key, loaded);
  const known = (await loaded).map((pair) => ({ pair, topic: topicIn(blocks.flat(), pair) }));
  const translate = (text: string): string | null => {
    for (const { pair, topic } of known) {
      const found = translated(text, pair, topic);
      if (found !== null) return found;
    }
    return null;
  };
  return blocks.map((segments) => {
    const texts: (string | null)[] = [];
    while (texts.length < segments.length) {
      const at = texts.length;
      const counts = [1, 2, 3].filter((count) => at + count <= segments.length);
      const found = counts
        .map((count) => ({
          count,
          text: translate(segments.slice(at, at + count).join(gapAfter(segments[at]))),
        }))
        .find(({ text }) => text !== null);
      texts.push(found?.text ?? nameOrNothing(segments, at));
      for (let merged = 1; merged < (found?.count ?? 1); merged++) texts.push(null);
    }
    return texts;
  });
}

function gapAfter(segment: string | undefined): string {
  return /[。！？]$/.test(segment ?? '') ? '' : ' ';
}

/** A name in a cell, in a heading or before what is said of it. */
function nameOrNothing(segments: readonly string[], at: number): string {
  const segment = segments[at] ?? '';
  const isName =
    /^[\p{Script=Latin}\d\s.'’&-]{1,30}$/u.test(segment) ||
    (at === 0 && segments.length > 1 && segment.length <= 20);
  return isName ? segment : '';
}

function tagsOf(language: string): readonly SandboxLanguage[] {
  const tags = Object.keys(phraseFiles) as SandboxLanguage[];
  return tags.filter((tag) => tag === language || tag.startsWith(`${language}-`));
}

async function loadPairs(from: NumberRules, to: string): Promise<readonly Pair[]> {
  const [target] = tagsOf(to);
  if (target === undefined) return [];
  const topics = (await topicNamesFile()).default as Readonly<Record<string, readonly string[]>>;
  const into = (await phraseFiles[target]()).default as Phrases;
  return Promise.all(
    tagsOf(from.language).map(async (tag) =>
      pairOf(
        { tag, phrases: (await phraseFiles[tag]()).default as Phrases, topics: topics[tag] ?? [] },
        { tag: target, phrases: into, topics: topics[target] ?? [] },
        from,
      ),
    ),
  );
}

type Spoken = {
  readonly tag: string;
  readonly phrases: Phrases;
  readonly topics: readonly string[];
};

function pairOf(from: Spoken, to: Spoken, rules: NumberRules): Pair {
  const templates: (readonly [from: string, to: string])[] = [];
  for (const [name, value] of Object.entries(from.phrases)) {
    if (
      name === 'tag' ||
      name === 'sites' ||
      name === 'outlets' ||
      name === 'places' ||
      name === 'aspects' ||
      name === 'subject'
    )
      continue;
    collect(value, to.phrases[name], templates);
  }
  const aspects: (readonly [string, string])[] = [];
  collect(from.phrases.aspects, to.phrases.aspects, aspects);
  const aspectOf = new Map(aspects);
  // Spelled out, because a name may stand right before it.
  const aspect = `(${aspects.map(([name]) => literal(name)).join('|')})`;
  const sentences = templates
    .flatMap(([one, other]) => sentencePairs(one, other))
    .map(([one, other]) => sentenceOf(one, other, { ...slotPatterns, aspect }))
    .sort((one, other) => other.literals - one.literals);
  const subject = sentenceOf(String(from.phrases.subject), String(to.phrases.subject), slotPatterns);
  const countryOf = new Map(
    countries.map(({ code }) => [countryName(code, from.tag), countryName(code, to.tag)]),
  );
  const topicOf = (written: string): string | null => {
    const index = from.topics.findIndex((name) => name.toLowerCase() === written.toLowerCase());
    const known = to.topics[index];
    if (known !== undefined) return known;
    const asked = subject.pattern.exec(written)?.[1];
    return asked === undefined ? null : subject.into.replace('{subject}', asked);
  };
  const numbers = (written: string): string => localizedNumbers(written, rules, to.tag.slice(0, 2));
  return {
    sentences,
    stop: /^(?:ja|zh)/.test(to.tag) ? '。' : to.tag === 'hi' ? '।' : to.tag === 'th' ? '' : '.',
    valueFor: (slot, written) => {
      if (slot === 'topic') return topicOf(written);
      if (slot === 'Topic') return topicOf(written)?.replace(/^./u, (first) => first.toUpperCase()) ?? null;
      if (slot === 'aspect') return aspectOf.get(written) ?? null;
      if (slot === 'country') return countryOf.get(written) ?? null;
      return slot === 'brand' || slot === 'other' || slot === 'subject' ? written : numbers(written);
    },
  };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function collect(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  into: (readonly [string, string])[],
): void {
  if (typeof one === 'string') {
    if (typeof other === 'string') into.push([one, other]);
  } else if (Array.isArray(one))
    one.forEach((each, index) => {
      collect(each, Array.isArray(other) ? other[index] : undefined, into);
    });
  else if (one !== undefined)
    for (const [name, value] of Object.entries(one as Phrases))
      collect(value, (other as Phrases)[name], into);
}

/** A template of two sentences reaches the translator as two segments. */
function sentencePairs(one: string, other: string): readonly (readonly [string, string])[] {
  const parts = one.split(/(?<=[.!?])\s+(?=\p{Lu})|(?<=[。！？।])\s*/u).filter((part) => part !== '');
  const others = other.split(/(?<=[.!?])\s+(?=\p{Lu})|(?<=[。！？।])\s*/u).filter((part) => part !== '');
  const whole: readonly [string, string] = [one, other];
  if (parts.length < 2 || parts.length !== others.length) return [whole];
  return [whole, ...parts.map((part, index) => [part, others[index] ?? ''] as const)];
}

const endStop = /[.。।:：]$/;

/** English says these with a number that some languages leave out. */
const withoutNumber = [
  ['{n} options', 'a few options'],
  [' of {months} months', ''],
] as const;

const amount = String.raw`\p{Nd}[\p{Nd}.,٫٬'’\s\u00a0\u202f]*`;
/** A name ends before its sentence does: another sentence may follow it. */
const brandName = '([^.。！？!?؟।]{1,60}?)';
const slotPatterns: Readonly<Record<string, string>> = {
  brand: brandName,
  other: brandName,
  ...Object.fromEntries(['rating', 'reviews', 'n', 'months', 'year'].map((slot) => [slot, `(${amount}?)`])),
  ...Object.fromEntries(
    ['percent', 'share'].map((slot) => [
      slot,
      String.raw`([%٪\u200f\u200e]{0,3}\s?${amount}?[%٪\u200f\u200e]{0,3})`,
    ]),
  ),
  ...Object.fromEntries(
    ['price', 'low', 'high'].map((slot) => [
      slot,
      String.raw`([\u200f\u200e]?(?:[\p{Sc}\p{L}.]{1,5}\s?)?${amount}?(?:[\s\u00a0]?[\u200f\u200e]?[\p{Sc}\p{L}."״]{1,7})?[\u200f\u200e]?)`,
    ]),
  ),
};

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function sentenceOf(one: string, other: string, patterns: Readonly<Record<string, string>>): Sentence {
  const stop = endStop.test(one);
  const parts = one.replace(endStop, '').split(/\{([A-Za-z]+)\}/);
  const slots = parts.filter((_, index) => index % 2 === 1);
  const source = parts
    .map((part, index) => (index % 2 === 1 ? (patterns[part] ?? '(.{1,120}?)') : literal(part)))
    .join('');
  const literals = parts.filter((_, index) => index % 2 === 0).join('').length;
  return {
    pattern: new RegExp(`^${source}[.。।:：]?$`, 'u'),
    // Without its stop the end of a sentence would be found inside a name of several words.
    leading: new RegExp(`^${source}[.。।:：]${stop ? '' : '?'}(?=\\s)`, 'u'),
    slots,
    into: withoutNumber.reduce(
      (into, [number, none]) =>
        slots.includes(/\{(\w+)\}/.exec(number)?.[1] ?? '') ? into : into.replace(number, none),
      other,
    ),
    stop,
    literals,
  };
}

/** Sentence by sentence, because ICU does not find the end of each; null if there is one the sandbox never says. */
function translated(segment: string, pair: Pair, topic: string | undefined): string | null {
  const out: string[] = [];
  let rest = segment;
  while (rest !== '') {
    const found = firstSentence(rest, pair, topic, 'pattern') ?? firstSentence(rest, pair, topic, 'leading');
    if (found === null) return null;
    out.push(found.text);
    rest = rest.slice(found.length).trimStart();
  }
  return out.join(pair.stop === '。' ? '' : ' ');
}

function firstSentence(
  text: string,
  { sentences, valueFor, stop }: Pair,
  topic: string | undefined,
  where: 'pattern' | 'leading',
): { readonly text: string; readonly length: number } | null {
  for (const sentence of sentences) {
    const { slots, into, stop: own } = sentence;
    const found = sentence[where].exec(text);
    if (found === null) continue;
    const values = new Map<string, string[]>();
    for (const [index, slot] of slots.entries()) {
      const value = valueFor(slot, found[index + 1] ?? '');
      if (value === null) break;
      values.set(slot, [...(values.get(slot) ?? []), value]);
    }
    if ([...values.values()].flat().length < slots.length) continue;
    if (!values.has('topic') && topic !== undefined) values.set('topic', [topic]);
    const taken = new Map<string, number>();
    let isWhole = true;
    const written = into.replace(/\{([A-Za-z]+)\}/g, (_, slot: string) => {
      const held = values.get(slot) ?? otherForm(slot, values) ?? [];
      const at = taken.get(slot) ?? 0;
      taken.set(slot, at + 1);
      isWhole &&= held.length > 0;
      return held[Math.min(at, held.length - 1)] ?? '';
    });
    if (!isWhole) continue;
    const ends = endStop.test(found[0]) && !own && !endStop.test(written);
    return { text: ends ? `${written}${stop}` : written, length: found[0].length };
  }
  return null;
}

/** One language may begin its sentence with the topic where the other does not. */
function otherForm(slot: string, values: ReadonlyMap<string, string[]>): string[] | undefined {
  if (slot === 'Topic') return values.get('topic')?.map(capitalised);
  if (slot === 'topic')
    return values.get('Topic')?.map((name) => name.charAt(0).toLowerCase() + name.slice(1));
  return undefined;
}

/** What an answer is about: some languages name it where others do not. */
function topicIn(segments: readonly string[], { sentences, valueFor }: Pair): string | undefined {
  for (const segment of segments)
    for (const { pattern, slots } of sentences) {
      const at = slots.findIndex((slot) => slot === 'topic' || slot === 'Topic');
      const found = at === -1 ? null : pattern.exec(segment);
      const value = found === null ? null : valueFor('topic', found[at + 1] ?? '');
      if (value !== null) return value;
    }
  return undefined;
}
