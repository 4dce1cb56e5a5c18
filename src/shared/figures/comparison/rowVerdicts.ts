/**
 * The verdicts of a row: which block the others are compared with, and what each says otherwise.
 *
 * Against a baseline, a fact differs if the baseline states it otherwise. Without one, the blocks of the row vote: a
 * fact differs if more columns contradict it than state it, so that one wrong block does not make all others red.
 */

import type { CellVerdict, FactDifference } from '../../model/comparison/answer.ts';
import type { AlignedRow } from '../../text/align/alignedRow.ts';
import {
  contradictions,
  hasStatement,
  pricesIn,
  sameVerdict,
  similarity,
  statesToo,
  verdictOf,
} from '../../text/facts/verdict.ts';
import type { BlockContent } from '../../text/reading.ts';
import { sameLanguage } from '../../text/words/language.ts';

/** Wordings that vote: enough for a majority, few enough for 250 columns. */
const maxVoters = 6;

const notCompared: CellVerdict = { kind: 'not-compared', facts: [], added: [], left: [] };

export type RowVerdicts = {
  /** Column of the reference; null if the row has no block in the baseline. */
  readonly reference: number | null;
  readonly of: (content: BlockContent) => CellVerdict;
};

/** @param baseline column that the others are compared with; null for the block that contradicts the fewest others */
export function rowVerdicts(row: AlignedRow, baseline: number | null): RowVerdicts {
  const columns = [...row.cells].sort(([one], [two]) => one - two);
  const ballot = baseline === null ? ballotOf(columns.map(([, cell]) => cell.block.content)) : null;
  const content = ballot === null ? row.cells.get(baseline as number)?.block.content : ballot.reference;
  if (content === undefined) return { reference: null, of: () => sameVerdict };
  const known = new Map<BlockContent, CellVerdict>();
  return {
    reference: baseline ?? columns.find(([, cell]) => cell.block.content === content)?.[0] ?? null,
    of: (other) => {
      const before = known.get(other);
      if (before !== undefined) return before;
      const verdict = compared(other, content, ballot === null ? undefined : votedFacts(other, ballot));
      known.set(other, verdict);
      return verdict;
    },
  };
}

function compared(
  content: BlockContent,
  reference: BlockContent,
  facts?: readonly FactDifference[],
): CellVerdict {
  if ((content === reference || content.text === reference.text) && (facts ?? []).length === 0)
    return sameVerdict;
  const verdict = verdictOf(content.facts(), reference.facts(), facts);
  if (verdict.kind !== 'words' || sameLanguage(content.wordsIn, reference.wordsIn)) return verdict;
  // Without words in common, only values, names and links show that two blocks say the same.
  if (content.anchors.length === 0 && reference.anchors.length === 0) return notCompared;
  return verdict;
}

/** The blocks of a row that vote, and how many columns have each. */
type Ballot = {
  readonly reference: BlockContent | undefined;
  readonly counts: ReadonlyMap<BlockContent, number>;
  readonly voters: readonly BlockContent[];
  /** What the first states otherwise than the second. */
  readonly differences: (one: BlockContent, two: BlockContent) => readonly FactDifference[];
};

function ballotOf(contents: readonly BlockContent[]): Ballot {
  const counts = new Map<BlockContent, number>();
  for (const content of contents) counts.set(content, (counts.get(content) ?? 0) + 1);
  const order = [...counts.keys()].sort(
    (one, two) =>
      (counts.get(two) ?? 0) - (counts.get(one) ?? 0) || (one.id < two.id ? -1 : one.id > two.id ? 1 : 0),
  );
  const known = new Map<BlockContent, Map<BlockContent, readonly FactDifference[]>>();
  const differences: Ballot['differences'] = (one, two) => {
    const ofOne = known.get(one) ?? new Map<BlockContent, readonly FactDifference[]>();
    known.set(one, ofOne);
    const found = ofOne.get(two) ?? contradictions(one.facts(), two.facts());
    ofOne.set(two, found);
    return found;
  };
  const voters = order.slice(0, maxVoters);
  const [first] = order;
  const isClear = first === undefined || (counts.get(first) ?? 0) * 2 > contents.length || order.length < 3;
  return {
    reference: isClear ? first : leastContradicted(voters, counts, differences),
    counts,
    voters: [...voters, ...pricedBeside(order, counts)],
    differences,
  };
}

/** By currency that no voter has a price in: a block with the most common prices, of two and more. */
function pricedBeside(
  order: readonly BlockContent[],
  counts: ReadonlyMap<BlockContent, number>,
): readonly BlockContent[] {
  if (order.length <= maxVoters) return [];
  const pricesOf = (content: BlockContent) => content.facts().values.filter(({ isPrice }) => isPrice);
  const currenciesOf = (contents: readonly BlockContent[]) =>
    new Set(contents.flatMap((content) => pricesOf(content).map(({ unit }) => unit)));
  const known = currenciesOf(order.slice(0, maxVoters));
  // Without a price in a voter, a price is an addition, whatever the others say.
  if (known.size === 0) return [];
  return [...currenciesOf(order.slice(maxVoters))].flatMap((currency) => {
    if (known.has(currency)) return [];
    const priced = order.filter((content) => pricesIn(content.facts(), currency).length > 0);
    const same = Map.groupBy(priced, (content) =>
      pricesIn(content.facts(), currency)
        .map(({ value }) => value)
        .sort((one, two) => one - two)
        .join(),
    );
    const columns = (group: readonly BlockContent[]) =>
      group.reduce((sum, content) => sum + (counts.get(content) ?? 0), 0);
    const [most] = [...same.values()].sort((one, two) => columns(two) - columns(one));
    return columns(priced) > 1 && most?.[0] !== undefined ? [most[0]] : [];
  });
}

/** The wording with the fewest contradictions to the others, weighted by how often each occurs. */
function leastContradicted(
  voters: readonly BlockContent[],
  counts: Ballot['counts'],
  differences: Ballot['differences'],
): BlockContent | undefined {
  let best = voters[0];
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of voters) {
    let against = 0;
    for (const other of voters) {
      if (other === candidate) continue;
      const contradicts = differences(other, candidate).length > 0 ? 1 : 0;
      // A wording far from the others contradicts few of them only because it shares no words with them.
      against +=
        (counts.get(other) ?? 0) * (contradicts + 2 * (1 - similarity(other.facts(), candidate.facts())));
    }
    if (against < least - 1e-9) {
      least = against;
      best = candidate;
    }
  }
  return best;
}

type Charge = {
  readonly fact: FactDifference;
  readonly by: Set<BlockContent>;
};

/** The facts of a block that more columns contradict than state. */
function votedFacts(
  content: BlockContent,
  { reference, voters, counts, differences }: Ballot,
): readonly FactDifference[] {
  const charges = new Map<string, Charge>();
  const first = reference === undefined ? voters : [reference, ...voters];
  for (const voter of new Set(first)) {
    if (voter === content || voter.text === content.text) continue;
    for (const fact of differences(content, voter)) {
      const key = isWritten(fact) ? `${fact.kind} ${fact.here}` : fact.kind;
      const charge = charges.get(key) ?? { fact, by: new Set() };
      charge.by.add(voter);
      charges.set(key, charge);
    }
  }
  const columns = (blocks: Iterable<BlockContent>) =>
    [...blocks].reduce((sum, block) => sum + (counts.get(block) ?? 0), 0);
  const found = [...charges.values()].flatMap(({ fact, by }) => {
    const agreeing = voters.filter(
      (voter) =>
        voter !== content &&
        !by.has(voter) &&
        (isWritten(fact)
          ? statesToo(voter.facts(), content.facts(), fact.here)
          : [...by].some((other) => differences(voter, other).some(({ kind }) => kind === fact.kind))),
    );
    const against = columns(by);
    const own = columns([content, ...agreeing]);
    if (against > own) return [fact];
    // As many say the one as the other: the reference decides. Of prices that it does not state, both are shown.
    if (against < own || reference === undefined || content === reference) return [];
    return by.has(reference) || (fact.kind === 'price' && !agreeing.includes(reference)) ? [fact] : [];
  });
  if (found.some(({ kind }) => kind === 'negation')) return found;
  const alone = aloneInNegating(content, voters, columns);
  return alone === null ? found : [...found, alone];
}

/** Columns that must agree before the originals alone, without the words, say that one negates otherwise. */
const leastAgainst = 3;
/** Words in common of blocks that say the same but for a negation. */
const alike = 0.3;

/** A block whose original negates something where no other does, or the reverse, by the words of its own language. */
function aloneInNegating(
  content: BlockContent,
  voters: readonly BlockContent[],
  columns: (blocks: Iterable<BlockContent>) => number,
): FactDifference | null {
  // "Pitfalls to avoid" is "What to watch out for": a heading states nothing.
  if (content.kind === 'heading') return null;
  const here = content.facts();
  const apart = voters.filter((voter) => voter !== content);
  if (columns(apart) < leastAgainst || here.negates() === null) return null;
  const others = apart.filter((voter) => voter.facts().negates() !== null);
  if (columns(others) < leastAgainst) return null;
  if (others.some((voter) => voter.facts().negates() === here.negates())) return null;
  const likeness = others.map((voter) => similarity(here, voter.facts())).sort((one, two) => two - one);
  if ((likeness[Math.floor(likeness.length / 2)] ?? 0) < alike) return null;
  if (here.negates()) {
    const label = here.negations[0]?.label;
    // Which of several sentences it is in, only the words could tell.
    if (label === undefined && here.statements().length > 1) return null;
    return { kind: 'negation', here: label ?? 'with “not”', there: 'without “not”' };
  }
  const negated = others.flatMap((voter) => {
    const label = voter.facts().negations[0]?.label;
    return label === undefined ? [] : [{ facts: voter.facts(), label }];
  });
  // A block without that sentence leaves it out, and does not contradict it.
  if (negated.length > 0 && !negated.some(({ facts, label }) => hasStatement(here, facts, label)))
    return null;
  return { kind: 'negation', here: 'without “not”', there: negated[0]?.label ?? 'with “not”' };
}

/** Whether the difference is one of values and names as written, of which a block may have several. */
function isWritten({ kind }: FactDifference): boolean {
  return kind !== 'negation' && kind !== 'recommendation';
}
