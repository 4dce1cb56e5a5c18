/** The entries of a list as people write and paste it: with bullets, numbers and quotation marks. */
import { isTableRule } from './separatedCells.ts';

/** Spaces and characters without width, as text copied from pages has them. */
const invisibleEnds = /^[\s\u200b\u2060\ufeff]+|(?<![\s\u200b\u2060\ufeff])[\s\u200b\u2060\ufeff]+$/g;
/** The mark of a list; it is no part of the questions if every line has one. */
const listMark =
  /^(?:[-*+•‣◦▪●○■□–—]\s+(?:\[[ x]\]\s+)?|\[[ x]\]\s+|q ?\d{1,4}\s?[.:：)]\s*|\d{1,4}(?:[.)]\s+|[、．]\s*)|[①-⑳]\s*)/iu;
/** Not the straight ones: in a search they ask for the words as they stand. */
const quotation = /^(?:“([^“”]*)”|„([^„“”]*)[“”]|«\s?([^«»]*?)\s?»|「([^「」]*)」)$/u;
/** Lines as they are asked: without what surrounds each, and without the marks that all of them have. */
export function plainLines(lines: readonly string[]): readonly string[] {
  const trimmed = lines.map((line) => line.replace(invisibleEnds, ''));
  const texts = trimmed.map((line) => (isTableRule(line) ? '' : line));
  const unmarked = isList(texts) ? texts.map((text) => text.replace(listMark, '')) : texts;
  const quoted = unmarked.map((text) => quotation.exec(text));
  if (!quoted.every((found, at) => found !== null || unmarked[at] === '')) return unmarked;
  return quoted.map((found) => found?.slice(1).find((inner) => inner !== undefined) ?? '');
}

/** Numbers count: "1. FC Köln" and "1. FC Nürnberg" are names. */
function isList(lines: readonly string[]): boolean {
  const marks = lines.filter((line) => line !== '').map((line) => listMark.exec(line)?.[0]);
  return !marks.includes(undefined) && (!/\d/.test(marks[0] ?? '') || new Set(marks).size > 1);
}
