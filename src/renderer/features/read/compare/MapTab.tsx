import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ComparisonWith } from '#shared/analysis/comparisonParts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Flag } from '../../../ui/Flag.tsx';
import { Menu, MenuChoices } from '../../../ui/Menu.tsx';
import { SavePicture } from '../../../ui/SavePicture.tsx';
import { pictureText } from '../../../ui/saveFile.ts';
import { analysisTab } from './analysisTab.tsx';
import { DataQualityStrip } from './DataQualityStrip.tsx';
import { FigureButton, useFigureDetail } from './FigureDetail.tsx';
import { firstMetric, mapMetrics, metricsSheet } from './mapMetrics.ts';
import { SimilarityMap } from './SimilarityMap.tsx';
import { SmallMultiples } from './SmallMultiples.tsx';
import { allMarkets, useColumnLabels } from './tableMarkets.ts';
import { WorldMap } from './WorldMap.tsx';

/** Pictures over all markets: a figure on the map, and how like the markets are to each other. */
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
  // What stands below the map is drawn after it, so that no task of opening the tab grows long.
  const below = useDeferredValue(true, false);
  const metric = metrics.find((each) => each.id === chosen) ?? metrics[0];
  const markets = useMemo(() => allMarkets(comparison), [comparison]);
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
          <div className="flex max-w-[1480px] flex-wrap items-start gap-6">
            <div className="min-w-[520px] flex-[3]">
              <WorldMap markets={markets} metric={metric} onMarket={onMarket} picture={picture} />
            </div>
            <table className="min-w-56 flex-1 border-separate border-spacing-0 text-table tabular">
              <caption className="pb-1 text-start font-medium text-ink-2">{metric.label}</caption>
              <tbody>
                {ranked.slice(0, 40).map((market) => {
                  const value = metric.values[market.index] ?? null;
                  return (
                    <tr key={market.key} className="h-7">
                      <th scope="row" className="border-line border-b pe-3 text-start font-normal">
                        <span className="flex items-center gap-1.5">
                          <Flag country={market.country} />
                          {market.code} <span className="text-ink-3">{market.name}</span>
                        </span>
                      </th>
                      <td className="border-line border-b text-end">
                        {value === null ? (
                          'no data'
                        ) : (
                          <FigureButton
                            heading={`${metric.label} · ${market.name}`}
                            facts={metric.facts(market.index)}
                            show={detail.show}
                            className="text-end"
                          >
                            {metric.format(value)}
                          </FigureButton>
                        )}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
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

export const mapTab = analysisTab({
  id: 'map',
  label: 'Map',
  command: 'Show map and similarity',
  shortcut: '8',
  parts: ['sources', 'brands', 'matrix'],
  report: 'matrix',
  // A map of one market says nothing.
  ofOneAnswer: false,
  Content: MapTab,
});
