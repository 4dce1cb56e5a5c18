import { useMemo } from 'react';
import { marketNames } from '#shared/documents/overviewSentences.ts';
import { differenceColumns, differencesTitle } from '#shared/documents/overviewSheets.ts';
import { type AnswerDifferences, answerDifferences } from '#shared/figures/comparison/answerDifferences.ts';
import type { AnswerTab } from '#shared/model/comparison/answer.ts';
import type { ComparisonHead } from '#shared/model/comparison/comparisonParts.ts';
import { inTranslation, shownAnswers } from '#shared/translation/readIn.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { formatCount } from '../../ui/format.ts';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/tableColumns.tsx';
import { MarketLink, Part, shownMarkets, useEvidence } from './overviewParts.tsx';

/** Lines of a cell, so that all markets are seen at once; the Answer tab has the others. */
const shownDifferences = 1;

/** What each answer says that the others do not, in the language that the project is read in. */
export function DifferencesPart({
  comparison,
  answer,
}: {
  readonly comparison: ComparisonHead;
  readonly answer: AnswerTab;
}) {
  const names = marketNames(comparison);
  const hrefTo = useEvidence();
  const { comparedIn } = answer;
  const translations = useRoute(
    'translations.get',
    { ids: [...shownAnswers(comparison)], to: comparedIn ?? '' },
    { enabled: comparedIn !== null },
  ).data?.translations;
  const rows = useMemo(() => {
    if (comparedIn !== null && translations === undefined) return [];
    const read = comparedIn === null ? answer : inTranslation(answer, translations ?? [], comparedIn);
    return answerDifferences(read, comparison.columns);
  }, [answer, comparison.columns, comparedIn, translations]);
  if (rows.length === 0) return null;
  return (
    <Part title={differencesTitle}>
      <Table
        label={differencesTitle}
        rows={rows}
        rowKey={({ column }) => column}
        empty=""
        first={{ rows: shownMarkets, noun: 'market' }}
        columns={[
          {
            id: 'market',
            header: 'Market',
            rowHeader: true,
            value: ({ column }) => names[column] ?? '',
            className: 'max-w-44 align-top',
            cell: ({ column }) => (
              <MarketLink
                href={hrefTo({ tab: 'answer', at: comparison.columns[column]?.id ?? '' })}
                country={comparison.columns[column]?.market.country || null}
                name={names[column] ?? ''}
                // The table above has a link of this name to the brands of the market.
                label={`${names[column]}: answer`}
              />
            ),
          },
          ...differenceColumns.map(
            ({ id, header, lines }): TableColumn<AnswerDifferences> => ({
              id,
              header,
              value: (market) => lines(market).length,
              className: 'max-w-56 align-top',
              cell: (market) => <DifferenceLines lines={lines(market)} />,
            }),
          ),
        ]}
      />
    </Part>
  );
}

function DifferenceLines({ lines }: { readonly lines: readonly string[] }) {
  const more = lines.length - shownDifferences;
  if (lines.length === 0) return <span className="text-ink-3">–</span>;
  return (
    <ul className="flex flex-col gap-0.5 whitespace-normal" title={lines.join('\n')}>
      {lines.slice(0, shownDifferences).map((line) => (
        <li key={line} dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
          {line}
        </li>
      ))}
      {more > 0 ? <li className="text-ink-3">{formatCount(more)} more</li> : null}
    </ul>
  );
}
