import { useState } from 'react';
import type { SourceList, SourceRow } from '#shared/model/projectLists.ts';
import { filteredSheet } from '#shared/tables/filterLabels.ts';
import { sourceListTable, sourcesSummary } from '#shared/tables/projectListTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { BrandProgress, useBrandProgress } from '../../bridge/BrandProgress.tsx';
import { useBridge, useRoute } from '../../bridge/BridgeContext.tsx';
import { FilterBar } from '../../bridge/FilterBar.tsx';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangeText } from '../../ui/ChangeText.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { countingText, formatQuantity } from '../../ui/format.ts';
import { MarketFlags } from '../../ui/MarketFlags.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';
import { Table } from '../../ui/Table.tsx';
import { RelativeTime } from '../../ui/Times.tsx';
import { columnsOf, type TableColumn } from '../../ui/tableColumns.tsx';
import { formatAddress } from '../../window/address.ts';
import { comparedPeriod, filterOf, filterQuery, keptFilter } from '../../window/answerFilter.ts';
import { citedAddress } from '../../window/figureAddress.ts';

type Params = Readonly<Record<string, string>>;

type SourcesScreenProps = {
  /** `of` is `page` for pages; `domain` limits them to one. */
  readonly params: Params;
  readonly setParams: (changes: Params) => void;
  readonly onAsk: () => void;
  readonly onBrands: () => void;
};

/** Sources shown until the user asks for more, and the maximum. */
const pageSize = 100;
const maxShown = 1000;

/** The cited domains and pages of the project, and who is cited instead of you. */
export function SourcesScreen({ params, setParams, onAsk, onBrands }: SourcesScreenProps) {
  const [openedMs] = useState(() => Date.now());
  const [most, setMost] = useState(pageSize);
  const bridge = useBridge();
  const { domain = '' } = params;
  const of = params.of === 'page' || domain !== '' ? 'page' : 'domain';
  const { days } = useProjectDays();
  const filter = filterOf(params);
  const query = {
    ...filterQuery(filter, openedMs, days),
    ...({ of, most } as const),
    domain: domain === '' ? undefined : domain,
    compare: comparedPeriod(filter, openedMs, days),
  };
  const shown = useRoute('trends.sources', query);
  const list = shown.data;
  const left = useBrandProgress();
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      <div>
        <h1 className="font-semibold text-title">Sources</h1>
        <p role="status" dir="auto" className="text-ink-2">
          {list === undefined ? countingText(shown.error) : sourcesSummary(list)}
        </p>
      </div>
      {shown.error ? <ErrorNotice error={shown.error} onRetry={() => void shown.refetch()} /> : null}
      <FilterBar params={params} setParams={setParams} compares>
        <Choice
          label="List"
          className="w-28"
          value={of}
          choices={[
            { value: 'domain', label: 'Domains' },
            { value: 'page', label: 'Pages' },
          ]}
          onChange={(value) => setParams({ of: value === 'page' ? 'page' : '', domain: '' })}
        />
      </FilterBar>
      {domain === '' ? null : (
        <Notice
          tone="info"
          actions={
            <Button size="small" onClick={() => setParams({ domain: '', of: '' })}>
              All domains
            </Button>
          }
        >
          Pages of {domain}.{' '}
          <a
            className="underline"
            href={formatAddress(
              { name: 'trends' },
              { ...keptFilter(params), metric: 'source-presence', domain },
            )}
          >
            Trend of {domain}
          </a>
        </Notice>
      )}
      {list === undefined ? null : list.answers === 0 && Object.keys(keptFilter(params)).length === 0 ? (
        <EmptyState title="No sources yet" action={<Button onClick={onAsk}>Ask a question</Button>}>
          The domains and pages that answers cite are listed here, with the answers that cite each of them and
          not your site.
        </EmptyState>
      ) : (
        <>
          {left === null ? <OwnSites list={list} onBrands={onBrands} /> : <BrandProgress left={left} />}
          <Table
            label="Sources"
            rows={list.sources}
            rowKey={({ domain: name, url }) => url ?? name}
            columns={columnsFor(list, params)}
            empty="No source matches these filters. Remove a filter."
            sheet={async () =>
              filteredSheet(
                sheetOf(
                  sourceListTable,
                  (await bridge.call('trends.sources', { ...query, most: maxShown })).sources,
                ),
                query,
                days,
              )
            }
          />
          {list.sources.length < list.total && most < maxShown ? (
            <Button className="self-start" onClick={() => setMost(maxShown)}>
              Show more of {formatQuantity(list.total, of)}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

function OwnSites({ list, onBrands }: { readonly list: SourceList; readonly onBrands: () => void }) {
  if (list.own !== null) return null;
  return (
    <Notice
      tone="info"
      actions={
        <Button size="small" onClick={onBrands}>
          Manage brands
        </Button>
      }
    >
      Your brand has no domains.
    </Notice>
  );
}

function columnsFor(list: SourceList, params: Params): readonly TableColumn<SourceRow>[] {
  const columns = columnsOf(sourceListTable, {
    source: {
      header: list.sources[0]?.url == null ? 'Domain' : 'Page',
      rowHeader: true,
      className: 'max-w-96 py-1',
      value: ({ url, domain }) => url ?? domain,
      cell: (row) => <SourceCell row={row} params={params} />,
    },
    presence: {
      cell: ({ presence, domain, url }) => (
        <RateText
          rate={presence}
          href={url === null ? citedAddress(keptFilter(params), domain, presence) : undefined}
        />
      ),
    },
    citation_share: { cell: ({ share }) => <RateText rate={{ ...share, low: null, high: null }} /> },
    change: { cell: ({ change }) => <ChangeText change={change} /> },
    trend: {
      align: 'start',
      cell: ({ trend }) => <Sparkline values={trend} label="Cited in" periods={list.buckets} />,
    },
    markets: {
      value: ({ markets }) => markets.length,
      cell: ({ markets }) => <MarketFlags keys={markets} most={3} />,
    },
    last_cited: {
      cell: ({ last }) => (
        <a
          href={formatAddress({ name: 'answer', observationId: last.observationId })}
          title="Open the latest answer that cites it"
          className="text-accent hover:underline"
        >
          <RelativeTime atMs={last.atMs} />
        </a>
      ),
    },
  });
  const compared = list.sources.some(({ change }) => change !== null);
  return columns.filter(
    ({ id }) => (compared || id !== 'change') && (list.own !== null || id !== 'instead_of_you'),
  );
}

function SourceCell({ row, params }: { readonly row: SourceRow; readonly params: Params }) {
  const { domain, url, owner, type } = row;
  const own = owner?.kind === 'own' || type === 'own';
  return (
    <span className="flex items-center gap-1.5">
      {url === null ? (
        <a
          href={formatAddress({ name: 'sources' }, { ...keptFilter(params), domain })}
          title={`Pages of ${domain}`}
          className="truncate font-medium hover:text-accent hover:underline"
        >
          {domain}
        </a>
      ) : (
        <ExternalLink href={url} className="truncate text-accent hover:underline">
          {url.replace(/^https?:\/\//, '')}
        </ExternalLink>
      )}
      {own ? <Badge tone="good">Your brand</Badge> : owner === null ? null : <Badge>{owner.name}</Badge>}
    </span>
  );
}
