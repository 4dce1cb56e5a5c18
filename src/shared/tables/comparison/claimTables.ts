import { claimTones } from '../../model/comparison/claimLists.ts';
import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import {
  aspectLabel,
  aspectsIn,
  claimLanguageLabel,
  countsLabel,
  toneCounts,
  toneLabel,
} from '../claimLabels.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';
import { labelsOf } from './comparisonTable.ts';

export function claimSheets(comparison: ComparisonWith<'claims'>, words: ColumnLabels): readonly Sheet[] {
  const { claims, columns } = comparison;
  if (!claims.available) return [];
  const method = `${claims.languages.map(claimLanguageLabel).join('. ')}. Rated by ${claims.rater ?? ''}: ${claims.rated} of ${claims.answers} answers, ${claims.discarded} statements without a verbatim quote discarded; ${claims.corrected} corrected, ${claims.removed} removed by hand.`;
  return [
    {
      id: 'claims',
      title: `Claims by aspect and ${words.one}`,
      note: `Statements about a brand, each counted once per answer: + positive, − negative, ± mixed, = neutral. ${method}`,
      columns: [
        textColumn('brand'),
        textColumn('aspect'),
        ...claimTones.map((tone) => numberColumn(tone)),
        ...columns.map(({ label }) => textColumn(label)),
      ],
      rows: claims.rows.flatMap((row) =>
        aspectsIn(row, claims.aspects).flatMap((aspect) => {
          const said = row.claims.filter((claim) => claim.aspect === aspect);
          if (said.length === 0) return [];
          const counts = toneCounts(said);
          return [
            [
              row.name,
              aspectLabel(aspect),
              ...claimTones.map((tone) => counts[tone]),
              ...columns.map((_, column) => countsLabel(toneCounts(said, column)) || null),
            ],
          ];
        }),
      ),
    },
    {
      id: 'claim-quotes',
      title: 'Claims, quoted',
      note: 'Each statement with its aspect and tone; a correction by hand is marked.',
      columns: [
        textColumn('brand'),
        textColumn('aspect'),
        textColumn('tone'),
        textColumn('confidence'),
        textColumn('quote'),
        textColumn(words.keys, words.many),
        numberColumn('answers'),
        textColumn('corrected'),
      ],
      rows: claims.rows.flatMap((row) =>
        row.claims.map((claim) => [
          row.name,
          aspectLabel(claim.aspect),
          toneLabel[claim.tone],
          claim.confidence,
          claims.quotes[claim.quote]?.text ?? '',
          labelsOf(comparison, [...new Set(claim.spots.map(({ column }) => column))]),
          claim.spots.length,
          claim.rated === null
            ? ''
            : `by hand; model: ${aspectLabel(claim.rated.aspect)}, ${toneLabel[claim.rated.tone]}`,
        ]),
      ),
    },
  ];
}
