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
    name: 'rowMerging',
    what: 'merges rows that say the same and never meet in a column',
    file: 'align/align.ts',
    find: 'aligner.mergeRows();',
    put: '',
  },
  {
    name: 'unrivalled',
    what: 'first pass over pairs without a close alternative',
    file: 'align/align.ts',
    find: 'choosePairs(matching, unrivalled(matching, candidates), strong, false);',
    put: 'choosePairs(matching, candidates, strong, false);',
  },
  {
    name: 'firstPass',
    what: 'strong pairs before the others',
    file: 'align/align.ts',
    find: `    choosePairs(matching, unrivalled(matching, candidates), strong, false);
    matchHeadings(matching);
    dropContradicted(matching, false);
`,
    put: '',
  },
  {
    name: 'neighbourBonus',
    what: 'bonus of a pair whose neighbours are matched',
    file: 'align/pairChoice.ts',
    find: 'const beside = 0.07;',
    put: 'const beside = 0;',
  },
  {
    name: 'parentBonus',
    what: 'bonus or penalty of a pair by its parents',
    file: 'align/pairChoice.ts',
    find: 'if (parent !== undefined && row.parent !== null) bonus',
    put: 'if (false) bonus',
  },
  {
    name: 'distanceCost',
    what: 'penalty for the distance from the usual position',
    file: 'align/pairChoice.ts',
    find: 'const distanceCost = 0.06;',
    put: 'const distanceCost = 0.000001;',
  },
  {
    name: 'headingVotes',
    what: 'headings matched by what stands below them',
    file: 'align/pairChoice.ts',
    find: 'export function matchHeadings({ blocks, matches, taken, first }: Matching): void {',
    put: 'export function matchHeadings({ blocks, matches, taken, first }: Matching): void { return;',
  },
  {
    name: 'bodySimilarity',
    what: 'equal text after leads without a common word',
    file: 'align/blockSimilarity.ts',
    find: 'Math.max(score * otherLead, bodySimilarity(a, b, weights))',
    put: 'score * otherLead',
  },
  {
    name: 'leadFactor',
    what: 'factor for leads without a common word',
    file: 'align/blockSimilarity.ts',
    find: 'const otherLead = 0.6;',
    put: 'const otherLead = 1;',
  },
  {
    name: 'headingAndItem',
    what: 'a heading is not the item with text below its lead',
    file: 'align/blockSimilarity.ts',
    find: "if (heads === 'same' && !titleOfItem(a, b))",
    put: "if (heads === 'same')",
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
    what: 'factors by the kinds of two blocks',
    file: 'align/blockSimilarity.ts',
    find: "      return a.header || b.header ? 0 : 0.8;\n    case 'heading list-item':\n    case 'heading paragraph':\n      return 0.75;",
    put: "      return a.header || b.header ? 0 : 1;\n    case 'heading list-item':\n    case 'heading paragraph':\n      return 1;",
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
    name: 'foreignVariants',
    what: 'wordings of other languages beside one of the own',
    file: 'align/align.ts',
    find: 'if ((kin && own >= enough) || (content.anchors',
    put: 'if (kin || (content.anchors',
  },
  {
    name: 'leftovers',
    what: 'pairs of leftover blocks by position',
    file: 'align/gapFilling.ts',
    find: 'export function fillGaps(matching: Matching): void {',
    put: 'export function fillGaps(matching: Matching): void { return;',
  },
  {
    name: 'lengthFit',
    what: 'agreement of lengths of leftover blocks',
    file: 'align/gapFilling.ts',
    find: '  return Math.exp((-off * off) / 8);',
    put: '  return 1;',
  },
  {
    name: 'singleItem',
    what: 'a single leftover item between the same neighbours',
    file: 'align/gapFilling.ts',
    find: 'return gap.single && gap.anchored &&',
    put: 'return false &&',
  },
  {
    name: 'headingSubjects',
    what: 'leftover headings are not paired over contradicting content',
    file: 'align/gapFilling.ts',
    find: "content.kind === 'heading' &&\n    contradicts",
    put: 'false && contradicts',
  },
  {
    name: 'longStems',
    what: 'stems of five letters',
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
    name: 'wordBorders',
    what: 'brands only as whole words',
    file: 'words/wordBorders.ts',
    find: '  const begins = beginning(text, folded, start, stop);',
    put: '  return true; const begins = beginning(text, folded, start, stop);',
  },
  {
    name: 'apostropheEndings',
    what: 'list of endings after an apostrophe',
    file: 'words/wordBorders.ts',
    find: 'return apostropheEndings.has(wordFrom(folded, stop + 1, script));',
    put: 'return true;',
  },
  {
    name: 'isStray',
    what: 'a single katakana character beside a katakana name',
    file: 'words/wordBorders.ts',
    find: 'if (isStray(folded, start - 1, -1) || isStray(folded, stop, 1)) return false;',
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
