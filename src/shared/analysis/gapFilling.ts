/**
 * Between two pairs that agree, what is left over on both sides is paired by its place: the answer in another
 * language has the same introduction, the same kind of heading, the same closing paragraph.
 */
import type { AlignedRow, Matching } from './alignedRow.ts';
import { headAgreement, kindFactor, wordSimilarity } from './blockSimilarity.ts';
import { sameLanguage } from './language.ts';
import type { BlockContent, ReadBlock } from './reading.ts';
import { increasingSubsequence } from './sequence.ts';

/** Certainty of a pair that only its place speaks for. */
const BY_PLACE = 0.4;

export function fillGaps(matching: Matching): void {
  const { blocks, matches, rows } = matching;
  const paired = blocks.map((_, at) => at).filter((at) => matches[at] !== null);
  const kept = increasingSubsequence(paired.map((at) => matches[at]?.row.position ?? 0));
  const backbone = paired.filter((_, index) => kept.has(index));
  let fromBlock = 0;
  let fromRow = 0;
  for (const at of [...backbone, -1]) {
    const toBlock = at === -1 ? blocks.length : at;
    const toRow = at === -1 ? rows.length : (matches[at]?.row.position ?? 0);
    fillGap(matching, fromBlock, toBlock, fromRow, toRow);
    fromBlock = toBlock + 1;
    fromRow = toRow + 1;
  }
}

function fillGap(
  matching: Matching,
  fromBlock: number,
  toBlock: number,
  fromRow: number,
  toRow: number,
): void {
  const { blocks, matches, rows, taken } = matching;
  const shapes = new Map<string, { blocks: number[]; rows: AlignedRow[] }>();
  const shape = (content: BlockContent) => {
    const name = `${content.kind}${content.kind === 'list-item' ? content.depth : ''}${content.header}`;
    let found = shapes.get(name);
    if (found === undefined) {
      found = { blocks: [], rows: [] };
      shapes.set(name, found);
    }
    return found;
  };
  for (let at = fromBlock; at < toBlock; at++) {
    const block = blocks[at];
    if (block !== undefined && matches[at] === null) shape(block.content).blocks.push(at);
  }
  for (let position = fromRow; position < toRow; position++) {
    const row = rows[position];
    if (row !== undefined && !taken.has(row)) shape(row.variants[0] as BlockContent).rows.push(row);
  }
  for (const group of shapes.values()) {
    if (group.blocks.length === 0 || group.rows.length === 0) continue;
    const likely = group.rows.length > group.blocks.length ? wellSupported(group.rows) : group.rows;
    if (likely.length !== group.blocks.length) continue;
    group.blocks.forEach((at, index) => {
      const row = likely[index] as AlignedRow;
      if (!fits(matching, at, row, group.blocks.length === 1)) return;
      matches[at] = { block: at, row, score: BY_PLACE };
      taken.add(row);
    });
  }
}

/** Whether place alone may pair them: never against what both say of themselves. */
function fits(
  { blocks, matches, first, weights }: Matching,
  at: number,
  row: AlignedRow,
  alone: boolean,
): boolean {
  const block = blocks[at] as ReadBlock;
  const parent = block.parent < 0 ? null : (matches[block.parent - first]?.row ?? undefined);
  if (parent !== undefined && row.parent !== null && parent !== row.parent) return false;
  let kin = false;
  let words = 0;
  for (const variant of row.variants) {
    if (kindFactor(block.content, variant) === 0) continue;
    if (headAgreement(block.content, variant) === 'different') return false;
    if (!sameLanguage(block.content.language, variant.language)) continue;
    kin = true;
    words = Math.max(words, wordSimilarity(block.content, variant, weights));
  }
  const { kind, ordered, header } = block.content;
  // Steps keep their order in translation; loose points under a heading come in any.
  if (!kin) return !((kind === 'list-item' && !ordered && !alone) || (kind === 'table-row' && !header));
  if (kind !== 'paragraph' && kind !== 'heading') return words >= 0.2;
  // The one paragraph under a heading is that heading's answer however it is worded.
  const answersHeading = alone && block.parent >= 0 && block.parent === block.order - 1;
  return words >= (answersHeading ? 0.03 : 0.2);
}

/** Rows that about as many columns have as the best of them. */
function wellSupported(rows: readonly AlignedRow[]): AlignedRow[] {
  const most = Math.max(...rows.map((row) => row.cells.size));
  return rows.filter((row) => row.cells.size * 2 > most && row.cells.size > 1);
}
