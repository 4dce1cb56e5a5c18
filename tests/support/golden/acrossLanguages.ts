/** Golden cases across languages and scripts: nothing but links, names, numbers, order and place to go by. */
import { brand, type GoldenCase } from './goldenCase.ts';

const locks = [
  brand('F', 'Foldmaster 90', 'Foldmaster'),
  brand('C', 'CycleGuard X', 'CycleGuard', 'サイクルガード', '사이클가드', 'سايكل جارد'),
  brand('L', 'Lockhart U2', 'Lockhart'),
  brand('K', 'Kettenwerk'),
  brand('T', 'Tetsu', '鉄錠'),
];

export const acrossLanguages: readonly GoldenCase[] = [
  {
    name: 'English and German',
    brands: locks,
    columns: [
      [
        'US',
        `
# {h1}Short answer

{p1}For the city, the ⟦F:Foldmaster 90⟧ is the usual pick at $84.00 and 1.2 kg.

## {h2}Best picks

1. {i1}**⟦F:Foldmaster 90⟧** – best overall, 1.2 kg ([gearlab.example](https://gearlab.example/foldmaster))
2. {i2}**⟦C:CycleGuard X⟧** – lightest, 0.9 kg
3. {i3}**⟦L:Lockhart U2⟧** – best value

## {h3}How to choose

{p2}Look for an independent rating and a bracket that fits your frame.`,
      ],
      [
        'DE',
        `
# {h1}Kurz gesagt

{p1}Für die Stadt ist das ⟦F:Foldmaster 90⟧ mit 79,00 € und 1,2 kg die übliche Wahl.

## {h2}Die besten Modelle

1. {i1}**⟦F:Foldmaster 90⟧** – Testsieger, 1,2 kg ([gearlab.example](https://gearlab.example/foldmaster))
2. {i4}**⟦K:Kettenwerk⟧ 7** – stärkste Kette, 1,9 kg
3. {i2}**⟦C:CycleGuard X⟧** – am leichtesten, 0,9 kg

## {h3}Worauf achten

{p2}Achten Sie auf eine unabhängige Sicherheitsstufe und einen Halter, der an Ihren Rahmen passt.`,
      ],
    ],
  },
  {
    name: 'English and Japanese',
    brands: locks,
    columns: [
      [
        'US',
        `
# {h1}Which folding lock to buy

{p1}Most testers name the ⟦F:Foldmaster 90⟧ first.

1. {i1}**⟦F:Foldmaster 90⟧** – 1.2 kg, $84.00
2. {i2}**⟦C:CycleGuard X⟧** – 0.9 kg, $69.00
3. {i3}**⟦L:Lockhart U2⟧** – 1.4 kg, $45.00

{p2}Lock the frame, never only the wheel.`,
      ],
      [
        'JP',
        `
# {h1}おすすめの折りたたみロック

{p1}多くのテストで⟦F:Foldmaster 90⟧が最初に挙げられています。

1. {i4}**⟦T:Tetsu⟧ S1** – 1.1 kg、12,800円
2. {i1}**⟦F:Foldmaster 90⟧** – 1.2 kg、9,800円
3. {i2}**⟦C:サイクルガード⟧ X** – 0.9 kg、7,900円

{p2}車輪だけでなく、必ずフレームを固定してください。`,
      ],
    ],
  },
  {
    name: 'English and Arabic, right to left',
    brands: locks,
    columns: [
      [
        'US',
        `
## {h1}Recommendation

{p1}The ⟦F:Foldmaster 90⟧ resists bolt cutters for 5 minutes and weighs 1.2 kg.

## {h2}Comparison

| {t0}Model | Weight | Price |
|---|---|---|
| {t1}⟦F:Foldmaster 90⟧ | 1.2 kg | $84.00 |
| {t2}⟦C:CycleGuard X⟧ | 0.9 kg | $69.00 |

## {h3}Tip

{p2}Keep the number of the key in a safe place.`,
      ],
      [
        'AE',
        `
## {h1}التوصية

{p1}يقاوم قفل ⟦F:Foldmaster 90⟧ المقصات لمدة 5 دقائق ويزن 1.2 كغ.

## {h2}مقارنة

| {t0}الطراز | الوزن | السعر |
|---|---|---|
| {t1}⟦F:Foldmaster 90⟧ | 1.2 كغ | 309 درهم |
| {t2}⟦C:CycleGuard X⟧ | 0.9 كغ | 255 درهم |

## {h3}نصيحة

{p2}احتفظ برقم المفتاح في مكان آمن.`,
      ],
    ],
  },
  {
    name: 'French, Spanish and Italian',
    brands: locks,
    columns: [
      [
        'FR',
        `
# {h1}En bref

{p1}Le ⟦F:Foldmaster 90⟧ pèse 1,2 kg et coûte environ 79 €.

## {h2}Nos choix

- {i1}**⟦F:Foldmaster 90⟧** : le plus polyvalent ([velo.example](https://velo.example/test))
- {i2}**⟦C:CycleGuard X⟧** : le plus léger
- {i3}**⟦L:Lockhart U2⟧** : le moins cher

{p2}Attachez toujours le cadre à un point fixe.`,
      ],
      [
        'ES',
        `
# {h1}En resumen

{p1}El ⟦F:Foldmaster 90⟧ pesa 1,2 kg y cuesta unos 79 €.

## {h2}Nuestra selección

- {i1}**⟦F:Foldmaster 90⟧**: el más versátil ([velo.example](https://velo.example/test))
- {i3}**⟦L:Lockhart U2⟧**: el más barato
- {i2!}**⟦C:CycleGuard X⟧**: el más ligero

{p2}Ata siempre el cuadro a un punto fijo.`,
      ],
      [
        'IT',
        `
# {h1}In breve

{p1}Il ⟦F:Foldmaster 90⟧ pesa 1,2 kg e costa circa 82 €.

## {h2}Le nostre scelte

- {i1}**⟦F:Foldmaster 90⟧**: il più versatile
- {i2}**⟦C:CycleGuard X⟧**: il più leggero

{p2}Legate sempre il telaio a un punto fisso.`,
      ],
    ],
    moves: { ES: [['i2'], ['i3']] },
  },
  {
    name: 'Hebrew with prefixed names',
    brands: locks,
    columns: [
      [
        'US',
        `
{p1}Riders compare the ⟦F:Foldmaster 90⟧ with the ⟦C:CycleGuard X⟧ most often.

- {i1}**⟦F:Foldmaster 90⟧**: 1.2 kg, two keys
- {i2}**⟦C:CycleGuard X⟧**: 0.9 kg, code lock

{p2}Both are sold with a bracket.`,
      ],
      [
        'IL',
        `
{p1}רוכבים משווים לרוב בין ה-⟦F:Foldmaster 90⟧ ל-⟦C:CycleGuard X⟧.

- {i1}**⟦F:Foldmaster 90⟧**: 1.2 ק"ג, שני מפתחות
- {i2}**⟦C:CycleGuard X⟧**: 0.9 ק"ג, מנעול קוד

{p2}שניהם נמכרים עם מתקן לשלדה.`,
      ],
    ],
  },
  {
    name: 'English and Thai',
    brands: locks,
    columns: [
      [
        'US',
        `
## {h1}Summary

{p1}Choose the ⟦F:Foldmaster 90⟧ for strength or the ⟦C:CycleGuard X⟧ for weight.

## {h2}Steps before buying

1. {s1}Measure the frame tube (28 to 38 mm).
2. {s2}Check the rating: 10 of 15 or more.
3. {s3}Compare prices in two shops.`,
      ],
      [
        'TH',
        `
## {h1}สรุป

{p1}เลือก ⟦F:Foldmaster 90⟧ หากต้องการความแข็งแรง หรือ ⟦C:CycleGuard X⟧ หากต้องการน้ำหนักเบา

## {h2}ขั้นตอนก่อนซื้อ

1. {s1}วัดขนาดท่อเฟรม (28 ถึง 38 มม.)
2. {s2}ตรวจสอบระดับความปลอดภัย 10 จาก 15 ขึ้นไป
3. {s3}เปรียบเทียบราคาจากสองร้าน`,
      ],
    ],
  },
  {
    name: 'Japanese, Korean and Chinese',
    brands: locks,
    columns: [
      [
        'JP',
        `
# {h1}結論

{p1}街乗りには⟦F:Foldmaster 90⟧(1.2 kg)が最適です。

- {i1}**⟦F:Foldmaster 90⟧**:総合一位
- {i2}**⟦C:サイクルガード⟧ X**:最軽量 0.9 kg
- {i3}**⟦T:鉄錠⟧ S1**:国産で人気

{p2}サイクルガードマンという番組とは関係ありません。`,
      ],
      [
        'KR',
        `
# {h1}결론

{p1}도심 주행에는 ⟦F:Foldmaster 90⟧(1.2 kg)이 가장 적합합니다.

- {i1}**⟦F:Foldmaster 90⟧**: 종합 1위
- {i2}**⟦C:사이클가드⟧ X**: 최경량 0.9 kg, ⟦C:사이클가드⟧는 가볍습니다`,
      ],
      [
        'CN',
        `
# {h1}结论

{p1}城市骑行首选⟦F:Foldmaster 90⟧(1.2 kg)。

- {i1}**⟦F:Foldmaster 90⟧**:综合第一
- {i2}**⟦C:CycleGuard X⟧**:最轻 0.9 kg`,
      ],
    ],
  },
  {
    name: 'English and Hindi',
    brands: locks,
    columns: [
      [
        'US',
        `
# {h1}Best folding locks

{p1}The ⟦F:Foldmaster 90⟧ leads most tests with 12 of 15 points.

## {h2}Details

- {i1}**⟦F:Foldmaster 90⟧** – $84.00, 1.2 kg
- {i2}**⟦L:Lockhart U2⟧** – $45.00, 1.4 kg

{p2}Store the spare key at home.`,
      ],
      [
        'IN',
        `
# {h1}सबसे अच्छे फोल्डिंग लॉक

{p1}अधिकतर परीक्षणों में ⟦F:Foldmaster 90⟧ 15 में से 12 अंकों के साथ सबसे आगे है।

## {h2}विवरण

- {i1}**⟦F:Foldmaster 90⟧** – ₹6,999, 1.2 किग्रा
- {i2}**⟦L:Lockhart U2⟧** – ₹3,499, 1.4 किग्रा

{p2}अतिरिक्त चाबी घर पर रखें।`,
      ],
    ],
  },
  {
    name: 'Russian and Ukrainian',
    brands: locks,
    columns: [
      [
        'KZ',
        `
## {h1}Коротко

{p1}Для города чаще всего советуют ⟦F:Foldmaster 90⟧: он весит 1,2 кг.

## {h2}Лучшие модели

1. {i1}**⟦F:Foldmaster 90⟧** – лучший выбор
2. {i2}**⟦C:CycleGuard X⟧** – самый лёгкий, 0,9 кг
3. {i3}**⟦K:Kettenwerk⟧ 7** – самая прочная цепь

{p2}Пристёгивайте раму, а не только колесо.`,
      ],
      [
        'UA',
        `
## {h1}Коротко

{p1}Для міста найчастіше радять ⟦F:Foldmaster 90⟧: він важить 1,2 кг.

## {h2}Найкращі моделі

1. {i1}**⟦F:Foldmaster 90⟧** – найкращий вибір
2. {i3}**⟦K:Kettenwerk⟧ 7** – найміцніший ланцюг
3. {i2!}**⟦C:CycleGuard X⟧** – найлегший, 0,9 кг

{p2}Пристібайте раму, а не лише колесо.`,
      ],
    ],
    moves: { UA: [['i2'], ['i3']] },
  },
  {
    name: 'Polish, Czech and Swedish with their own number writing',
    brands: locks,
    columns: [
      [
        'PL',
        `
## {h1}W skrócie

{p1}Najczęściej polecany jest ⟦F:Foldmaster 90⟧ za 349,00 zł.

- {i1}**⟦F:Foldmaster 90⟧**: 1,2 kg, poziom 12 z 15
- {i2}**⟦C:CycleGuard X⟧**: 0,9 kg, poziom 9 z 15

{p2}Zapisz numer klucza.`,
      ],
      [
        'CZ',
        `
## {h1}Stručně

{p1}Nejčastěji se doporučuje ⟦F:Foldmaster 90⟧ za 1 990 Kč.

- {i1}**⟦F:Foldmaster 90⟧**: 1,2 kg, stupeň 12 z 15
- {i2}**⟦C:CycleGuard X⟧**: 0,9 kg, stupeň 9 z 15

{p2}Zapište si číslo klíče.`,
      ],
      [
        'SE',
        `
## {h1}Kort sagt

{p1}Oftast rekommenderas ⟦F:Foldmaster 90⟧ för 899 kr.

- {i2}**⟦C:CycleGuard X⟧**: 0,9 kg, nivå 9 av 15
- {i1!}**⟦F:Foldmaster 90⟧**: 1,2 kg, nivå 12 av 15

{p2}Skriv upp nyckelnumret.`,
      ],
    ],
    moves: { SE: [['i1'], ['i2']] },
  },
  {
    name: 'Turkish suffixes after an apostrophe',
    brands: locks,
    columns: [
      [
        'GB',
        `
## {h1}Verdict

{p1}Buyers like the build of the ⟦F:Foldmaster 90⟧, 1.2 kg.

{p2}The price of the ⟦L:Lockhart U2⟧ is its main argument: £39.00.`,
      ],
      [
        'TR',
        `
## {h1}Sonuç

{p1}Alıcılar 1,2 kg ağırlığındaki ⟦F:Foldmaster 90⟧'ın işçiliğini beğeniyor.

{p2}⟦L:Lockhart U2⟧'nin en güçlü yanı fiyatı: 1.850 TL.`,
      ],
    ],
  },
  {
    name: 'Vietnamese and Indonesian',
    brands: locks,
    columns: [
      [
        'VN',
        `
# {h1}Khóa gập nào tốt nhất

{p1}⟦F:Foldmaster 90⟧ được nhắc đến nhiều nhất.

1. {i1}**⟦F:Foldmaster 90⟧** – nặng 1,2 kg
2. {i2}**⟦C:CycleGuard X⟧** – nặng 0,9 kg

## {h2}Lưu ý

{p2}Hãy khóa khung xe vào vật cố định.`,
      ],
      [
        'ID',
        `
# {h1}Gembok lipat terbaik

{p1}⟦F:Foldmaster 90⟧ paling sering disebut.

1. {i1}**⟦F:Foldmaster 90⟧** – berat 1,2 kg
2. {i3}**⟦L:Lockhart U2⟧** – berat 1,4 kg
3. {i2}**⟦C:CycleGuard X⟧** – berat 0,9 kg

## {h2}Catatan

{p2}Kunci rangka sepeda ke benda yang tertanam.`,
      ],
    ],
  },
  {
    name: 'an extra section in one language',
    brands: locks,
    columns: [
      [
        'US',
        `
## {h1}Pick

{p1}Buy the ⟦F:Foldmaster 90⟧ ([gearlab.example](https://gearlab.example/foldmaster)).

## {h2}Price

{p2}Expect $80.00 to $90.00.

## {h3}Alternatives

{p3}The ⟦C:CycleGuard X⟧ is lighter at 0.9 kg.`,
      ],
      [
        'FR',
        `
## {h1}Notre choix

{p1}Achetez le ⟦F:Foldmaster 90⟧ ([gearlab.example](https://gearlab.example/foldmaster)).

## {h4}Assurance

{p4}En France, les assureurs demandent le label FUB 2 roues.

## {h3}Autres modèles

{p3}Le ⟦C:CycleGuard X⟧ est plus léger, 0,9 kg.`,
      ],
    ],
  },
  {
    name: 'two languages with two markets each',
    brands: locks,
    columns: [
      [
        'US',
        `
# {h1}Short answer

{p1}The ⟦F:Foldmaster 90⟧ is the safest folding lock under $100.

- {i1}**⟦F:Foldmaster 90⟧**: 1.2 kg
- {i2}**⟦L:Lockhart U2⟧**: 1.4 kg

{p2}Two locks are better than one.`,
      ],
      [
        'DE',
        `
# {h1}Kurze Antwort

{p1}Das ⟦F:Foldmaster 90⟧ ist das sicherste Faltschloss unter 100 Euro.

- {i1}**⟦F:Foldmaster 90⟧**: 1,2 kg
- {i3}**⟦K:Kettenwerk⟧ 7**: 1,9 kg

{p2}Zwei Schlösser sind besser als eines.`,
      ],
      [
        'GB',
        `
# {h1}Short answer

{p1}The ⟦F:Foldmaster 90⟧ is the safest folding lock under £90.

- {i2!}**⟦L:Lockhart U2⟧**: 1.4 kg
- {i1}**⟦F:Foldmaster 90⟧**: 1.2 kg

{p2}Two locks are better than one.`,
      ],
      [
        'AT',
        `
# {h1}Kurze Antwort

{p1}Das ⟦F:Foldmaster 90⟧ ist das sicherste Faltschloss unter 100 Euro.

- {i1}**⟦F:Foldmaster 90⟧**: 1,2 kg
- {i3}**⟦K:Kettenwerk⟧ 7**: 1,9 kg
- {i2}**⟦L:Lockhart U2⟧**: 1,4 kg

{p3}In Wien werden die meisten Räder am Abend gestohlen.`,
      ],
    ],
    moves: { GB: [['i2'], ['i1']] },
  },
  {
    name: 'links hold it together where words cannot',
    brands: [],
    columns: [
      [
        'NL',
        `
{p1}Drie bronnen zijn nuttig.

- {l1}De [fietsersbond](https://bond.example/sloten) legt de keurmerken uit.
- {l2}Een [test van 12 sloten](https://test.example/2026) staat online.
- {l3}De [politie](https://politie.example/diefstal) geeft cijfers over diefstal.`,
      ],
      [
        'GR',
        `
{p1}Τρεις πηγές είναι χρήσιμες.

- {l3!}Η [αστυνομία](https://politie.example/diefstal) δίνει στοιχεία για κλοπές.
- {l1}Η [ένωση](https://bond.example/sloten) εξηγεί τα σήματα.
- {l2}Μια [δοκιμή 12 κλειδαριών](https://test.example/2026) υπάρχει στο διαδίκτυο.`,
      ],
    ],
  },
];
