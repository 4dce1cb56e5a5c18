import { memo, useContext } from 'react';
import type { AnchorDifference, AnswerCell, ComparedBlock } from '#shared/model/comparison/comparison.ts';
import { cellVerdictSentence } from '#shared/tables/verdictSentences.ts';
import { translatedBlock } from '#shared/translation/readIn.ts';
import { classNames } from '../../ui/classNames.ts';
import { ReadInContext } from '../readIn/readInContext.ts';
import { KeptOriginal, TranslationBeneath } from '../readIn/TranslatedText.tsx';
import { BlockText } from './BlockText.tsx';
import { blockRuns } from './blockRuns.ts';

type BlockCellProps = {
  readonly cell: AnswerCell;
  readonly block: ComparedBlock;
  /** The baseline's block of the same row, in baseline mode. */
  readonly baseline: ComparedBlock | null;
  readonly folded: boolean;
};

/**
 * A block of one market's answer with its differences marked. Its props are objects of the comparison, so scrolling
 * does not render it again.
 */
export const BlockCell = memo(function BlockCell({ cell, block, baseline, folded }: BlockCellProps) {
  const read = useContext(ReadInContext);
  const found = read.mode === 'original' ? undefined : read.blocks.get(block.id);
  const translation = found === undefined ? null : translatedBlock(block, found, read.to);
  const look = { folded, listRank: cell.listRank, isAdded: cell.state === 'added' };
  return (
    <div>
      {cell.move ? (
        <p className="text-mini text-moved">
          ↕ from {cell.move.from} <span className="sr-only">to {cell.move.to}</span>
        </p>
      ) : null}
      {cell.state === 'added' ? <p className="text-added text-mini">+ not in the baseline</p> : null}
      {translation !== null && read.mode === 'translation' ? (
        <BlockText {...look} block={translation} runs={blockRuns(translation, null, null)} />
      ) : (
        <BlockText {...look} block={block} runs={blockRuns(block, baseline, cell.spans)} />
      )}
      {translation !== null && read.mode === 'both' ? (
        <TranslationBeneath>
          <BlockText {...look} block={translation} runs={blockRuns(translation, null, null)} />
        </TranslationBeneath>
      ) : null}
      <KeptOriginal problem={found?.problem ?? null} />
      <Verdict cell={cell} />
      {cell.anchors && cell.verdict.kind !== 'fact' ? <Anchors difference={cell.anchors} /> : null}
    </div>
  );
});

/** What the block says otherwise. Differing facts have a colour; other words are a quiet mark. */
function Verdict({ cell }: { readonly cell: AnswerCell }) {
  const { kind } = cell.verdict;
  const sentence = cellVerdictSentence(cell);
  if (sentence === '') return null;
  if (kind === 'words')
    return (
      <p className="mt-1 text-ink-3 text-mini" title={sentence}>
        ≈ other words
      </p>
    );
  return (
    <p
      dir="auto"
      className={classNames('mt-1 text-mini', kind === 'fact' ? 'font-semibold text-warn' : 'text-ink-2')}
    >
      {kind === 'fact' ? 'Differs: ' : ''}
      {sentence}
    </p>
  );
}

const shownAnchors = 4;

/** Common and different names, numbers and links of texts in two languages. */
function Anchors({ difference }: { readonly difference: AnchorDifference }) {
  const lines = [
    { sign: '=', word: 'shared', look: 'text-ink-3', anchors: difference.shared },
    { sign: '−', word: 'missing', look: 'text-removed', anchors: difference.missing },
    { sign: '+', word: 'added', look: 'text-added', anchors: difference.added },
  ].filter((line) => line.anchors.length > 0);
  if (lines.length === 0) return null;
  return (
    <ul className="mt-1 text-mini">
      {lines.map((line) => (
        <li
          key={line.word}
          className={line.look}
          title={line.anchors.map((anchor) => anchor.label).join(', ')}
        >
          {line.sign} {line.word}:{' '}
          <span dir="auto">
            {line.anchors
              .slice(0, shownAnchors)
              .map((anchor) => anchor.label)
              .join(', ')}
          </span>
          {line.anchors.length > shownAnchors ? ` and ${line.anchors.length - shownAnchors} more` : ''}
        </li>
      ))}
    </ul>
  );
}
