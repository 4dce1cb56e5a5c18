import { useInfiniteQuery } from '@tanstack/react-query';
import type { RouteOutput } from '#shared/bridge/routeTable.ts';
import { ledgerSheet } from '#shared/tables/serviceSheets.ts';
import { useBridge } from '../../bridge/BridgeContext.tsx';
import { type BridgeClient, failureOf } from '../../bridge/client.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table, type TableColumn } from '../../ui/Table.tsx';
import { RelativeTime } from '../../ui/Times.tsx';

type Row = RouteOutput<'service.ledger'>[number];

const pageSize = 200;

const kinds: Readonly<Record<Row['kind'], string>> = {
  cycle: 'monthly credits',
  expiry: 'expired',
  grant: 'added',
  plan: 'plan changed',
  charge: 'charged',
};

/** All credit transactions, newest first. The ledger is immutable. */
export function LedgerPanel() {
  const bridge = useBridge();
  const ledger = useInfiniteQuery({
    queryKey: ['service.ledger', 'pages'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      bridge.call(
        'service.ledger',
        { limit: pageSize, ...(pageParam === undefined ? {} : { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.sequence),
  });
  const rows = ledger.data?.pages.flat() ?? [];
  const columns: readonly TableColumn<Row>[] = [
    {
      id: 'number',
      header: 'No.',
      align: 'end',
      cell: (row) => formatCount(row.sequence),
      className: 'text-ink-3',
    },
    {
      id: 'when',
      header: 'Date',
      value: (row) => Date.parse(row.at),
      cell: (row) => <RelativeTime atMs={Date.parse(row.at)} />,
      className: 'whitespace-nowrap text-ink-2',
    },
    { id: 'kind', header: 'Type', cell: (row) => kinds[row.kind] },
    {
      id: 'delta',
      header: 'Credits',
      align: 'end',
      cell: (row) => `${row.delta > 0 ? '+' : row.delta < 0 ? '−' : ''}${formatCount(Math.abs(row.delta))}`,
    },
    { id: 'balance', header: 'Balance', align: 'end', cell: (row) => formatCount(row.balanceAfter) },
    {
      id: 'job',
      header: 'Job',
      cell: (row) => <span className="block max-w-64 truncate font-mono text-mini">{row.jobId ?? ''}</span>,
    },
    { id: 'note', header: 'Note', cell: (row) => row.note ?? '' },
  ];
  return (
    <div className="flex flex-col gap-3">
      {ledger.error ? (
        <ErrorNotice error={failureOf(ledger.error)} onRetry={() => void ledger.refetch()} />
      ) : null}
      <Table
        label="Ledger"
        sheet={async () => ledgerSheet(await wholeLedger(bridge))}
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
async function wholeLedger(bridge: BridgeClient): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const page: Row[] = await bridge.call('service.ledger', {
      limit: pageSize,
      ...(last === undefined ? {} : { before: last.sequence }),
    });
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}
