/**
 * Switches one part of the text analysis off, so that its worth is measured and not believed. A part is a change of
 * one source text, made while the module is loaded; the sources themselves have no switches.
 */
import { registerHooks } from 'node:module';

/** A rule that can be left out: `find` occurs once in `file` and becomes `put`. */
export type Part = {
  readonly name: string;
  /** What the part does, for the list of parts. */
  readonly what: string;
  /** Below `src/shared/text`. */
  readonly file: string;
  readonly find: string;
  readonly put: string;
};

export const textFolder = new URL('../../../src/shared/text/', import.meta.url);

export const parts: readonly Part[] = [
  {
    name: 'equalHeadings',
    what: 'headings that are equal and unique first',
    file: 'align/pairChoice.ts',
    find: '  for (const [head, block] of inBlocks) {',
    put: '  for (const [head, block] of [] as [string, number | null][]) {',
  },
  {
    name: 'mayMeet',
    what: 'no pair under different headings without enough words of its own',
    file: 'align/pairChoice.ts',
    find: 'const { blocks, matches, taken, first } = matching;\n  const block = blocks[at] as ReadBlock;',
    put: 'return true;\n  const { blocks, matches, taken, first } = matching;\n  const block = blocks[at] as ReadBlock;',
  },
  {
    name: 'dropContradicted',
    what: 'pairs that contradict pairs found later',
    file: 'align/pairChoice.ts',
    find: 'export function dropContradicted(matching: Matching): void {',
    put: 'export function dropContradicted(matching: Matching): void { return;',
  },
  {
    name: 'headingVotes',
    what: 'headings matched by what stands below them',
    file: 'align/pairChoice.ts',
    find: 'export function matchHeadings({ blocks, matches, taken, first }: Matching): void {',
    put: 'export function matchHeadings({ blocks, matches, taken, first }: Matching): void { return;',
  },
  {
    name: 'travelSimilarity',
    what: 'words that stay the same between languages',
    file: 'align/blockSimilarity.ts',
    find: 'if (least === 0) return 0;',
    put: 'return 0;',
  },
  {
    name: 'kindFactors',
    what: 'factors below 1 by the kinds of two blocks',
    file: 'align/blockSimilarity.ts',
    find: '  return score * factor;',
    put: '  return score;',
  },
  {
    name: 'anchors',
    what: 'anchors within a language',
    file: 'align/blockSimilarity.ts',
    find: 'score = anchors === null ? words : Math.max(words, 0.65 * words + 0.35 * anchors);',
    put: 'score = words;',
  },
  {
    name: 'anchorsAcross',
    what: 'anchors between languages',
    file: 'align/blockSimilarity.ts',
    find: 'Math.max(0.9 * (anchors ?? 0), 0.8 * travelSimilarity(a, b, weights))',
    put: '0.8 * travelSimilarity(a, b, weights)',
  },
  {
    name: 'leftovers',
    what: 'pairs of leftover blocks by position',
    file: 'align/leftovers.ts',
    find: 'export function pairLeftovers(matching: Matching): void {',
    put: 'export function pairLeftovers(matching: Matching): void { return;',
  },
  {
    name: 'stems',
    what: 'words compared by their first five letters',
    file: 'words/terms.ts',
    find: 'const stemLength = 5;',
    put: 'const stemLength = 50;',
  },
  {
    name: 'stopWords',
    what: 'little weight of the most common words',
    file: 'words/terms.ts',
    find: 'const stopFactor = 0.15;',
    put: 'const stopFactor = 1;',
  },
  {
    name: 'idf',
    what: 'weight of rare words',
    file: 'align/blockSimilarity.ts',
    find: 'const rarity = (frequency: number) => Math.log(1 + count / Math.max(1, frequency));',
    put: 'const rarity = (frequency: number) => Math.min(1, frequency);',
  },
  {
    name: 'soleParagraph',
    what: 'the only paragraph below a heading, or at the top, however it is worded',
    file: 'align/leftovers.ts',
    find: 'left.answers ? 0.03 : ',
    put: '',
  },
  {
    name: 'contradictions',
    what: 'leftover blocks with different numbers or names are not paired by position',
    file: 'align/leftovers.ts',
    find: 'if (otherLead || contradicts(content.anchors, variant.anchors)) conflict = true;',
    put: 'if (otherLead) conflict = true;',
  },
  {
    name: 'wordBorders',
    what: 'brands only as whole words',
    file: 'words/wordBorders.ts',
    find: '  const begins = beginning(text, folded, start, stop);',
    put: '  return true; const begins = beginning(text, folded, start, stop);',
  },
  {
    name: 'apostropheCase',
    what: 'a capital letter after an apostrophe begins another name',
    file: 'words/wordBorders.ts',
    find: 'if (/^\\p{Lu}\\p{Ll}/u.test(text.slice(at, at + 2))) return false;',
    put: '',
  },
  {
    name: 'persianEndings',
    what: 'list of Persian endings after a zero-width non-joiner',
    file: 'words/wordBorders.ts',
    find: "return between.includes('\\u200c') && persianEndings.test(wordFrom(folded, stop, 'Arab'));",
    put: "return between.includes('\\u200c');",
  },
];

/** Loads the text analysis without these parts. To be called before any of its modules is loaded. */
export function switchOff(names: readonly string[]): void {
  const off = names.map((name) => {
    const part = parts.find((each) => each.name === name);
    if (part === undefined) throw new Error(`No part is called "${name}". "--without list" names the parts.`);
    return { ...part, url: new URL(part.file, textFolder).href };
  });
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      let source = String(loaded.source);
      const here = off.filter((part) => part.url === url);
      if (here.length === 0) return loaded;
      for (const part of here) {
        if (!source.includes(part.find))
          throw new Error(`The part "${part.name}" is not in ${part.file} any more.`);
        source = source.replace(part.find, () => part.put);
      }
      return { ...loaded, source };
    },
  });
}
