import { useCallback, useMemo, useState } from 'react';
import { similarityFigures } from '#shared/figures/definitions/pairFigures.ts';
import type { Measure, SimilarityMatrix } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { outlierSentence, pairValue, similaritySheet } from '#shared/tables/comparison/similarityTables.ts';
import { figureLabel } from '#shared/tables/figureLabels.ts';
import { heatMapSvg } from '#shared/tables/heatMap.ts';
import { useColumnLabels } from '../../reading/tableMarkets.ts';
import { VerdictDetail } from '../../reading/VerdictDetail.tsx';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuChoices } from '../../ui/Menu.tsx';
import { SavePicture } from '../../ui/SavePicture.tsx';
import { SimilarityPicture } from './SimilarityPicture.tsx';
import { SimilarityTable } from './SimilarityTable.tsx';

const widestWithFigures = 40;

/** Similarity of the markets, ordered so that similar ones are adjacent. */
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
  const index = Math.max(
    0,
    measures.findIndex((each) => each.measure === (chosen ?? preferred)),
  );
  const matrix = measures[index];
  if (matrix === undefined || matrix.order.length < 2) return null;
  return (
    <section aria-label={`Similarity of ${words.many}`} className="mt-8">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Menu
          label="Similarity by"
          trigger={<Button size="small">{similarityFigures[matrix.measure].label}</Button>}
        >
          <MenuChoices
            value={matrix.measure}
            onChange={(value) => setChosen(value as Measure)}
            choices={measures.map((each) => ({
              value: each.measure,
              label: similarityFigures[each.measure].label,
            }))}
          />
        </Menu>
        <SavePicture
          name={`similarity-${matrix.measure}`}
          svg={() => heatMapSvg(comparison, matrix)}
          sheet={() => similaritySheet(comparison, matrix, words)}
        />
        <p className="text-ink-2 text-table">
          {outlierSentence(comparison, matrix)} Average pairwise distance {figureLabel(matrix.divergence, 2)}.
        </p>
        <VerdictDetail test={matrix.test} />
      </div>
      {matrix.order.length > widestWithFigures ? (
        <LargeMatrix comparison={comparison} matrix={matrix} onMarket={onMarket} />
      ) : (
        <SimilarityTable comparison={comparison} matrix={matrix} onMarket={onMarket} />
      )}
    </section>
  );
}

function LargeMatrix({
  comparison,
  matrix,
  onMarket,
}: {
  readonly comparison: ComparisonWith<'matrix'>;
  readonly matrix: SimilarityMatrix;
  readonly onMarket: (key: string) => void;
}) {
  const { columns } = comparison;
  const markets = useMemo(
    () =>
      matrix.order.map((column) => ({
        label: columns[column]?.label ?? '',
        onOpen: () => onMarket(columns[column]?.id ?? ''),
      })),
    [columns, matrix, onMarket],
  );
  const valueAt = useCallback(
    (row: number, column: number) =>
      pairValue(matrix, columns.length, matrix.order[row] ?? 0, matrix.order[column] ?? 0),
    [columns, matrix],
  );
  return (
    <SimilarityPicture label={similarityFigures[matrix.measure].label} markets={markets} valueAt={valueAt} />
  );
}
