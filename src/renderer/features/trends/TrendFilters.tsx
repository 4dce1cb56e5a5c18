import { ChevronDown } from 'lucide-react';
import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import type { TrendChoices } from '#shared/model/trend.ts';
import { FilterBar } from '../../bridge/FilterBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { classNames } from '../../ui/classNames.ts';
import { formatCount } from '../../ui/format.ts';
import { Popover } from '../../ui/Popover.tsx';
import type { TrendParams } from './trendAddress.ts';
import { answerFilters, lineFilters, type TrendFilter } from './trendChoices.ts';

type TrendFiltersProps = {
  readonly metric: TrendMetric;
  readonly params: TrendParams;
  readonly choices: TrendChoices;
  readonly setParams: (changes: TrendParams) => void;
};

/** Subject and filters of the trend. The selection is stored in the address. */
export function TrendFilters({ metric, params, choices, setParams }: TrendFiltersProps) {
  const choicesOf = (filters: readonly TrendFilter[]) =>
    filters.map(({ name, fallback, className, ...filter }) => (
      <Choice
        key={name}
        {...filter}
        className={classNames('min-w-0', className)}
        value={params[name] ?? fallback ?? ''}
        onChange={(value) => setParams({ [name]: value })}
      />
    ));
  const rare = answerFilters(choices);
  const narrowed = rare.filter(({ name, fallback = '' }) => (params[name] ?? fallback) !== fallback).length;
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <div className="flex flex-wrap items-end gap-2">
        {choicesOf(lineFilters(metric, params, choices))}
        <Popover
          label="Filters"
          align="end"
          className="flex w-72 flex-col gap-3 p-3"
          trigger={
            <Button className="border-control!">
              {narrowed === 0 ? 'More' : `More: ${formatCount(narrowed)} set`}
              <ChevronDown size={12} aria-hidden="true" />
            </Button>
          }
        >
          {choicesOf(rare)}
        </Popover>
      </div>
      <FilterBar params={params} setParams={setParams} compares />
    </div>
  );
}
