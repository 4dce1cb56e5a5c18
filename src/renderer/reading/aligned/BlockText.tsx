import { Fragment, type ReactNode } from 'react';
import type { ComparedBlock } from '#shared/model/comparison/comparison.ts';
import { Citation } from '../../ui/Citation.tsx';
import { classNames } from '../../ui/classNames.ts';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import type { BlockRun } from './blockRuns.ts';

/** Shorter texts never exceed eight lines, and line clamping costs more layout than showing them. */
const leastClamped = 120;

type BlockTextProps = {
  readonly block: ComparedBlock;
  readonly runs: readonly BlockRun[];
  /** Rank in its list, from 1; null outside lists. */
  readonly listRank: number | null;
  readonly folded?: boolean;
  /** Whether the baseline has no such block. */
  readonly isAdded?: boolean;
};

/** The words of a block in its language and direction. */
export function BlockText({ block, runs, listRank, folded = false, isAdded = false }: BlockTextProps) {
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
        isAdded && 'underline decoration-added/40 underline-offset-4',
      )}
      style={block.depth > 0 ? { paddingInlineStart: block.depth * 16 } : undefined}
    >
      {listRank === null ? null : (
        <span className="me-1.5 text-ink-3 tabular">{block.ordered ? `${listRank}.` : '•'}</span>
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
