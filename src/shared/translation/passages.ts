/** The translation of a passage, such as a quoted sentence or the part of an answer that a search found. */

import type { TranslatedBlock } from '../model/translation.ts';
import { sentencesOf } from './sentences.ts';

export type PassageBlock = { readonly id: string; readonly text: string; readonly language: string };

/** Share of a passage's letters, by threes, that its block has. Formatting and cuts take the rest. */
const leastShared = 0.6;

/**
 * The translated sentences that a passage stands in; the whole translated block where it has another number of
 * sentences than its original. Null if no block has the passage, or its block has no translation.
 */
export function translatedPassage(
  blocks: readonly PassageBlock[],
  translations: ReadonlyMap<string, TranslatedBlock>,
  passage: string,
  target: string,
): string | null {
  const wanted = threes(passage);
  let best: PassageBlock | null = null;
  let most = 0;
  for (const block of blocks) {
    const shared = sharedWith(wanted, threes(block.text));
    if (shared <= most) continue;
    most = shared;
    best = block;
  }
  if (best === null || wanted.size === 0 || most < leastShared * wanted.size) return null;
  const translated = translations.get(best.id);
  if (translated === undefined || translated.problem !== null) return null;
  const sentences = sentencesOf(best.text, best.language);
  const others = sentencesOf(translated.text, target);
  if (sentences.length < 2 || sentences.length !== others.length) return translated.text;
  const inside = sentences.map(({ start, end }) => {
    const sentence = threes(best.text.slice(start, end));
    return sharedWith(sentence, wanted) >= leastShared * Math.min(sentence.size, wanted.size);
  });
  const [first, last] = [inside.indexOf(true), inside.lastIndexOf(true)];
  const [from, to] = [others[first], others[last]];
  return from === undefined || to === undefined ? translated.text : translated.text.slice(from.start, to.end);
}

/** Every three letters or digits that follow each other, whatever stands between them. */
function threes(text: string): ReadonlySet<string> {
  const letters = [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ];
  const found = new Set<string>();
  for (let at = 0; at + 2 < letters.length; at++) found.add(letters.slice(at, at + 3).join(''));
  return found;
}

function sharedWith(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const three of one) if (other.has(three)) shared++;
  return shared;
}
