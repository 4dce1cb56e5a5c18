import { useState } from 'react';
import type { BrandBookView } from '#shared/model/brand.ts';
import type { BrandRow } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { brandKindLabel, shareOfNamedNote } from '#shared/tables/brandLabels.ts';
import { brandTable } from '#shared/tables/comparison/brandTables.ts';
import { useBrandDecisions } from '../../bridge/brandRules.ts';
import { analysisTab } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import { formatQuantity } from '../../ui/format.ts';
import { BrandMenu } from './BrandMenu.tsx';
import { BrandName } from './BrandName.tsx';
import { Intersections } from './Intersections.tsx';
import { itemLines } from './itemLines.tsx';
import { MarketTable } from './MarketTable.tsx';
import { MergeDialog, type MergeTarget } from './MergeDialog.tsx';
import { RulesBar } from './RulesBar.tsx';
import { SplitDialog } from './SplitDialog.tsx';

/** Brands by market, with their positions. */
function BrandsTab({
  comparison,
  onMarket,
  project,
}: {
  readonly comparison: ComparisonWith<'brands'>;
  readonly onMarket: (key: string) => void;
  readonly project?: string;
}) {
  const { brands } = comparison;
  const words = useColumnLabels();
  const decisions = useBrandDecisions(project);
  const [asking, setAsking] = useState<{ readonly what: 'merge' | 'split'; readonly row: BrandRow } | null>(
    null,
  );
  const rulesBar = <RulesBar decisions={decisions} rulesVersion={brands.rulesVersion} />;
  if (!brands.available || brands.rows.length === 0)
    return (
      <>
        <DataQualityStrip comparison={comparison} tested={null} tools={rulesBar} />
        <NotCarried what="brands" how="No listed or detected brand in these answers." />
      </>
    );
  const aliasesOf = (id: string): readonly string[] =>
    decisions.book?.brands.find((brand) => brand.id === id)?.aliases.map((alias) => alias.text) ?? [];
  const close = (): void => setAsking(null);
  const most = Math.max(...brands.answers);
  const proposed = brands.rows.filter((row) => row.proposed).length;
  return (
    <>
      <DataQualityStrip
        comparison={comparison}
        summary={
          <>
            {formatQuantity(brands.rows.length, 'brand')}
            {proposed > 0 ? (
              <span title="Detected in bold text, lists and products">, {proposed} detected</span>
            ) : null}
          </>
        }
        tested={{ test: brands.test, tests: brands.tests, things: 'brands' }}
        tools={
          <>
            {rulesBar}
            <Intersections comparison={comparison} intersections={brands.intersections} noun="brand" />
          </>
        }
      />
      <MarketTable
        label={`Brands by ${words.one}`}
        title={most > 1 ? 'Brand: answers · average position' : 'Brand: position'}
        markets={tableMarkets(comparison)}
        note={shareOfNamedNote}
        onMarket={onMarket}
        headWidth={260}
        marketWidth={most > 9 ? 92 : most > 1 ? 76 : 64}
        {...itemLines(brandTable, comparison, words, {
          head: (row) => <BrandName {...row} />,
          line: (row) => ({
            tools: (
              <BrandMenu
                row={row}
                aliases={aliasesOf(row.id)}
                onDecide={decisions.decide}
                onMerge={() => setAsking({ what: 'merge', row })}
                onSplit={() => setAsking({ what: 'split', row })}
              />
            ),
          }),
        })}
      />
      {asking?.what === 'merge' ? (
        <MergeDialog
          row={asking.row}
          targets={mergeTargets(brands.rows, decisions.book)}
          onClose={close}
          onMerge={(into) => {
            const { id, name } = asking.row;
            decisions.decide({ kind: 'merge', from: id, fromName: name, into: into.id, intoName: into.name });
            close();
          }}
        />
      ) : asking?.what === 'split' ? (
        <SplitDialog
          name={asking.row.name}
          aliases={aliasesOf(asking.row.id)}
          onClose={close}
          onSplit={(alias, as) => {
            decisions.decide({ kind: 'split', brand: asking.row.id, alias, as });
            close();
          }}
        />
      ) : null}
    </>
  );
}

/** Listed brands first, then detected ones, each by name. */
function mergeTargets(rows: readonly BrandRow[], book: BrandBookView | undefined): readonly MergeTarget[] {
  const listed = book?.brands ?? [];
  const known = new Set(listed.map((brand) => brand.id));
  const byName = (one: MergeTarget, two: MergeTarget): number => one.name.localeCompare(two.name);
  return [
    ...listed.map(({ id, name, kind }) => ({ id, name, note: brandKindLabel[kind] })).sort(byName),
    ...rows
      .filter((row) => !known.has(row.id))
      .map(({ id, name }) => ({ id, name, note: 'Detected' }))
      .sort(byName),
  ];
}

export const brandsTab = analysisTab({
  id: 'brands',
  label: 'Brands',
  command: 'Show brands',
  shortcut: '3',
  parts: ['brands'],
  report: 'brands',
  Content: BrandsTab,
});
