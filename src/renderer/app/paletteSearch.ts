import { foldName } from '#shared/geo/countryAliases.ts';

/** A palette entry. */
export type PaletteEntry = {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** Additional search words. */
  readonly words?: string;
  readonly keys?: readonly string[];
  readonly run: () => void;
};

export type PaletteGroup = { readonly heading: string; readonly entries: readonly PaletteEntry[] };

const maxInGroup = 8;

type Prepared = {
  readonly title: string;
  readonly titleWords: readonly string[];
  readonly words: readonly string[];
};
const preparedEntries = new WeakMap<PaletteEntry, Prepared>();

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

function preparedOf(entry: PaletteEntry): Prepared {
  const known = preparedEntries.get(entry);
  if (known) return known;
  const title = foldName(entry.title);
  const titleWords = wordsOf(title);
  const words = wordsOf(foldName(`${entry.group} ${entry.words ?? ''}`));
  const prepared = { title, titleWords, words };
  preparedEntries.set(entry, prepared);
  return prepared;
}

/** Score of an entry: 0 if any word is missing; full titles above prefixes above additional search words. */
function matchScore(entry: PaletteEntry, text: string, wanted: readonly string[]): number {
  const { title, titleWords, words } = preparedOf(entry);
  if (title === text) return 1000;
  let score = title.startsWith(text) ? 100 : 0;
  for (const word of wanted) {
    if (titleWords.includes(word)) score += 12;
    else if (titleWords.some((each) => each.startsWith(word))) score += 8;
    else if (words.includes(word)) score += 10;
    else if (words.some((each) => each.startsWith(word))) score += 3;
    // Scripts without spaces between words have no word prefixes.
    else if (/[^\p{Script=Latin}\d]/u.test(word) && title.includes(word)) score += 2;
    else return 0;
  }
  return score;
}

/** Matching entries by group, best first; the group with the best entry comes first. */
export function searchPalette(entries: readonly PaletteEntry[], typed: string): readonly PaletteGroup[] {
  const text = foldName(typed).trim();
  const wanted = wordsOf(text);
  const scored = entries
    .map((entry, order) => ({
      entry,
      order,
      score: wanted.length === 0 ? 1 : matchScore(entry, text, wanted),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, two) => two.score - one.score || one.order - two.order);
  const groups = Map.groupBy(scored, ({ entry }) => entry.group);
  return [...groups].map(([heading, found]) => ({
    heading,
    entries: found.slice(0, wanted.length === 0 ? undefined : maxInGroup).map(({ entry }) => entry),
  }));
}
