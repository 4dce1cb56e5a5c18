import type { ReceivedAnswer } from '#main/history/threads/encode/encodeAnswer.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';

/** Addresses that answers to one question cite; some much more often than others. */
const pagesOfQuestion = 200;

type Tongue = {
  readonly code: string;
  readonly countries: readonly string[];
  readonly words: readonly string[];
  readonly space: string;
};

const consonants = [...'bcdfghklmnprstvwz', 'st', 'tr', 'ch', 'pl', 'gr'];
const vowels: Readonly<Record<string, readonly string[]>> = {
  en: ['a', 'e', 'i', 'o', 'u', 'ea', 'ou'],
  de: ['a', 'e', 'i', 'o', 'u', 'ä', 'ö', 'ü', 'ei', 'ie'],
  fr: ['a', 'e', 'é', 'è', 'i', 'o', 'ou', 'eau'],
  pt: ['a', 'ã', 'e', 'ê', 'i', 'o', 'ó', 'u'],
};
const particles: Readonly<Record<string, readonly string[]>> = {
  en: ['the', 'and', 'of', 'to', 'in', 'is', 'for', 'that', 'with', 'most', 'best'],
  de: ['die', 'und', 'der', 'in', 'ist', 'für', 'das', 'mit', 'nicht', 'auch', 'beste'],
  fr: ['le', 'et', 'de', 'à', 'les', 'est', 'pour', 'que', 'avec', 'plus', 'meilleur'],
  pt: ['o', 'e', 'de', 'para', 'em', 'é', 'que', 'com', 'mais', 'não', 'melhor'],
};
const kana = [...'のにはをたがでてとしれさあるいもすなよりかくらつまきこ'];
const kanji = [
  ...'自転車折畳鍵安全製品評価店舗価格最高人気比較軽量強度防犯都市通勤収納保証年月日本国内海外専門家利用者',
];

function vocabulary(code: string, size: number, random: () => number): readonly string[] {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const words = new Set(particles[code] ?? []);
  while (words.size < size) {
    const syllables = 1 + Math.floor(random() * 3.4);
    let word = '';
    for (let count = 0; count < syllables; count++) word += pick(consonants) + pick(vowels[code] ?? []);
    words.add(random() < 0.4 ? word + pick(['n', 'r', 's', 't', 'l']) : word);
  }
  return [...words];
}

function japanese(size: number, random: () => number): readonly string[] {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const words = new Set(['の', 'は', 'が', 'を', 'に']);
  while (words.size < size)
    words.add(random() < 0.5 ? pick(kanji) + pick(kanji) : pick(kanji) + pick(kana) + pick(kana));
  return [...words];
}

function tongues(random: () => number): readonly Tongue[] {
  return [
    { code: 'en', countries: ['US', 'GB', 'AU', 'IN'], words: vocabulary('en', 9000, random), space: ' ' },
    { code: 'de', countries: ['DE', 'AT'], words: vocabulary('de', 9000, random), space: ' ' },
    { code: 'fr', countries: ['FR', 'CA'], words: vocabulary('fr', 9000, random), space: ' ' },
    { code: 'pt', countries: ['BR', 'PT'], words: vocabulary('pt', 9000, random), space: ' ' },
    { code: 'ja', countries: ['JP'], words: japanese(4000, random), space: '' },
  ];
}

export type MadeUpWorld = {
  readonly questions: readonly string[];
  readonly countries: readonly string[];
  /** An answer to this question in this country; another one each time. */
  readonly answer: (question: number, country: string, receivedAtMs: number) => ReceivedAnswer;
  /** What would be searched of so many answers, with their times, without the rest of them. */
  readonly plainTexts: (count: number) => Iterable<readonly [atMs: number, text: string]>;
};

export const usualBytes = 20_000;

/**
 * A made-up market with its own words, addresses and questions. Words follow Zipf's law (the k-th is met 1/k as
 * often as the first) and stand in no order, so that they compress worse than anything a person or a model writes.
 * @param answerBytes about the size of an answer: shorter ones have fewer sentences, sources and names
 */
export function madeUpWorld(seed: number, answerBytes = usualBytes): MadeUpWorld {
  const scaled = (count: number): number => Math.max(1, Math.round((count * answerBytes) / usualBytes));
  const random = seededRandom(seed);
  const all = tongues(random);
  const byCountry = new Map(all.flatMap((tongue) => tongue.countries.map((country) => [country, tongue])));
  const wordOf = (tongue: Tongue): string =>
    tongue.words[Math.floor(tongue.words.length ** random()) - 1] ?? '';
  const wordsOf = (tongue: Tongue, count: number): string => {
    const words: string[] = [];
    for (let at = 0; at < count; at++) words.push(wordOf(tongue));
    return words.join(tongue.space);
  };
  const english = all[0];
  if (!english) throw new Error('no languages');
  const domains = Array.from({ length: 3000 }, (_, at) => {
    const name = english.words[40 + at * 2] ?? `site${at}`;
    return `www.${name}${at % 3 === 0 ? '-test' : ''}.example`;
  });
  // An address says what its title says, and brings its own description along.
  const pages = Array.from({ length: 40_000 }, () => {
    const tongue = all[Math.floor(random() * all.length)] ?? english;
    const domain = domains[Math.floor(domains.length ** random()) - 1] ?? '';
    const slug = wordsOf(english, 6);
    return {
      url: `https://${domain}/${slug.replaceAll(' ', '-')}`,
      domain: domain.slice(4),
      label: tongue === english ? slug : wordsOf(tongue, 6),
      description: wordsOf(tongue, 26),
    };
  });
  const questions = Array.from({ length: 400 }, () => `${wordsOf(english, 9)}?`);

  const answer: MadeUpWorld['answer'] = (question, country, receivedAtMs) => {
    const tongue = byCountry.get(country) ?? english;
    const prompt = questions[question % questions.length] ?? '';
    const firstPage = (question % questions.length) * 100;
    // An answer keeps to its subject: it comes back to the same words and names.
    const subject = Array.from({ length: 40 }, () => wordOf(tongue));
    const sentenceOf = (count: number): string =>
      Array.from({ length: count }, () =>
        random() < 0.4 ? (subject[Math.floor(random() * subject.length)] ?? '') : wordOf(tongue),
      ).join(tongue.space);
    const sentences: string[] = [];
    const written: string[] = [];
    for (let at = 0; at < scaled(38); at++) {
      const words = sentenceOf(10 + Math.floor(random() * 14));
      const sentence = words.charAt(0).toUpperCase() + words.slice(1);
      sentences.push(`${sentence}.`);
      const bold = at % 4 === 0 ? `**${sentence}.**` : `${sentence}.`;
      written.push(at % 6 === 0 ? `## ${wordsOf(tongue, 4)}\n\n${bold}` : at % 3 === 0 ? `- ${bold}` : bold);
    }
    const sources = Array.from({ length: scaled(16) }, (_, at) => {
      const page = pages[(firstPage + Math.floor(pagesOfQuestion ** random()) - 1) % pages.length];
      return {
        position: at + 1,
        url: page?.url ?? '',
        label: page?.label ?? '',
        description: page?.description ?? '',
        footnote: at > 9,
      };
    });
    const citationPills = sources.slice(0, scaled(12)).map((source, at) => ({
      url: source.url,
      domain: source.url.split('/')[2]?.slice(4) ?? '',
      label: source.label,
      type: 'searchResult',
      citationPillId: at,
      position: source.position,
      description: source.description,
    }));
    const requestId = Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32).toString(16)).join('');
    const latencyMs = 4000 + Math.floor(random() * 20_000);
    const body = JSON.stringify({
      success: true,
      result: {
        model: null,
        text: sentences.join(' '),
        markdown: written.join('\n\n'),
        sources,
        citationPills,
        entities: Array.from({ length: scaled(8) }, () => ({ type: 'product', name: wordsOf(english, 2) })),
        map: [],
        searchQueries: Array.from({ length: scaled(4) }, () => wordsOf(tongue, 6)),
        mapSearchQueries: [],
        html: `https://files.service.example/results/${requestId}/page-1.html`,
        provenance: {
          driver: question % 3 === 0 ? 'openai' : 'sandbox',
          model: 'made-up-1',
          country: { requested: country, honoured: 'parameter' },
          servedShape: 'default',
        },
      },
    });
    return {
      body,
      status: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(body.length),
        'x-request-id': requestId,
        'x-credits-charged': '7',
        'x-credits-remaining': String(Math.floor(random() * 1e6)),
        'x-concurrent-limit': '100',
        'x-concurrent-usage': String(Math.floor(random() * 100)),
        date: new Date(receivedAtMs).toUTCString(),
      },
      requestPath: '/v1/monitor/assistant-a',
      requestBody: JSON.stringify({
        prompt,
        country,
        include: { markdown: true, searchQueries: true, html: true },
      }),
      receivedAtMs,
      roundTripMs: latencyMs + 40,
      latencyMs,
      creditsCharged: 7,
      requestId,
      imported: false,
    };
  };
  const countries = [...byCountry.keys()];
  const plainTexts = function* (count: number): Generator<readonly [number, string]> {
    for (let at = 0; at < count; at++) {
      const tongue = byCountry.get(countries[at % countries.length] ?? '') ?? english;
      yield [1_760_000_000_000 + at * 1000, `${questions[at % questions.length]} ${wordsOf(tongue, 1100)}`];
    }
  };
  return { questions, countries, answer, plainTexts };
}
