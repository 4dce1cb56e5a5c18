import { useRef, useState } from 'react';
import type { Measure } from '#shared/analysis/comparison.ts';
import type { ComparisonWith } from '#shared/analysis/comparisonParts.ts';
import { figureLabel, testLabel } from '#shared/report/figures.ts';
import { heatMapSvg } from '#shared/report/heatMap.ts';
import { measureTitles, pairValue, similaritySheets } from '#shared/report/sheets/similaritySheets.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu, MenuChoices } from '../../../ui/Menu.tsx';
import { SavePicture } from '../../../ui/SavePicture.tsx';
import { FigureButton, useFigureDetail } from './FigureDetail.tsx';
import { useColumnLabels } from './tableMarkets.ts';
import { useFigureWalk } from './useFigureWalk.ts';
import { VerdictDetail } from './VerdictDetail.tsx';

const widestWithFigures = 40;

/** Market by market likeness, ordered so that like markets stand side by side. */
export function SimilarityMap({
  comparison,
  onMarket,
}: {
  readonly comparison: ComparisonWith<'matrix'>;
  readonly onMarket: (key: string) => void;
}) {
  const { measures, preferred } = comparison.matrix;
  const words = useColumnLabels();
  const [chosen, setChosen] = useState<Measure | null>(null);
  const detail = useFigureDetail();
  const table = useRef<HTMLTableElement>(null);
  const walk = useFigureWalk(table);
  const index = Math.max(
    0,
    measures.findIndex((each) => each.measure === (chosen ?? preferred)),
  );
  const matrix = measures[index];
  if (matrix === undefined || matrix.order.length < 2) return null;
  const label = (column: number): string => comparison.columns[column]?.label ?? '';
  const figures = matrix.order.length <= widestWithFigures;
  const sheet = similaritySheets(comparison, words)[index];
  return (
    <section aria-label={`Similarity of ${words.many}`} className="mt-8">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Menu label="Similarity by" trigger={<Button size="small">{measureTitles[matrix.measure]}</Button>}>
          <MenuChoices
            value={matrix.measure}
            onChange={(value) => setChosen(value as Measure)}
            choices={measures.map((each) => ({ value: each.measure, label: measureTitles[each.measure] }))}
          />
        </Menu>
        {sheet === undefined ? null : (
          <SavePicture
            name={`likeness-${matrix.measure}`}
            svg={() => heatMapSvg(comparison, matrix)}
            sheet={sheet}
          />
        )}
        <p className="text-ink-2 text-table">
          {matrix.outlier === null ? `No outlier.` : `${label(matrix.outlier)} is the outlier.`} Average
          pairwise distance {figureLabel(matrix.divergence, 2)}.
        </p>
        <VerdictDetail test={matrix.test} />
      </div>
      <table
        ref={table}
        {...walk}
        className="border-separate border-spacing-px text-mini tabular"
        aria-label={measureTitles[matrix.measure]}
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
                const percent = value === null ? 'no data' : `${Math.round(value * 100)} %`;
                const pair = `${label(row)} and ${label(column)}`;
                return (
                  <td
                    key={column}
                    title={row === column ? label(row) : `${pair}: ${percent}`}
                    className="text-center"
                    style={{
                      width: figures ? 28 : 10,
                      height: figures ? 28 : 10,
                      color: value !== null && value > 0.55 ? 'var(--on-accent)' : undefined,
                      background:
                        row === column
                          ? 'var(--line)'
                          : value === null
                            ? 'repeating-linear-gradient(45deg, var(--sunken) 0 3px, var(--line-strong) 3px 4px)'
                            : `color-mix(in oklab, var(--accent) ${Math.round(value * 100)}%, var(--surface))`,
                    }}
                  >
                    {figures && value !== null ? (
                      <FigureButton
                        heading={`${measureTitles[matrix.measure]} · ${pair}`}
                        facts={[
                          ['Similarity', percent],
                          ['Distance', `${Math.round((1 - value) * 100)} %`],
                          [`Pairs of all ${words.many}`, `n ${matrix.divergence.n}`],
                          [`Between ${words.many}`, testLabel(matrix.test)],
                        ]}
                        show={detail.show}
                        walked
                      >
                        {Math.round(value * 100)}
                      </FigureButton>
                    ) : value === null && row !== column ? (
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
    </section>
  );
}
