import { useRef } from 'react';
import { similarityFigures } from '#shared/figures/definitions/pairFigures.ts';
import type { SimilarityMatrix } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { percentLabel } from '#shared/percent.ts';
import { pairValue } from '#shared/tables/comparison/similarityTables.ts';
import { testLabel } from '#shared/tables/figureLabels.ts';
import { useColumnLabels } from '../../reading/tableMarkets.ts';
import { useFigureWalk } from '../../ui/useFigureWalk.ts';
import { FigureButton, useFigureDetail } from './FigureDetail.tsx';

type SimilarityTableProps = {
  readonly comparison: ComparisonWith<'matrix'>;
  readonly matrix: SimilarityMatrix;
  readonly onMarket: (key: string) => void;
};

/** Similarity of every pair of markets as figures. */
export function SimilarityTable({ comparison, matrix, onMarket }: SimilarityTableProps) {
  const words = useColumnLabels();
  const detail = useFigureDetail();
  const table = useRef<HTMLTableElement>(null);
  const walk = useFigureWalk(table);
  const label = (column: number): string => comparison.columns[column]?.label ?? '';
  return (
    <>
      <table
        ref={table}
        {...walk}
        className="border-separate border-spacing-px text-mini tabular"
        aria-label={similarityFigures[matrix.measure].label}
      >
        <thead>
          <tr>
            <td />
            {matrix.order.map((column) => (
              <th key={column} scope="col" className="h-14 align-bottom font-normal">
                <span className="inline-block [writing-mode:vertical-rl] rotate-180">{label(column)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.order.map((row) => (
            <tr key={row}>
              <th scope="row" className="pe-2 text-end font-normal">
                <button
                  type="button"
                  onClick={() => onMarket(comparison.columns[row]?.id ?? '')}
                  className={`rounded-sm px-1 hover:bg-hover ${row === matrix.outlier ? 'font-semibold' : ''}`}
                >
                  {label(row)}
                  {row === matrix.outlier ? ' ◆' : ''}
                </button>
              </th>
              {matrix.order.map((column) => {
                const value =
                  row === column ? null : pairValue(matrix, comparison.columns.length, row, column);
                const percent = value === null ? 'no data' : percentLabel(value);
                const pair = `${label(row)} and ${label(column)}`;
                return (
                  <td
                    key={column}
                    title={row === column ? label(row) : `${pair}: ${percent}`}
                    className="text-center"
                    style={{
                      width: 28,
                      height: 28,
                      color: value !== null && value > 0.55 ? 'var(--on-accent)' : undefined,
                      background:
                        row === column
                          ? 'var(--line)'
                          : value === null
                            ? 'repeating-linear-gradient(45deg, var(--sunken) 0 3px, var(--line-strong) 3px 4px)'
                            : `color-mix(in oklab, var(--accent) ${Math.round(value * 100)}%, var(--surface))`,
                    }}
                  >
                    {value !== null ? (
                      <FigureButton
                        heading={`${similarityFigures[matrix.measure].label} · ${pair}`}
                        facts={[
                          ['Similarity', percent],
                          ['Distance', percentLabel(1 - value)],
                          [`Pairs of all ${words.many}`, `n ${matrix.divergence.n}`],
                          [`Between ${words.many}`, testLabel(matrix.test)],
                        ]}
                        show={detail.show}
                        walked
                      >
                        {Math.round(value * 100)}
                      </FigureButton>
                    ) : row !== column ? (
                      <span className="sr-only">no data</span>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {detail.panel}
    </>
  );
}
