import { surfaceLabel } from '../../interface/surface.ts';
import type { AnswerCell, AnswerRow } from '../../model/comparison/comparison.ts';
import type { ComparisonHead, ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import { differsInFact } from '../../model/comparison/facts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { consensusLabel, outsideLabel } from '../figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';
import { comparedInSentence, rowVerdictSentence } from '../verdictSentences.ts';
import { inColumns } from './comparisonTable.ts';

export function answerSheets(comparison: ComparisonWith<'answer'>, words: ColumnLabels): readonly Sheet[] {
  return [overviewSheet(comparison, words), answerSheet(comparison)];
}

function overviewSheet(comparison: ComparisonHead, words: ColumnLabels): Sheet {
  return {
    id: words.keys,
    title: words.head,
    note: `One row ${words.each}. Same, changed, added, missing and moved count sections, compared with the baseline or the majority.`,
    columns: [
      textColumn(words.key, words.one),
      textColumn('state'),
      textColumn('language'),
      textColumn('driver', 'provider'),
      textColumn('surface'),
      textColumn('shape', 'response type'),
      numberColumn('samples'),
      numberColumn('failed'),
      numberColumn('words'),
      numberColumn('credits'),
      numberColumn('seconds'),
      numberColumn('same'),
      numberColumn('changed'),
      numberColumn('added'),
      numberColumn('missing'),
      numberColumn('moved'),
    ],
    rows: comparison.columns.map((column) => [
      column.label,
      column.error ? `${column.state}: ${column.error.code}` : column.state,
      column.language.code,
      column.drivers.join(', '),
      column.surfaces.map(surfaceLabel).join(', '),
      column.servedShapes.join(', '),
      column.samples.valid,
      column.samples.failed,
      column.words,
      column.creditsCharged,
      column.latencyMs === null ? null : Math.round(column.latencyMs / 100) / 10,
      column.counts.same,
      column.counts.changed,
      column.counts.added,
      column.counts.missing,
      column.counts.moved,
    ]),
  };
}

function answerSheet(comparison: ComparisonWith<'answer'>): Sheet {
  const { answer, columns } = comparison;
  const cellText = (row: AnswerRow, cell: AnswerCell | null, column: number): string => {
    if (cell === null && row.outside.includes(column)) return outsideLabel;
    if (cell === null)
      return columns[column]?.state === 'answered'
        ? '— missing'
        : `(${columns[column]?.state ?? 'no answer'})`;
    const moved = cell.move ? `↕ from ${cell.move.from} to ${cell.move.to}: ` : '';
    return moved + (answer.blocks[cell.block]?.text ?? '');
  };
  return {
    id: 'answer',
    title: 'Answer by section',
    note: `A fact differs in ${answer.rows.filter((row) => row.cells.some(differsInFact)).length} of ${answer.rows.length} sections. ${comparedInSentence(answer)} ${
      answer.crossLanguage
        ? 'Sections are matched by sources, brands, numbers and order, and by words within one language or translation.'
        : 'Sections are matched by headings, sources, brands, numbers, list position and similarity.'
    }`,
    columns: [
      textColumn('block', 'section'),
      textColumn('in'),
      textColumn('agreement'),
      textColumn('verdict'),
      ...columns.map(({ label }) => textColumn(label)),
    ],
    rows: answer.rows.map((row) => [
      row.kind,
      inColumns(row.present, row.of),
      consensusLabel[row.consensus],
      rowVerdictSentence(row, columns, answer.mode),
      ...row.cells.map((cell, column) => cellText(row, cell, column)),
    ]),
  };
}
