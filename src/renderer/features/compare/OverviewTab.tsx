import { type ReactNode, useMemo } from 'react';
import { marketNames, rateOfAnswers, verdictText } from '#shared/documents/overviewSentences.ts';
import { type MarketFacts, type Overview, overviewOf } from '#shared/figures/comparison/overview.ts';
import { listed } from '#shared/tables/figureLabels.ts';
import { analysisTab, type ContentProps } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { useReadLanguage } from '../../reading/readIn/readInStore.ts';
import { withoutAnswer } from '../../reading/tableMarkets.ts';
import { Badge } from '../../ui/Chip.tsx';
import { formatCount } from '../../ui/format.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/tableColumns.tsx';
import { VisibilityBar } from '../../ui/VisibilityBar.tsx';
import { formatAddress } from '../../window/address.ts';
import { useAddress } from '../../window/navigation.tsx';
import { DifferencesPart } from './DifferencesPart.tsx';
import { StepsPart } from './NextSteps.tsx';
import { MarketLink, Part, type PartProps, shownMarkets, useEvidence } from './overviewParts.tsx';

/** Number of lines shown at first. */
const shownLines = 5;

const columnLook = 'flex min-w-0 flex-col gap-5';

/** Differences, their significance, and next steps. Each line links to its evidence. */
function OverviewTab({
  comparison,
  onAskAgain,
  onRetryFailed,
  creditsPerAnswer = null,
}: ContentProps<'brands' | 'sources' | 'search'>) {
  const readIn = useReadLanguage().setting?.to ?? null;
  const overview = useMemo(() => overviewOf(comparison, readIn), [comparison, readIn]);
  const { statements, confidence } = verdictText(comparison, overview);
  return (
    <>
      <ScrollRegion label="Overview" className="min-h-0 flex-1 overflow-auto bg-surface">
        <div className="flex max-w-[150rem] flex-col gap-5 px-4 py-4">
          <div className="max-w-[60rem] text-pretty">
            <p className="font-semibold text-title">{statements.join(' ')}</p>
            {confidence === null ? null : <p className="mt-1 text-ink-2 text-read">{confidence}</p>}
          </div>
          <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[120rem]:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]">
            <div className={columnLook}>
              {comparison.brands.available ? (
                <MarketsPart comparison={comparison} overview={overview} />
              ) : (
                <FailedPart comparison={comparison} overview={overview} />
              )}
              {comparison.answer === undefined ? null : (
                <DifferencesPart comparison={comparison} answer={comparison.answer} />
              )}
            </div>
            <div className="grid min-w-0 content-start gap-x-8 gap-y-5 min-[120rem]:grid-cols-2">
              <div className={columnLook}>
                <StepsPart
                  comparison={comparison}
                  overview={overview}
                  onAskAgain={onAskAgain}
                  onRetryFailed={onRetryFailed}
                  creditsPerAnswer={creditsPerAnswer}
                />
                <LeadersPart comparison={comparison} overview={overview} />
              </div>
              <div className={columnLook}>
                <SourcesPart comparison={comparison} overview={overview} />
                {comparison.brands.available ? (
                  <FailedPart comparison={comparison} overview={overview} />
                ) : null}
                <WordingsPart comparison={comparison} />
              </div>
            </div>
          </div>
        </div>
      </ScrollRegion>
      <DataQualityStrip comparison={comparison} tested={null} />
    </>
  );
}

/** Your brand by market, or the leading brands if your brand is not set. */
function MarketsPart({ comparison, overview }: PartProps) {
  const { own, markets } = overview;
  const names = marketNames(comparison);
  const hrefTo = useEvidence();
  const title = own === null ? 'Leading brand by market' : `${own.name} by market`;
  const nameOf = ({ column }: MarketFacts): string => names[column] ?? '';
  return (
    <Part title={title}>
      <Table
        label={title}
        rows={markets}
        rowKey={({ column }) => column}
        empty="No markets."
        first={{ rows: shownMarkets, noun: 'market' }}
        columns={[
          {
            id: 'market',
            header: 'Market',
            rowHeader: true,
            value: nameOf,
            className: 'max-w-44',
            cell: (market) => (
              <MarketLink
                href={hrefTo({
                  tab: market.state === 'answered' ? 'brands' : 'answer',
                  at: comparison.columns[market.column]?.id ?? '',
                  row: own?.id ?? market.leaders[0]?.id ?? '',
                })}
                country={comparison.columns[market.column]?.market.country || null}
                name={nameOf(market)}
              />
            ),
          },
          ...(own === null ? [] : ownColumns),
          {
            id: 'leading',
            header: 'Leading',
            value: ({ leaders }) => leaders[0]?.name ?? null,
            className: 'max-w-56',
            cell: (market) => (own !== null && market.own === null ? null : leadingCell(market)),
          },
          ...(own === null && markets.some(({ leavesOut }) => leavesOut.length > 0) ? [leavesOutColumn] : []),
        ]}
      />
    </Part>
  );
}

const withoutFigure = (state: MarketFacts['state'], words: string = withoutAnswer[state]) => (
  <span className={state === 'failed' ? 'text-bad' : 'text-ink-3'}>{words}</span>
);

/** Figures of your brand, or why there are none. */
const ownColumns: readonly TableColumn<MarketFacts>[] = [
  {
    id: 'visibility',
    header: 'Visibility, 95 % interval',
    className: 'pe-0',
    value: ({ own }) => own?.visibility.value ?? null,
    cell: ({ own, state }) => (own === null ? withoutFigure(state) : <VisibilityBar rate={own.visibility} />),
  },
  {
    id: 'position',
    header: 'Average position',
    align: 'end',
    value: ({ own }) => own?.position.value ?? null,
    cell: ({ own }) => own && (own.position.value?.toFixed(1) ?? '–'),
  },
];

/** Brands that most of the other markets name; beside the figures of your brand there is no room for them. */
const leavesOutColumn: TableColumn<MarketFacts> = {
  id: 'leaves-out',
  header: 'Does not name',
  value: ({ leavesOut }) => leavesOut[0] ?? null,
  className: 'max-w-56',
  cell: ({ leavesOut, state }) =>
    leavesOut.length === 0 ? (
      state === 'answered' && <span className="text-ink-3">–</span>
    ) : (
      <span dir="auto" className="block truncate" title={leavesOut.join(', ')}>
        {leavesOut.join(', ')}
      </span>
    ),
};

function leadingCell({ leaders, state }: MarketFacts): ReactNode {
  const [first, ...level] = leaders;
  if (first === undefined) return withoutFigure(state, state === 'answered' ? 'None named' : undefined);
  return (
    // A name that is wider than the column goes on in the next line: cut, it is another brand's.
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      <span dir="auto" className="break-words" title={leaders.map((leader) => leader.name).join(', ')}>
        {first.name}
      </span>
      {level.length > 0 ? (
        <span className="shrink-0 text-ink-2">
          +{level.length}
          <span className="sr-only"> level with it</span>
        </span>
      ) : null}
      <span className="shrink-0 text-ink-3">
        {first.visibility.numerator} of {first.visibility.denominator}
      </span>
    </span>
  );
}

type FigureLine = {
  readonly key: string;
  readonly href: string;
  readonly name: string;
  readonly badge?: string | null;
  readonly figure: string;
};

/** Lines that link to their evidence, with a button for the hidden ones. */
function Lines({
  lines,
  all,
}: {
  readonly lines: readonly FigureLine[];
  readonly all: { readonly label: string; readonly href: string };
}) {
  return (
    <>
      <ul className="text-table tabular">
        {lines.slice(0, shownLines).map(({ key, href, name, badge, figure }) => (
          <li key={key} className="border-line border-b">
            <a href={href} className="flex items-baseline gap-2 py-1 hover:bg-hover hover:text-accent">
              <span dir="auto" className="truncate font-medium" title={name}>
                {name}
              </span>
              {badge == null ? null : <Badge>{badge}</Badge>}
              <span className="ms-auto shrink-0 max-w-[60%] truncate text-ink-2" title={figure}>
                {figure}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {lines.length > shownLines ? (
        <a href={all.href} className="mt-1 inline-block text-accent text-table hover:underline">
          All {formatCount(lines.length)} in {all.label}
        </a>
      ) : null}
    </>
  );
}

function leadsLabel(leads: Overview['leaders'][number]['leads'], names: readonly string[]): string {
  const [only] = leads;
  const where = listed(
    leads.map(({ column }) => names[column] ?? ''),
    2,
  );
  return only === undefined || leads.length > 1 ? where : `${where}, ${rateOfAnswers(only.visibility)}`;
}

function LeadersPart({ comparison, overview: { own, leaders } }: PartProps) {
  const names = marketNames(comparison);
  const hrefTo = useEvidence();
  const { screen } = useAddress();
  if (leaders.length === 0) return null;
  const lines = leaders.map(
    ({ id, name, detected, leads }): FigureLine => ({
      key: id,
      href: hrefTo({ tab: 'brands', row: id, at: comparison.columns[leads[0]?.column ?? 0]?.id ?? '' }),
      name,
      badge: detected ? 'Detected' : null,
      figure: leadsLabel(leads, names),
    }),
  );
  return (
    <Part title={own === null ? 'Brands that lead' : 'Brands that lead where you do not'}>
      <Lines lines={lines} all={{ label: 'Brands', href: hrefTo({ tab: 'brands' }) }} />
      {own === null || screen.name !== 'run' ? null : (
        <a
          href={formatAddress({ name: 'gaps' }, { run: screen.runId })}
          className="mt-1 block text-accent text-table hover:underline"
        >
          Gaps of this run
        </a>
      )}
    </Part>
  );
}

function SourcesPart({ comparison, overview: { onlyHere } }: PartProps) {
  const names = marketNames(comparison);
  const hrefTo = useEvidence();
  if (onlyHere.length === 0) return null;
  const lines = onlyHere.map(
    ({ domain, column, rate, owner }): FigureLine => ({
      key: domain,
      href: hrefTo({ tab: 'sources', row: domain, at: comparison.columns[column]?.id ?? '' }),
      name: domain,
      badge: owner === null ? null : owner === 'own' ? 'Your brand' : 'Competitor',
      figure: `${names[column]}, ${rateOfAnswers(rate)}`,
    }),
  );
  return (
    <Part title="Sources cited in one market only">
      <Lines lines={lines} all={{ label: 'Sources', href: hrefTo({ tab: 'sources' }) }} />
    </Part>
  );
}

/** Failures by cause: one that all markets share is said once. */
function FailedPart({ comparison, overview: { failed } }: PartProps) {
  const names = marketNames(comparison);
  const hrefTo = useEvidence();
  if (failed.length === 0) return null;
  const byCause = Map.groupBy(failed, ({ message }) => message ?? '');
  return (
    <Part title="Failed requests">
      <ul className="text-table tabular">
        {[...byCause].map(([message, markets]) => (
          <li key={message} className="border-line border-b">
            <a
              href={hrefTo({ tab: 'answer', at: comparison.columns[markets[0]?.column ?? 0]?.id ?? '' })}
              className="block py-1 hover:bg-hover hover:text-accent"
            >
              <span className="font-medium">
                {listed(
                  markets.map(({ column }) => names[column] ?? ''),
                  6,
                )}
              </span>
              <span className="ms-2 text-ink-2">
                {sum(markets, 'failed')} of {sum(markets, 'total')} failed
              </span>
              <span dir="auto" className="block text-ink-2">
                {message}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const sum = <Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): string =>
  formatCount(rows.reduce((total, row) => total + row[key], 0));

/** The wordings by market, if they differ. */
function WordingsPart({ comparison }: Pick<PartProps, 'comparison'>) {
  const names = marketNames(comparison);
  const { wordings } = comparison.dataQuality;
  if (wordings.length === 0) return null;
  return (
    <Part title="Wordings of the question">
      <dl className="flex flex-col gap-1.5 text-table">
        {wordings.map(({ text, columns }) => (
          <div key={text}>
            <dt dir="auto" className="whitespace-pre-wrap break-words">
              {text}
            </dt>
            <dd className="text-ink-2">{columns.map((column) => names[column] ?? '').join(', ')}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

export const overviewTab = analysisTab({
  id: 'overview',
  label: 'Overview',
  command: 'Show overview',
  shortcut: 'o',
  parts: ['brands', 'sources', 'search'],
  laterParts: ['answer'],
  report: null,
  ofRun: true,
  Content: OverviewTab,
});
