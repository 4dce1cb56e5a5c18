import { adPresence, advertiserShare } from '../../figures/definitions/itemFigures.ts';
import type { AdRow } from '../../model/comparison/comparison.ts';
import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { rateFacts } from '../figureFacts.ts';
import type { Sheet } from '../sheet.ts';
import { figureColumn, type ItemTable, itemSheet, marketsColumn, textOf } from './comparisonTable.ts';

export const adTable: ItemTable<'ads', AdRow> = {
  id: 'advertisers',
  title: ({ one }) => `Advertisers by ${one}`,
  note: (_, { there }) => `Values: number of ads ${there}.`,
  rows: ({ ads }) => ads.rows,
  key: ({ advertiser }) => advertiser,
  name: ({ advertiser }) => advertiser,
  columns: (_, words) => [
    textOf('advertiser', ({ advertiser }) => advertiser),
    textOf('domain', ({ domain }) => domain, { shown: { width: 180 } }),
    textOf('owner', ({ owner }) => owner),
    marketsColumn(words),
    figureColumn(advertiserShare, ({ share }) => share, { counted: 'ads' }),
  ],
  cellKind: 'number',
  cell: ({ cells }, column) => {
    const cell = cells[column] ?? null;
    if (cell === null) return null;
    const titles = cell.titles.join(' · ');
    return {
      value: cell.ads,
      text: String(cell.ads),
      title: titles,
      facts: [
        ['Ads', String(cell.ads)],
        ['Best position', String(cell.bestPosition)],
        ...rateFacts(adPresence.label, cell.rate, 'answers'),
        ['Titles', titles],
      ],
    };
  },
};

export const adSheets = (comparison: ComparisonWith<'ads'>, words: ColumnLabels): readonly Sheet[] =>
  comparison.ads.available ? [itemSheet(adTable, comparison, words)] : [];
