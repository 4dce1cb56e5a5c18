import { ChevronDown } from 'lucide-react';
import { SOURCE_TYPES } from '#shared/analysis/comparison.ts';
import { definitionOf, TREND_METRICS, type TrendMetric } from '#shared/analysis/trends/trendMetrics.ts';
import type { TrendChoices } from '#shared/bridge/routes/trends.ts';
import { Button } from '../../ui/Button.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Field, inputLook } from '../../ui/Field.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { Menu, MenuItem, MenuToggle } from '../../ui/Menu.tsx';
import { Choice } from './Choice.tsx';
import { list, periods, type TrendParams, toggled } from './trendAddress.ts';

type TrendFiltersProps = {
  readonly metric: TrendMetric;
  readonly params: TrendParams;
  readonly choices: TrendChoices;
  readonly setParams: (changes: TrendParams) => void;
};

const cut = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text);

/** What the trend is of and which answers count; everything chosen stands in the address. */
export function TrendFilters({ metric, params, choices, setParams }: TrendFiltersProps) {
  const nameOf = useEngineNames();
  const set = (name: string) => (value: string) => setParams({ [name]: value });
  const any = { value: '', label: 'All' };
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
      <Choice
        label="Metric"
        value={metric.id}
        choices={TREND_METRICS.map((each) => ({ value: each.id, label: definitionOf(each).name }))}
        onChange={set('metric')}
      />
      <Subject metric={metric} params={params} choices={choices} setParams={setParams} />
      <Choice
        label="Lines"
        value={params.by ?? 'none'}
        choices={[
          { value: 'none', label: 'All together' },
          { value: 'market', label: 'By market' },
          { value: 'engine', label: 'By engine' },
          { value: 'question', label: 'By question' },
        ]}
        onChange={set('by')}
      />
      <Choice
        label="Points"
        value={params.every ?? 'day'}
        choices={[
          { value: 'day', label: 'Days' },
          { value: 'week', label: 'Weeks' },
          { value: 'month', label: 'Months' },
          { value: 'run', label: 'Runs' },
        ]}
        onChange={set('every')}
      />
      <Choice label="Period" value={params.period ?? ''} choices={periods} onChange={set('period')} />
      {params.period === 'dates' ? (
        <>
          <DateField label="From" value={params.from ?? ''} onChange={set('from')} />
          <DateField label="To" value={params.to ?? ''} onChange={set('to')} />
        </>
      ) : null}
      <Choice
        label="Engine"
        value={params.engines ?? ''}
        choices={[any, ...choices.engines.map(({ value }) => ({ value, label: engineLabel(nameOf, value) }))]}
        onChange={set('engines')}
      />
      <MarketMenu params={params} choices={choices} setParams={setParams} />
      <Choice
        label="Question"
        value={params.question ?? ''}
        choices={[any, ...choices.questions.map(({ value, label }) => ({ value, label: cut(label) }))]}
        onChange={set('question')}
      />
      {choices.tags.length === 0 ? null : (
        <Choice
          label="Tag"
          value={params.tag ?? ''}
          choices={[any, ...choices.tags.map((tag) => ({ value: tag, label: tag }))]}
          onChange={set('tag')}
        />
      )}
      <Choice
        label="Series"
        value={params.series ?? ''}
        choices={[
          { value: '', label: 'All runs' },
          { value: 'ad-hoc', label: 'Asked by hand' },
          ...choices.monitors.map(({ id, name }) => ({ value: id, label: `Monitor ${name}` })),
        ]}
        onChange={set('series')}
      />
      <Choice
        label="Questions that name the brand"
        value={params.branded ?? 'without'}
        choices={[
          { value: 'without', label: 'Kept out' },
          { value: 'only', label: 'Only these' },
          { value: 'with', label: 'Mixed in' },
        ]}
        onChange={set('branded')}
      />
      <Choice
        label="Brand rules"
        value={params.rules ?? ''}
        choices={[
          { value: '', label: 'As they are now' },
          { value: 'then', label: 'As they were then' },
        ]}
        onChange={set('rules')}
      />
      <Choice
        label="Imported answers"
        value={params.imported ?? ''}
        choices={[
          { value: '', label: 'Counted' },
          { value: 'no', label: 'Left out' },
        ]}
        onChange={set('imported')}
      />
    </div>
  );
}

function engineLabel(nameOf: ReturnType<typeof useEngineNames>, value: string): string {
  return nameOf(value as Parameters<typeof nameOf>[0]);
}

function Subject({ metric, params, choices, setParams }: TrendFiltersProps) {
  switch (metric.subject) {
    case 'brand':
      return choices.brands.length === 0 ? null : (
        <Choice
          label="Brand"
          value={params.brand ?? choices.brands.find(({ kind }) => kind === 'own')?.id ?? ''}
          choices={choices.brands.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => setParams({ brand: value })}
        />
      );
    case 'domain':
      return (
        <Choice
          label="Domain"
          value={params.domain ?? ''}
          choices={[
            ...(choices.domains.some(({ value }) => value === params.domain)
              ? []
              : [{ value: params.domain ?? '', label: params.domain || 'Choose a domain' }]),
            ...choices.domains.map(({ value, count }) => ({
              value,
              label: `${value} (${formatQuantity(count, 'citation')})`,
            })),
          ]}
          onChange={(value) => setParams({ domain: value })}
        />
      );
    case 'type':
      return (
        <Choice
          label="Type"
          value={params.type ?? ''}
          choices={[
            { value: '', label: 'Every type' },
            ...SOURCE_TYPES.map((type) => ({ value: type, label: type })),
          ]}
          onChange={(value) => setParams({ type: value })}
        />
      );
    default:
      return null;
  }
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
          <Button aria-label={`Markets: ${chosen.length === 0 ? 'all' : chosen.join(', ')}`}>
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

function DateField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Field label={label}>
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
