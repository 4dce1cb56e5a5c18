import { useState } from 'react';
import type { SourceRow } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { rateLabel } from '#shared/tables/figureLabels.ts';
import { useBrandDecisions } from '../../bridge/brandRules.ts';
import { analysisTab } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { marketsWord, tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import type { TableLine } from '../../reading/tableModel.ts';
import { Badge } from '../../ui/Chip.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { DomainMenu } from './DomainMenu.tsx';
import { absentCell, marketsFacts, rateFacts, verdictFacts } from './figureFacts.ts';
import { Intersections } from './Intersections.tsx';
import { MarketTable } from './MarketTable.tsx';
import { RulesBar } from './RulesBar.tsx';

type TabProps = {
  readonly comparison: ComparisonWith<'sources' | 'brands'>;
  readonly onMarket: (key: string) => void;
  readonly project?: string;
};

const factsOf = (words: ColumnLabels) => [
  { label: 'Type', width: 96 },
  { label: words.head, width: 72, end: true },
  { label: 'Share', width: 64, end: true },
];

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
  const lines = sources.rows.flatMap((row): TableLine[] => [
    {
      key: row.domain,
      level: 0,
      name: row.domain,
      open: open.has(row.domain),
      onToggle: () => toggle(row.domain),
      head: (
        <>
          <span className="truncate">{row.domain}</span>
          {row.owner ? (
            <Badge tone={row.owner === 'own' ? 'good' : 'warn'}>{brandKindLabel[row.owner]}</Badge>
          ) : null}
        </>
      ),
      tools: <DomainMenu row={row} made={decisions.book?.decisions ?? []} onDecide={decisions.decide} />,
      facts: [row.type, marketsWord(row.columns, row.of), percent(row)],
      figures: {
        [words.head]: marketsFacts(words, row.columns, row.of, row.test),
        Share: rateFacts(row.citationShare, 'citations'),
      },
      cell: (market) => positionCell(row, market),
    },
    ...(open.has(row.domain) ? urlLines(comparison, row) : []),
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
        title="Best position in the source list"
        markets={markets}
        lines={lines}
        facts={factsOf(words)}
        onMarket={onMarket}
      />
    </>
  );
}

function percent(row: SourceRow): string {
  return row.citationShare.value === null ? 'no data' : `${Math.round(row.citationShare.value * 100)} %`;
}

function positionCell(row: SourceRow, market: number) {
  const cell = row.cells[market] ?? null;
  const verdict = row.verdicts[market] ?? null;
  if (cell === null) return absentCell(verdict, 'Cited by no answer');
  return {
    text: row.consensus === 'only-here' ? `${cell.position} ①` : String(cell.position),
    title: `Position ${cell.position}, cited in ${rateLabel(cell.rate)}`,
    facts: [
      ['Best position', String(cell.position)],
      ['Average position', cell.meanPosition.toFixed(2)],
      ...rateFacts(cell.rate, 'answers'),
      ['Cited in the text', `${cell.inline} of ${cell.rate.numerator} answers`],
      ...verdictFacts(verdict),
    ] as const,
    position: cell.position,
  };
}

function urlLines(comparison: ComparisonWith<'sources' | 'brands'>, row: SourceRow): TableLine[] {
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
        facts: [url.pageType, null, null],
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
