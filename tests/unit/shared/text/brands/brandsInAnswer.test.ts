import { expect, it } from 'vitest';
import { type BrandRule, noContent } from '#shared/model/comparison/samples.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { brandsInContent } from '#shared/text/brands/brandsInAnswer.ts';

const named = (...names: readonly string[]): readonly BrandRule[] =>
  names.map((name) => ({ id: name, name, kind: 'own', aliases: [], domains: [] }));

/** Mentions by name, of an answer in Markdown. */
function mentionsIn(markdown: string, country: string, ...names: readonly string[]) {
  const matcher = createBrandMatcher(named(...names));
  const content = { ...noContent, text: markdown, markdown };
  const found = brandsInContent(content, matcher, new Set(), { language: null, country });
  return Object.fromEntries([...(found ?? [])].map(([brand, { mentions }]) => [names[brand], mentions]));
}

// A line of a list is too short to say its language; its answer is not.
it.each([
  [
    'FI',
    'Nämä ovat parhaat suklaat, jotka löydät kaupasta:',
    '- Fazerin suklaa\n- Pandan lakritsi',
    'Fazer',
    'Panda',
  ],
  ['SE', 'Det här är de bästa bilarna som du kan köpa:', '- Volvos elbil\n- Ikeas cykel', 'Volvo', 'Ikea'],
  ['EE', 'Need on parimad poed, kust sa saad osta:', '- Selveris\n- Prismast', 'Selver', 'Prisma'],
])('inflected names count in the lines of an answer in %s', (country, sentence, list, one, two) => {
  expect(mentionsIn(`${sentence}\n\n${list}`, country, one, two)).toEqual({ [one]: 1, [two]: 1 });
});

it('forms of another language than that of the answer do not count', () => {
  const answer = 'These are the best shops that you will find in the city:\n\n- Selveris\n- Volvos';
  expect(mentionsIn(answer, 'US', 'Selver', 'Volvo')).toEqual({});
});
