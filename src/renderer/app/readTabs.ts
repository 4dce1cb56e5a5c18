import { adsTab } from '../features/compare/AdsTab.tsx';
import { brandsTab } from '../features/compare/BrandsTab.tsx';
import { claimsTab } from '../features/compare/ClaimsTab.tsx';
import { fanoutTab } from '../features/compare/FanoutTab.tsx';
import { mapTab } from '../features/compare/MapTab.tsx';
import { overviewTab } from '../features/compare/OverviewTab.tsx';
import { searchTab } from '../features/compare/SearchTab.tsx';
import { shoppingTab } from '../features/compare/ShoppingTab.tsx';
import { sourcesTab } from '../features/compare/SourcesTab.tsx';
import { answerTab, pageTab, type ReadTab, rawTab } from '../reading/readTabs.ts';

/** The tabs of a run in order. Raw response and stored page of an answer are in the inspector. */
export const readTabs: readonly ReadTab[] = [
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
];

/** Tabs for answers without a run. */
export const answersTabs = readTabs.filter(
  (tab) => (tab.kind === 'analysis' && !tab.ofRun) || tab.id === 'answer',
);
/** Tabs for a single answer. */
export const singleTabs = [
  ...readTabs.filter((tab) => tab.kind === 'columns' || tab.ofOneAnswer),
  rawTab,
  pageTab,
];
