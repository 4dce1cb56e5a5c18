/** Made-up answers in several languages, long and awkward enough to see what a column does with them. */

export type MadeUpAnswer = {
  readonly language: string;
  readonly markdown: string;
  readonly sources: readonly { readonly url: string; readonly label: string }[];
  readonly searchQueries: readonly string[];
};

/** What nobody said about where an answer comes from. */
export const noProvenance = {
  surface: null,
  stop: null,
  stopReason: null,
  cost: null,
  costCurrency: null,
  costSource: null,
  providerRequestId: null,
  persona: null,
};

const english: MadeUpAnswer = {
  language: 'en',
  searchQueries: [
    'best folding bike locks tested',
    'folding lock vs u-lock theft statistics',
    'Foldmaster 900 review',
  ],
  sources: [
    {
      url: 'https://www.lock-tests.example/folding/2026',
      label: 'Folding bike locks: 14 models attacked with six tools',
    },
    { url: 'https://cyclist-union.example.org/theft', label: 'What members say about theft and insurance' },
    {
      url: 'https://forum.daily-riders.example.com/t/8841',
      label: 'Three winters with a folding lock, still opens',
    },
    { url: 'https://shop.example.com/foldmaster-900', label: 'Foldmaster 900 – 90 cm, 6 mm plates' },
  ],
  markdown: `# Short answer

Most reviewers trust the **Foldmaster 900** and the **Harbour Link Pro**; riders who park outside overnight add a second lock of another kind [1](https://www.lock-tests.example/folding/2026).

## What people say

1. **Foldmaster 900** – resists 5 mm bolt cutters for more than three minutes, weighs 1.4 kg and fits most frames [1](https://www.lock-tests.example/folding/2026).
2. **Harbour Link Pro** – a little lighter, the holder rattles on rough roads [3](https://forum.daily-riders.example.com/t/8841).
3. **Kestrel Fold S** – the cheapest that insurers accept [2](https://cyclist-union.example.org/theft).

| Lock | Weight | Rating | Street price |
| --- | --- | --- | --- |
| Foldmaster 900 | 1.4 kg | 15/18 | $129 |
| Harbour Link Pro | 1.2 kg | 13/18 | $119 |
| Kestrel Fold S | 0.9 kg | 9/18 | $64 |

## How to choose

- Take plates of at least 5 mm; thinner ones are cut in under thirty seconds.
- Check that the joint rivets are covered: that is where tests open most locks.
- Ask your insurer which rating it wants *before* you buy.

> “I trust any lock more when it is locked to something.” — a member of the riders' forum

### When a folding lock is not enough

In stations and on campuses, where bikes stand for days, every source recommends a second lock. A folding lock around frame and rear wheel, and a short chain through the front wheel, took testers with hand tools longer than anything else under two kilograms.`,
};

const german: MadeUpAnswer = {
  language: 'de',
  searchQueries: [
    'Faltschloss Test 2026',
    'Fahrradschloss Versicherung anerkannt',
    'Foldmaster 900 Erfahrungen',
  ],
  sources: [
    {
      url: 'https://www.schlosstest.example.de/faltschloesser',
      label: 'Faltschlösser im Vergleich: nur drei halten stand',
    },
    {
      url: 'https://radverband.example.org/diebstahl',
      label: 'Fahrraddiebstahlversicherungsbedingungen verständlich erklärt',
    },
    {
      url: 'https://www.lock-tests.example/folding/2026',
      label: 'Folding bike locks: 14 models attacked with six tools',
    },
    { url: 'https://laden.example.de/riegelfuchs-x6', label: 'Riegelfuchs X6 Faltschloss 90 cm' },
  ],
  markdown: `# Kurz gesagt

Am häufigsten empfohlen werden das **Riegelfuchs X6** und das **Foldmaster 900**. Wer sein Rad über Nacht draußen stehen lässt, sollte ein zweites Schloss anderer Bauart verwenden [1](https://www.schlosstest.example.de/faltschloesser).

## Was Käuferinnen und Käufer sagen

1. **Riegelfuchs X6** – hält dem Bolzenschneider am längsten stand; die Halterung klappert auf Kopfsteinpflaster [1](https://www.schlosstest.example.de/faltschloesser).
2. **Foldmaster 900** – sehr gute Verarbeitung, aber mit 1,4 kg kein Leichtgewicht [3](https://www.lock-tests.example/folding/2026).
3. **Kestrel Fold S** – günstig, wird jedoch von manchen Versicherern nicht anerkannt [2](https://radverband.example.org/diebstahl).

| Schloss | Gewicht | Sicherheitsstufe | Preis |
| --- | --- | --- | --- |
| Riegelfuchs X6 | 1,3 kg | 15/15 | 119,00 € |
| Foldmaster 900 | 1,4 kg | 15/18 | 124,90 € |

## Worauf es ankommt

- Stahlstäbe ab 5 mm Stärke; dünnere sind in weniger als 30 Sekunden durchtrennt.
- Verdeckte Gelenknieten, denn dort setzen Diebe an.
- Die Fahrraddiebstahlversicherungsbedingungen: Viele Versicherer verlangen ein Schloss ab 50 € Kaufpreis.`,
};

const japanese: MadeUpAnswer = {
  language: 'ja',
  searchQueries: ['折りたたみ式 ロック 自転車 おすすめ', '自転車 盗難 対策 統計'],
  sources: [
    {
      url: 'https://www.kagi-shiken.example.jp/folding',
      label: '折りたたみロック比較試験：切断までの時間を計測',
    },
    { url: 'https://jitensha-kyokai.example.jp/tounan', label: '自転車盗難の手口と対策（2026年版）' },
    {
      url: 'https://www.lock-tests.example/folding/2026',
      label: 'Folding bike locks: 14 models attacked with six tools',
    },
  ],
  markdown: `# 結論

最も信頼されているのは **サイクルガード F5** と **Foldmaster 900** です。夜間に屋外へ駐輪する場合は、種類の異なる鍵を二つ使うことが勧められています [1](https://www.kagi-shiken.example.jp/folding)。

## 評判

1. **サイクルガード F5** – 重さ 980 g。ブラケットが小さく、通勤用の自転車にも付けやすい [1](https://www.kagi-shiken.example.jp/folding)。
2. **Foldmaster 900** – 切断に三分以上かかった唯一の製品。ただしやや重い [3](https://www.lock-tests.example/folding/2026)。
3. **カワセミ リンク** – 価格は 6,800 円前後で、初めての一本に選ばれることが多い。

## 選び方

- プレートの厚さは 5 mm 以上。
- 関節部のリベットが覆われているもの。
- 防犯登録を必ず済ませること [2](https://jitensha-kyokai.example.jp/tounan)。

駅前の駐輪場では短時間でも盗難が起きるため、「地球ロック」、つまり動かせない物と一緒に施錠することが基本です。`,
};

const arabic: MadeUpAnswer = {
  language: 'ar',
  searchQueries: ['أفضل أقفال الدراجات القابلة للطي', 'مقارنة أقفال الدراجات 2026'],
  sources: [
    { url: 'https://aqfal.example.ae/tests', label: 'اختبار أقفال الدراجات القابلة للطي' },
    {
      url: 'https://www.lock-tests.example/folding/2026',
      label: 'Folding bike locks: 14 models attacked with six tools',
    },
  ],
  markdown: `# الخلاصة

أكثر الأقفال القابلة للطي التي يثق بها الناس هما **الحارس الذهبي 7** و**Foldmaster 900**. وينصح المختبرون باستخدام قفل ثانٍ من نوع مختلف عند ترك الدراجة في الخارج ليلاً [1](https://aqfal.example.ae/tests).

## ماذا يقول المستخدمون

1. **الحارس الذهبي 7** – وزنه 1.2 كغ ويقاوم الصدأ في المدن الساحلية.
2. **Foldmaster 900** – صمد أكثر من ثلاث دقائق أمام القاطع بقياس 5 mm [2](https://www.lock-tests.example/folding/2026).
3. **نسر لينك** – الأرخص، وسعره نحو 180 درهماً.

## كيف تختار

- سماكة الصفائح لا تقل عن 5 mm.
- مفاصل مغطاة لا يمكن الوصول إليها بالمثقاب.
- ضمان لا يقل عن سنتين.`,
};

const portuguese: MadeUpAnswer = {
  language: 'pt-BR',
  searchQueries: ['melhor trava dobrável para bicicleta'],
  sources: [
    { url: 'https://travas.example.com.br/teste', label: 'Teste: oito travas dobráveis' },
    {
      url: 'https://www.lock-tests.example/folding/2026',
      label: 'Folding bike locks: 14 models attacked with six tools',
    },
  ],
  markdown: `# Resposta curta

As mais confiáveis são a **Trava Jacaré 80** e a **Foldmaster 900** [1](https://travas.example.com.br/teste).

## O que dizem

- **Trava Jacaré 80** – a favorita em São Paulo, com seguro incluído.
- **Foldmaster 900** – importada, cara, mas resistente [2](https://www.lock-tests.example/folding/2026).
- **Kestrel Fold S** – boa para paradas rápidas.`,
};

const byCountry: Readonly<Record<string, MadeUpAnswer>> = {
  DE: german,
  AT: german,
  CH: german,
  JP: japanese,
  AE: arabic,
  SA: arabic,
  EG: arabic,
  BR: portuguese,
  PT: portuguese,
};

/** The answer of a country; English where nothing better is made up. Every seventh is much longer. */
export function madeUpAnswer(country: string | null, ordinal: number): MadeUpAnswer {
  const answer = (country && byCountry[country]) || english;
  if (ordinal % 7 !== 6) return answer;
  const middle = answer.markdown.split('\n\n').slice(2).join('\n\n');
  return { ...answer, markdown: `${answer.markdown}\n\n${middle}\n\n${middle}` };
}
