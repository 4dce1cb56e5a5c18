/**
 * Brands that answers name and that are not listed, without the comparison of the answers. First the names that each
 * question's answers present, then, over all of them, the answers that name each: a name that stands out in the answers
 * to one question only is counted wherever it is named.
 */

import type { BrandRule, CompareColumn, CompareOptions } from '../../model/comparison/samples.ts';
import { decideBrands } from '../../text/brands/brandDecisions.ts';
import { createBrandMatcher } from '../../text/brands/brands.ts';
import { canNameBrands, isAnswerSection } from '../../text/brands/brandsInAnswer.ts';
import { proposeBrands } from '../../text/brands/proposals.ts';
import { isValid, parseSample } from '../../text/reading.ts';

/** Of a question's answers: those that can name brands, and for each name how many do, and in which columns. */
export type NamedCounts = {
  readonly answers: number;
  readonly names: readonly { readonly answers: number; readonly columns: readonly string[] }[];
};

const parsedOf = (columns: readonly CompareColumn[]) => {
  const cache = { last: new Map(), current: new Map() };
  return columns.map(({ id, market, samples }) => ({
    id,
    answers: samples.filter(isValid).map((sample) => parseSample(sample, market.country, cache)),
  }));
};

/** The names that stand out in the answers to a question. */
export function detectedNames(
  columns: readonly CompareColumn[],
  { brands }: Pick<CompareOptions, 'brands'>,
): readonly BrandRule[] {
  const { brands: listed, dismissed } = decideBrands(brands);
  const answers = parsedOf(columns).flatMap((column) => column.answers);
  return proposeBrands(answers, createBrandMatcher(listed), dismissed).map(({ brand }) => brand);
}

/** In how many answers each of these names is found, as a comparison finds detected brands. */
export function countNames(
  columns: readonly CompareColumn[],
  { brands }: Pick<CompareOptions, 'brands'>,
  names: readonly BrandRule[],
): NamedCounts {
  const { brands: listed } = decideBrands(brands);
  const matcher = createBrandMatcher(listed, names);
  const counts = names.map(() => ({ answers: 0, columns: new Set<string>() }));
  let all = 0;
  // Answers share many texts: each is searched once in a language.
  const known = new Map<string, readonly number[]>();
  const namedIn = (text: string, language: string): readonly number[] => {
    const key = `${language} ${text}`;
    const named = known.get(key) ?? matcher.find(text, language).map(({ brand }) => brand - listed.length);
    known.set(key, named);
    return named;
  };
  for (const { id, answers } of parsedOf(columns))
    for (const { sample, sections, language } of answers) {
      if (!canNameBrands(sample)) continue;
      all++;
      const texts = sections.filter(({ section }) => isAnswerSection(section));
      const named = texts.flatMap(({ blocks }) => blocks.flatMap(({ text }) => namedIn(text, language.code)));
      for (const name of new Set(named)) {
        const count = counts[name];
        if (count === undefined) continue;
        count.answers++;
        count.columns.add(id);
      }
    }
  return {
    answers: all,
    names: counts.map(({ answers, columns: ids }) => ({ answers, columns: [...ids] })),
  };
}
