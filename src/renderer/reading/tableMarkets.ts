import { createContext, useContext } from 'react';
import { surfaceLabel } from '#shared/interface/surface.ts';
import { type ColumnState, type ComparedColumn, cancelledCode } from '#shared/model/comparison/comparison.ts';
import type { ComparisonHead } from '#shared/model/comparison/comparisonParts.ts';
import { type ColumnLabels, columnLabels } from '#shared/tables/columnLabels.ts';
import { locationLabel } from '../ui/locationLabels.ts';
import type { Absence, TableMarket } from './tableModel.ts';

export const withoutAnswer: Readonly<Record<ColumnState, string>> = {
  failed: 'Failed',
  pending: 'In progress',
  empty: 'No answer',
  answered: 'No text',
};

function absenceOf({ state, error }: ComparedColumn): Absence | null {
  if (state === 'answered') return null;
  const label = error?.code === cancelledCode ? 'Cancelled' : withoutAnswer[state];
  return { label, reason: error?.message ?? label };
}

/** All markets of a comparison as table columns. Those without an answer have a reason and no counts. */
export function tableMarkets(comparison: ComparisonHead): readonly TableMarket[] {
  const several = comparison.dataQuality.surfaces.length > 1;
  const markets = comparison.columns.map((column, index) => {
    const country = column.market.country === '' ? null : column.market.country;
    const surface = several ? column.surfaces.map(surfaceLabel).join(', ') || null : null;
    const label = locationLabel({ country, state: column.market.state });
    return { key: column.id, index, country, ...label, surface, absent: absenceOf(column) };
  });
  // Columns of one market are runs or engines, which their labels distinguish.
  const alike = new Set(markets.map(({ code }) => code)).size < markets.length;
  return alike
    ? markets.map((market) => {
        const label = comparison.columns[market.index]?.label ?? market.code;
        return { ...market, code: label, name: `${market.name}, ${label}` };
      })
    : markets;
}

/** Columns are markets unless a screen states otherwise. */
export const ColumnWordsContext = createContext<ColumnLabels>(columnLabels.market);

export const useColumnLabels = (): ColumnLabels => useContext(ColumnWordsContext);
