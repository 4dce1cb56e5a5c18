import { useState } from 'react';
import type { BrandBookView } from '#shared/model/brand.ts';
import type { BrandRow } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { brandKindLabel, shareOfNamedNote } from '#shared/tables/brandLabels.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { rateLabel, shareLabel, testLabel, verdictLabel } from '#shared/tables/figureLabels.ts';
import { useBrandDecisions } from '../../bridge/brandRules.ts';
import { analysisTab } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { marketsWord, tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import { formatQuantity } from '../../ui/format.ts';
import { BrandMenu } from './BrandMenu.tsx';
import { BrandName } from './BrandName.tsx';
import { absentCell, factWhen, marketsFacts, meanFacts, rateFacts, verdictFacts } from './figureFacts.ts';
import { Intersections } from './Intersections.tsx';
import { MarketTable } from './MarketTable.tsx';
import { MergeDialog, type MergeTarget } from './MergeDialog.tsx';
import { RulesBar } from './RulesBar.tsx';
import { SplitDialog } from './SplitDialog.tsx';

/** If no row could be tested, this is stated once above the table. */
const factsOf = (words: ColumnLabels, tested: boolean) => [
  { label: words.head, width: 72, end: true },
  { label: 'Visibility', width: 76, end: true },
  { label: 'Share of voice', width: 72, end: true },
  { label: 'Average position', width: 76, end: true },
  ...(tested ? [{ label: `Between ${words.many}`, width: 136 }] : []),
];

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
        title={most > 1 ? 'Answers · average position' : 'Position'}
        markets={tableMarkets(comparison)}
        note={shareOfNamedNote}
        facts={factsOf(words, brands.tests.rows.tested > 0)}
        onMarket={onMarket}
        headWidth={260}
        marketWidth={most > 9 ? 92 : most > 1 ? 76 : 64}
        lines={brands.rows.map((row) => ({
          key: row.id,
          level: 0,
          name: row.name,
          head: <BrandName {...row} />,
          tools: (
            <BrandMenu
              row={row}
              aliases={aliasesOf(row.id)}
              onDecide={decisions.decide}
              onMerge={() => setAsking({ what: 'merge', row })}
              onSplit={() => setAsking({ what: 'split', row })}
            />
          ),
          facts: [
            marketsWord(row.columns, row.of),
            shareLabel(row.visibility.value),
            shareLabel(row.shareOfVoice.value),
            row.meanRank.value === null ? 'no data' : row.meanRank.value.toFixed(1),
            row.of < 2 ? null : verdictLabel[row.test.verdict],
          ],
          figures: {
            [words.head]: marketsFacts(words, row.columns, row.of, row.test),
            Visibility: [
              ...rateFacts(row.visibility, 'answers'),
              [`Between ${words.many}`, testLabel(row.test)],
            ],
            'Share of voice': [
              ...rateFacts(row.shareOfVoice, 'mentions'),
              ['Compared with', 'all brands named'],
              ['Brand rules', `version ${brands.rulesVersion}`],
            ],
            'Average position': [
              ...meanFacts('Average position', row.meanRank),
              ...meanFacts('Median', row.medianRank).slice(0, 1),
            ],
            [`Between ${words.many}`]: [['Visibility', testLabel(row.test)]],
          },
          cell: (market) => brandCell(row, market),
        }))}
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

function brandCell(row: BrandRow, market: number) {
  const cell = row.cells[market] ?? null;
  const verdict = row.verdicts[market] ?? null;
  if (cell === null) return absentCell(verdict, 'Named in no answer');
  const onlyHere = row.consensus === 'only-here';
  const { visibility, meanRank } = cell;
  const position = meanRank.value;
  const single = visibility.denominator === 1;
  const parts = [
    `named in ${rateLabel(visibility)}`,
    `average position ${position?.toFixed(1)}`,
    cell.listRank === null ? '' : `list position ${cell.listRank}`,
    formatQuantity(cell.mentions, 'mention'),
  ];
  const figure = single
    ? String(position)
    : `${visibility.numerator}/${visibility.denominator} · ${position?.toFixed(1)}`;
  return {
    text: `${figure}${onlyHere ? ' ①' : ''}`,
    title: `${cell.spelling}: ${parts.filter((part) => part !== '').join(', ')}`,
    facts: [
      ...rateFacts(visibility, 'answers'),
      ['Average position', `${position?.toFixed(2)}`],
      factWhen('List position', cell.listRank === null ? '' : String(cell.listRank)),
      ['Mentions', String(cell.mentions)],
      ['Spelling', cell.spelling],
      factWhen('Share of voice', rateLabel(cell.shareOfVoice)),
      ...verdictFacts(verdict),
    ] as const,
    position: position === null ? null : Math.round(position),
  };
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
