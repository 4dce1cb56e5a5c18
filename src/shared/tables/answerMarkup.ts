import type { AnswerCell, AnswerRow, Comparison } from '../model/comparison/comparison.ts';
import { rowDiffers } from '../model/comparison/facts.ts';
import { expandSpans } from '../text/align/diff.ts';
import { consensusLabel, outsideLabel } from './figureLabels.ts';
import { escapeMarkup, safeHref } from './markup.ts';
import { cellVerdictSentence, rowVerdictSentence } from './verdictSentences.ts';

const consensusSigns = { all: '≡', most: '◕', some: '◔', 'only-here': '①' } as const;

/** The answer tab as an HTML table: one row a block, every mark written as well as coloured. */
export function answerTable(comparison: Comparison): string {
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
