import { expect, it } from 'vitest';
import { countryName } from '#shared/geo/countries.ts';
import { phraseFiles, type SandboxLanguage, topicNamesFile } from '#shared/translation/sandboxPhrases.ts';
import { translateSandbox } from '#shared/translation/sandboxTranslator.ts';

/** What answers are written of. */
const ofAnswers = ['intro', 'context', 'tags', 'about', 'advice', 'pitfalls', 'verdict', 'refusals'] as const;

type Phrases = Readonly<Record<(typeof ofAnswers)[number], readonly string[]>> & {
  readonly aspects: { readonly lock: readonly string[] };
};

const others = (Object.keys(phraseFiles) as SandboxLanguage[]).filter((tag) => tag !== 'en');

const phrasesOf = async (tag: SandboxLanguage): Promise<Phrases> =>
  (await phraseFiles[tag]()).default as Phrases;

it.each(others)('translates every sentence of a sandbox answer in %s, with the names it has', async (tag) => {
  const phrases = await phrasesOf(tag);
  const topics = (await topicNamesFile()).default as Readonly<Record<string, readonly string[]>>;
  const topic = topics[tag]?.[0] ?? '';
  const values: Readonly<Record<string, string>> = {
    topic,
    country: countryName('FR', tag),
    Topic: topic.charAt(0).toUpperCase() + topic.slice(1),
    brand: 'Zaytoun & Co',
    other: 'Alpwerk',
    aspect: phrases.aspects.lock[0] ?? '',
    ...{ rating: '4', reviews: '485', percent: '12', share: '74', n: '5', months: '12', year: '2026' },
    ...{ price: '219 €', low: '179 €', high: '539 €' },
  };
  const written = ofAnswers
    .flatMap((section) => phrases[section])
    .map((text) => text.replace(/\{(\w+)\}/g, (_, slot: string) => values[slot] ?? ''));
  const translated = await translateSandbox(
    written.map((text) => [text]),
    tag.slice(0, 2),
    'en',
    '',
  );
  const lost = written.filter((_, at) => {
    const text = translated[at]?.[0] ?? '';
    return text === '' || text.includes('{');
  });
  expect(lost).toEqual([]);
  for (const [at, text] of written.entries())
    for (const name of ['Zaytoun & Co', 'Alpwerk'])
      expect((translated[at]?.[0] ?? '').includes(name), `${text}: ${name}`).toBe(text.includes(name));
});

it('ends a sentence after a name of several words, and not within it', async () => {
  const segment =
    'بين المستخدمين الأكثر تطلبًا يُذكر اسم Qamaria غالبًا إلى جانب Zaytoun & Co. تقدم Qamaria ضمانًا مدته 12 شهرًا وترد على معظم الاستفسارات خلال يومي عمل.';
  const [block] = await translateSandbox([[segment]], 'ar', 'en', 'SA');
  expect(block).toEqual([
    'For demanding users, Qamaria is often named in the same breath as Zaytoun & Co. Qamaria offers a warranty of 12 months and answers most enquiries within two working days.',
  ]);
});
