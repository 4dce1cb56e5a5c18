import { ChevronDown } from 'lucide-react';
import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import type { TrendChoices } from '#shared/model/trend.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { classNames } from '../../ui/classNames.ts';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Field, inputLook } from '../../ui/Field.tsx';
import { formatCount } from '../../ui/format.ts';
import { Menu, MenuItem, MenuToggle } from '../../ui/Menu.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { list, type TrendParams, toggled } from './trendAddress.ts';
import { answerFilters, lineFilters, questionFilters, type TrendFilter } from './trendChoices.ts';

type TrendFiltersProps = {
  readonly metric: TrendMetric;
  readonly params: TrendParams;
  readonly choices: TrendChoices;
  readonly setParams: (changes: TrendParams) => void;
};

/** Subject and filters of the trend. The selection is stored in the address. */
export function TrendFilters({ metric, params, choices, setParams }: TrendFiltersProps) {
  const nameOf = useEngineNames();
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
    <div className="flex flex-wrap items-end gap-2 print:hidden">
      {choicesOf(lineFilters(metric, params, choices))}
      {params.period === 'dates' ? (
        <>
          <DateField label="From" value={params.from ?? ''} onChange={(from) => setParams({ from })} />
          <DateField label="To" value={params.to ?? ''} onChange={(to) => setParams({ to })} />
        </>
      ) : null}
      <MarketMenu params={params} choices={choices} setParams={setParams} />
      {choicesOf(questionFilters(params, choices, nameOf))}
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
  );
}

function MarketMenu({ params, choices, setParams }: Omit<TrendFiltersProps, 'metric'>) {
  const chosen = list(params.markets);
  return (
    <div className="flex flex-col gap-1">
      <span className="font-medium text-ink-2 text-table" aria-hidden="true">
        Markets
      </span>
      <Menu
        label="Markets"
        trigger={
          <Button
            className="border-control!"
            aria-label={`Markets: ${chosen.length === 0 ? 'all' : chosen.join(', ')}`}
          >
            {chosen.length === 0 ? 'All' : chosen.length > 4 ? `${chosen.length} markets` : chosen.join(' ')}
            <ChevronDown size={12} aria-hidden="true" />
          </Button>
        }
      >
        {chosen.length === 0 ? null : (
          <MenuItem onSelect={() => setParams({ markets: '' })}>All markets</MenuItem>
        )}
        {choices.markets.map(({ value, label, count }) => (
          <MenuToggle
            key={value}
            checked={chosen.includes(value)}
            onChange={() => setParams({ markets: toggled(params.markets, value) })}
            detail={formatCount(count)}
          >
            {label}
          </MenuToggle>
        ))}
      </Menu>
    </div>
  );
}

type DateFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function DateField({ label, value, onChange }: DateFieldProps) {
  return (
    <Field label={label} className="w-36">
      {(ids) => (
        <input
          {...ids}
          type="date"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={inputLook}
        />
      )}
    </Field>
  );
}
