import { createContext, useContext } from 'react';
import { type ColumnWords, columnWords } from '#shared/report/columnWords.ts';

/** Columns are markets unless a place says otherwise. */
export const ColumnWordsContext = createContext<ColumnWords>(columnWords.market);

export const useColumnWords = (): ColumnWords => useContext(ColumnWordsContext);
