import { similarityFigures } from '../figures/definitions/pairFigures.ts';
import type { AnswerCell, AnswerRow, Comparison } from '../model/comparison/comparison.ts';
import {
  type ComparisonPart,
  type ComparisonWith,
  comparisonParts,
} from '../model/comparison/comparisonParts.ts';
import { rowDiffers } from '../model/comparison/facts.ts';
import { expandSpans } from '../text/align/diff.ts';
import { type ColumnLabels, columnLabels } from './columnLabels.ts';
import { adSheets } from './comparison/adTables.ts';
import { answerSheets } from './comparison/answerTables.ts';
import { brandSheets } from './comparison/brandTables.ts';
import { claimSheets } from './comparison/claimTables.ts';
import { fanoutSheets } from './comparison/fanoutTables.ts';
import { searchSheets } from './comparison/searchTables.ts';
import { shoppingSheets } from './comparison/shoppingTables.ts';
import { similaritySheets } from './comparison/similarityTables.ts';
import { sourceSheets } from './comparison/sourceTables.ts';
import { consensusLabel, outsideLabel } from './figureLabels.ts';
import { heatMapSvg } from './heatMap.ts';
import { escapeMarkup, safeHref, sheetTable } from './markup.ts';
import type { Sheet } from './sheet.ts';
import { cellVerdictSentence, rowVerdictSentence } from './verdictSentences.ts';

export const comparisonTabs = comparisonParts;
export type ComparisonTab = ComparisonPart;

/** One part of a comparison for export: in files, on paper and in a terminal. */
type ReportTab<T extends ComparisonTab> = {
  readonly title: string;
  /** Its tables; empty when no column's answer could carry what it shows. */
  readonly sheets: (comparison: ComparisonWith<T>, labels: ColumnLabels) => readonly Sheet[];
  /** Its section of a printed report, where that is more than its tables. */
  readonly print?: (comparison: Comparison, sheets: readonly Sheet[], labels: ColumnLabels) => string;
};

/** Every part of a comparison that can be exported. */
const reportTabs: { readonly [T in ComparisonTab]: ReportTab<T> } = {
  answer: {
    title: 'Answer',
    sheets: answerSheets,
    print: (comparison, sheets) => sheets.slice(0, 1).map(sheetTable).join('') + answerTable(comparison),
  },
  sources: { title: 'Sources', sheets: sourceSheets },
  brands: {
    title: 'Brands',
    sheets: brandSheets,
    print: (comparison, _, labels) => brandSheets(comparison, labels, true).map(sheetTable).join(''),
  },
  claims: { title: 'Claims', sheets: claimSheets },
  fanout: { title: 'Fan-out queries', sheets: fanoutSheets },
  search: { title: 'Search results', sheets: searchSheets },
  shopping: { title: 'Shopping', sheets: shoppingSheets },
  ads: { title: 'Ads', sheets: adSheets },
  matrix: {
    title: 'Similarity',
    sheets: similaritySheets,
    print: (comparison, sheets) =>
      comparison.matrix.measures
        .map((matrix, index) => {
          const caption = `<figcaption>${similarityFigures[matrix.measure].label}</figcaption>`;
          const table = sheets
            .slice(index, index + 1)
            .map(sheetTable)
            .join('');
          return `<figure>${caption}${heatMapSvg(comparison, matrix)}</figure>${table}`;
        })
        .join(''),
  },
};

/** The tables behind one tab of a comparison; empty when no column's answer could carry what the tab shows. */
export function comparisonSheets<T extends ComparisonTab>(
  comparison: ComparisonWith<T>,
  tab: T,
  labels: ColumnLabels = columnLabels.market,
): readonly Sheet[] {
  return reportTabs[tab].sheets(comparison, labels);
}

export type ReportSection = { readonly tab: ComparisonTab; readonly title: string; readonly body: string };

/** Sections of a printed report, as HTML. Tabs whose data no column could carry are left out. */
export function reportSections(
  comparison: Comparison,
  tabs: readonly ComparisonTab[],
  labels: ColumnLabels,
): readonly ReportSection[] {
  return tabs.flatMap((tab) => {
    const sheets = comparisonSheets(comparison, tab, labels);
    if (sheets.length === 0) return [];
    const { title, print } = reportTabs[tab];
    const body = print?.(comparison, sheets, labels) ?? sheets.map(sheetTable).join('');
    return body === '' ? [] : [{ tab, title, body }];
  });
}

const consensusSigns = { all: '≡', most: '◕', some: '◔', 'only-here': '①' } as const;

/** The answer tab as an HTML table: one row a block, every mark written as well as coloured. */
function answerTable(comparison: Comparison): string {
  const { answer, columns } = comparison;
  const heads = columns.map((column, index) => {
    const facts = [
      column.language.code,
      `${column.samples.valid} of ${column.samples.total} repeats`,
      column.creditsCharged === null ? '' : `${column.creditsCharged} credits`,
      column.drivers.join(', '),
    ].filter((fact) => fact !== '');
    const baseline = answer.baseline === index ? ' <b>baseline</b>' : '';
    const error = column.error ? `<br><em>failed: ${escapeMarkup(column.error.message)}</em>` : '';
    return `<th scope="col">${escapeMarkup(column.label)}${baseline}<br><small>${escapeMarkup(facts.join(' · '))}</small>${error}</th>`;
  });
  const rows = answer.rows.map((row) => {
    const said = escapeMarkup(rowVerdictSentence(row, columns, answer.mode));
    const agreement = `${consensusSigns[row.consensus]} ${consensusLabel[row.consensus]}`;
    const cells = row.cells.map((cell, index) => tableCell(comparison, row, cell, index));
    return `<tr class="${rowDiffers(row) ? 'differs' : 'same'}"><th scope="row"><small>${escapeMarkup(row.kind)}<br>${agreement} ${row.present} of ${row.of}<br>${said}</small></th>${cells.join('')}</tr>`;
  });
  return `<div class="wide"><table class="answer"><thead><tr><th scope="col">section</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function tableCell(comparison: Comparison, row: AnswerRow, cell: AnswerCell | null, column: number): string {
  const { answer, columns } = comparison;
  if (cell === null) {
    if (row.outside.includes(column)) return `<td class="none">${outsideLabel}</td>`;
    const state = columns[column]?.state;
    return `<td class="none">${state === 'answered' ? '— missing' : escapeMarkup(`no answer (${state ?? 'unknown'})`)}</td>`;
  }
  const block = answer.blocks[cell.block];
  if (!block) return '<td></td>';
  const move = cell.move ? `<p class="move">↕ from ${cell.move.from} to ${cell.move.to}</p>` : '';
  const reference = answer.baseline === null ? null : (row.cells[answer.baseline] ?? null);
  const base = reference === null ? undefined : answer.blocks[reference.block];
  const content =
    cell.spans !== null && base !== undefined
      ? difference(base.text, block.text, cell.spans)
      : escapeMarkup(block.text);
  const href = safeHref(block.href);
  const text = href === null ? content : `<a href="${href}" rel="noreferrer">${content}</a>`;
  const rank = cell.listRank === null ? '' : `${block.ordered ? `${cell.listRank}.` : '•'} `;
  const state = cell.state === 'added' ? '<span class="word">+ not in the baseline</span> ' : '';
  const anchors = cell.anchors
    ? `<p class="anchors">${[
        ['shared', cell.anchors.shared],
        ['missing', cell.anchors.missing],
        ['added', cell.anchors.added],
      ]
        .map(([name, list]) => [name, list as readonly { label: string }[]] as const)
        .filter(([, list]) => list.length > 0)
        .map(([name, list]) => `${name}: ${escapeMarkup(list.map((anchor) => anchor.label).join(', '))}`)
        .join('<br>')}</p>`
    : '';
  const verdict = cellVerdictSentence(cell);
  const said = verdict === '' ? '' : `<p class="verdict"><small>${escapeMarkup(verdict)}</small></p>`;
  const heading = block.kind === 'heading' ? ' class="heading"' : '';
  return `<td lang="${escapeMarkup(block.language)}" dir="${block.direction}"${heading}>${move}${state}${rank}${text}${said}${anchors}</td>`;
}

function difference(base: string, other: string, spans: readonly number[]): string {
  return expandSpans(base, other, spans)
    .map((segment) => {
      if (segment.kind === 'same') return escapeMarkup(segment.other);
      return segment.kind === 'added'
        ? `<ins>${escapeMarkup(segment.other)}</ins>`
        : `<del>${escapeMarkup(segment.base)}</del>`;
    })
    .join('');
}
