import { ChevronsUpDown } from 'lucide-react';
import { memo } from 'react';
import type { Consensus } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { factsDiffering, wordingNotCompared } from '#shared/model/comparison/facts.ts';
import { testLabel } from '#shared/tables/figureLabels.ts';
import { rowVerdictSentence } from '#shared/tables/verdictSentences.ts';
import { classNames } from '../../ui/classNames.ts';
import { useColumnLabels } from '../tableMarkets.ts';
import { gutterWidth } from './gridSlots.ts';
import { type BlocksLine, lineKey, rowsOf } from './rowFilter.ts';

const signs: Readonly<Record<Consensus, string>> = { all: '≡', most: '◕', some: '◔', 'only-here': '①' };
const words: Readonly<Record<Consensus, string>> = {
  all: 'all',
  most: 'most',
  some: 'some',
  'only-here': 'one only',
};

type RowGutterProps = {
  readonly comparison: ComparisonWith<'answer'>;
  readonly line: BlocksLine;
  readonly current: boolean;
  readonly unfolded: boolean;
  readonly onSelect: (row: number) => void;
  readonly onToggleFold: (rowId: string) => void;
};

/** Summary of a row: the number of markets that have it and that differ, also in words for screen readers. */
export const RowGutter = memo(function RowGutter(props: RowGutterProps) {
  const { comparison, line, current, unfolded, onSelect, onToggleFold } = props;
  const columns = useColumnLabels();
  const rows = rowsOf(line);
  const [first] = rows;
  if (first === undefined) return null;
  const { row } = first;
  const sentence =
    rows.length === 1
      ? rowVerdictSentence(row, comparison.columns, comparison.answer.mode)
      : `${rows.length} sections, each found ${columns.only}`;
  const facts = factsDiffering(row);
  const verdict = rows.length === 1 ? `Between ${columns.many}: ${testLabel(row.test)}` : null;
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      tabIndex={-1}
      className={classNames(
        'sticky left-0 z-10 flex shrink-0 flex-col items-center gap-0.5 border-line border-e border-b bg-surface py-2 text-mini leading-5',
        current && 'shadow-[inset_3px_0_0_var(--accent)]',
      )}
      style={{ width: gutterWidth }}
    >
      <button
        type="button"
        onClick={() => onSelect(first.index)}
        title={verdict === null ? sentence : `${sentence}; found in ${words[row.consensus]}. ${verdict}`}
        aria-current={current}
        className="flex min-h-6 min-w-6 flex-col items-center rounded-sm px-1 hover:bg-hover"
      >
        {/* The figures stay in the name: screen readers announce what is shown. */}
        <span className="sr-only">{sentence}: </span>
        <span className="whitespace-nowrap text-ink-2 tabular">
          <span className="text-ui">
            {row.consensus === 'all' && wordingNotCompared(row) ? '~' : signs[row.consensus]}
          </span>{' '}
          {rows.length === 1 ? `${row.present}/${row.of}` : '1 each'}
        </span>
        {rows.length === 1 && facts > 0 ? (
          <span className="font-semibold text-warn leading-3.5 tabular">
            {facts === 1 ? '1 fact differs' : `${facts} facts differ`}
          </span>
        ) : null}
        {rows.length === 1 && wordingNotCompared(row) ? (
          <span className="text-ink-3 leading-3.5">not compared</span>
        ) : null}
        {verdict === null ? null : <span className="sr-only">. {verdict}</span>}
      </button>
      <button
        type="button"
        onClick={() => onToggleFold(lineKey(line))}
        aria-expanded={unfolded}
        aria-label="Full text of this section"
        title={unfolded ? 'Collapse long texts' : 'Expand long texts'}
        className="flex size-6 items-center justify-center rounded-sm text-transparent hover:bg-hover focus-visible:text-ink-3 group-hover:text-ink-3 aria-expanded:text-ink-3"
      >
        <ChevronsUpDown size={12} aria-hidden="true" />
      </button>
    </div>
  );
});
