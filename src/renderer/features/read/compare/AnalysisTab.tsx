import type { Comparison } from '#shared/analysis/comparison.ts';
import type { ComparisonTab } from '#shared/report/comparisonSheets.ts';
import type { ReadTab } from '../readTabs.ts';
import { AdsTab } from './AdsTab.tsx';
import { BrandsTab } from './BrandsTab.tsx';
import { DataQualityStrip } from './DataQualityStrip.tsx';
import { FanoutTab } from './FanoutTab.tsx';
import { MapTab } from './MapTab.tsx';
import { SearchTab } from './SearchTab.tsx';
import { ShoppingTab } from './ShoppingTab.tsx';
import { SourcesTab } from './SourcesTab.tsx';

const places = {
  sources: SourcesTab,
  brands: BrandsTab,
  fanout: FanoutTab,
  search: SearchTab,
  shopping: ShoppingTab,
  ads: AdsTab,
  map: MapTab,
} as const;

/** Tabs that show figures over all markets instead of one column a market. */
export function isAnalysisTab(tab: ReadTab): tab is keyof typeof places {
  return tab in places;
}

/** The report's name for what a tab shows; null for tabs that are single answers. */
export function reportTab(tab: ReadTab): ComparisonTab | null {
  if (tab === 'map') return 'matrix';
  return tab === 'raw' || tab === 'page' ? null : tab;
}

/** One answer by itself: there is nothing to tell from noise. */
function isSingle({ columns }: Comparison): boolean {
  return columns.length === 1 && columns[0]?.samples.total === 1;
}

type AnalysisTabProps = {
  readonly tab: ReadTab;
  readonly comparison: Comparison;
  readonly onMarket: (key: string) => void;
  /** Whose rules the answers are read by; the project in use when absent. */
  readonly project?: string | undefined;
};

export function AnalysisTab({ tab, comparison, onMarket, project }: AnalysisTabProps) {
  if (!isAnalysisTab(tab)) return null;
  const Place = places[tab];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isSingle(comparison) ? null : <DataQualityStrip comparison={comparison} />}
      <Place comparison={comparison} onMarket={onMarket} project={project} />
    </div>
  );
}
