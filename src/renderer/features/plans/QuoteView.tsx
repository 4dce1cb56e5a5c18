import { memo } from 'react';
import type { PlanQuote } from '#shared/model/plan.ts';
import { pricePartTable, quoteSheet } from '#shared/tables/planTables.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatCount, formatCredits, formatDuration, formatQuantity } from '../../ui/format.ts';
import { LongTable } from '../../ui/LongTable.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

/** Maximum cost and time of a run of the plan, before anything is sent. Not rendered while the user types. */
export const QuoteView = memo(function QuoteView({
  quote,
  old,
  onSwitchOff,
}: {
  readonly quote: PlanQuote;
  /** Whether the plan has changed since and a new estimate is being loaded. */
  readonly old: boolean;
  readonly onSwitchOff: (keys: readonly string[]) => void;
}) {
  const nameOf = useEngineNames();
  const engines = Object.entries(quote.byEngine).map(([engine, line]) => ({ name: engine, ...line }));
  const markets = Object.entries(quote.byMarket).map(([name, line]) => ({ name, ...line }));
  const balance = quote.balance === null ? '' : ` of ${formatCount(quote.balance)}`;
  const time =
    quote.estimatedSeconds === null
      ? 'time unknown until every engine has run once'
      : `about ${formatDuration(quote.estimatedSeconds * 1000)} with ${formatQuantity(quote.slots ?? 1, 'slot')}`;
  const short = quote.balance !== null && quote.balance < quote.maximumCredits;
  return (
    <section
      aria-label="Price estimate"
      aria-busy={old}
      className={classNames('flex flex-col gap-2', old ? 'text-ink-2' : '')}
    >
      <p role="status" className="font-medium tabular">
        {formatQuantity(quote.cells, 'request')} · at most {formatCredits(quote.maximumCredits)}
        {balance} · {time}
      </p>
      {quote.ownTariff ? null : (
        <p className="text-ink-2 text-table">
          Estimate by the standard price list; “{quote.connectionName}” may charge differently.
        </p>
      )}
      {quote.notices.map((notice) => (
        <Notice key={notice} tone="warn">
          {notice}
        </Notice>
      ))}
      {short ? (
        <Notice tone="warn">The balance does not cover the maximum cost. The run may stop early.</Notice>
      ) : null}
      {quote.refusedGroups > 0 ? (
        <Notice
          tone="warn"
          actions={
            <Button size="small" disabled={old} onClick={() => onSwitchOff(quote.refusedCells)}>
              Exclude them
            </Button>
          }
        >
          {formatQuantity(quote.refusedGroups, 'request')} would be rejected:{' '}
          {quote.refusalProblems.map(({ message }) => message).join(' ')}
        </Notice>
      ) : null}
      <div className="grid items-start gap-3 min-[1100px]:grid-cols-2">
        <Table
          label="By engine"
          sheet={() => quoteSheet(quote)}
          columns={columnsOf(pricePartTable('Engine'), {
            name: ({ name }) => nameOf(engineName(name), quote.connectionId),
          })}
          rows={[
            ...engines,
            ...(quote.addOns.cells > 0 ? [{ name: 'of which add-ons', ...quote.addOns }] : []),
          ]}
          rowKey={({ name }) => name}
          empty="Nothing to estimate yet."
        />
        <LongTable
          label="By market"
          columns={marketColumns}
          rows={markets}
          rowKey={({ name }) => name}
          empty="Nothing to estimate yet."
        />
      </div>
    </section>
  );
});

/** Engine names are replaced by the connection's aliases; other names are unchanged. */
const engineName = (name: string): Parameters<ReturnType<typeof useEngineNames>>[0] =>
  name as Parameters<ReturnType<typeof useEngineNames>>[0];

const marketColumns = columnsOf(pricePartTable('Market'));
