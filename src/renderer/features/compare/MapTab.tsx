import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { analysisTab } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import type { TableMarket } from '../../reading/tableModel.ts';
import { Button } from '../../ui/Button.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { LongTable } from '../../ui/LongTable.tsx';
import { Menu, MenuChoices } from '../../ui/Menu.tsx';
import { SavePicture } from '../../ui/SavePicture.tsx';
import { pictureText } from '../../ui/saveFile.ts';
import type { TableColumn } from '../../ui/tableColumns.tsx';
import { useFigureWalk } from '../../ui/useFigureWalk.ts';
import { type ShowDetail, useFigureDetail } from './FigureDetail.tsx';
import { firstMetric, type MapMetric, mapMetrics, metricsSheet } from './mapMetrics.ts';
import { metricColumn } from './metricColumn.tsx';
import { SimilarityMap } from './SimilarityMap.tsx';
import { SmallMultiples } from './SmallMultiples.tsx';
import { WorldMap } from './WorldMap.tsx';

/** Charts over all markets: a figure on the map, and the similarity of the markets. */
function MapTab({
  comparison,
  onMarket,
}: {
  readonly comparison: ComparisonWith<'sources' | 'brands' | 'matrix'>;
  readonly onMarket: (key: string) => void;
}) {
  const words = useColumnLabels();
  const metrics = useMemo(() => mapMetrics(comparison, words.many), [comparison, words]);
  const [chosen, setChosen] = useState(() => firstMetric(comparison));
  const picture = useRef<SVGSVGElement>(null);
  const detail = useFigureDetail();
  const ranks = useRef<HTMLDivElement>(null);
  const walk = useFigureWalk(ranks);
  // Content below the map is rendered later, so that opening the tab has no long task.
  const below = useDeferredValue(true, false);
  const metric = metrics.find((each) => each.id === chosen) ?? metrics[0];
  const markets = useMemo(() => tableMarkets(comparison), [comparison]);
  if (metric === undefined) return <p className="p-4 text-ink-3">No {words.one} has answered yet.</p>;
  const ranked = [...markets].sort(
    (a, b) =>
      (metric.values[b.index] ?? Number.NEGATIVE_INFINITY) -
      (metric.values[a.index] ?? Number.NEGATIVE_INFINITY),
  );
  return (
    <>
      <DataQualityStrip comparison={comparison} />
      <div className="min-h-0 flex-1 overflow-auto bg-surface p-4">
        <section aria-label="Map">
          <div className="mb-2 flex items-center gap-2">
            <Menu label="Map metric" trigger={<Button size="small">{metric.label}</Button>}>
              <MenuChoices
                value={metric.id}
                onChange={setChosen}
                choices={metrics.map((each) => ({ value: each.id, label: each.label }))}
              />
            </Menu>
            <SavePicture
              name={`${metric.id.replaceAll(' ', '-')}-map`}
              svg={() => (picture.current ? pictureText(picture.current) : null)}
              sheet={metricsSheet([metric], ranked, words)}
            />
          </div>
          <div className="flex flex-wrap items-start gap-6">
            <div className="min-w-[520px] flex-[3]">
              <WorldMap markets={markets} metric={metric} onMarket={onMarket} picture={picture} />
            </div>
            <div ref={ranks} {...walk} className="min-w-88 flex-1">
              <LongTable
                label={metric.label}
                columns={rankedColumns(metric, words.title, detail.show)}
                rows={ranked}
                rowKey={({ key }) => key}
                height="max-h-128"
                empty="No data"
              />
            </div>
          </div>
        </section>
        {below ? (
          <>
            <SmallMultiples metrics={metrics} markets={markets} onMarket={onMarket} />
            <SimilarityMap comparison={comparison} onMarket={onMarket} />
          </>
        ) : null}
        {detail.panel}
      </div>
    </>
  );
}

function rankedColumns(
  metric: MapMetric,
  title: string,
  show: ShowDetail,
): readonly TableColumn<TableMarket>[] {
  return [
    {
      id: 'market',
      header: title,
      value: ({ name }) => name,
      cell: ({ country, code, name }) => (
        <span className="flex items-center gap-1.5">
          <Flag country={country} />
          {code} <span className="truncate text-ink-3">{name}</span>
        </span>
      ),
    },
    metricColumn(metric, show),
  ];
}

export const mapTab = analysisTab({
  id: 'map',
  label: 'Map',
  command: 'Show map and similarity',
  shortcut: '8',
  parts: ['sources', 'brands', 'matrix'],
  report: 'matrix',
  // A map of one market is useless.
  ofOneAnswer: false,
  Content: MapTab,
});
