import { type Ref, useEffect, useState } from 'react';
import type { TableMarket } from '../../reading/tableModel.ts';
import { NoDataKey, NoDataPattern } from '../../ui/EmptyState.tsx';
import type { MapMetric } from './mapMetrics.ts';
import type { CountryShape } from './worldShapes.ts';

type WorldMapProps = {
  readonly markets: readonly TableMarket[];
  readonly metric: MapMetric;
  readonly onMarket: (key: string) => void;
  readonly picture: Ref<SVGSVGElement>;
};

/** A figure on the world map. One image for screen readers, because the table beside it contains the same data. */
export function WorldMap({ markets, metric, onMarket, picture }: WorldMapProps) {
  const [shapes, setShapes] = useState<readonly CountryShape[]>([]);
  useEffect(() => {
    let wanted = true;
    void import('./worldShapes.ts').then((module) => {
      if (wanted) setShapes(module.worldShapes());
    });
    return () => {
      wanted = false;
    };
  }, []);
  const values = metric.values.filter((value) => value !== null);
  const least = Math.min(...values);
  const most = Math.max(...values);
  const byCountry = new Map(markets.map((market) => [market.country, market]));
  const fillOf = (value: number | null): string => {
    if (value === null) return 'url(#map-no-data)';
    const share = most === least ? 0.6 : 0.15 + 0.85 * ((value - least) / (most - least));
    return `color-mix(in oklab, var(--accent) ${Math.round(share * 100)}%, var(--surface))`;
  };
  return (
    <svg
      ref={picture}
      viewBox="0 0 960 470"
      role="img"
      aria-label={`${metric.label} by country; also in the data table`}
      className="h-auto w-full max-w-[max(520px,calc((100vh-14rem)*2))]"
    >
      <NoDataPattern id="map-no-data" />
      {shapes.map((shape) => {
        const market = byCountry.get(shape.country);
        if (market === undefined)
          return shape.path === null ? null : (
            <path
              key={shape.country}
              d={shape.path}
              fill="var(--sunken)"
              stroke="var(--line-strong)"
              strokeWidth="0.5"
            />
          );
        const value = metric.values[market.index] ?? null;
        const look = {
          fill: fillOf(value),
          stroke: 'var(--ink-3)',
          strokeWidth: 0.7,
          onClick: () => onMarket(market.key),
        };
        const words = `${market.code} ${market.name}: ${value === null ? 'no data' : metric.format(value)}`;
        return shape.path === null ? (
          <circle key={shape.country} cx={shape.x} cy={shape.y} r="4.5" {...look}>
            <title>{words}</title>
          </circle>
        ) : (
          <path key={shape.country} d={shape.path} {...look}>
            <title>{words}</title>
          </path>
        );
      })}
      {values.length > 0 && most > least ? (
        <g fontSize="10" fill="var(--ink-2)">
          {[0, 0.25, 0.5, 0.75, 1].map((share, index) => (
            <rect
              key={share}
              x={12 + index * 22}
              y="430"
              width="22"
              height="10"
              fill={fillOf(least + share * (most - least))}
            />
          ))}
          <text x="12" y="454">
            {metric.format(least)}
          </text>
          <text x="122" y="454" textAnchor="end">
            {metric.format(most)}
          </text>
          <NoDataKey pattern="map-no-data" x={140} y={439} />
        </g>
      ) : null}
    </svg>
  );
}
