/**
 * Answers of a given length for many markets, made from small vocabularies: the same in every run. Markets of
 * one language say nearly the same, as real ones do: some sentences are reworded, prices differ, lists are
 * in another order, a paragraph or a row is missing.
 */

import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import type { CompareColumn, CompareSample } from '#shared/model/comparison/samples.ts';
import { column, sample } from './columns.ts';

const wordList: Readonly<Record<string, string>> = {
  en: 'the lock is strong and light for daily rides in the city because steel plates fold flat on a frame while cheap cable locks fail in seconds when thieves bring tools most riders prefer a folding model with a rated cylinder and two keys that weigh less than one kilogram but resist cutting drilling and picking for several minutes under test conditions',
  de: 'das schloss ist stabil und leicht für den täglichen weg in der stadt weil stahlplatten sich flach am rahmen falten lassen während billige kabel in sekunden versagen wenn diebe werkzeug mitbringen die meisten fahrer bevorzugen ein modell mit geprüftem zylinder und zwei schlüsseln das unter einem kilogramm wiegt aber dem schneiden bohren und picken mehrere minuten widersteht',
  fr: 'le cadenas est solide et léger pour les trajets quotidiens en ville parce que les plaques en acier se plient contre le cadre alors que les câbles bon marché cèdent en quelques secondes quand les voleurs ont des outils la plupart des cyclistes préfèrent un modèle pliant avec un cylindre certifié et deux clés qui pèse moins et résiste plusieurs minutes',
  es: 'el candado es fuerte y ligero para los trayectos diarios en la ciudad porque las placas de acero se pliegan sobre el cuadro mientras que los cables baratos fallan en segundos cuando los ladrones llevan herramientas la mayoría prefiere un modelo plegable con cilindro certificado y dos llaves que pesa poco pero resiste varios minutos',
  pt: 'o cadeado é forte e leve para os trajetos diários na cidade porque as placas de aço dobram junto ao quadro enquanto os cabos baratos falham em segundos quando os ladrões levam ferramentas a maioria prefere um modelo dobrável com cilindro certificado e duas chaves que pesa pouco mas resiste vários minutos',
  it: 'il lucchetto è robusto e leggero per i tragitti quotidiani in città perché le piastre in acciaio si piegano sul telaio mentre i cavi economici cedono in pochi secondi quando i ladri portano attrezzi la maggior parte preferisce un modello pieghevole con cilindro certificato e due chiavi che pesa poco ma resiste diversi minuti',
  ja: '自転車 の 鍵 は 丈夫 で 軽く 毎日 の 街乗り に 向いて います 鋼鉄 の 板 が 折りたためる ため 車体 に 取り付け やすく 安い ワイヤー は 数秒 で 切られて しまいます 多くの 人 は 認証 された 錠前 と 二本 の 鍵 が 付く 製品 を 選びます',
  ar: 'القفل قوي وخفيف للتنقل اليومي في المدينة لأن صفائح الفولاذ تنطوي على الإطار بينما تفشل الكابلات الرخيصة خلال ثوان عندما يحمل اللصوص أدوات يفضل معظم الراكبين نموذجا قابلا للطي مع أسطوانة معتمدة ومفتاحين يزن أقل ويقاوم القطع عدة دقائق',
};
const languageNames = Object.keys(wordList);
const brandNames = [
  'Foldmaster 90',
  'CycleGuard X',
  'Lockhart U2',
  'VeloSafe Pro',
  'IronLoop S',
  'Kettenwerk 7',
  'Plicata Uno',
  'Tetsu Lock',
];
const headingTexts: Readonly<Record<string, readonly string[]>> = {
  en: ['Short answer', 'Best picks', 'Prices', 'How to choose', 'Tips'],
  de: ['Kurz gesagt', 'Die besten Modelle', 'Preise', 'Worauf achten', 'Tipps'],
  fr: ['En bref', 'Les meilleurs', 'Prix', 'Comment choisir', 'Conseils'],
  es: ['En resumen', 'Los mejores', 'Precios', 'Cómo elegir', 'Consejos'],
  pt: ['Em resumo', 'Os melhores', 'Preços', 'Como escolher', 'Dicas'],
  it: ['In breve', 'I migliori', 'Prezzi', 'Come scegliere', 'Consigli'],
  ja: ['結論', 'おすすめ', '価格', '選び方', 'ヒント'],
  ar: ['باختصار', 'أفضل الخيارات', 'الأسعار', 'كيف تختار', 'نصائح'],
};

type Random = () => number;

function sentence(language: string, words: number, random: Random): string {
  const list = (wordList[language] ?? '').split(' ');
  const chosen = Array.from({ length: words }, () => list[Math.floor(random() * list.length)] ?? '');
  return language === 'ja' ? `${chosen.join('')}。` : `${chosen.join(' ')}.`;
}

/** Sentences of one language that all its markets draw from, so that markets share most of their text. */
function skeleton(language: string, words: number): readonly string[][] {
  const random = seededRandom(language.charCodeAt(0) * 1000 + language.charCodeAt(1));
  const perSentence = 12;
  const paragraphs = Math.max(4, Math.round((words - 220) / (4 * perSentence)));
  return Array.from({ length: paragraphs }, () =>
    Array.from({ length: 4 }, () => sentence(language, perSentence, random)),
  );
}

export type CorpusOptions = {
  readonly markets: number;
  readonly words: number;
  /** 1 keeps every market in English; up to 8. */
  readonly languages: number;
  readonly samples?: number;
  readonly seed?: number;
};

export function corpus(options: CorpusOptions): CompareColumn[] {
  const skeletons = new Map(languageNames.map((language) => [language, skeleton(language, options.words)]));
  return Array.from({ length: options.markets }, (_, market) => {
    const language = languageNames[market % options.languages] ?? 'en';
    const label = `${String.fromCharCode(65 + Math.floor(market / 26))}${String.fromCharCode(65 + (market % 26))}`;
    const samples = Array.from({ length: options.samples ?? 1 }, (_unused, number) => {
      const random = seededRandom((options.seed ?? 7) * 100_003 + market * 101 + number);
      return answer(language, skeletons.get(language) ?? [], random, label);
    });
    return column(label, ...samples);
  });
}

function answer(
  language: string,
  paragraphs: readonly string[][],
  random: Random,
  market: string,
): CompareSample {
  const headings = headingTexts[language] ?? [];
  const said = paragraphs
    .filter((_, index) => index < 3 || random() > 0.06)
    .map((sentences) =>
      sentences
        .map((text) => (random() < 0.12 ? sentence(language, 12, random) : text))
        .join(language === 'ja' ? '' : ' '),
    );
  const brands = [...brandNames].sort(() => 0).slice(0, 6 + Math.floor(random() * 3));
  if (random() < 0.5) brands.unshift(...brands.splice(Math.floor(random() * brands.length), 1));
  const price = () => `$${(40 + Math.floor(random() * 12) * 5).toFixed(2)}`;
  const items = brands.map(
    (brand, index) =>
      `${index + 1}. **${brand}** – ${paragraphs[0]?.[index % 4] ?? ''} ${price()} ([gearlab.example](https://gearlab.example/${brand.split(' ')[0]?.toLowerCase()}))`,
  );
  const rows = brands
    .slice(0, 5)
    .map((brand) => `| ${brand} | ${(0.6 + Math.floor(random() * 8) / 10).toFixed(1)} kg | ${price()} |`);
  const fifth = Math.ceil((said.length - 1) / 3);
  const markdown = [
    `# ${headings[0]}`,
    said[0],
    `## ${headings[1]}`,
    items.join('\n'),
    `## ${headings[2]}`,
    ['| Model | kg | $ |', '|---|---|---|', ...rows].join('\n'),
    `## ${headings[3]}`,
    ...said.slice(1, 1 + 2 * fifth),
    `## ${headings[4]}`,
    ...said.slice(1 + 2 * fifth),
  ].join('\n\n');
  const urls = Array.from({ length: 8 }, (_, index) =>
    random() < 0.6
      ? `https://www.site${index}.example/a`
      : `https://local${index}-${language}.example/${market}`,
  );
  return sample(markdown, {
    sources: urls.map((url, index) => ({
      position: index + 1,
      url,
      title: `Page ${index}`,
      description: '',
    })),
    entities: brands.map((name) => ({ name, type: 'product' })),
    searchQueries: [
      `best folding lock ${language}`,
      random() < 0.5 ? 'folding lock test 2026' : `lock ${market}`,
    ],
    shopping: brands.slice(0, 4).map((title, index) => ({
      position: index + 1,
      title,
      identifier: null,
      brand: null,
      url: null,
      price: price(),
      oldPrice: null,
      seller: 'Store',
      rating: 4.5,
      reviews: '12',
      description: null,
      offers: [],
    })),
    ads: [
      {
        position: 1,
        advertiser: 'LockCo',
        title: 'City locks',
        body: '',
        url: 'https://lockco.example',
        price: null,
        placement: 'top',
      },
    ],
  });
}
