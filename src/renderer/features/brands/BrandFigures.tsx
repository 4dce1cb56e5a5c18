import { useState } from 'react';
import type { BrandList, BrandListRow } from '#shared/model/projectLists.ts';
import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import { filteredSheet } from '#shared/tables/filterLabels.ts';
import { brandListTable } from '#shared/tables/projectListTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { BrandProgress, useBrandProgress } from '../../bridge/BrandProgress.tsx';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { FilterBar } from '../../bridge/FilterBar.tsx';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { ChangeText } from '../../ui/ChangeText.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';
import { formatAddress } from '../../window/address.ts';
import { comparedPeriod, filterOf, filterQuery, keptFilter } from '../../window/answerFilter.ts';
import { figureAddress } from '../../window/figureAddress.ts';

type Params = Readonly<Record<string, string>>;

export type BrandFiguresProps = {
  readonly params: Params;
  readonly setParams: (changes: Params) => void;
};

/** How often the listed brands are named, in the answers of the filter. Each opens its trend. */
export function BrandFigures({ params, setParams }: BrandFiguresProps) {
  const [openedMs] = useState(() => Date.now());
  const { days } = useProjectDays();
  const filter = filterOf(params);
  const query = { ...filterQuery(filter, openedMs, days), compare: comparedPeriod(filter, openedMs, days) };
  const { data, error } = useRoute('trends.brands', query);
  const left = useBrandProgress();
  if (error) return <ErrorNotice error={error} />;
  if (data === undefined || (data.brands.length === 0 && left === null)) return null;
  return (
    <div className="flex flex-col gap-2">
      <h2 className="font-semibold text-read">Visibility of the listed brands</h2>
      <FilterBar params={params} setParams={setParams} compares />
      <BrandProgress left={left} />
      {data.brands.length === 0 ? null : (
        <>
          <Table
            label="Visibility of the listed brands"
            rows={data.brands}
            rowKey={({ id }) => id}
            columns={columnsFor(data, keptFilter(params))}
            empty="No brands."
            sheet={() => filteredSheet(sheetOf(brandListTable, data.brands), query, days)}
          />
          <p className="text-ink-3 text-table">
            {[
              formatQuantity(data.answers, 'answer'),
              ...(data.brandedLeftOut === 0
                ? []
                : [
                    `${formatQuantity(data.brandedLeftOut, 'answer')} excluded: the question names your brand`,
                  ]),
            ].join(' · ')}
          </p>
        </>
      )}
    </div>
  );
}

function columnsFor({ brands }: BrandList, kept: Params) {
  const columns = columnsOf(brandListTable, {
    brand: {
      rowHeader: true,
      className: 'max-w-60',
      value: ({ name }) => name,
      cell: ({ id, name, kind }: BrandListRow) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <a
            dir="auto"
            href={formatAddress({ name: 'trends' }, { ...kept, brand: id })}
            title={name}
            className="truncate font-medium hover:text-accent hover:underline"
          >
            {name}
          </a>
          {kind === 'own' ? <Badge tone="good">{brandKindLabel.own}</Badge> : null}
        </span>
      ),
    },
    visibility: {
      cell: ({ id, visibility }) => (
        <RateText
          rate={visibility}
          href={figureAddress(kept, { metric: 'visibility', brand: id }, visibility)}
        />
      ),
    },
    share_of_voice: { header: 'Share of voice, listed brands' },
    change: { cell: ({ change }) => <ChangeText change={change} /> },
  });
  const compared = brands.some(({ change }) => change !== null);
  return columns.filter(({ id }) => compared || id !== 'change');
}
