import { useState } from 'react';
import type { Intersection } from '#shared/model/comparison/comparison.ts';
import type { ComparisonHead } from '#shared/model/comparison/comparisonParts.ts';
import { useColumnLabels } from '../../reading/tableMarkets.ts';
import { Button } from '../../ui/Button.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { Popover } from '../../ui/Popover.tsx';

const shown = 12;
const maxMarkets = 16;

type IntersectionsProps = {
  readonly comparison: ComparisonHead;
  readonly intersections: readonly Intersection[];
  readonly noun: string;
};

/**
 * An UpSet plot as a table. Each bar is one exact set of markets, with the number of items that only these have. Dots
 * mark the markets; the items of the selected set are listed below.
 */
export function Intersections({ comparison, intersections, noun }: IntersectionsProps) {
  const [chosen, setChosen] = useState(0);
  const { one } = useColumnLabels();
  if (intersections.length < 2) return null;
  const sets = intersections.slice(0, shown);
  const markets = [...new Set(sets.flatMap((set) => set.columns))].sort((a, b) => a - b).slice(0, maxMarkets);
  const largest = Math.max(...sets.map((set) => set.items.length));
  const label = (column: number): string => comparison.columns[column]?.label ?? '';
  const current = sets[Math.min(chosen, sets.length - 1)];
  return (
    <Popover
      align="end"
      label={`Overlap by ${one}`}
      className="max-w-[90vw] overflow-x-auto p-4"
      trigger={
        <Button look="quiet" size="small">
          Overlap by {one}
        </Button>
      }
    >
      <div className="flex gap-6">
        <table className="border-separate border-spacing-0 text-table tabular">
          <thead>
            <tr>
              <th scope="col" className="pe-3 text-start align-bottom font-normal text-ink-3">
                in exactly
              </th>
              {sets.map((set, index) => (
                <th key={set.columns.join()} scope="col" className="px-0.5 align-bottom font-normal">
                  <button
                    type="button"
                    aria-pressed={index === chosen}
                    aria-label={`${formatQuantity(set.items.length, noun)} in exactly ${set.columns.map(label).join(', ')}`}
                    onClick={() => setChosen(index)}
                    className="flex w-7 flex-col items-center justify-end rounded-sm hover:bg-hover aria-pressed:bg-pressed"
                  >
                    <span>{set.items.length}</span>
                    <span
                      aria-hidden="true"
                      className="w-3.5 bg-accent"
                      style={{ height: 4 + 52 * (set.items.length / largest) }}
                    />
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {markets.map((market) => (
              <tr key={market}>
                <th scope="row" className="pe-3 text-start font-normal">
                  {label(market)}
                </th>
                {sets.map((set) => (
                  <td key={set.columns.join()} className="text-center leading-4">
                    {set.columns.includes(market) ? (
                      <>
                        <span aria-hidden="true">●</span>
                        <span className="sr-only">yes</span>
                      </>
                    ) : (
                      <span aria-hidden="true" className="text-line-strong">
                        ·
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {current ? (
          <div className="min-w-60 max-w-prose text-table">
            <h3 className="font-medium">In exactly {current.columns.map(label).join(', ')}</h3>
            <p dir="auto" className="mt-1 text-ink-2">
              {current.items.join(', ')}
            </p>
          </div>
        ) : null}
      </div>
    </Popover>
  );
}
