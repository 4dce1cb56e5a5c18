import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { loadPhrases, loadTopicNames, sandboxLanguages } from '#service/drivers/sandbox/languages.ts';
import { spokenLanguage } from '#service/drivers/sandbox/market.ts';
import { type Phrases, phrasesSchema, topicNamesSchema } from '#service/drivers/sandbox/phrases.ts';
import { countWords } from '#service/drivers/sandbox/template.ts';
import { engines } from '#shared/interface/engines.ts';
import { answerTo, question } from './ask.ts';

/** Everything a language says, with the path it stands at. */
function everyPhrase(value: unknown, path = ''): (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    everyPhrase(item, path === '' ? key : `${path}.${key}`),
  );
}

/** Where texts stand: every key and every place in a list. */
const places = (phrases: Phrases) => everyPhrase(phrases).map(([path]) => path);
const slotsIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot);

const brandFree: readonly (keyof Phrases)[] = [
  'intro',
  'context',
  'advice',
  'pitfalls',
  'plainVerdict',
  'refusals',
];

describe.each(sandboxLanguages)('the phrases in %s', (tag) => {
  it('are named by the file and have the keys and places of the English ones', async () => {
    const phrases = await loadPhrases(tag);
    expect(phrases.tag).toBe(tag);
    expect(places(phrases)).toEqual(places(await loadPhrases('en')));
  });

  it('are distinct where one is chosen among several', async () => {
    const phrases = await loadPhrases(tag);
    for (const bank of [phrases.intro, phrases.context, phrases.about, phrases.advice, phrases.titles]) {
      expect(new Set(bank).size).toBe(bank.length);
    }
  });

  it('name brands only where a brand is known', async () => {
    const phrases = await loadPhrases(tag);
    for (const bank of brandFree) {
      for (const [path, text] of everyPhrase(phrases[bank], bank))
        expect(text, path).not.toMatch(/\{(?:brand|other)\}/);
    }
    for (const text of phrases.about) expect(text).toContain('{brand}');
  });

  it('use the words of a question in its noun phrase and nowhere else', async () => {
    const { subject, ...others } = await loadPhrases(tag);
    expect(slotsIn(subject)).toEqual(['subject']);
    for (const [path, text] of everyPhrase(others)) expect(slotsIn(text), path).not.toContain('subject');
  });

  it('refuse in more than a word', async () => {
    for (const refusal of (await loadPhrases(tag)).refusals) expect(refusal.length).toBeGreaterThan(20);
  });
});

describe('the files of the sandbox', () => {
  it('are one for each language and one for the names of the topics', async () => {
    const files = await readdir(new URL('../../../../../resources/sandbox/', import.meta.url));
    expect(files.sort()).toEqual([...sandboxLanguages, 'topics'].map((name) => `${name}.json`).sort());
    expect(Object.keys(await loadTopicNames())).toEqual(sandboxLanguages);
  });

  it('are refused with the place and the reason when a text cannot be used', async () => {
    const english = await loadPhrases('en');
    const bad = (change: object) => phrasesSchema.safeParse({ ...english, ...change }).error?.issues ?? [];
    expect(bad({ subject: 'about {subjekt}' })).toMatchObject([
      { path: ['subject'], message: 'has slots that nothing fills: {subjekt}' },
    ]);
    expect(bad({ prices: [...english.prices.slice(1), 'from {low to {high}'] })).toMatchObject([
      { path: ['prices', 3], message: 'has slots that nothing fills: {low to ' },
    ]);
    expect(bad({ intro: english.intro.slice(1) })).toMatchObject([{ path: ['intro'] }]);
    expect(bad({ advices: [] })).toMatchObject([{ code: 'unrecognized_keys', keys: ['advices'] }]);
    expect(bad({ related: [...english.related.slice(1), ' {topic}'] })).toMatchObject([
      { path: ['related', 5] },
    ]);
    expect(topicNamesSchema.safeParse({ en: ['locks'] }).error?.issues).toMatchObject([{ path: ['en'] }]);
  });
});

const countryOf: Readonly<Record<string, string>> = {
  en: 'US',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  'pt-BR': 'BR',
  'pt-PT': 'PT',
  it: 'IT',
  nl: 'NL',
  pl: 'PL',
  sv: 'SE',
  ja: 'JP',
  'zh-CN': 'MN',
  'zh-TW': 'TW',
  ko: 'KR',
  ar: 'SA',
  he: 'IL',
  tr: 'TR',
  hi: 'IN',
  th: 'TH',
  ru: 'KZ',
  da: 'DK',
  no: 'NO',
  fi: 'FI',
  cs: 'CZ',
  id: 'ID',
  uk: 'UA',
  ro: 'RO',
};

const scripts: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  'zh-TW': /\p{Script=Han}/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  th: /\p{Script=Thai}/u,
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
};

describe('answers', () => {
  it('are given in at least twelve languages, Arabic and Japanese among them', () => {
    expect(sandboxLanguages.length).toBeGreaterThanOrEqual(12);
    expect(sandboxLanguages).toEqual(expect.arrayContaining(['ar', 'ja']));
  });

  it('have 150 to 900 words on every engine that answers in sentences', async () => {
    for (const engine of engines.filter((each) => each !== 'search' && each !== 'search/news')) {
      for (const country of new Set(Object.values(countryOf))) {
        for (const asked of [question, 'Best hotels near the old town', 'Who repairs old radios?']) {
          const { text } = await answerTo(engine, country, { question: asked });
          if (text.length < 160) continue;
          const words = countWords(text);
          expect(words, `${engine} ${country} ${asked}`).toBeGreaterThanOrEqual(150);
          expect(words, `${engine} ${country} ${asked}`).toBeLessThanOrEqual(900);
        }
      }
    }
  });

  it('are written in the script of the market, titles and searches included', async () => {
    for (const [language, script] of Object.entries(scripts)) {
      const country = countryOf[language] ?? '';
      if (spokenLanguage(country) !== language) continue;
      const answer = await answerTo('assistant-a', country, { fields: { include: { searchQueries: true } } });
      const letters = answer.text.match(/\p{L}/gu) ?? [];
      const own = language === 'ja' ? /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u : script;
      const share = letters.filter((letter) => own.test(letter)).length / letters.length;
      expect(share, language).toBeGreaterThan(0.6);
      expect(answer.text).toMatch(script);
      expect(answer.searchQueries?.join(' ')).toMatch(own);
      expect(answer.sources.filter((source) => own.test(source.label)).length).toBeGreaterThan(2);
    }
  });

  it('are in the language of the country wherever the sandbox speaks it', () => {
    const spoken = Object.entries(countryOf).filter(([tag]) => !['zh-CN', 'hi'].includes(tag));
    for (const [tag, country] of spoken) expect(spokenLanguage(country), country).toBe(tag);
    expect(spokenLanguage('AO')).toBe('pt-PT');
    expect(spokenLanguage('HK')).toBe('zh-HK');
  });

  it('follow the interface language of a search where the sandbox speaks it', async () => {
    const french = await answerTo('search-ai', 'DE', { fields: { hl: 'FR' } });
    expect(french.text).toMatch(/\b(?:les|des|pour)\b/);
    const unspoken = await answerTo('search-ai', 'DE', { fields: { hl: 'xx' } });
    expect(unspoken.text).toMatch(/\b(?:die|und|der)\b/);
  });

  it('name the topic of the question in the language of the answer', async () => {
    expect((await answerTo('assistant-a', 'DE')).text).toContain('Faltschlösser');
    expect((await answerTo('assistant-a', 'JP')).text).toContain('折りたたみ式自転車ロック');
    const other = await answerTo('assistant-a', 'DE', { question: 'Who repairs old radios?' });
    expect(other.text).toContain('repairs old radios');
  });

  it('keep words of unspaced scripts together and leave no slot open', async () => {
    for (const country of ['JP', 'TW']) {
      const { text } = await answerTo('assistant-b', country);
      expect(text).not.toMatch(/。 [\p{Script=Han}\p{Script=Hiragana}]/u);
    }
  });
});
