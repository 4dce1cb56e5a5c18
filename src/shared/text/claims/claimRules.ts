/** Word lists of one language for rating claims, and the search for their words in a sentence. */
import type { ClaimAspect } from '../../model/comparison/claimLists.ts';

/** Entries separated by commas. */
type WordList = string;

/**
 * Words of one aspect. `good` and `bad` rate by themselves ("reliable", "expensive"); `mixed` says that opinions
 * differ. `less` and `more` are quantities that should be low ("price") or high ("battery life"); they rate only with
 * a direction ("high", "low"). `about` names the aspect without rating it ("support").
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
 * Entries are in lower case. `*` at the end matches any ending; `*` at the beginning matches inside a compound word.
 * ` … ` matches words between two whole words ("fällt … aus"). The longest entry at a position wins, so "not only" is
 * not a negation.
 */
export type ClaimRules = {
  readonly spaced: boolean;
  /** Negations follow the negated word, and marks of comparison follow the name ("ケルトロより"). */
  readonly headFinal: boolean;
  readonly aspects: Readonly<Partial<Record<ClaimAspect, AspectWords>>>;
  /**
   * Ratings without their own aspect ("good", "slow"). They take the aspect of the noun beside them ("slow support"),
   * or this aspect if there is none.
   */
  readonly adopting: Readonly<Partial<Record<ClaimAspect, Pick<AspectWords, 'good' | 'bad' | 'mixed'>>>>;
  /** Verbs that rate their subject and rate the other brand the opposite way: "outperforms", "can keep up with". */
  readonly against?: Pick<AspectWords, 'good' | 'bad'>;
  readonly up: WordList;
  readonly down: WordList;
  readonly negators: WordList;
  /**
   * Maximum words between a word and a negation after it ("gefällt mir nicht"). Applies if nothing after it can be
   * negated.
   */
  readonly negatesBack: number;
  /** "and". */
  readonly and: WordList;
  /** Words that negate the next word: "less expensive". */
  readonly turning: WordList;
  /** Phrases that contain a word of another list and have no meaning here. */
  readonly ignored: WordList;
  /** Words that begin a new clause: "but", "while". */
  readonly contrast: WordList;
  /** The rating applies to the other brand with the opposite tone: "cheaper than", "unlike", "instead of". */
  readonly than: WordList;
  /** The same, but only after a comparative in the same segment: "plus fiable que". */
  readonly thanAfter: WordList;
  /** Regular expressions of comparatives, and of the word before "as" in an equative. Empty if not needed. */
  readonly comparative: string;
  readonly equative: string;
  /** Regular expression of multiples, which look like an equative but are none: "twice as fast as". */
  readonly multiple: string;
  /** The rating applies to both brands: "as good as". */
  readonly like: WordList;
  /** The clause states nothing: "check whether". */
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
  /** Finds the words in a sentence in lower case. They are in order and do not overlap. */
  readonly find: (lowered: string) => readonly FoundWord[];
};

type Ending = { readonly word: WordKind; readonly open: boolean };
type Tree = { readonly next: Map<string, Tree>; ending: Ending | null; openEnding: Ending | null };

const emptyTree = (): Tree => ({ next: new Map(), ending: null, openEnding: null });

const wordPart = /[\p{L}\p{M}\p{N}]/u;

/** Second words of entries with a gap, by first word. */
type Apart = Map<string, readonly { readonly last: string; readonly word: WordKind }[]>;

/** Compiles the word lists of a language. */
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

/** Maximum words between the parts of a separable verb. */
const widestGap = 12;

/**
 * Adds words whose parts are separated, at the position of the last part, which a negation precedes ("fällt nicht
 * auf").
 */
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
