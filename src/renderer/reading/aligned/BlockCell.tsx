import { memo, useContext } from 'react';
import type {
  Anchor,
  AnchorDifference,
  AnswerCell,
  ComparedBlock,
} from '#shared/model/comparison/comparison.ts';
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

const isSource = ({ kind }: Anchor): boolean => kind === 'url' || kind === 'domain';
const isStatement = (anchor: Anchor): boolean => !isSource(anchor);

/**
 * Common and different names, numbers and links of texts in two languages. Each country has sources of its own: they
 * are named, and are no difference in what is said.
 */
function Anchors({ difference: { shared, missing, added } }: { readonly difference: AnchorDifference }) {
  const sources = added.filter(isSource);
  const pages = sources.filter(({ kind }) => kind === 'url');
  const lines = [
    { sign: '=', word: 'shared', look: 'text-ink-3', anchors: shared },
    { sign: '−', word: 'missing', look: 'text-removed', anchors: missing.filter(isStatement) },
    { sign: '+', word: 'added', look: 'text-added', anchors: added.filter(isStatement) },
    {
      sign: '',
      word: 'other sources',
      look: 'text-ink-3',
      // A page names its domain.
      anchors: sources.filter(
        ({ kind, label }) => kind === 'url' || !pages.some((page) => page.label.startsWith(label)),
      ),
    },
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
          {line.sign === '' ? '' : `${line.sign} `}
          {line.word}:{' '}
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
