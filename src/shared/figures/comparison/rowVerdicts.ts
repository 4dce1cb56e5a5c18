/** The verdicts of a row: which block the others are compared with, and what each says otherwise. */

import type { CellVerdict } from '../../model/comparison/answer.ts';
import type { AlignedRow } from '../../text/align/alignedRow.ts';
import { sameVerdict, similarity, verdictOf } from '../../text/facts/verdict.ts';
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
  return {
    reference: baseline ?? columns.find(([, cell]) => cell.block.content === content)?.[0] ?? null,
    of: (other) => {
      const before = known.get(other);
      if (before !== undefined) return before;
      const verdict = compared(other, content);
      known.set(other, verdict);
      return verdict;
    },
  };
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
