import { useMemo, useState } from 'react';
import { type ClaimAspect, claimTones } from '#shared/model/comparison/claimLists.ts';
import type { Claim, ClaimRow } from '#shared/model/comparison/comparison.ts';
import { aspectLabel, aspectsIn, countsLabel, toneCounts, toneLabel } from '#shared/tables/claimLabels.ts';
import { analysisTab, type ContentProps } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import type { TableCell, TableLine } from '../../reading/tableModel.ts';
import { formatQuantity } from '../../ui/format.ts';
import { BrandName } from './BrandName.tsx';
import { ClaimAspects } from './ClaimAspects.tsx';
import { type ChosenClaims, ClaimQuotes } from './ClaimQuotes.tsx';
import { NotRated, RateButton, Reliability } from './ClaimRating.tsx';
import { MarketTable } from './MarketTable.tsx';

/** Number of brands whose aspects are expanded at first. */
const openAtFirst = 3;

/** Claims about brands by aspect and market, with their sentences. */
function ClaimsTab(props: ContentProps<'claims'>) {
  return props.comparison.claims.available ? (
    <Claims {...props} />
  ) : (
    <NotRated {...props}>
      <ClaimAspects project={props.project} />
    </NotRated>
  );
}

function Claims({ comparison, onMarket, project, run }: ContentProps<'claims'>) {
  const { claims } = comparison;
  const words = useColumnLabels();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ChosenClaims | null>(null);
  const markets = useMemo(() => tableMarkets(comparison), [comparison]);
  const lines = useMemo(
    () =>
      claims.rows.flatMap((row, at) => {
        const open = toggled.has(row.id) !== at < openAtFirst;
        const choose = (aspect: ClaimAspect | null, column: number | null): void =>
          setChosen({ brand: row.id, aspect, column });
        const toggle = (): void => {
          const next = new Set(toggled);
          if (!next.delete(row.id)) next.add(row.id);
          setToggled(next);
        };
        return [
          brandLine(row, open, toggle, choose),
          ...(open ? aspectLines(row, claims.aspects, choose) : []),
        ];
      }),
    [claims.rows, claims.aspects, toggled],
  );
  const total = claims.rows.reduce((sum, row) => sum + row.claims.length, 0);
  return (
    <>
      <DataQualityStrip
        comparison={comparison}
        summary={
          <>
            {formatQuantity(total, 'claim')} about {formatQuantity(claims.rows.length, 'brand')},{' '}
            {claims.rated} of {claims.answers} answers rated, {claims.corrected} corrected, {claims.removed}{' '}
            removed
          </>
        }
        tested={null}
        tools={
          <>
            {run === undefined ? null : <RateButton run={run} project={project} />}
            <ClaimAspects project={project} />
            <Reliability claims={claims} project={project} />
          </>
        }
      />
      {claims.rows.length === 0 ? (
        <NotCarried
          what="claims about brands"
          how="The model found no statement about a brand in these answers."
        />
      ) : (
        <div className="flex min-h-0 flex-1 max-lg:flex-col">
          <MarketTable
            label={`Claims by aspect and ${words.one}`}
            title={formatQuantity(claims.rows.length, 'brand')}
            markets={markets}
            facts={claimTones.map((tone) => ({ label: toneLabel[tone], width: 76, end: true }))}
            onMarket={onMarket}
            headWidth={240}
            marketWidth={96}
            lines={lines}
          />
          <ClaimQuotes comparison={comparison} chosen={chosen} onChoose={setChosen} project={project} />
        </div>
      )}
    </>
  );
}

type Choose = (aspect: ClaimAspect | null, column: number | null) => void;

function brandLine(row: ClaimRow, open: boolean, onToggle: () => void, choose: Choose): TableLine {
  return {
    key: row.id,
    level: 0,
    name: row.name,
    head: <BrandName {...row} />,
    open,
    onToggle,
    ...cells(row.claims, row.name, null, choose),
  };
}

function aspectLines(row: ClaimRow, aspects: readonly string[], choose: Choose): readonly TableLine[] {
  return aspectsIn(row, aspects).flatMap((aspect) => {
    const said = row.claims.filter((claim) => claim.aspect === aspect);
    const name = aspectLabel(aspect);
    return said.length === 0
      ? []
      : [
          {
            key: `${row.id} ${aspect}`,
            level: 1,
            name: `${row.name}, ${name}`,
            head: name,
            ...cells(said, `${row.name}, ${name}`, aspect, choose),
          } as const,
        ];
  });
}

/** Counts by tone, in total and by column. */
function cells(
  claims: readonly Claim[],
  name: string,
  aspect: ClaimAspect | null,
  choose: Choose,
): Pick<TableLine, 'facts' | 'cell'> {
  const counts = toneCounts(claims);
  return {
    facts: claimTones.map((tone) => (counts[tone] === 0 ? '' : String(counts[tone]))),
    cell: (column): TableCell | null => {
      const here = toneCounts(claims, column);
      const text = countsLabel(here);
      if (text === '') return null;
      const spoken = claimTones
        .filter((tone) => here[tone] > 0)
        .map((tone) => `${here[tone]} ${toneLabel[tone].toLowerCase()}`);
      return {
        text,
        title: `${name}: ${spoken.join(', ')}. Show the quotes`,
        facts: [],
        onPress: () => choose(aspect, column),
      };
    },
  };
}

export const claimsTab = analysisTab({
  id: 'claims',
  label: 'Claims',
  command: 'Show claims about brands',
  shortcut: null,
  parts: ['claims'],
  report: 'claims',
  Content: ClaimsTab,
});
