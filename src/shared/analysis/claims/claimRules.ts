/** The words by which the claims of one language are rated, and how they are found in a sentence. */
import type { ClaimAspect } from './model.ts';

/** Entries between commas. */
type WordList = string;

/**
 * Words of one aspect. `good` and `bad` say something by themselves ("reliable", "expensive"), `mixed` says that
 * opinions differ. Of `less` and `more` it is good to have little or much ("price", "battery life"): they say
 * something with a direction ("high", "low"). `about` only names the aspect ("support").
 */
export type AspectWords = {
  readonly good?: WordList;
  readonly bad?: WordList;
  readonly mixed?: WordList;
  readonly less?: WordList;
  readonly more?: WordList;
  readonly about?: WordList;
};

/**
 * How entries are written: lower case; `*` at the end stands for any ending, at the beginning for what a compound
 * begins with, ` … ` for words between two whole words ("fällt … aus"). The longest entry at a position wins, so that
 * "not only" is no negation.
 */
export type ClaimRules = {
  readonly spaced: boolean;
  /** Negation stands behind what it negates, and the marks of comparison behind the name ("ケルトロより"). */
  readonly headFinal: boolean;
  readonly aspects: Readonly<Partial<Record<ClaimAspect, AspectWords>>>;
  /**
   * Ratings without an aspect of their own ("good", "slow"): they take that of the noun beside them ("slow
   * support"), and this one where there is none.
   */
  readonly adopting: Readonly<Partial<Record<ClaimAspect, Pick<AspectWords, 'good' | 'bad' | 'mixed'>>>>;
  /** Verbs that rate one brand and say the opposite of the other they name: "outperforms", "can keep up with". */
  readonly against?: Pick<AspectWords, 'good' | 'bad'>;
  readonly up: WordList;
  readonly down: WordList;
  readonly negators: WordList;
  /** Words it may stand behind what it negates ("gefällt mir nicht"), where nothing follows that it could negate. */
  readonly negatesBack: number;
  /** "and". */
  readonly and: WordList;
  /** Turn what follows directly: "less expensive". */
  readonly turning: WordList;
  /** What contains a word of another list and says nothing here. */
  readonly ignored: WordList;
  /** A clause begins: "but", "while". */
  readonly contrast: WordList;
  /** What is said holds for the other brand the other way round: "cheaper than", "unlike", "instead of". */
  readonly than: WordList;
  /** The same, only behind a comparative in the same part of the sentence: "plus fiable que". */
  readonly thanAfter: WordList;
  /** Regular expressions of comparatives, and of what stands before "as" where two are alike; empty: not needed. */
  readonly comparative: string;
  readonly equative: string;
  /** Of what is no likeness all the same: "twice as fast as". */
  readonly multiple: string;
  /** What is said holds for both: "as good as". */
  readonly like: WordList;
  /** Nothing is stated in the clause: "check whether". */
  readonly open: WordList;
  /** Nothing is stated up to the next comma: "if you want better sound". */
  readonly conditional: WordList;
};

export type Tone = 'good' | 'bad' | 'mixed';
export type WordKind =
  | {
      readonly kind: 'rating';
      readonly aspect: ClaimAspect;
      readonly tone: Tone;
      readonly adopts: boolean;
      readonly against: boolean;
    }
  | { readonly kind: 'noun'; readonly aspect: ClaimAspect; readonly wants: 'less' | 'more' | null }
  | { readonly kind: 'direction'; readonly up: boolean }
  | {
      readonly kind:
        | 'negator'
        | 'turning'
        | 'contrast'
        | 'and'
        | 'than'
        | 'thanAfter'
        | 'like'
        | 'open'
        | 'conditional'
        | 'ignored';
    };

export type FoundWord = { readonly start: number; readonly end: number; readonly word: WordKind };

export type ClaimLexicon = Pick<ClaimRules, 'spaced' | 'headFinal' | 'negatesBack'> & {
  readonly comparative: RegExp;
  readonly equative: RegExp;
  readonly multiple: RegExp;
  /** Words in their order; none overlaps another. */
  readonly find: (lowered: string) => readonly FoundWord[];
};

type Ending = { readonly word: WordKind; readonly open: boolean };
type Tree = { readonly next: Map<string, Tree>; ending: Ending | null; openEnding: Ending | null };

const emptyTree = (): Tree => ({ next: new Map(), ending: null, openEnding: null });

const wordPart = /[\p{L}\p{M}\p{N}]/u;

/** Of an entry with a gap the second word, by the first. */
type Apart = Map<string, readonly { readonly last: string; readonly word: WordKind }[]>;

export function claimLexicon(rules: ClaimRules): ClaimLexicon {
  const [words, inner] = [emptyTree(), emptyTree()];
  const apart: Apart = new Map();
  const add = (entry: string, word: WordKind): void => {
    const [first = '', last] = entry.split(' … ');
    if (last !== undefined) {
      apart.set(first, [...(apart.get(first) ?? []), { last, word }]);
      return;
    }
    const open = entry.endsWith('*');
    let node = entry.startsWith('*') ? inner : words;
    for (const letter of entry.replaceAll('*', '')) {
      const next = node.next.get(letter) ?? emptyTree();
      node.next.set(letter, next);
      node = next;
    }
    if (open) node.openEnding ??= { word, open };
    else node.ending ??= { word, open };
  };
  for (const [entry, word] of entriesOf(rules)) add(entry, word);
  const { spaced, headFinal, negatesBack } = rules;
  return {
    ...{ spaced, headFinal, negatesBack },
    comparative: new RegExp(rules.comparative, 'u'),
    equative: new RegExp(rules.equative, 'u'),
    multiple: new RegExp(rules.multiple, 'u'),
    find: (text) => joinedApart(text, findWords(text, spaced, words, inner), apart),
  };
}

function* entriesOf(rules: ClaimRules): Generator<readonly [entry: string, word: WordKind]> {
  for (const kind of [
    'ignored',
    'negator',
    'turning',
    'contrast',
    'and',
    'than',
    'thanAfter',
    'like',
    'open',
    'conditional',
  ] as const) {
    const list = kind === 'negator' ? rules.negators : rules[kind];
    for (const entry of entriesIn(list)) yield [entry, { kind }];
  }
  for (const up of [true, false])
    for (const entry of entriesIn(up ? rules.up : rules.down)) yield [entry, { kind: 'direction', up }];
  for (const tone of ['good', 'bad'] as const)
    for (const entry of entriesIn(rules.against?.[tone]))
      yield [entry, { kind: 'rating', aspect: 'general', tone, adopts: true, against: true }];
  for (const adopts of [false, true])
    for (const [key, lists] of Object.entries(adopts ? rules.adopting : rules.aspects)) {
      const aspect = key as ClaimAspect;
      for (const tone of ['good', 'bad', 'mixed'] as const)
        for (const entry of entriesIn(lists[tone]))
          yield [entry, { kind: 'rating', aspect, tone, adopts, against: false }];
      const nouns: AspectWords = lists;
      for (const wants of ['less', 'more', null] as const)
        for (const entry of entriesIn(nouns[wants ?? 'about']))
          yield [entry, { kind: 'noun', aspect, wants }];
    }
}

const entriesIn = (list: WordList = ''): readonly string[] => (list === '' ? [] : list.split(', '));

function findWords(text: string, spaced: boolean, words: Tree, inner: Tree): readonly FoundWord[] {
  const found: FoundWord[] = [];
  for (let at = 0; at < text.length; ) {
    const begins = !spaced || !isPart(text, at - 1);
    const match = begins
      ? (longest(text, at, words, spaced) ?? longest(text, at, inner, spaced))
      : longest(text, at, inner, spaced);
    if (match === null) at++;
    else {
      found.push({ start: at, ...match });
      at = match.end;
    }
  }
  return found;
}

/** Words a separable verb may have between its parts. */
const widestGap = 12;

/** Adds words whose parts stand apart, at their last part: that is what a negation stands before ("fällt nicht auf"). */
function joinedApart(text: string, found: readonly FoundWord[], apart: Apart): readonly FoundWord[] {
  if (apart.size === 0) return found;
  const tokens = [...text.matchAll(/[\p{L}\p{M}\p{N}\ufffc'-]+|[,;:.()!?]/gu)];
  const added: (FoundWord & { readonly from: number })[] = [];
  for (const [at, { 0: token, index: from }] of tokens.entries())
    for (const { last, word } of apart.get(token) ?? [])
      for (const next of tokens.slice(at + 1, at + 2 + widestGap)) {
        if (/^[,;:.()!?]$/.test(next[0])) break;
        if (!startsWord(text, last, next.index)) continue;
        const end = next.index + last.length;
        if (!found.some((whole) => whole.start === from && whole.end >= end))
          added.push({ from, start: next.index, end, word });
        break;
      }
  if (added.length === 0) return found;
  const isPartOf = ({ start, end }: FoundWord): boolean =>
    added.some((one) => start === one.from || (start < one.end && end > one.start));
  return [
    ...found.filter((each) => !isPartOf(each)),
    ...added.map(({ start, end, word }) => ({ start, end, word })),
  ].sort((one, two) => one.start - two.start);
}

const startsWord = (text: string, word: string, at: number): boolean =>
  text.startsWith(word, at) && !isPart(text, at + word.length);

function longest(
  text: string,
  start: number,
  tree: Tree,
  spaced: boolean,
): Pick<FoundWord, 'end' | 'word'> | null {
  let best: Pick<FoundWord, 'end' | 'word'> | null = null;
  let node: Tree | undefined = tree;
  for (let at = start; ; at++) {
    const whole: Ending | null =
      node.ending !== null && (!spaced || !isPart(text, at)) ? node.ending : node.openEnding;
    if (whole !== null) best = { end: whole.open && spaced ? wordEnd(text, at) : at, word: whole.word };
    if (at >= text.length) return best;
    node = node.next.get(text.charAt(at));
    if (node === undefined) return best;
  }
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (isPart(text, end)) end++;
  return end;
}

function isPart(text: string, at: number): boolean {
  return at >= 0 && at < text.length && wordPart.test(text.charAt(at));
}
