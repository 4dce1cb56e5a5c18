/** A comparison as a reader of one language sees it. What differs was found in the originals. */

import type { AnswerTab, ComparedBlock } from '../model/comparison/answer.ts';
import type { Comparison } from '../model/comparison/comparison.ts';
import type { ReadTranslation } from '../model/comparison/samples.ts';
import type { TranslatedBlock, TranslatedState, Translation } from '../model/translation.ts';
import { directionOf } from '../text/words/language.ts';

/** Translated blocks of several answers, by the id that they have in every comparison. */
export function blocksById(translations: readonly Translation[]): ReadonlyMap<string, TranslatedBlock> {
  return new Map(translations.flatMap(({ blocks }) => blocks.map((block) => [block.id, block] as const)));
}

/** The block in the other language; null if it is shown in the original. */
export function translatedBlock(
  block: ComparedBlock,
  translated: TranslatedBlock | undefined,
  target: string,
): ComparedBlock | null {
  if (translated === undefined || translated.problem !== null) return null;
  const { text, spans, marks } = translated;
  return { ...block, text, spans, marks, language: target, direction: directionOf(target) };
}

/** How many answers have a translation that a comparison has not read: it was made before it. */
export function uncompared(stored: readonly TranslatedState[], compared: readonly ReadTranslation[]): number {
  const read = new Map(compared.map(({ observationId, madeAtMs }) => [observationId, madeAtMs]));
  return stored.filter(
    ({ observationId, madeAtMs }) => madeAtMs !== null && read.get(observationId) !== madeAtMs,
  ).length;
}

/** Ids of the answers that a comparison shows. */
export function shownAnswers({ columns }: Pick<Comparison, 'columns'>): readonly string[] {
  return columns.flatMap(({ shown }) => shown?.observationId ?? []);
}

/**
 * The answers with translations in place of their texts, for tables and files. A section whose translation lost
 * something keeps its original and says why; word differences, which belong to the originals, are left out.
 */
export function inTranslation(
  tab: AnswerTab,
  translations: readonly Translation[],
  target: string,
): AnswerTab {
  const byId = blocksById(translations);
  return {
    ...tab,
    blocks: tab.blocks.map((block) => {
      const translated = byId.get(block.id);
      const shown = translatedBlock(block, translated, target);
      if (shown !== null) return shown;
      return translated?.problem == null
        ? block
        : { ...block, text: `${block.text} [original: ${translated.problem}]` };
    }),
    rows: tab.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => (cell === null ? null : { ...cell, spans: null })),
    })),
  };
}
