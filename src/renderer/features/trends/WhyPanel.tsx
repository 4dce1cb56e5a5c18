import { useId } from 'react';
import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import type { MovementView, TrendQueryInput } from '#shared/model/trend.ts';
import type { Trend, TrendSeries } from '#shared/model/trendLines.ts';
import { movementSheet, partLabel, partOfChangeLabel, pointValueLabel } from '#shared/tables/trendTables.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';

type WhyPanelProps = {
  readonly trend: Trend;
  readonly metric: TrendMetric;
  readonly query: TrendQueryInput;
  readonly lines: readonly TrendSeries[];
  readonly line: string;
  /** Start of the two periods, from the address; by default the first and last with data. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Brand, domain or type of the figure. */
  readonly subject: string | null;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onAnswers: (ids: readonly string[]) => void;
};

/** What drove the change between two points. Every part opens its answers. */
export function WhyPanel(props: WhyPanelProps) {
  const { trend, metric, query, lines, setParams, onAnswers } = props;
  const title = useId();
  const line = lines.find(({ key }) => key === props.line) ?? lines[0];
  const filled = line?.points.filter(({ value }) => value !== null) ?? [];
  const bucketAt = (fromMs: string | undefined) =>
    trend.buckets.find((bucket) => String(bucket.fromMs) === fromMs);
  const from = bucketAt(props.from) ?? trend.buckets[filled[0]?.bucket ?? -1];
  const to = bucketAt(props.to) ?? trend.buckets[filled.at(-1)?.bucket ?? -1];
  // One point has no change: its value is in the table.
  const ready = from !== undefined && to !== undefined && line !== undefined && filled.length > 1;
  const period = (bucket: { readonly fromMs: number; readonly beforeMs: number } | undefined) => ({
    fromMs: bucket?.fromMs ?? 0,
    beforeMs: bucket?.beforeMs ?? 0,
  });
  const why = useRoute(
    'trends.why',
    { query, line: line?.key ?? '', from: period(from), to: period(to) },
    { enabled: ready },
  );
  if (!ready) return null;
  const movement = why.data;
  const times = filled.map(({ bucket }) => ({
    value: String(trend.buckets[bucket]?.fromMs ?? ''),
    label: trend.buckets[bucket]?.label ?? '',
  }));
  return (
    <section aria-labelledby={title} className="mt-6">
      <h2 id={title} className="mb-2 font-semibold">
        What drove the change
      </h2>
      <div className="mb-2 flex flex-wrap items-end gap-2 print:hidden">
        {lines.length > 1 ? (
          <Choice
            label="Line"
            className="max-w-60"
            value={line.key}
            choices={lines.map(({ key, label }) => ({ value: key, label }))}
            onChange={(value) => setParams({ line: value })}
          />
        ) : null}
        <Choice
          label="Before"
          className="max-w-60"
          value={String(from.fromMs)}
          choices={times}
          onChange={(value) => setParams({ a: value })}
        />
        <Choice
          label="After"
          className="max-w-60"
          value={String(to.fromMs)}
          choices={times}
          onChange={(value) => setParams({ b: value })}
        />
      </div>
      {why.error ? <ErrorNotice error={why.error} /> : null}
      {movement ? (
        <>
          <p className="mb-2">
            {[metric.label, ...(props.subject === null ? [] : [`of ${props.subject}`])].join(' ')},{' '}
            {line.key === '' ? 'all' : line.label}: {pointValueLabel(movement.from, metric)}
            {from === to ? '' : ` → ${pointValueLabel(movement.to, metric)}`}
            {from === to
              ? '. Choose two periods to see what changed.'
              : movement.change === null
                ? '. One period has no data.'
                : `, a change of ${partOfChangeLabel(movement.change, metric)}.`}
            {movement.fromRules === movement.toRules
              ? ''
              : ` Counted with brand list version ${movement.fromRules} before and ${movement.toRules} after.`}
            {movement.disjoint ? ' Periods not comparable: no segment was asked in both.' : ''}
          </p>
          {from === to ? null : <DriversTable movement={movement} metric={metric} onAnswers={onAnswers} />}
        </>
      ) : null}
    </section>
  );
}

type DriversTableProps = Pick<WhyPanelProps, 'metric' | 'onAnswers'> & { readonly movement: MovementView };

function DriversTable({ movement, metric, onAnswers }: DriversTableProps) {
  return (
    <Table
      label="Change drivers"
      sheet={() => movementSheet(movement, metric)}
      rows={movement.parts.filter(({ change }) => change !== 0)}
      rowKey={({ part }) => part}
      empty="Nothing changed the figure."
      foot={{
        part: 'Total',
        change: movement.change === null ? 'no data' : partOfChangeLabel(movement.change, metric),
      }}
      columns={[
        {
          id: 'part',
          header: 'Component',
          rowHeader: true,
          cell: ({ part }) => partLabel[part].name,
        },
        {
          id: 'change',
          header: 'Change',
          align: 'end',
          value: ({ change }) => change,
          cell: ({ change }) => partOfChangeLabel(change, metric),
        },
        { id: 'segments', header: 'Segments', align: 'end', cell: ({ cells }) => cells },
        {
          id: 'before',
          header: 'Answers before',
          align: 'end',
          value: ({ beforeCount }) => beforeCount,
          cell: ({ part, before, beforeCount }) => (
            <OpenAnswers
              count={beforeCount}
              name={`${partLabel[part].name}, before`}
              onOpen={() => onAnswers(before)}
            />
          ),
        },
        {
          id: 'after',
          header: 'Answers after',
          align: 'end',
          value: ({ nowCount }) => nowCount,
          cell: ({ part, now, nowCount }) => (
            <OpenAnswers
              count={nowCount}
              name={`${partLabel[part].name}, after`}
              onOpen={() => onAnswers(now)}
            />
          ),
        },
        {
          id: 'meaning',
          header: 'Meaning',
          className: 'text-ink-2',
          cell: ({ part }) => partLabel[part].meaning,
        },
      ]}
    />
  );
}

type OpenAnswersProps = { readonly count: number; readonly name: string; readonly onOpen: () => void };

function OpenAnswers({ count, name, onOpen }: OpenAnswersProps) {
  if (count === 0) return <span className="text-ink-3">0</span>;
  return (
    <button
      type="button"
      aria-label={`${formatQuantity(count, 'answer')}, ${name}: open`}
      onClick={onOpen}
      className="min-h-6 min-w-6 rounded-sm px-1 underline decoration-line-strong underline-offset-2 hover:bg-pressed"
    >
      {formatQuantity(count, 'answer')}
    </button>
  );
}
