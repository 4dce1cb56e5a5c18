import { describe, expect, it } from 'vitest';
import type { Phrases } from '#service/drivers/sandbox/languages/phrases.ts';
import { allPhrases, sandboxLanguages } from '#service/drivers/sandbox/languages/registry.ts';
import { spokenLanguage } from '#service/drivers/sandbox/market.ts';
import { countLabel } from '#service/drivers/sandbox/template.ts';
import { topicIds } from '#service/drivers/sandbox/topic.ts';
import { assistants } from '#shared/interface/engines.ts';
import { answerTo, question } from './ask.ts';

const knownSlots =
  /^(?:topic|Topic|brand|other|price|low|high|rating|reviews|percent|share|n|months|year|aspect|country|subject)$/;

/** Everything a language says, with the path it stands at. */
function everyPhrase(value: unknown, path = ''): (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    everyPhrase(item, path === '' ? key : `${path}.${key}`),
  );
}

const brandFree: readonly (keyof Phrases)[] = [
  'intro',
  'context',
  'advice',
  'pitfalls',
  'plainVerdict',
  'refusals',
];

describe.each(allPhrases.map((phrases) => [phrases.tag, phrases] as const))(
  'the phrases in %s',
  (_, phrases) => {
    it('are complete, distinct and use known slots only', () => {
      expect(phrases.topics).toHaveLength(topicIds.length);
      for (const list of Object.values(phrases.aspects)) expect(list).toHaveLength(5);
      expect(phrases.about).toHaveLength(12);
      expect(phrases.sites).toHaveLength(10);
      for (const [path, text] of everyPhrase(phrases)) {
        expect(text.trim(), path).toBe(text);
        expect(text, path).not.toBe('');
        for (const [, slot = ''] of text.matchAll(/\{([^}]*)\}/g))
          expect(slot, `${path}: ${text}`).toMatch(knownSlots);
        expect(text.replaceAll(/\{[A-Za-z]+\}/g, ''), path).not.toMatch(/[{}*|]/);
      }
      for (const bank of [phrases.intro, phrases.context, phrases.about, phrases.advice, phrases.titles]) {
        expect(new Set(bank).size).toBe(bank.length);
      }
    });

    it('name brands only where a brand is known', () => {
      for (const bank of brandFree) {
        for (const [path, text] of everyPhrase(phrases[bank], bank))
          expect(text, path).not.toMatch(/\{(?:brand|other)\}/);
      }
      for (const text of phrases.about) expect(text).toContain('{brand}');
    });

    it('refuse in fewer than 160 characters', () => {
      for (const refusal of phrases.refusals) {
        expect(refusal.length).toBeLessThan(160);
        expect(refusal.length).toBeGreaterThan(20);
      }
    });

    it('name sites as host names allow', () => {
      for (const site of phrases.sites) expect(site).toMatch(/^[a-z][a-z-]{3,20}$/);
    });
  },
);

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
    for (const engine of [...assistants, 'search-ai'] as const) {
      for (const country of new Set(Object.values(countryOf))) {
        for (const asked of [question, 'Best hotels near the old town', 'Who repairs old radios?']) {
          const { text } = await answerTo(engine, country, { question: asked });
          if (text.length < 160) continue;
          const words = countLabel(text);
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
