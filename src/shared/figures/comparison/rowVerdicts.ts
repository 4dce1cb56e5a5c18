/** The verdicts of a row: which block the others are compared with, and what each says otherwise. */

import type { CellVerdict } from '../../model/comparison/answer.ts';
import type { AlignedRow } from '../../text/align/alignedRow.ts';
import { priceDifferences, pricesIn, sameVerdict, similarity, verdictOf } from '../../text/facts/verdict.ts';
import type { BlockContent } from '../../text/reading.ts';
import { sameLanguage } from '../../text/words/language.ts';

/** Wordings among which the reference is searched: enough for a majority, few enough for 250 columns. */
const maxCandidates = 6;

const notCompared: CellVerdict = { kind: 'not-compared', facts: [], added: [], left: [] };

export type RowVerdicts = {
  /** Column of the reference; null if the row has no block in the baseline. */
  readonly reference: number | null;
  readonly of: (content: BlockContent) => CellVerdict;
};

/** @param baseline column that the others are compared with; null for the block that contradicts the fewest others */
export function rowVerdicts(row: AlignedRow, baseline: number | null): RowVerdicts {
  const columns = [...row.cells].sort(([one], [two]) => one - two);
  const found =
    baseline === null ? leastContradicted(columns.map(([, cell]) => cell.block.content)) : undefined;
  const content = baseline === null ? found : row.cells.get(baseline)?.block.content;
  if (content === undefined) return { reference: null, of: () => sameVerdict };
  const known = new Map<BlockContent, CellVerdict>();
  const ofCurrency =
    baseline === null
      ? currencyReferences(
          columns.map(([, cell]) => cell.block.content),
          content,
        )
      : noOthers;
  return {
    reference: baseline ?? columns.find(([, cell]) => cell.block.content === content)?.[0] ?? null,
    of: (other) => {
      const before = known.get(other);
      if (before !== undefined) return before;
      const verdict = withOwnCurrency(compared(other, content), other, ofCurrency);
      known.set(other, verdict);
      return verdict;
    },
  };
}

const noOthers: ReadonlyMap<string, BlockContent> = new Map();

/** By currency that the reference has no price in: the block with the most common prices, of two and more. */
function currencyReferences(
  contents: readonly BlockContent[],
  reference: BlockContent,
): ReadonlyMap<string, BlockContent> {
  const pricesOf = (content: BlockContent) => content.facts().values.filter(({ isPrice }) => isPrice);
  const known = new Set(pricesOf(reference).map(({ unit }) => unit));
  // Without a price in the reference, a price is an addition, whatever the others say.
  if (known.size === 0) return noOthers;
  const currencies = new Set(contents.flatMap((content) => pricesOf(content).map(({ unit }) => unit)));
  const found = new Map<string, BlockContent>();
  for (const currency of currencies) {
    if (known.has(currency)) continue;
    const priced = contents.filter((content) => pricesIn(content.facts(), currency).length > 0);
    const same = Map.groupBy(priced, (content) =>
      pricesIn(content.facts(), currency)
        .map(({ value }) => value)
        .sort((one, two) => one - two)
        .join(),
    );
    const [most] = [...same.values()].sort((one, two) => two.length - one.length);
    if (priced.length > 1 && most?.[0] !== undefined) found.set(currency, most[0]);
  }
  return found;
}

/** The verdict, with prices that differ from those of others in the same currency. */
function withOwnCurrency(
  verdict: CellVerdict,
  content: BlockContent,
  references: ReadonlyMap<string, BlockContent>,
): CellVerdict {
  const facts = [...references].flatMap(([currency, reference]) =>
    reference === content ? [] : priceDifferences(content.facts(), reference.facts(), currency),
  );
  return facts.length === 0 ? verdict : { ...verdict, kind: 'fact', facts: [...facts, ...verdict.facts] };
}

function compared(content: BlockContent, reference: BlockContent): CellVerdict {
  if (content === reference || content.text === reference.text) return sameVerdict;
  const verdict = verdictOf(content.facts(), reference.facts());
  if (verdict.kind !== 'words' || sameLanguage(content.wordsIn, reference.wordsIn)) return verdict;
  // Without words in common, only values, names and links show that two blocks say the same.
  if (content.anchors.length === 0 && reference.anchors.length === 0) return notCompared;
  return verdict;
}

/** The wording with the fewest contradictions to the others, weighted by how often each occurs. */
function leastContradicted(contents: readonly BlockContent[]): BlockContent | undefined {
  const counts = new Map<BlockContent, number>();
  for (const content of contents) counts.set(content, (counts.get(content) ?? 0) + 1);
  const order = [...counts].sort(
    ([one, many], [two, more]) => more - many || (one.id < two.id ? -1 : one.id > two.id ? 1 : 0),
  );
  const [first] = order;
  if (first === undefined || first[1] * 2 > contents.length || order.length < 3) return first?.[0];
  const candidates = order.slice(0, maxCandidates);
  let best = first[0];
  let least = Number.POSITIVE_INFINITY;
  for (const [candidate] of candidates) {
    let against = 0;
    for (const [other, count] of candidates) {
      if (other === candidate) continue;
      const { kind } = compared(other, candidate);
      // A wording far from the others contradicts few of them only because it shares no words with them.
      against += count * ((kind === 'fact' ? 1 : 0) + 2 * (1 - similarity(other.facts(), candidate.facts())));
    }
    if (against < least - 1e-9) {
      least = against;
      best = candidate;
    }
  }
  return best;
}
