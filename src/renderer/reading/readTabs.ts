import type { AnalysisTab, ColumnTab } from './analysisTab.tsx';

/** A tab of answers side by side. The window lists them in `app/readTabs.ts`. */
export type ReadTab = AnalysisTab | ColumnTab;

export const answerTab: ColumnTab<'answer'> = {
  kind: 'columns',
  id: 'answer',
  label: 'Answer',
  command: 'Show answers',
  shortcut: '1',
  parts: ['answer'],
  report: 'answer',
};

export const rawTab: ColumnTab<'raw'> = {
  kind: 'columns',
  id: 'raw',
  label: 'Raw',
  command: 'Show raw results',
  shortcut: null,
  parts: [],
  report: null,
};

export const pageTab: ColumnTab<'page'> = {
  kind: 'columns',
  id: 'page',
  label: 'Page',
  command: 'Show stored pages',
  shortcut: null,
  parts: [],
  report: null,
};

/** The tab of an address; the answers by default. */
export function tabOf(tabs: readonly ReadTab[], id: string | undefined): ReadTab {
  return tabs.find((tab) => tab.id === id) ?? answerTab;
}
