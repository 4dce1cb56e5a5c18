import { adsTab } from './compare/AdsTab.tsx';
import type { ColumnTab } from './compare/analysisTab.tsx';
import { brandsTab } from './compare/BrandsTab.tsx';
import { claimsTab } from './compare/ClaimsTab.tsx';
import { fanoutTab } from './compare/FanoutTab.tsx';
import { mapTab } from './compare/MapTab.tsx';
import { overviewTab } from './compare/OverviewTab.tsx';
import { searchTab } from './compare/SearchTab.tsx';
import { shoppingTab } from './compare/ShoppingTab.tsx';
import { sourcesTab } from './compare/SourcesTab.tsx';

const answerTab: ColumnTab<'answer'> = {
  kind: 'columns',
  id: 'answer',
  label: 'Answer',
  command: 'Show answers',
  shortcut: '1',
  parts: ['answer'],
  report: 'answer',
  gridLabel: 'Answers side by side',
};

const rawTab: ColumnTab<'raw'> = {
  kind: 'columns',
  id: 'raw',
  label: 'Raw',
  command: 'Show raw results',
  shortcut: '9',
  parts: [],
  report: null,
  gridLabel: 'Raw results side by side',
};

const pageTab: ColumnTab<'page'> = {
  kind: 'columns',
  id: 'page',
  label: 'Page',
  command: 'Show stored pages',
  shortcut: '0',
  parts: [],
  report: null,
  gridLabel: 'Stored pages side by side',
};

/** All tabs in order. This is the only list. */
export const readTabs = [
  overviewTab,
  answerTab,
  sourcesTab,
  brandsTab,
  claimsTab,
  fanoutTab,
  searchTab,
  shoppingTab,
  adsTab,
  mapTab,
  rawTab,
  pageTab,
] as const;
export type ReadTab = (typeof readTabs)[number];
export type ReadTabId = ReadTab['id'];

/** Tabs for answers without a run. */
export const answersTabs: readonly ReadTab[] = readTabs.filter(
  (tab) => (tab.kind === 'analysis' && !tab.ofRun) || tab.id === 'answer',
);
/** Tabs for a single answer. */
export const singleTabs: readonly ReadTab[] = readTabs.filter(
  (tab) => tab.kind === 'columns' || tab.ofOneAnswer,
);

/** The tab of an address; the answers by default. */
export function tabOf(tabs: readonly ReadTab[], id: string | undefined): ReadTab {
  return tabs.find((tab) => tab.id === id) ?? answerTab;
}
