import type { AnswerRow } from '../../model/comparison/comparison.ts';

const shownFirst: readonly AnswerRow['consensus'][] = ['all', 'most', 'some', 'only-here'];

/**
 * Order without a baseline: groups of a heading and its content, those found in most answers first. Content before the
 * first heading stays first, but for what a single answer has, and each section (text, sources, products) keeps its
 * position.
 */
export function commonFirst(rows: readonly AnswerRow[]): readonly AnswerRow[] {
  const groups: AnswerRow[][] = [];
  for (const row of rows) {
    const before = groups.at(-1)?.[0];
    if (before === undefined || row.kind === 'heading' || row.section !== before.section) groups.push([row]);
    else groups.at(-1)?.push(row);
  }
  const sections = [...new Set(rows.map(({ section }) => section))];
  return groups
    .flatMap((group) => (group[0]?.kind === 'heading' ? [sharedFirst(group)] : sharedAndSingle(group)))
    .map((group) => ({
      group,
      rank: shownFirst.length * sections.indexOf(group[0]?.section ?? 'answer') + placeIn(group),
    }))
    .sort((one, two) => one.rank - two.rank)
    .flatMap(({ group }) => group);
}

/** Where a group stands in its section. */
function placeIn(group: readonly AnswerRow[]): number {
  if (group[0]?.kind !== 'heading') return group.every(isSingle) ? shownFirst.length - 1 : 0;
  return Math.min(...group.map(({ consensus }) => shownFirst.indexOf(consensus)));
}

/** A paragraph that every other answer lacks; one whose language only a single answer has may be in all of them. */
const isSingle = ({ kind, consensus, of }: AnswerRow): boolean =>
  kind === 'paragraph' && consensus === 'only-here' && of > 1;

/** Content without a heading in two groups, because nothing of the second stands below a heading either. */
function sharedAndSingle(group: readonly AnswerRow[]): readonly (readonly AnswerRow[])[] {
  const ordered = sharedFirst(group);
  const from = 1 + ordered.findLastIndex((row) => !isSingle(row));
  return [ordered.slice(0, from), ordered.slice(from)].filter(({ length }) => length > 0);
}

/**
 * Below the heading, paragraphs in the order of how many answers share them, those of a single one after everything
 * else; lists keep the order of their items.
 */
function sharedFirst(group: readonly AnswerRow[]): readonly AnswerRow[] {
  const start = group[0]?.kind === 'heading' ? 1 : 0;
  const after = group.findIndex(({ kind }, at) => at >= start && kind !== 'paragraph');
  const end = after === -1 ? group.length : after;
  const paragraphs = group
    .slice(start, end)
    .toSorted((one, two) => shownFirst.indexOf(one.consensus) - shownFirst.indexOf(two.consensus));
  return [
    ...group.slice(0, start),
    ...paragraphs.filter((row) => !isSingle(row)),
    ...group.slice(end),
    ...paragraphs.filter(isSingle),
  ];
}
