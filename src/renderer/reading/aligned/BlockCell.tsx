import { Fragment, memo, type ReactNode, useContext } from 'react';
import type { AnchorDifference, AnswerCell, ComparedBlock } from '#shared/model/comparison/comparison.ts';
import { cellVerdictSentence } from '#shared/tables/verdictSentences.ts';
import { translatedBlock } from '#shared/translation/readIn.ts';
import { Citation } from '../../ui/Citation.tsx';
import { classNames } from '../../ui/classNames.ts';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { ReadInContext } from '../readIn/readInContext.ts';
import { type BlockRun, blockRuns } from './blockRuns.ts';

type BlockCellProps = {
  readonly cell: AnswerCell;
  readonly block: ComparedBlock;
  /** The baseline's block of the same row, in baseline mode. */
  readonly baseline: ComparedBlock | null;
  readonly folded: boolean;
};

/** Shorter texts never exceed eight lines, and line clamping costs more layout than showing them. */
const leastClamped = 120;

/**
 * A block of one market's answer with its differences marked. Its props are objects of the comparison, so scrolling
 * does not render it again.
 */
export const BlockCell = memo(function BlockCell({ cell, block, baseline, folded }: BlockCellProps) {
  const read = useContext(ReadInContext);
  const found = read.mode === 'original' ? undefined : read.blocks.get(block.id);
  const translation = found === undefined ? null : translatedBlock(block, found, read.to);
  return (
    <div>
      {cell.move ? (
        <p className="text-mini text-moved">
          ↕ from {cell.move.from} <span className="sr-only">to {cell.move.to}</span>
        </p>
      ) : null}
      {cell.state === 'added' ? <p className="text-added text-mini">+ not in the baseline</p> : null}
      {translation !== null && read.mode === 'translation' ? (
        <BlockText
          cell={cell}
          block={translation}
          runs={blockRuns(translation, null, null)}
          folded={folded}
        />
      ) : (
        <BlockText cell={cell} block={block} runs={blockRuns(block, baseline, cell.spans)} folded={folded} />
      )}
      {translation !== null && read.mode === 'both' ? (
        <div className="mt-1 border-line border-s-2 ps-2 text-ink-2">
          <BlockText
            cell={cell}
            block={translation}
            runs={blockRuns(translation, null, null)}
            folded={folded}
          />
        </div>
      ) : null}
      {found?.problem == null ? null : <p className="mt-1 text-mini text-warn">Original: {found.problem}</p>}
      <Verdict cell={cell} />
      {cell.anchors && cell.verdict.kind !== 'fact' ? <Anchors difference={cell.anchors} /> : null}
    </div>
  );
});

type BlockTextProps = {
  readonly cell: AnswerCell;
  readonly block: ComparedBlock;
  readonly runs: readonly BlockRun[];
  readonly folded: boolean;
};

function BlockText({ cell, block, runs, folded }: BlockTextProps) {
  return (
    <div
      lang={block.language === 'und' ? undefined : block.language}
      dir={block.direction}
      className={classNames(
        'prose whitespace-pre-line',
        // Hidden instead of clipped: a folded link scrolls into view when it is focused.
        folded && block.text.length > leastClamped && 'line-clamp-8',
        block.kind === 'heading' && (block.level <= 2 ? 'font-semibold text-[1.0625rem]' : 'font-semibold'),
        block.kind === 'code' && 'font-mono text-table',
        block.kind === 'table-row' && 'text-ui leading-5',
        block.header && 'font-semibold text-ink-2',
        cell.state === 'added' && 'underline decoration-added/40 underline-offset-4',
      )}
      style={block.depth > 0 ? { paddingInlineStart: block.depth * 16 } : undefined}
    >
      {cell.listRank === null ? null : (
        <span className="me-1.5 text-ink-3 tabular">{block.ordered ? `${cell.listRank}.` : '•'}</span>
      )}
      {block.href === null ? (
        <Runs runs={runs} />
      ) : (
        <ExternalLink href={block.href} className="no-underline hover:underline">
          <Runs runs={runs.map((run) => ({ ...run, href: null }))} />
        </ExternalLink>
      )}
    </div>
  );
}

function Runs({ runs }: { readonly runs: readonly BlockRun[] }) {
  return runs.map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: runs of one block have no other identity than their place
    <Fragment key={index}>
      {run.citation === null ? changed(run, formatted(run)) : <Citation {...run.citation} />}
    </Fragment>
  ));
}

function changed(run: BlockRun, content: ReactNode): ReactNode {
  if (run.change === 'added')
    return (
      <ins className="rounded-sm bg-added-soft text-added underline decoration-added underline-offset-2 before:content-['+']">
        {content}
      </ins>
    );
  if (run.change === 'removed')
    return (
      <del className="rounded-sm bg-removed-soft text-removed line-through before:content-['−']">
        {content}
      </del>
    );
  return content;
}

function formatted(run: BlockRun): ReactNode {
  let content: ReactNode = run.text;
  for (const span of run.spans) {
    if (span === 'strong') content = <strong>{content}</strong>;
    else if (span === 'emphasis') content = <em>{content}</em>;
    else if (span === 'code') content = <code>{content}</code>;
    else if (span === 'strike') content = <s>{content}</s>;
  }
  return run.href === null ? content : <ExternalLink href={run.href}>{content}</ExternalLink>;
}

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
