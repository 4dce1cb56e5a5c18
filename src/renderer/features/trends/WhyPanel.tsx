import { useId } from 'react';
import { definitionOf, type TrendMetric } from '#shared/analysis/trends/trendMetrics.ts';
import type { Trend, TrendSeries } from '#shared/analysis/trends/trendModel.ts';
import type { TrendQueryInput } from '#shared/model/trend.ts';
import { changeLabel, movementSheet, partLabel, valueLabel } from '#shared/report/trendSheets.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';

type WhyPanelProps = {
  readonly trend: Trend;
  readonly metric: TrendMetric;
  readonly query: TrendQueryInput;
  readonly lines: readonly TrendSeries[];
  readonly line: string;
  /** Beginnings of the two periods, as in the address; the first and last with data when they are not known. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Brand, domain or type it is of. */
  readonly subject: string | null;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onAnswers: (ids: readonly string[]) => void;
};

/** The change between two points, taken apart; every part opens its answers. */
export function WhyPanel(props: WhyPanelProps) {
  const { trend, metric, query, lines, setParams, onAnswers } = props;
  const title = useId();
  const line = lines.find(({ key }) => key === props.line) ?? lines[0];
  const filled = line?.points.filter(({ value }) => value !== null) ?? [];
  const bucketAt = (fromMs: string | undefined) =>
    trend.buckets.find((bucket) => String(bucket.fromMs) === fromMs);
  const from = bucketAt(props.from) ?? trend.buckets[filled[0]?.bucket ?? -1];
  const to = bucketAt(props.to) ?? trend.buckets[filled.at(-1)?.bucket ?? -1];
  const ready = from !== undefined && to !== undefined && line !== undefined;
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
  const sheet = movement ? movementSheet(movement, metric) : null;
  return (
    <section aria-labelledby={title} className="mt-6">
      <h2 id={title} className="mb-2 font-medium">
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
        {sheet === null ? null : <SheetMenu label="Change drivers" sheet={() => sheet} />}
      </div>
      {why.error ? <ErrorNotice error={why.error} /> : null}
      {movement ? (
        <>
          <p className="mb-2">
            {[definitionOf(metric).name, ...(props.subject === null ? [] : [`of ${props.subject}`])].join(
              ' ',
            )}
            , {line.key === '' ? 'all' : line.label}: {valueLabel(movement.from.value, metric)} →{' '}
            {valueLabel(movement.to.value, metric)}
            {movement.change === null
              ? '. One period has no data.'
              : `, a change of ${changeLabel(movement.change, metric)}.`}
            {movement.fromRules === movement.toRules
              ? ''
              : ` Counted by brand rules ${movement.fromRules} before and ${movement.toRules} after.`}
            {movement.disjoint ? ' Periods not comparable: no segment was asked in both.' : ''}
          </p>
          <table className="border-separate border-spacing-0 text-table tabular">
            <thead>
              <tr>
                {['Component', 'Change', 'Segments', 'Answers before', 'Answers after', 'Meaning'].map(
                  (head, at) => (
                    <th
                      key={head}
                      scope="col"
                      className={`border-line-strong border-b px-2 font-medium ${at === 0 || at === 5 ? 'text-start' : 'text-end'}`}
                    >
                      {head}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {movement.parts.map((part) => (
                <tr key={part.part} className="hover:bg-hover">
                  <th scope="row" className="border-line border-b px-2 text-start font-normal">
                    {partLabel[part.part].name}
                  </th>
                  <td className="border-line border-b px-2 text-end">{changeLabel(part.change, metric)}</td>
                  <td className="border-line border-b px-2 text-end">{part.cells}</td>
                  <OpenCell
                    count={part.beforeCount}
                    name={`${partLabel[part.part].name}, before`}
                    onOpen={() => onAnswers(part.before)}
                  />
                  <OpenCell
                    count={part.nowCount}
                    name={`${partLabel[part.part].name}, after`}
                    onOpen={() => onAnswers(part.now)}
                  />
                  <td className="border-line border-b px-2 text-ink-2">{partLabel[part.part].meaning}</td>
                </tr>
              ))}
              <tr className="font-medium">
                <th scope="row" className="px-2 text-start">
                  Total
                </th>
                <td className="px-2 text-end">
                  {movement.change === null ? 'no data' : changeLabel(movement.change, metric)}
                </td>
                <td colSpan={4} />
              </tr>
            </tbody>
          </table>
        </>
      ) : null}
    </section>
  );
}

function OpenCell({
  count,
  name,
  onOpen,
}: {
  readonly count: number;
  readonly name: string;
  readonly onOpen: () => void;
}) {
  return (
    <td className="border-line border-b px-2 text-end">
      {count === 0 ? (
        <span className="text-ink-3">0</span>
      ) : (
        <button
          type="button"
          aria-label={`${formatQuantity(count, 'answer')}, ${name}: open`}
          onClick={onOpen}
          className="min-h-6 min-w-6 rounded-sm px-1 underline decoration-line-strong underline-offset-2 hover:bg-pressed"
        >
          {formatQuantity(count, 'answer')}
        </button>
      )}
    </td>
  );
}
