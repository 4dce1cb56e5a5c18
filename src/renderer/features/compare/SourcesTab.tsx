import { useState } from 'react';
import type { SourceRow } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import { domainTable } from '#shared/tables/comparison/sourceTables.ts';
import { useBrandDecisions } from '../../bridge/brandRules.ts';
import { analysisTab } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import type { TableLine } from '../../reading/tableModel.ts';
import { Badge } from '../../ui/Chip.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { DomainMenu } from './DomainMenu.tsx';
import { Intersections } from './Intersections.tsx';
import { itemLines } from './itemLines.tsx';
import { MarketTable } from './MarketTable.tsx';
import { RulesBar } from './RulesBar.tsx';

type TabProps = {
  readonly comparison: ComparisonWith<'sources' | 'brands'>;
  readonly onMarket: (key: string) => void;
  readonly project?: string;
};

/** Domains by market with their positions, and those cited in one market only. */
function SourcesTab({ comparison, onMarket, project }: TabProps) {
  const { sources } = comparison;
  const words = useColumnLabels();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const decisions = useBrandDecisions(project);
  const markets = tableMarkets(comparison);
  if (!sources.available || sources.rows.length === 0)
    return <NotCarried what="sources" how="The answers have no sources." />;
  const toggle = (domain: string): void =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(domain)) next.add(domain);
      return next;
    });
  const { facts, lines } = itemLines(domainTable, comparison, words, {
    head: (row) => (
      <>
        <span className="truncate">{row.domain}</span>
        {row.owner ? (
          <Badge tone={row.owner === 'own' ? 'good' : 'warn'}>{brandKindLabel[row.owner]}</Badge>
        ) : null}
      </>
    ),
    line: (row) => ({
      open: open.has(row.domain),
      onToggle: () => toggle(row.domain),
      tools: <DomainMenu row={row} made={decisions.book?.decisions ?? []} onDecide={decisions.decide} />,
    }),
  });
  const withPages = sources.rows.flatMap((row, index) => [
    ...lines.slice(index, index + 1),
    ...(open.has(row.domain) ? urlLines(comparison, row, facts.length) : []),
  ]);
  const only = sources.rows.filter((row) => row.consensus === 'only-here').length;
  return (
    <>
      <DataQualityStrip
        comparison={comparison}
        summary={`${formatQuantity(sources.rows.length, 'domain')}, ${only} ${words.only}`}
        tested={{ test: sources.test, tests: sources.tests, things: 'domains' }}
        tools={
          <>
            <RulesBar decisions={decisions} rulesVersion={comparison.brands.rulesVersion} />
            <Intersections comparison={comparison} intersections={sources.intersections} noun="source" />
          </>
        }
      />
      <MarketTable
        label={`Sources by ${words.one}`}
        title="Domain: best position"
        markets={markets}
        lines={withPages}
        facts={facts}
        onMarket={onMarket}
      />
    </>
  );
}

/** The pages of a domain, below it; of the `factCount` columns they have a type only. */
function urlLines(
  comparison: ComparisonWith<'sources' | 'brands'>,
  row: SourceRow,
  factCount: number,
): TableLine[] {
  const { urls } = comparison.sources;
  const indexes = new Set(row.cells.flatMap((cell) => cell?.urls ?? []));
  return [...indexes].flatMap((index) => {
    const url = urls[index];
    if (!url) return [];
    return [
      {
        key: `${row.domain} ${url.normalized}`,
        level: 1 as const,
        name: url.title || url.normalized,
        head: (
          <ExternalLink href={url.raw} className="truncate hover:text-accent hover:underline">
            <span dir="auto">{url.title || url.normalized}</span>
          </ExternalLink>
        ),
        facts: [url.pageType, ...Array<null>(factCount - 1).fill(null)],
        cell: (market) =>
          url.columns.includes(market)
            ? { text: '•', title: 'cites this page', facts: [['URL', url.raw, 'copy']] }
            : null,
      },
    ];
  });
}

export const sourcesTab = analysisTab({
  id: 'sources',
  label: 'Sources',
  command: 'Show sources',
  shortcut: '2',
  parts: ['sources', 'brands'],
  report: 'sources',
  Content: SourcesTab,
});
