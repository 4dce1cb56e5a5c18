import { useMemo, useState } from 'react';
import { type ClaimAspect, claimAspects, claimTones } from '#shared/model/comparison/claimLists.ts';
import type { Claim, ClaimLanguage, ClaimRow } from '#shared/model/comparison/comparison.ts';
import {
  aspectLabel,
  claimLanguageLabel,
  claimReliability,
  countsLabel,
  toneCounts,
  toneLabel,
} from '#shared/tables/claimLabels.ts';
import { analysisTab, type ContentProps } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import type { TableCell, TableLine } from '../../reading/tableModel.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { Popover } from '../../ui/Popover.tsx';
import { BrandName } from './BrandName.tsx';
import { type ChosenClaims, ClaimQuotes } from './ClaimQuotes.tsx';
import { MarketTable } from './MarketTable.tsx';

/** Number of brands whose aspects are expanded at first. */
const openAtFirst = 3;

/** Claims about brands by aspect and market, with their sentences. */
function ClaimsTab({ comparison, onMarket, project }: ContentProps<'claims'>) {
  const { claims } = comparison;
  const words = useColumnLabels();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ChosenClaims | null>(null);
  const markets = useMemo(() => tableMarkets(comparison), [comparison]);
  const unrated = useMemo(() => reasonByColumn(claims.languages), [claims.languages]);
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
        return [brandLine(row, open, toggle, choose, unrated), ...(open ? aspectLines(row, choose) : [])];
      }),
    [claims.rows, toggled, unrated],
  );
  const unavailable = claims.languages.flatMap((language) =>
    language.state === 'rated' ? [] : [claimReliability(language)[0]],
  );
  const total = claims.rows.reduce((sum, row) => sum + row.claims.length, 0);
  return (
    <>
      <DataQualityStrip
        comparison={comparison}
        summary={
          <>
            {formatQuantity(total, 'claim')} about {formatQuantity(claims.rows.length, 'brand')},{' '}
            {claims.corrected} corrected, {claims.removed} removed
            {unavailable.length === 0 ? null : (
              <span className="text-warn">, not available in {unavailable.join(', ')}</span>
            )}
          </>
        }
        tested={null}
        tools={<Reliability languages={claims.languages} />}
      />
      {claims.rows.length === 0 ? (
        <NotCarried what="claims about brands" how="No sentence in a rated language names a brand." />
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

/** Reliability of the rules by language, and languages without rules. */
function Reliability({ languages }: { readonly languages: readonly ClaimLanguage[] }) {
  return (
    <Popover
      align="end"
      label="How reliable is this?"
      className="w-96 p-3"
      trigger={
        <Button look="quiet" size="small">
          How reliable is this?
        </Button>
      }
    >
      <h3 className="mb-1 font-semibold">Agreement with human labels</h3>
      <p className="mb-2 text-table">
        How often the rules give a test sentence the same tone as a person. They miss some claims: read counts
        as “at least”.
      </p>
      <Facts facts={languages.map(claimReliability)} />
    </Popover>
  );
}

type Choose = (aspect: ClaimAspect | null, column: number | null) => void;

/** Columns without a rated answer, with the reason. */
function reasonByColumn(languages: readonly ClaimLanguage[]): ReadonlyMap<number, string> {
  const rated = new Set(languages.flatMap(({ state, columns }) => (state === 'rated' ? columns : [])));
  return new Map(
    languages.flatMap((language) =>
      language.columns.flatMap((column) =>
        rated.has(column) ? [] : [[column, claimLanguageLabel(language)] as const],
      ),
    ),
  );
}

function brandLine(
  row: ClaimRow,
  open: boolean,
  onToggle: () => void,
  choose: Choose,
  unrated: ReadonlyMap<number, string>,
): TableLine {
  const counted = cells(row.claims, row.name, null, choose);
  return {
    key: row.id,
    level: 0,
    name: row.name,
    head: <BrandName {...row} />,
    open,
    onToggle,
    ...counted,
    cell: (column) => {
      const reason = unrated.get(column);
      return reason === undefined
        ? counted.cell(column)
        : { text: 'n/a', title: reason, facts: [['Not rated', reason]], none: true };
    },
  };
}

function aspectLines(row: ClaimRow, choose: Choose): readonly TableLine[] {
  return claimAspects.flatMap((aspect) => {
    const said = row.claims.filter((claim) => claim.aspect === aspect);
    const name = aspectLabel[aspect];
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
