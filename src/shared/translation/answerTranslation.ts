/** An answer as segments for a translator, and what it returned as checked blocks. */

import type { BrandRules, CompareSample } from '../model/comparison/samples.ts';
import type { TranslatedBlock } from '../model/translation.ts';
import { decideBrands } from '../text/brands/brandDecisions.ts';
import { type BrandMatcher, createBrandMatcher } from '../text/brands/brands.ts';
import { proposeBrands } from '../text/brands/proposals.ts';
import { blockId } from '../text/markdown/parsedBlock.ts';
import { parseSample } from '../text/reading.ts';
import { identifyLanguage, sameLanguage } from '../text/words/language.ts';
import { numberRules } from '../text/words/numberRules.ts';
import { translationProblem } from './blockChecks.ts';
import { assembleBlock, type PreparedBlock, prepareBlock } from './blockSegments.ts';

/** Incremented whenever blocks are taken apart or checked in another way. */
export const translationRules = '2';

/** What a translator returned, by block and segment; null for a sentence that the one before says already. */
export type TranslatedTexts = readonly (readonly (string | null)[])[];

/** What a translator gets of one answer. */
export type PreparedAnswer = {
  readonly source: string;
  readonly target: string;
  readonly blocks: readonly PreparedBlock[];
  readonly matcher: BrandMatcher;
};

/** Names of products and places stay as they are. */
const leftOut = new Set(['products', 'places']);
const longEnough = 60;

/**
 * The blocks of an answer of a market (ISO 3166-1 alpha-2, or "") that are in another language than the target. Blocks whose own words are surely in the
 * target language are left as they are: a model that expects French makes nonsense of English.
 */
export function prepareAnswer(
  sample: CompareSample,
  country: string,
  target: string,
  brands: BrandRules,
): PreparedAnswer {
  const parsed = parseSample(sample, country, { last: new Map(), current: new Map() });
  const source = parsed.language.code;
  const { brands: listed, dismissed } = decideBrands(brands);
  const plain = createBrandMatcher(listed);
  const found = proposeBrands([parsed], plain, dismissed);
  const matcher =
    found.length === 0
      ? plain
      : createBrandMatcher(
          listed,
          found.map(({ brand }) => brand),
        );
  const seen = new Set<string>();
  const blocks = parsed.sections.flatMap(({ section, blocks: inSection }) =>
    leftOut.has(section)
      ? []
      : inSection.flatMap((block) => {
          const id = blockId(section, block);
          if (seen.has(id)) return [];
          seen.add(id);
          const { kind, text, spans, marks } = block;
          const language = languageOf(text, source);
          if (sameLanguage(language, target)) return [];
          return (
            prepareBlock({ id, kind, text, spans, marks }, numberRules(language, country), matcher) ?? []
          );
        }),
  );
  return { source, target, blocks, matcher };
}

/** The language of the answer, unless a long block is surely in another. */
function languageOf(text: string, answer: string): string {
  if (text.length < longEnough) return answer;
  const { code, confidence } = identifyLanguage(text);
  return confidence > 0.7 ? code : answer;
}

/** Code points that are sent, as translators count them. */
export function charactersOf({ blocks }: PreparedAnswer): number {
  return blocks.reduce(
    (sum, { segments }) => sum + segments.reduce((length, { text }) => length + [...text].length, 0),
    0,
  );
}

/**
 * The blocks as they are stored. A block that lost a number or a name has no text and the reason instead.
 * @param translated texts by block, in the order of `blocks`
 */
export function checkedBlocks(
  { blocks, target, matcher }: PreparedAnswer,
  translated: TranslatedTexts,
): readonly TranslatedBlock[] {
  return blocks.map((prepared, index) => {
    const { id } = prepared.block;
    const texts = translated[index] ?? [];
    const problem =
      texts.length === prepared.segments.length
        ? segmentProblem(prepared, texts, target, matcher)
        : 'The translator returned another number of sentences.';
    if (problem !== null) return { id, text: '', spans: [], marks: [], problem };
    return { id, ...assembleBlock(prepared, texts, target), problem: null };
  });
}

function segmentProblem(
  { segments, rules }: PreparedBlock,
  texts: readonly (string | null)[],
  target: string,
  matcher: BrandMatcher,
): string | null {
  for (const [at, segment] of segments.entries()) {
    if (texts[at] === null) continue;
    const merged = segments.slice(at + 1, nextTranslated(texts, at));
    const source = [segment, ...merged];
    const problem = translationProblem(
      {
        text: source.map(({ text }) => text).join(' '),
        language: rules.language,
        country: rules.country,
        names: source.flatMap(({ names }) => names),
      },
      { text: texts[at] ?? '', language: target, country: '' },
      matcher,
    );
    if (problem !== null) return problem;
  }
  return null;
}

function nextTranslated(texts: readonly (string | null)[], at: number): number {
  const next = texts.findIndex((text, index) => index > at && text !== null);
  return next === -1 ? texts.length : next;
}

/** Blocks, as indexes, whose translation would be refused: a translator may try them again in another way. */
export function refusedBlocks(prepared: PreparedAnswer, translated: TranslatedTexts): readonly number[] {
  return checkedBlocks(prepared, translated).flatMap(({ problem }, index) => (problem === null ? [] : index));
}
