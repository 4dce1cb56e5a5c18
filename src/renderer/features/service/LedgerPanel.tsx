import { useInfiniteQuery } from '@tanstack/react-query';
import type { ServiceLedgerRow } from '#shared/interface/operator/operations.ts';
import { ledgerTable } from '#shared/tables/serviceTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useBridge } from '../../bridge/BridgeContext.tsx';
import { type BridgeClient, failureOf } from '../../bridge/client.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

const pageSize = 200;

const columns = columnsOf(ledgerTable, {
  number: { className: 'text-ink-3' },
  credits: ({ delta }) => `${delta > 0 ? '+' : delta < 0 ? '−' : ''}${formatCount(Math.abs(delta))}`,
  job: ({ jobId }) => <span className="block max-w-64 truncate font-mono text-mini">{jobId ?? ''}</span>,
});

/** All credit transactions, newest first. The ledger is immutable. */
export function LedgerPanel() {
  const bridge = useBridge();
  const ledger = useInfiniteQuery({
    queryKey: ['service.ledger.page', 'pages'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      bridge.call('service.ledger.page', { limit: pageSize, before: pageParam }, { signal }),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.sequence),
  });
  const rows = ledger.data?.pages.flat() ?? [];
  return (
    <div className="flex flex-col gap-3">
      {ledger.error ? (
        <ErrorNotice error={failureOf(ledger.error)} onRetry={() => void ledger.refetch()} />
      ) : null}
      <Table
        label="Ledger"
        sheet={async () => sheetOf(ledgerTable, await wholeLedger(bridge))}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.sequence}
        empty={ledger.data === undefined ? 'Loading ledger…' : 'No entries yet.'}
      />
      {ledger.hasNextPage ? (
        <div>
          <Button disabled={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
            Show older
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The complete ledger, including pages that are not loaded yet. */
async function wholeLedger(bridge: BridgeClient): Promise<readonly ServiceLedgerRow[]> {
  const rows: ServiceLedgerRow[] = [];
  for (;;) {
    const last = rows.at(-1);
    const page = await bridge.call('service.ledger.page', { limit: pageSize, before: last?.sequence });
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}
