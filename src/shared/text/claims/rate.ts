/**
 * Rates what a sentence says about the brands it names, by word lists, negation, direction, comparison and contrast.
 * Strength is not rated: "very good" counts as "good".
 */

import type { ClaimAspect, ClaimTone, Rating } from '../../model/comparison/claimLists.ts';
import type { ClaimLexicon, FoundWord, Tone } from './claimRules.ts';

/** A brand named in the sentence. */
export type NamedBrand = { readonly brand: number; readonly start: number; readonly end: number };

type Span = { readonly start: number; readonly end: number };
/** Part of a sentence between commas. Segments without a stronger border ("but", ";") between them share a clause. */
type Segment = Span & { readonly clause: number };

type Signal = {
  readonly start: number;
  readonly end: number;
  readonly segment: number;
  readonly aspect: ClaimAspect;
  /** Tone before negation. */
  readonly said: Tone;
  readonly tone: Tone;
};

/**
 * Maximum words between a negation and the negated word, a direction and its noun, "than" and the name, "no" and the
 * missing thing.
 */
const reach = { negation: 6, direction: 6, comparison: 3, lack: 2 } as const;

const turned: Readonly<Record<Tone, Tone>> = { good: 'bad', bad: 'good', mixed: 'mixed' };
const toneOf: Readonly<Record<Tone, ClaimTone>> = { good: 'positive', bad: 'negative', mixed: 'mixed' };

/**
 * Rates one sentence.
 * @param named brands in their order; they do not overlap
 * @param carried brand of the list item or heading, used if the sentence names no brand
 * @returns ratings by brand; a brand without a rating gets one neutral rating
 */
export function rateSentence(
  sentence: string,
  named: readonly NamedBrand[],
  lexicon: ClaimLexicon,
  carried: number | null = null,
): ReadonlyMap<number, readonly Rating[]> {
  const text = masked(sentence, named);
  const words = lexicon.find(text);
  const order = wordOrder(text, lexicon.spaced);
  const segments = segmentsOf(text, words, named, lexicon);
  const parts: Parts = { text, words, order, segments, lexicon };
  const { signals, nouns } = signalsOf(parts, /[?？]\s*$/.test(text));
  const shares = named.length === 0 ? [] : sharesOf(parts, named, signals);
  const brands = named.length === 0 && carried !== null ? [carried] : named.map(({ brand }) => brand);
  const result = new Map<number, readonly Rating[]>();
  for (const brand of new Set(brands)) {
    const mine =
      named.length === 0
        ? signals.map(({ aspect, tone }) => ({ aspect, tone }))
        : shares.filter((share) => share.brand === brand);
    result.set(brand, mine.length > 0 ? rated(mine) : neutral(parts, named, brand, nouns));
  }
  return result;
}

type Parts = {
  readonly text: string;
  readonly words: readonly FoundWord[];
  readonly order: (at: number) => number;
  readonly segments: readonly Segment[];
  readonly lexicon: ClaimLexicon;
};

/** Lower case with unchanged offsets. Names are replaced, so that words inside them do not count. */
function masked(sentence: string, named: readonly NamedBrand[]): string {
  const lowered = sentence.toLowerCase();
  let text = (lowered.length === sentence.length ? lowered : sentence).replace(/[’‘ʼ]/g, "'");
  for (const { start, end } of named)
    text = `${text.slice(0, start)}${'\ufffc'.repeat(end - start)}${text.slice(end)}`;
  return text;
}

/** Index of the word at a position. Without spaces between words, three characters count as one word. */
function wordOrder(text: string, spaced: boolean): (at: number) => number {
  if (!spaced) return (at) => at / 3;
  const starts: number[] = [];
  for (const { index } of text.matchAll(/\ufffc+|[\p{L}\p{M}\p{N}']+/gu)) starts.push(index);
  return (at) => {
    let count = 0;
    while (count < starts.length && (starts[count] as number) <= at) count++;
    return count;
  };
}

function segmentsOf(
  text: string,
  words: readonly FoundWord[],
  named: readonly NamedBrand[],
  { headFinal, spaced }: ClaimLexicon,
): readonly Segment[] {
  const borders: { readonly at: number; readonly hard: boolean }[] = [];
  for (const { index, 0: mark } of text.matchAll(/[;:；：。·•|]|[,、，](?!\d)|[()（）]| [–—-] /gu))
    if (!/[:：]/u.test(mark) || !isLabel(text.slice(borders.at(-1)?.at ?? 0, index), index, words))
      borders.push({ at: index, hard: /[;:；：。·•|]/u.test(mark) });
  for (const { start, end, word } of words)
    if (word.kind === 'contrast')
      borders.push({ at: headFinal ? end : beginOfContrast(start, borders, words), hard: true });
    else if (word.kind === 'and' && beginsAnother(start, end, text, words, named))
      borders.push({ at: start, hard: false });
  borders.sort((one, two) => one.at - two.at);
  const segments: Segment[] = [];
  let [start, clause] = [0, 0];
  for (const { at, hard } of [...borders, { at: text.length, hard: true }]) {
    segments.push({ start, end: at, clause });
    start = at;
    if (hard) clause++;
  }
  return joined(segments, text, words, named, spaced);
}

/** A contrast begins at the start of its segment, wherever its word is: ", the support however is slow". */
function beginOfContrast(
  at: number,
  marks: readonly { readonly at: number }[],
  words: readonly FoundWord[],
): number {
  const begin = Math.max(0, ...marks.flatMap((mark) => (mark.at < at ? [mark.at] : [])));
  const rates = words.some(
    ({ start, word }) =>
      start >= begin && start < at && (word.kind === 'rating' || word.kind === 'direction'),
  );
  return rates ? at : begin;
}

/** Whether the text before a colon only names what is rated after it: "Support: slow". */
function isLabel(label: string, end: number, words: readonly FoundWord[]): boolean {
  const within = words.filter(({ start }) => start >= end - label.length && start < end);
  return (
    (label.match(/[\p{L}\p{N}]+/gu) ?? []).length <= 3 &&
    within.some(({ word }) => word.kind === 'noun') &&
    within.every(({ word }) => word.kind === 'noun' || word.kind === 'and')
  );
}

const content: ReadonlySet<string> = new Set(['rating', 'noun', 'direction', 'conditional']);

/** Whether "and" separates statements about two brands: "Norvia for its price and Keltro for its sound". */
function beginsAnother(
  start: number,
  end: number,
  text: string,
  words: readonly FoundWord[],
  named: readonly NamedBrand[],
): boolean {
  const next = named.find((name) => name.start >= end);
  const before = named.findLast((name) => name.end <= start);
  if (next === undefined || before === undefined || next.brand === before.brand) return false;
  const between = words.some(
    ({ word, ...at }) => content.has(word.kind) && at.start >= before.end && at.end <= start,
  );
  return between && (text.slice(end, next.start).match(/[\p{L}\p{N}]+/gu) ?? []).length <= 1;
}

/** Joins names between commas with the segment that follows: "Norvia, Keltro and Solven are popular". */
function joined(
  segments: readonly Segment[],
  text: string,
  words: readonly FoundWord[],
  named: readonly NamedBrand[],
  spaced: boolean,
): readonly Segment[] {
  const isBare = (segment: Segment): boolean =>
    named.some((name) => within(name, segment)) &&
    !words.some((word) => within(word, segment) && content.has(word.word.kind)) &&
    (text.slice(segment.start, segment.end).match(spaced ? /[\p{L}\p{N}']+/gu : /[\p{L}\p{N}]{3}/gu) ?? [])
      .length <= 2;
  const result: Segment[] = [];
  let open: Segment | null = null;
  for (const segment of segments) {
    const whole: Segment =
      open !== null && open.clause === segment.clause ? { ...segment, start: open.start } : segment;
    if (open !== null && whole === segment) result.push(open);
    open = isBare(whole) ? whole : null;
    if (open === null) result.push(whole);
  }
  const last = result.at(-1);
  if (open === null) return result;
  if (last?.clause !== open.clause) return [...result, open];
  return [...result.slice(0, -1), { ...last, end: open.end }];
}

const within = (one: Span, segment: Span): boolean => one.start >= segment.start && one.start < segment.end;

type Noun = Span & {
  readonly segment: number;
  readonly aspect: ClaimAspect;
  readonly wants: 'less' | 'more' | null;
};

/** @param asked whether the sentence is a question, which states nothing */
function signalsOf(
  { words, order, segments, lexicon }: Parts,
  asked: boolean,
): { readonly signals: readonly Signal[]; readonly nouns: readonly Noun[] } {
  const segmentOf = (at: number): number => segments.findIndex(({ start, end }) => at >= start && at < end);
  const clauseOf = (at: number): number => segments[segmentOf(at)]?.clause ?? -1;
  const gap = (one: Span, two: Span): number =>
    one.start < two.start ? order(two.start) - order(one.end - 1) : order(one.start) - order(two.end - 1);
  const nouns = words.flatMap(({ start, end, word }): Noun[] =>
    word.kind === 'noun'
      ? [{ start, end, segment: segmentOf(start), aspect: word.aspect, wants: word.wants }]
      : [],
  );
  const nearest = <N extends Span>(to: Span, among: readonly N[]): N | undefined =>
    [...among].sort((one, two) => gap(to, one) - gap(to, two))[0];
  const plain = words.flatMap(({ start, end, word }): Omit<Signal, 'tone'>[] => {
    const at = { start, end, segment: segmentOf(start) };
    if (word.kind === 'rating') {
      const beside = nouns.filter(({ segment }) => segment === at.segment);
      const noun = word.adopts
        ? (nearest(at, beside) ??
          nearest(
            at,
            nouns.filter((each) => clauseOf(each.start) === clauseOf(start)),
          ))
        : undefined;
      return [{ ...at, aspect: noun?.aspect ?? word.aspect, said: word.tone }];
    }
    if (word.kind !== 'direction') return [];
    const measured = nouns.filter(
      (noun) => noun.wants !== null && noun.segment === at.segment && gap(at, noun) <= reach.direction,
    );
    const noun = nearest(at, measured);
    if (noun === undefined) return [];
    return [{ ...at, aspect: noun.aspect, said: word.up === (noun.wants === 'more') ? 'good' : 'bad' }];
  });
  const negated = new Set<number>();
  const lacks: Omit<Signal, 'tone'>[] = [];
  for (const { start, end, word } of words) {
    if (word.kind === 'turning') {
      const next = plain.findIndex((signal) => signal.start >= end && gap({ start, end }, signal) <= 1);
      if (next >= 0) negated.add(next);
    }
    if (word.kind !== 'negator') continue;
    const target = negatedBy({ start, end }, plain, segmentOf(start), gap, lexicon);
    const none = lexicon.headFinal ? undefined : lacking({ start, end }, nouns, plain[target], gap);
    if (none !== undefined) lacks.push({ ...none, said: none.wants === 'less' ? 'good' : 'bad' });
    else if (target >= 0) negated.add(target);
  }
  const isOpen = ({ start }: Span): boolean =>
    asked ||
    words.some(({ start: at, word }) => {
      if (word.kind === 'open') return clauseOf(at) === clauseOf(start);
      if (word.kind !== 'conditional' || segmentOf(at) !== segmentOf(start)) return false;
      return lexicon.headFinal ? at > start : at < start;
    });
  const stated = [...plain, ...lacks].map((signal, at) => ({
    ...signal,
    tone: negated.has(at) ? turned[signal.said] : signal.said,
  }));
  const left = stated.filter(isOpen);
  return {
    signals: stated.filter((signal) => !isOpen(signal)),
    nouns: [...nouns, ...left.map((signal) => ({ ...signal, wants: null }))],
  };
}

/** The quantity directly after "no" ("no fees"). Not if a rating is between them ("no high fees"). */
function lacking(
  negator: Span,
  nouns: readonly Noun[],
  target: Span | undefined,
  gap: (one: Span, two: Span) => number,
): Noun | undefined {
  const noun = nouns.find(({ start }) => start >= negator.end);
  if (noun === undefined || noun.wants === null || gap(negator, noun) > reach.lack) return undefined;
  return target !== undefined && target.start >= negator.end && target.start < noun.start ? undefined : noun;
}

/**
 * Index of the negated signal: after the negation, otherwise directly before it ("gefällt nicht"); -1 if there is
 * none.
 */
function negatedBy(
  negator: Span,
  signals: readonly Span[],
  segment: number,
  gap: (one: Span, two: Span) => number,
  { headFinal, negatesBack }: ClaimLexicon,
): number {
  const here = (signals as readonly Signal[]).map((signal, at) => ({ signal, at }));
  const near = here.filter(({ signal }) => signal.segment === segment);
  const before = near.findLast(
    ({ signal }) =>
      signal.start < negator.start && gap(negator, signal) <= (headFinal ? reach.negation : negatesBack),
  );
  if (headFinal) return before?.at ?? -1;
  const after = near.find(
    ({ signal }) => signal.start >= negator.end && gap(negator, signal) <= reach.negation,
  );
  return (after ?? before)?.at ?? -1;
}

type Share = { readonly brand: number; readonly aspect: ClaimAspect; readonly tone: Tone };

/** Assigns the signals to brands. */
function sharesOf(parts: Parts, named: readonly NamedBrand[], signals: readonly Signal[]): readonly Share[] {
  const distinct = new Set(named.map(({ brand }) => brand));
  const [only] = distinct;
  if (distinct.size === 1 && only !== undefined)
    return signals.map(({ aspect, tone }) => ({ brand: only, aspect, tone }));
  const objects = comparedWith(parts, named);
  const subjects = subjectsBySegment(parts, named, objects);
  const elliptic = gapped(parts, named, signals);
  return [...signals, ...elliptic].flatMap((signal): Share[] => {
    const { aspect, tone, said, segment } = signal;
    const mine = subjects[segment] ?? [];
    const names = named.filter((name) => within(name, parts.segments[segment] as Segment));
    const unclear =
      mine.length > 1 &&
      names.some(({ start }) => start < signal.start) &&
      names.some(({ start }) => start > signal.start);
    const shares = mine.map((brand): Share => ({ brand, aspect, tone: unclear ? 'mixed' : tone }));
    for (const object of objects)
      if (isCompared(parts, object, signal, signals) && !mine.includes(object.brand))
        shares.push({ brand: object.brand, aspect, tone: object.alike ? said : turned[tone] });
    return shares;
  });
}

/** A name after "and" without its own rating takes over the rating before it: "… and Keltro for its price". */
function gapped(
  { text, words, segments }: Parts,
  named: readonly NamedBrand[],
  signals: readonly Signal[],
): readonly Signal[] {
  return segments.flatMap((segment, at): readonly Signal[] => {
    if (signals.some((signal) => signal.segment === at) || !named.some((name) => within(name, segment)))
      return [];
    const and = words.find(({ word, ...span }) => word.kind === 'and' && within(span, segment));
    if (and === undefined || /[\p{L}\ufffc]/u.test(text.slice(segment.start, and.start))) return [];
    const model = segments.findLastIndex(
      ({ clause }, other) =>
        other < at && clause === segment.clause && signals.some((signal) => signal.segment === other),
    );
    const noun = words.find(({ word, ...span }) => word.kind === 'noun' && within(span, segment));
    return signals
      .filter((signal) => signal.segment === model)
      .map((signal) => ({
        ...signal,
        segment: at,
        aspect: noun?.word.kind === 'noun' ? noun.word.aspect : signal.aspect,
      }));
  });
}

type Compared = NamedBrand & { readonly mark: FoundWord; readonly alike: boolean };

/** Brands that are the object of a comparison: "than Keltro". */
function comparedWith(
  { text, words, order, segments, lexicon }: Parts,
  named: readonly NamedBrand[],
): readonly Compared[] {
  return words.flatMap((mark): Compared[] => {
    const { kind } = mark.word;
    if (mark.word.kind === 'rating' && mark.word.against) {
      const rival = rivalOf(mark, named, order);
      return rival === undefined ? [] : [{ ...rival, mark, alike: false }];
    }
    if (kind !== 'than' && kind !== 'thanAfter' && kind !== 'like') return [];
    const segment = segments.find((each) => within(mark, each));
    const before = text.slice(segment?.start, mark.start);
    const alike = kind !== 'than' && lexicon.equative.test(before) && !lexicon.multiple.test(before);
    const differs = kind === 'than' || lexicon.multiple.test(before) || lexicon.comparative.test(before);
    if (!alike && (!differs || (kind === 'like' && !lexicon.multiple.test(before)))) return [];
    const name = lexicon.headFinal
      ? named.findLast(({ end }) => end <= mark.start && order(mark.start) - order(end) <= 1)
      : named.find(
          ({ start }) => start >= mark.end && order(start) - order(mark.end - 1) <= reach.comparison,
        );
    return name === undefined ? [] : [{ ...name, mark, alike }];
  });
}

/**
 * The object of a comparing verb: the name after it ("beats Keltro"), or the last of two before it ("kann mit Keltro
 * mithalten").
 */
function rivalOf(
  verb: FoundWord,
  named: readonly NamedBrand[],
  order: (at: number) => number,
): NamedBrand | undefined {
  const behind = named.find(({ start }) => start >= verb.end && order(start) - order(verb.end - 1) <= 5);
  const before = named.filter(({ end }) => end <= verb.start);
  const last = before.at(-1);
  return (
    behind ?? (last !== undefined && before.some(({ brand }) => brand !== last.brand) ? last : undefined)
  );
}

/**
 * Whether a signal belongs to a comparison: the nearest to its mark ("cheaper than"), or the whole clause if the
 * mark's segment has none ("Unlike Keltro, …").
 */
function isCompared(
  { segments, order }: Parts,
  { mark }: Compared,
  signal: Signal,
  signals: readonly Signal[],
): boolean {
  const at = segments.findIndex((segment) => within(mark, segment));
  const distance = (each: Span): number => Math.abs(order(each.start) - order(mark.start));
  const beside = signals.filter(({ segment }) => segment === at);
  if (beside.length === 0) return segments[signal.segment]?.clause === segments[at]?.clause;
  return (
    signal.segment === at && beside.every((other) => other === signal || distance(signal) <= distance(other))
  );
}

/**
 * The brands each segment is about: those it names other than as an object of comparison, or those of the nearest
 * segment.
 */
function subjectsBySegment(
  { segments }: Parts,
  named: readonly NamedBrand[],
  objects: readonly Compared[],
): readonly (readonly number[])[] {
  const own = segments.map((segment) => {
    const here = named.filter(
      (name) => within(name, segment) && !objects.some(({ start }) => start === name.start),
    );
    return [...new Set(here.map(({ brand }) => brand))];
  });
  return own.map((brands, at) => {
    if (brands.length > 0) return brands;
    return (
      own.slice(0, at).findLast((each) => each.length > 0) ??
      own.slice(at).find((each) => each.length > 0) ??
      []
    );
  });
}

function rated(shares: readonly Pick<Share, 'aspect' | 'tone'>[]): readonly Rating[] {
  const tones = new Map<ClaimAspect, Set<Tone>>();
  // "Well made and all in all good": the general rating repeats the specific one.
  const specific = new Set(shares.flatMap(({ aspect, tone }) => (aspect === 'general' ? [] : [tone])));
  const telling = shares.filter(({ aspect, tone }) => aspect !== 'general' || !specific.has(tone));
  for (const { aspect, tone } of telling) tones.set(aspect, (tones.get(aspect) ?? new Set()).add(tone));
  return [...tones].map(([aspect, said]) => {
    const [tone = 'mixed'] = said;
    return { aspect, tone: said.size > 1 ? 'mixed' : toneOf[tone] };
  });
}

/** The neutral rating, with the aspect that is mentioned. */
function neutral(
  { segments }: Parts,
  named: readonly NamedBrand[],
  brand: number,
  nouns: readonly Noun[],
): readonly Rating[] {
  const here = segments.filter((segment) =>
    named.some((name) => name.brand === brand && within(name, segment)),
  );
  const near = nouns.filter((noun) => here.some((segment) => within(noun, segment)));
  const [first] = near.length > 0 ? near : nouns;
  return [{ aspect: first?.aspect ?? 'general', tone: 'neutral' }];
}
