import { createContext, useContext } from 'react';
import { type ColumnLabels, columnLabels } from '#shared/report/columnLabels.ts';

/** Columns are markets unless a place says otherwise. */
export const ColumnWordsContext = createContext<ColumnLabels>(columnLabels.market);

export const useColumnLabels = (): ColumnLabels => useContext(ColumnWordsContext);
