import { describe, expect, it } from 'vitest';
import { sharesLabel } from '#shared/documents/wordingSentences.ts';
import { wordingsSchema } from '#shared/model/wordings.ts';
import { nameOfKey, wordingFor, wordingKey, wordingShares } from '#shared/model/wordingTexts.ts';
import { askedQuestions, cellGroups, cellRequest } from '#shared/planning/cells.ts';
import { planSchema } from '#shared/planning/plan.ts';
import { questionsFromTable } from '#shared/planning/questionList.ts';
import { readWordings } from '#shared/planning/wordingTable.ts';

const text = 'Which locks are best?';
const german = 'Welche Schlösser sind die besten?';

describe('the wording of a market', () => {
  const wordings = {
    DE: 'für Deutschland',
    de: german,
    'fr-CA': 'au Québec',
    fr: 'en France',
    ar: 'ما أفضل الأقفال؟',
  };
  const at = (market: Parameters<typeof wordingFor>[1]) => wordingFor({ text, wordings }, market);

  it('is that of language and country, else of the country, else of the language, else the question', () => {
    expect(at({ country: 'DE' })).toBe('für Deutschland');
    expect(at({ country: 'AT' })).toBe(german);
    expect(at({ country: 'CH' })).toBe(german);
    expect(at({ country: 'CH', language: 'fr' })).toBe('en France');
    expect(at({ country: 'CA', language: 'fr' })).toBe('au Québec');
    expect(at({ country: 'AE' })).toBe(wordings.ar);
    expect(at({ country: 'JP' })).toBeNull();
    expect(at({ country: null })).toBeNull();
    expect(at({ country: null, language: 'de-DE' })).toBe(german);
  });

  it('is ignored if it equals the question', () => {
    expect(wordingFor({ text, wordings: { US: ` ${text} ` } }, { country: 'US' })).toBeNull();
  });

  it('is shown before asking, markets with the main text last', () => {
    const markets = ['US', 'AT', 'CH', 'GB', 'JP'].map((country) => ({ country }));
    expect(sharesLabel(wordingShares({ de: german, IT: 'x' }, markets))).toBe(
      'AT, CH: German wording; Italy wording: not used in any market; 3 markets: main text.',
    );
  });
});

describe('a key', () => {
  it.each([
    ['DE', 'DE'],
    ['de', 'de'],
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    ['German', 'de'],
    ['Deutsch', 'de'],
    ['日本語', 'ja'],
    ['العربية', 'ar'],
    ['fr_ca', 'fr-CA'],
    ['pt-BR', 'pt-BR'],
    ['jp', 'JP'],
    ['EN', 'en'],
    ['UK', 'GB'],
    ['uk', 'uk'],
    ['nb', 'no'],
  ])('%s is read as %s', (written, key) => expect(wordingKey(written)).toBe(key));

  it.each(['', 'xx', 'DACH', 'US:CA', 'de-XX', 'constructor', '__proto__', 'Elbonia'])(
    '%j is invalid',
    (written) => expect(wordingKey(written)).toBeNull(),
  );

  it('has a name', () =>
    expect(['DE', 'de', 'fr-CA'].map(nameOfKey)).toEqual(['Germany', 'German', 'French (Canada)']));
});

describe('a pasted table', () => {
  it('is read with tabs, colons and quoted fields, in any script', () => {
    const read = readWordings(
      'market\twording\nDE\tWelche Schlösser, bitte?\nJapanese: どの鍵が一番ですか？\nar=ما "أفضل" الأقفال؟\n\n',
    );
    expect(read).toEqual({
      column: 'wording',
      wordings: { DE: 'Welche Schlösser, bitte?', ja: 'どの鍵が一番ですか？', ar: 'ما "أفضل" الأقفال؟' },
      problems: [],
    });
    expect(readWordings('\uFEFFDE;"Welche; ""gute"" Schlösser?"\r\nfr;Lesquelles?\r\n').wordings).toEqual({
      DE: 'Welche; "gute" Schlösser?',
      fr: 'Lesquelles?',
    });
  });

  it.each([
    ['a bar', 'Country|Text\nDE|Welche?\nfr|Lesquelles?', 'Text'],
    ['lines of old Mac files', 'DE;Welche?\rfr;Lesquelles?', null],
    ['a stated separator', 'sep=;\r\nmarket;question\r\nDE;Welche?\r\nfr;Lesquelles?', 'question'],
    ['the text first', 'wording,note,language\nWelche?,x,DE\nLesquelles?,,fr', 'wording'],
    ['blank lines', 'DE,Welche?\n\n\nfr,Lesquelles?\n', null],
    ['quotes around all', '"country","wording"\n"DE","Welche?"\n"fr","Lesquelles?"', 'wording'],
  ])('is read with %s', (_, text, column) => {
    const wordings = { DE: 'Welche?', fr: 'Lesquelles?' };
    expect(readWordings(text)).toEqual({ wordings, column, problems: [] });
  });

  it('keeps separators that belong to a sentence', () => {
    expect(readWordings('DE: Gut; und günstig?\nfr: Bon; et pas cher?').wordings).toEqual({
      DE: 'Gut; und günstig?',
      fr: 'Bon; et pas cher?',
    });
    expect(readWordings('DE, Welche, bitte?\nfr, Lesquelles, merci?').wordings).toEqual({
      DE: 'Welche, bitte?',
      fr: 'Lesquelles, merci?',
    });
    expect(readWordings('market,wording\nDE,"Welche\nfinden Sie gut?"').wordings).toEqual({
      DE: 'Welche\nfinden Sie gut?',
    });
  });

  it('says what is wrong with a line and takes the others', () => {
    const { wordings, problems } = readWordings(
      `Elbonia\tx\nDE\t\nAT\ta\nAustria\tb\nfr\t${'x'.repeat(10_001)}`,
    );
    expect(wordings).toEqual({ AT: 'a' });
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '1 “Elbonia” is not a country or language. Use a code such as DE, de or fr-CA.',
      '2 The wording for Germany is empty. Enter a text, or remove it.',
      '4 Austria has a wording in line 3 already. Keep one of them.',
      '5 The wording for French has more than 10,000 characters. Shorten it.',
    ]);
  });
});

describe('wordings of a plan', () => {
  it('are asked with the values of the question, and priced and counted as one question', () => {
    const plan = planSchema.parse({
      questions: [{ text: 'Is {brand} good?', wordings: { de: 'Ist {brand} gut?' } }],
      variables: { brand: ['Abus', 'Kryptonite'] },
      engines: [{ engine: 'assistant-a' }],
      markets: [{ country: 'DE' }, { country: 'US' }],
    });
    const asked = askedQuestions(plan);
    const prompts = asked.ok
      ? [...cellGroups(plan, asked.questions)].map((group) => cellRequest(group).prompt)
      : [];
    expect(prompts).toEqual(['Ist Abus gut?', 'Is Abus good?', 'Ist Kryptonite gut?', 'Is Kryptonite good?']);
  });

  it('are refused by name where the key or the text is wrong', () => {
    const issues = wordingsSchema.safeParse({ xx: 'a', DE: ' ', Germany: 'b' }).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['xx', '“xx” is not a country or language. Use a code such as DE, de or fr-CA.'],
      ['DE', 'The wording for Germany is empty. Enter a text, or remove it.'],
      ['Germany', '“Germany” is not a country or language. Use a code such as DE, de or fr-CA.'],
    ]);
  });

  it('are read from columns of a question file, and unknown or duplicate columns are reported', () => {
    const file =
      'question,tags,wording DE,wording: ja,wording Germany,wording zz\nBest lock?,a;b,Bestes Schloss?,最高の鍵は？,Nochmal?,\n';
    expect(questionsFromTable(file)).toEqual({
      column: 'question',
      questions: [
        { text: 'Best lock?', tags: ['a', 'b'], wordings: { DE: 'Bestes Schloss?', ja: '最高の鍵は？' } },
      ],
      skipped: [],
      wordingProblems: [
        { line: 1, reason: '“zz” is not a country or language. Use a code such as DE, de or fr-CA.' },
        { line: 2, reason: 'Germany has two wordings. Keep one of the columns.' },
      ],
    });
  });
});
